/* Findings as a report and as a page; see check_report.h. */
#include "check/check_report.h"

#include "base/str.h"
#include "draw/draw.h"
#include "format/writer.h"

/* -- values ------------------------------------------------------------------------- */

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

static void put_nodes(pl_str *out, const pl_tree *t, const pl_edit *e)
{
    uint32_t nodes[PL_N_FOCUS], n = pl_edit_focus(t, e, nodes);
    for (uint32_t i = 0; i < n; i++) {
        pl_str_puts(out, i > 0 ? " " : "");
        put_node(out, t, nodes[i]);
    }
}

/* Appends the other places as "FILE:12 NP:0-2, …", without the name of the finding's file. */
static void put_evidence(pl_str *out, const pl_checker *c, const char *file,
                         const pl_told *t)
{
    for (size_t i = 0; i < t->evidence.n; i++) {
        pl_spot spot = t->evidence.at[i];
        const pl_checker_sentence *s = &c->sentences.at[spot.sentence];
        pl_str_puts(out, i > 0 ? ", " : "");
        if (s->file != file && s->file != NULL)
            pl_str_printf(out, "%s:", s->file);
        pl_str_printf(out, "%zu ", s->number);
        put_node(out, s->view.tree, spot.node);
    }
}

/* Appends the tree as a line of discbracket, without the end of the line. */
static void put_tree(pl_str *out, const pl_tree *t)
{
    pl_error err;
    pl_writer *w =
        pl_writer_new(pl_out_memory(out), pl_format_find("discbracket"), NULL, &err);
    if (w != NULL && pl_writer_put(w, t, &err) == 0 && pl_writer_close(w, &err) == 0)
        out->at[--out->n] = '\0';
}

/* Adds a text and empties it. */
static void set_text(pl_value *to, const char *name, pl_str *text)
{
    pl_value_set_text(to, name, pl_str_text(text));
    pl_str_clear(text);
}

static void set_finding(pl_value *to, const pl_checker *c, const pl_suspect *f,
                        const pl_told *t)
{
    const pl_checker_sentence *s = &c->sentences.at[f->sentence];
    const pl_tree *tree = s->view.tree;
    pl_str text = {0};
    pl_value_set_number(to, "score", f->score);
    pl_value_set_text(to, "file", s->file);
    pl_value_set_count(to, "sentence", s->number);
    pl_value_set_text(to, "id", tree->id != NULL ? tree->id : "");
    put_nodes(&text, tree, &f->edit);
    set_text(to, "nodes", &text);
    pl_value_set_text(to, "place", pl_str_text(&t->place));
    pl_value_set_text(to, "kind", pl_edit_kinds[f->edit.kind].name);
    pl_value_set_text(to, "correction", pl_str_text(&t->correction));
    pl_value_set_text(to, "reasons", pl_str_text(&t->reasons));
    put_evidence(&text, c, s->file, t);
    set_text(to, "evidence", &text);
    pl_value *scores = pl_value_set_object(to, "scores");
    for (size_t i = 0; i < PL_N_CHECK_METHODS; i++)
        pl_value_set_number(scores, pl_method_name(i), f->scores[i]);
    if (t->corrected != NULL)
        put_tree(&text, t->corrected);
    set_text(to, "corrected", &text);
    pl_str_release(&text);
}

/* -- text --------------------------------------------------------------------------- */

/* Returns a text of a finding, "" if it has none. */
static const char *text_of(const pl_value *finding, const char *name)
{
    const char *text = pl_value_text(pl_value_get(finding, name));
    return text != NULL ? text : "";
}

/* Appends "FILE:12 (ID): PLACE". */
static void put_place(pl_str *out, const char *file, const pl_value *finding)
{
    const char *id = text_of(finding, "id");
    pl_str_printf(out, "%s:%lld", file,
                  pl_value_integer(pl_value_get(finding, "sentence")));
    if (*id != '\0')
        pl_str_printf(out, " (%s)", id);
    pl_str_printf(out, ": %s", text_of(finding, "place"));
}

/* The lines below the place of a finding, and whether they are left out when they are empty. */
static const struct line {
    const char *title, *name;
    bool optional;
} lines[] = {
    {"correction: ", "correction", true},
    {"why:        ", "reasons", false},
    {"elsewhere:  ", "evidence", true},
};

static void put_finding(pl_str *out, size_t number, const pl_value *finding)
{
    pl_str_printf(out, "%zu. ", number);
    put_place(out, text_of(finding, "file"), finding);
    pl_str_putc(out, '\n');
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *text = text_of(finding, lines[i].name);
        if (*text != '\0' || !lines[i].optional)
            pl_str_printf(out, "   %s%s\n", lines[i].title, text);
    }
}

pl_report *pl_check_report(pl_checker *c, pl_report_form form)
{
    pl_report *r = pl_report_new(form);
    pl_told told = {0};
    pl_value_set_count(r->root, "sentences", c->sentences.n);
    pl_value *list = pl_value_set_list(r->root, "findings");
    for (size_t i = 0; i < c->suspects.n; i++) {
        pl_value *finding = pl_value_add_object(list);
        pl_checker_tell(c, &c->suspects.at[i], &told);
        set_finding(finding, c, &c->suspects.at[i], &told);
        if (form == PL_REPORT_TEXT)
            put_finding(&r->text, i + 1, finding);
    }
    pl_told_release(&told);
    return r;
}

/* -- the page ------------------------------------------------------------------------- */

/* Draws a tree under a heading with the finding, beside the corrected tree if there is one. */
static int draw_finding(pl_drawing *d, const pl_tree *tree, const pl_edit *e,
                        const pl_tree *corrected, const pl_value *finding, pl_error *err)
{
    pl_arena scratch = {0};
    pl_str title = {0};
    pl_tree *copy = pl_tree_copy(tree, &scratch);
    uint8_t *marks = PL_NEW_ARRAY(&scratch, uint8_t, tree->n_nodes + 1);
    put_place(&title, pl_base_name(text_of(finding, "file")), finding);
    if (*text_of(finding, "correction") != '\0')
        pl_str_printf(&title, " — %s", text_of(finding, "correction"));
    pl_str_printf(&title, " — %s", text_of(finding, "reasons"));
    copy->id = title.at;
    marks[e->node] = PL_MARK_LABEL;
    int status = corrected != NULL
                     ? pl_drawing_compare(d, copy, corrected, err)
                     : pl_drawing_add(d, copy, &(pl_draw_marks){.nodes = marks}, err);
    pl_str_release(&title);
    pl_arena_release(&scratch);
    return status;
}

int pl_check_draw(pl_checker *c, const pl_report *r, const char *path, pl_error *err)
{
    const pl_draw_options how = {.format = PL_DRAW_HTML, .title = "Findings"};
    const pl_value *findings = pl_value_get(r->root, "findings");
    pl_told told = {0};
    int status = 0;
    pl_out *out = pl_out_open(path, err);
    if (out == NULL)
        return -1;
    pl_drawing *d = pl_drawing_new(out, &how);
    for (size_t i = 0; i < c->suspects.n && status == 0; i++) {
        const pl_suspect *f = &c->suspects.at[i];
        pl_checker_tell(c, f, &told);
        status = draw_finding(d, c->sentences.at[f->sentence].view.tree, &f->edit,
                              told.corrected, pl_value_item(findings, i), err);
    }
    if (pl_drawing_end(d, status < 0 ? NULL : err) < 0)
        status = -1;
    pl_told_release(&told);
    return pl_out_end(out, status, err);
}
