/* pleach check: what is probably wrong in a treebank. */
#include "input.h"
#include "print_report.h"

#include "check/check.h"
#include "draw/draw.h"

#include <string.h>

typedef struct job {
    input in;
    settings transforms;
    pl_check_options check;
    pl_report_form form;
    const char *html, *model;
    texts only;
    pl_checker *found;
} job;

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION('n', "number", "N",      PL_INTEGER_AT(job, check.limit, 0, INT64_MAX),    PL_HELP(NULL, "list the N most suspicious places; 0 lists all for which there is a reason (default: 100)")),
    PL_OPTION(0,   "only",   "METHOD", PL_TEXTS_AT(job, only),                           PL_HELP(NULL, "use this method alone: variation, rules, tags, parser or structure; may be repeated")),
    PL_OPTION('m', "model",  "MODEL",  PL_FILE_AT(job, model),                           PL_HELP(NULL, "compare with parses by this model, which must not have been trained on the treebank")),
    PL_OPTION(0,   "folds",  "K",      PL_INTEGER_AT(job, check.folds, 2, PL_MAX_FOLDS), PL_HELP(NULL, "compare with parses by K models, each trained on the other K-1 parts of the treebank")),
    PL_OPTION(0,   "seed",   "N",      PL_INTEGER_AT(job, check.seed, 0, INT64_MAX),     PL_HELP(NULL, "seed of the training for --folds (default: 1)")),
    PL_OPTION(0,   "html",   "FILE",   PL_FILE_AT(job, html),                            PL_HELP(NULL, "also write a page that shows each tree beside the corrected one")),
    PL_INCLUDE(job, form, pl_report_form, report_rows),
    PL_INCLUDE(job, check.threads, uint32_t, threads_rows),
    PL_INCLUDE(job, in, input, input_rows),
    PL_LIST(job, transforms, transform_option),
    PL_OPTIONS_END,
};
/* clang-format on */

/* -- reading ------------------------------------------------------------------------ */

static int read_trees(job *j, pl_error *err)
{
    pl_tree_stream s;
    pl_tree *tree;
    int got = stream_open(&s, &j->in, &j->transforms, progress_start(j->in.quiet), err);
    while (got >= 0 && (got = pl_tree_stream_next(&s, NULL, &tree, err)) > 0) {
        const pl_reader *r = pl_source_reader(s.source);
        pl_checker_add(j->found, tree, r->file, r->number);
    }
    stream_close(&s);
    return got;
}

/* -- findings as values --------------------------------------------------------------- */

/* Appends "NP:0-2,4": a node by its label and the numbers of its words. */
static void put_node(pl_str *out, const pl_tree *t, uint32_t node)
{
    const char *label = t->nodes[node].label, *before = "";
    pl_str_printf(out, "%s:", label != NULL ? label : "");
    for (uint32_t i = t->nodes[node].low; i <= t->nodes[node].high; i++) {
        uint32_t from = i;
        while (i <= t->nodes[node].high && pl_tree_dominates(t, node, i))
            i++;
        if (i == from)
            continue;
        pl_str_printf(out, "%s%u", before, from);
        if (i - 1 > from)
            pl_str_printf(out, "-%u", i - 1);
        before = ",";
    }
}

/* Appends the other places as "FILE:12 NP:0-2, …"; in the file of the finding the name is
 * left out. */
static void put_evidence(pl_str *out, const job *j, const pl_suspect *f, const pl_told *t)
{
    const char *file = j->found->sentences.at[f->sentence].file;
    for (size_t i = 0; i < t->evidence.n; i++) {
        pl_spot spot = t->evidence.at[i];
        const pl_checker_sentence *s = &j->found->sentences.at[spot.sentence];
        pl_str_puts(out, i > 0 ? ", " : "");
        if (s->file != file)
            pl_str_printf(out, "%s:", s->file);
        pl_str_printf(out, "%zu ", s->number);
        put_node(out, s->view.tree, spot.node);
    }
}

static void put_text(pl_value *to, const char *key, pl_str *text)
{
    pl_value_set_text(to, key, pl_str_text(text));
    pl_str_clear(text);
}

static void put_tree(pl_value *to, const pl_tree *t, pl_str *text)
{
    pl_error err;
    pl_writer *w =
        pl_writer_new(pl_out_memory(text), pl_format_find("discbracket"), NULL, &err);
    if (w != NULL && pl_writer_put(w, t, &err) == 0 && pl_writer_close(w, &err) == 0)
        text->at[text->n - 1] = '\0';
    put_text(to, "corrected", text);
}

static void put_finding(const job *j, const pl_suspect *f, const pl_told *t, pl_value *to)
{
    const pl_checker_sentence *s = &j->found->sentences.at[f->sentence];
    const pl_tree *tree = s->view.tree;
    uint32_t nodes[PL_N_FOCUS], n = pl_edit_focus(tree, &f->edit, nodes);
    pl_str text = {0};
    pl_value_set_number(to, "score", f->score);
    pl_value_set_text(to, "file", s->file);
    pl_value_set_count(to, "sentence", s->number);
    pl_value_set_text(to, "id", tree->id != NULL ? tree->id : "");
    for (uint32_t i = 0; i < n; i++) {
        pl_str_puts(&text, i > 0 ? " " : "");
        put_node(&text, tree, nodes[i]);
    }
    put_text(to, "nodes", &text);
    pl_value_set_text(to, "place", pl_str_text(&t->place));
    pl_value_set_text(to, "kind", pl_edit_kinds[f->edit.kind].name);
    pl_value_set_text(to, "correction", pl_str_text(&t->correction));
    pl_value_set_text(to, "reasons", pl_str_text(&t->reasons));
    put_evidence(&text, j, f, t);
    put_text(to, "evidence", &text);
    pl_value *scores = pl_value_set_object(to, "scores");
    for (size_t i = 0; i < PL_N_CHECK_METHODS; i++)
        pl_value_set_number(scores, pl_method_name(i), f->scores[i]);
    if (t->corrected != NULL)
        put_tree(to, t->corrected, &text);
    else
        pl_value_set_text(to, "corrected", "");
    pl_str_release(&text);
}

/* -- findings as text ----------------------------------------------------------------- */

static void put_place(pl_str *out, const pl_checker_sentence *s, const char *file,
                      const pl_told *t)
{
    pl_str_printf(out, "%s:%zu", file, s->number);
    if (s->view.tree->id != NULL)
        pl_str_printf(out, " (%s)", s->view.tree->id);
    pl_str_printf(out, ": %s", pl_str_text(&t->place));
}

static void show_finding(const job *j, size_t i, const pl_suspect *f, const pl_told *t)
{
    const pl_checker_sentence *s = &j->found->sentences.at[f->sentence];
    pl_str text = {0};
    put_place(&text, s, s->file, t);
    print("%zu. %s\n", i + 1, text.at);
    if (t->correction.n > 0)
        print("   correction: %s\n", t->correction.at);
    print("   why:        %s\n", pl_str_text(&t->reasons));
    pl_str_clear(&text);
    put_evidence(&text, j, f, t);
    if (text.n > 0)
        print("   elsewhere:  %s\n", text.at);
    pl_str_release(&text);
}

/* -- the page ------------------------------------------------------------------------- */

/* The tree with the finding in its heading, beside the corrected one if there is one. */
static int draw_finding(const job *j, const pl_suspect *f, const pl_told *t,
                        pl_drawing *d, pl_error *err)
{
    const pl_checker_sentence *s = &j->found->sentences.at[f->sentence];
    const pl_tree *tree = s->view.tree;
    pl_arena scratch = {0};
    pl_str title = {0};
    pl_tree *copy = pl_tree_copy(tree, &scratch);
    uint8_t *marks = PL_NEW_ARRAY(&scratch, uint8_t, tree->n_nodes + 1);
    put_place(&title, s, pl_base_name(s->file), t);
    if (t->correction.n > 0)
        pl_str_printf(&title, " — %s", t->correction.at);
    pl_str_printf(&title, " — %s", pl_str_text(&t->reasons));
    copy->id = title.at;
    marks[f->edit.node] = PL_MARK_LABEL;
    int status = t->corrected != NULL
                     ? pl_drawing_compare(d, copy, t->corrected, err)
                     : pl_drawing_add(d, copy, &(pl_draw_marks){.nodes = marks}, err);
    pl_str_release(&title);
    pl_arena_release(&scratch);
    return status;
}

/* -- the command ---------------------------------------------------------------------- */

static int report_all(const job *j, pl_drawing *d, pl_error *err)
{
    pl_report *r = pl_report_new(j->form);
    pl_told told = {0};
    int status = 0;
    pl_value_set_count(r->root, "sentences", j->found->sentences.n);
    pl_value *list = pl_value_set_list(r->root, "findings");
    for (size_t i = 0; i < j->found->suspects.n && status == 0; i++) {
        const pl_suspect *f = &j->found->suspects.at[i];
        pl_checker_tell(j->found, f, &told);
        if (j->form == PL_REPORT_TEXT)
            show_finding(j, i, f, &told);
        else
            put_finding(j, f, &told, pl_value_add_object(list));
        if (d != NULL)
            status = draw_finding(j, f, &told, d, err);
    }
    pl_told_release(&told);
    report_print(r);
    pl_report_free(r);
    return status;
}

static int report_and_draw(const job *j, pl_error *err)
{
    pl_draw_options how = {.format = PL_DRAW_HTML, .title = "Findings"};
    pl_out *out = NULL;
    if (j->html == NULL)
        return report_all(j, NULL, err);
    if ((out = pl_out_open(j->html, err)) == NULL)
        return -1;
    pl_drawing *d = pl_drawing_new(out, &how);
    int status = report_all(j, d, err);
    if (pl_drawing_end(d, status < 0 ? NULL : err) < 0)
        status = -1;
    return pl_out_end(out, status, err);
}

static int show_progress(void *context, const char *what, double share)
{
    tell_progress("%s: %d%%", what, (int)(100 * share));
    return 0;
}

/* Makes the checker: 0, or -1 with the reason. */
static int start(job *j, pl_error *err)
{
    const pl_model_settings settings = {.nbest = PL_CHECK_NBEST};
    if (j->model != NULL) {
        j->check.model = pl_model_load(j->model, &settings, err);
        if (j->check.model == NULL)
            return -1;
    }
    if (progress_start(j->in.quiet).on)
        j->check.progress = show_progress;
    j->found = pl_checker_new(&j->check, err);
    return j->found != NULL ? 0 : pl_fail_prefix(err, "%s: ", j->model);
}

static int check(job *j, pl_error *err)
{
    if (start(j, err) < 0 || read_trees(j, err) < 0 || pl_checker_run(j->found, err) < 0)
        return -1;
    progress_hide();
    if (j->found->n_long > 0 && !j->in.quiet)
        tell("pleach: note: sentences of more than %d words or %d nodes are not checked: "
             "%zu\n",
             PL_MAX_CHECKED_WORDS, PL_MAX_CHECKED_NODES, j->found->n_long);
    return report_and_draw(j, err);
}

/* The methods named by --only, as bits; false after a message. */
static bool choose_methods(job *j)
{
    for (size_t i = 0; i < j->only.n; i++) {
        size_t k = 0;
        while (k < PL_N_CHECK_METHODS && strcmp(pl_method_name(k), j->only.at[i]) != 0)
            k++;
        if (k == PL_N_CHECK_METHODS) {
            usage_error(&cmd_check, "there is no method '%s'", j->only.at[i]);
            return false;
        }
        j->check.methods |= 1u << k;
    }
    return true;
}

static void print_notes(FILE *to)
{
    fprintf(to, "\nMethods:\n");
    for (size_t i = 0; i < PL_N_CHECK_METHODS; i++)
        fprintf(to, "  %-12s%s\n", pl_method_name(i), pl_method_about(i));
}

static void set_defaults(void *options)
{
    *(job *)options = (job){.check = {.limit = 100, .seed = 1}};
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    if (!choose_methods(j) || !check_transforms(&cmd_check, &j->transforms))
        return USAGE;
    if (j->model != NULL && j->check.folds > 0)
        return usage_error(&cmd_check, "--model does not go with --folds");
    if ((j->check.methods >> PL_CHECK_PARSER & 1) != 0 && j->model == NULL &&
        j->check.folds == 0)
        return usage_error(&cmd_check, "--only parser needs --model or --folds");
    exit_code code = done_or_fail(check(j, &err), &err);
    pl_checker_free(j->found);
    pl_model_free((pl_model *)j->check.model);
    return code;
}

const command cmd_check = {
    .name = "check",
    .synopsis =
        "[--model MODEL | --folds K] [--only METHOD…] [-n N] [TRANSFORM…] TREEBANK…",
    .about = "list what is probably wrong in a treebank, most suspicious first",
    .options = options,
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .notes = print_notes,
    .run = run,
};
