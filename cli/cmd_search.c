/* pleach search: finds nodes of trees by a query. */
#include "drawing_options.h"
#include "output_name.h"
#include "search_job.h"

#include "base/share.h"
#include "base/in.h"

#include <string.h>

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION(0,   "query",           "NAME|FILE", PL_TEXT_AT(search_job, named),                                  PL_HELP(NULL, "take the query from the library (share/queries) or from a file; all operands are treebanks then")),
    PL_OPTION(0,   "templates",       "FILE",      PL_TEXTS_AT(search_job, templates),                             PL_HELP(NULL, "read templates from FILE; may be repeated")),
    PL_OPTION('c', "count",           NULL,        PL_FLAG_AT(search_job, count),                                  PL_HELP(NULL, "write matching sentences and matches per file")),
    PL_OPTION(0,   "columns",         "KEYS",      PL_TEXT_AT(search_job, columns),                                PL_HELP(NULL, "write a table with a line per match: '#n.cat,#n.words,sentence.id'")),
    PL_OPTION(0,   "count-by",        "KEYS",      PL_TEXT_AT(search_job, count_by),                               PL_HELP(NULL, "count matches by these values, like count by at the end of a query")),
    PL_OPTION(0,   "chart",           "FILE",      PL_FILE_AT(search_job, chart),                                  PL_HELP(NULL, "also draw the table of count by as a bar chart (SVG)")),
    PL_OPTION('k', "kwic",            NULL,        PL_FLAG_AT(search_job, kwic),                                   PL_HELP(NULL, "write the words of a node in their context, with the words in its gaps in ⟨ ⟩")),
    PL_OPTION(0,   "focus",           "#NAME",     PL_TEXT_AT(search_job, focus),                                  PL_HELP(NULL, "kwic: show this node (default: the first variable)")),
    PL_OPTION(0,   "context",         "N",         PL_INTEGER_AT(search_job, context, 0, 1000),                    PL_HELP(NULL, "kwic: columns of context on each side (default: 40)")),
    PL_OPTION(0,   "trees",           "FORMAT",    PL_CHOICE_OF_AT(search_job, draw.format, pl_draw_format_name), PL_HELP(NULL, "draw the trees, matched nodes highlighted and marked with their variables, as text, svg, latex, html, png or pdf")),
    PL_OPTION(0,   "each",            NULL,        PL_FLAG_AT(search_job, each),                                   PL_HELP(NULL, "trees: a drawing for each match (default: for each sentence)")),
    PL_INCLUDE(search_job, draw, pl_draw_options, drawing_rows),
    PL_OPTION(0,   "sentences",       NULL,        PL_FLAG_AT(search_job, sentences),                              PL_HELP(NULL, "write matching sentences as a treebank")),
    PL_OPTION('t', "to",              "FORMAT",    PL_FORMAT_AT(search_job, to, pl_write_format_name),             PL_HELP(NULL, "sentences: write this format (default: by the name of the output file, else discbracket)")),
    PL_OPTION(0,   "json",            NULL,        PL_FLAG_AT(search_job, json),                                   PL_HELP(NULL, "write a JSON object per match, count or row of a table")),
    PL_INCLUDE(search_job, output, const char *, output_rows),
    PL_OPTION('v', "invert",          NULL,        PL_FLAG_AT(search_job, invert),                                 PL_HELP(NULL, "take the sentences without a match; with --sentences, --trees or --count")),
    PL_OPTION('n', "limit",           "N",         PL_INTEGER_AT(search_job, limit, 1, INT64_MAX),                 PL_HELP(NULL, "stop after N matches")),
    PL_OPTION(0,   "limit-sentences", "N",         PL_INTEGER_AT(search_job, limit_sentences, 1, INT64_MAX),       PL_HELP(NULL, "stop after N matching sentences")),
    PL_OPTION(0,   "per-sentence",    "N",         PL_INTEGER_AT(search_job, per_sentence, 1, INT64_MAX),          PL_HELP(NULL, "show at most N matches of each sentence")),
    PL_OPTION(0,   "time-limit",      "SECONDS",   PL_REAL_AT(search_job, time_limit, 0, 1e9),                     PL_HELP(NULL, "stop the search after this many seconds, with exit status 1")),
    PL_OPTION(0,   "explain",         NULL,        PL_FLAG_AT(search_job, explain),                                PL_HELP(NULL, "print the plan of the query instead of searching")),
    PL_INCLUDE(search_job, part, part_job, part_rows),
    PL_INCLUDE(search_job, threads, uint32_t, threads_rows),
    PL_INCLUDE(search_job, in, input, input_rows),
    PL_LIST(search_job, transforms, transform_option),
    PL_OPTIONS_END,
};
/* clang-format on */

/* -- the query ----------------------------------------------------------------------- */

static void print_notes(FILE *to)
{
    pl_str names = {0};
    pl_share_names("queries", ".tig", &names);
    fprintf(to, "\nQueries of the library (--query): %s\n", pl_str_text(&names));
    pl_str_release(&names);
}

/* Says what is wrong with the query, with the place under a caret. */
static exit_code say_mistake(const pl_query_mistake *where, const pl_error *err)
{
    tell("pleach search: %s\n", err->text);
    tell("  %s\n", where->shown);
    tell("  %*s^\n", (int)where->caret, "");
    return USAGE;
}

/* The text of --query: 0, or -1 with the reason. */
static int load_query(const char *name, pl_str *text, pl_error *err)
{
    pl_str path = {0};
    int status = pl_share_path("queries", name, ".tig", &path, err);
    if (status == 0)
        status = pl_in_read_file(path.at, PL_MAX_QUERY, text, err);
    pl_str_release(&path);
    return status;
}

/* Compiles the query with its templates. USAGE after a message. */
static exit_code compile(search_job *j)
{
    pl_error err;
    pl_query_mistake where;
    size_t n = j->templates.n;
    pl_query_library *library = pl_alloc_zero(n + 1, sizeof *library);
    pl_str *texts = pl_alloc_zero(n + 1, sizeof *texts);
    exit_code code = DONE;
    for (size_t i = 0; i < n && code == DONE; i++) {
        library[i].name = j->templates.at[i];
        if (pl_in_read_file(library[i].name, PL_MAX_QUERY, &texts[i], &err) < 0)
            code = usage_error(&cmd_search, "%s", err.text);
        library[i].text = pl_str_text(&texts[i]);
    }
    if (code == DONE) {
        j->query = pl_query_new(j->text, library, &where, &err);
        if (j->query == NULL)
            code = say_mistake(&where, &err);
    }
    for (size_t i = 0; i < n; i++)
        pl_str_release(&texts[i]);
    free(library);
    free(texts);
    return code;
}

/* -- options that depend on the query ------------------------------------------------ */

static exit_code read_keys(search_job *j)
{
    const pl_key *keys;
    pl_error err;
    pl_query_mistake where;
    const char *text = j->columns != NULL ? j->columns : j->count_by;
    size_t n = pl_query_keys(j->query, &keys);
    if (text == NULL) {
        for (size_t i = 0; i < n; i++)
            j->keys[i] = keys[i];
        j->n_keys = n;
        return DONE;
    }
    int got = pl_query_read_keys(j->query, text, j->keys, PL_MAX_KEYS, &where, &err);
    j->n_keys = got > 0 ? (size_t)got : 0;
    return got < 0 ? say_mistake(&where, &err) : DONE;
}

static exit_code choose_focus(search_job *j)
{
    if (!j->kwic)
        return DONE;
    if (pl_query_n_counted(j->query) == 0)
        return usage_error(&cmd_search, "--kwic: the query names no node outside not");
    j->focused = j->focus != NULL ? pl_query_find(j->query, j->focus) : 0;
    return j->focused != PL_NONE
               ? DONE
               : usage_error(&cmd_search, "--focus: the query has no node %s", j->focus);
}

/* The views exclude each other. */
static exit_code check_views(const search_job *j)
{
    bool trees = j->draw.format != PL_N_DRAW_FORMATS;
    const struct {
        bool on;
        const char *name;
    } views[] = {
        {j->count, "--count"},         {j->columns != NULL, "--columns"},
        {j->kwic, "--kwic"},           {trees, "--trees"},
        {j->sentences, "--sentences"}, {j->count_by != NULL, "--count-by"},
    };
    const char *one = NULL;
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        if (views[i].on && one != NULL)
            return usage_error(&cmd_search, "%s and %s cannot be given together", one,
                               views[i].name);
        one = views[i].on ? views[i].name : one;
    }
    if (j->invert && !j->sentences && !trees && !j->count)
        return usage_error(&cmd_search,
                           "--invert needs --sentences, --trees or --count: sentences "
                           "without a match have no nodes to show");
    if (j->json && (j->kwic || trees || j->sentences || j->columns != NULL))
        return usage_error(&cmd_search, "--json is a view of its own: leave out %s", one);
    return DONE;
}

static void choose_drawing(search_job *j)
{
    bool to_stdout = j->output == NULL || strcmp(j->output, "-") == 0;
    j->draw.heads = j->draw.matches = true;
    j->draw.color = to_stdout && terminal_colors();
    j->draw.ascii = to_stdout && terminal_ascii();
    j->draw.width = to_stdout ? terminal_width() : 0;
    j->draw.title = j->text;
}

/* Takes the query from the operands or the library. */
static exit_code find_query(search_job *j, pl_str *text)
{
    pl_error err;
    texts *operands = &j->in.files;
    if (j->named != NULL) {
        if (load_query(j->named, text, &err) < 0)
            return usage_error(&cmd_search, "%s", err.text);
        j->text = pl_str_text(text);
        return DONE;
    }
    if (operands->n == 0)
        return usage_error(&cmd_search, "the query is missing");
    j->text = operands->at[0];
    memmove(operands->at, operands->at + 1, --operands->n * sizeof *operands->at);
    return DONE;
}

/* Plans with what the index has: 0, or -1 with the reason. */
static int count_in(search_job *j, const char *path, pl_str *plan, pl_error *err)
{
    pl_index *x = pl_index_open(path, err);
    pl_candidates found = {0};
    int status = x != NULL ? pl_candidates_find(j->query, x, &found, err) : -1;
    if (status == 0) {
        pl_query_replan(j->query);
        pl_str_printf(plan, "%zu of %zu sentences of %s may match\n", found.n,
                      found.total, path);
    }
    pl_candidates_release(&found);
    pl_index_close(x);
    return status;
}

/* No treebank is read, but if the first is an index, the plan is that for it. */
static exit_code explain(search_job *j)
{
    pl_str plan = {0};
    pl_error err;
    const char *path = j->in.files.n > 0 ? j->in.files.at[0] : "";
    int status =
        pl_ends_in(path, strlen(path), ".plx") ? count_in(j, path, &plan, &err) : 0;
    if (status == 0) {
        pl_query_explain(j->query, &plan);
        print_lines(pl_str_text(&plan));
    }
    pl_str_release(&plan);
    return done_or_fail(status, &err);
}

static bool are_indexes(const texts *files)
{
    for (size_t i = 0; i < files->n; i++)
        if (!pl_ends_in(files->at[i], strlen(files->at[i]), ".plx"))
            return false;
    return true;
}

/* Whether the query, or its table, depends on numbers of sentences; columns with them are
 * raised by merge. */
static bool asks_number(const search_job *j)
{
    for (size_t i = 0; j->columns == NULL && i < j->n_keys; i++)
        if (j->keys[i].kind == PL_KEY_NUMBER)
            return true;
    return pl_query_asks_number(j->query);
}

/* What a part cannot know: how much was found before, and, but in an index, the numbers of its
 * sentences. */
static exit_code check_part(search_job *j)
{
    if (j->part.numbers.n_parts == 0)
        return DONE;
    if (j->view->whole || j->chart != NULL)
        return usage_error(&cmd_search, "--kwic, --trees and --chart are made of the whole: leave "
                                        "out --part; --columns and --sentences go with it");
    if (j->limit != UINT64_MAX || j->limit_sentences != UINT64_MAX)
        return usage_error(&cmd_search, "limits are those of the whole: leave out --part");
    if (asks_number(j) && !are_indexes(&j->in.files))
        return usage_error(&cmd_search, "the query asks for numbers of sentences, which a part "
                                        "knows in an index only: pleach index makes one");
    j->part.query = j->text;
    j->part.manifest.counts = false;
    return part_begin(&j->part, &cmd_search, &j->in, j->output, &j->transforms);
}

static exit_code search(search_job *j)
{
    if (j->explain)
        return explain(j);
    exit_code code = read_keys(j);
    if (code == DONE)
        code = choose_focus(j);
    if (code != DONE)
        return code;
    j->view = search_view_of(j);
    if (j->chart != NULL && (j->n_keys == 0 || j->columns != NULL))
        return usage_error(&cmd_search,
                           "--chart draws a table: the query needs count by");
    code = check_part(j);
    return code == DONE ? search_flow(j) : code;
}

static void set_defaults(void *options)
{
    *(search_job *)options = (search_job){
        .draw = {.format = PL_N_DRAW_FORMATS},
        .context = 40,
        .limit = UINT64_MAX,
        .limit_sentences = UINT64_MAX,
        .per_sentence = UINT64_MAX,
    };
}

static exit_code run(void *options)
{
    search_job *j = options;
    pl_str text = {0};
    exit_code code = check_views(j);
    if (code == DONE)
        code = find_query(j, &text);
    if (code == DONE && !check_transforms(&cmd_search, &j->transforms))
        code = USAGE;
    if (code == DONE)
        code = compile(j);
    if (code == DONE && j->sentences && j->to == NULL)
        code = output_format(&cmd_search, j->output, "discbracket", &j->to);
    if (code == DONE) {
        choose_drawing(j);
        code = search(j);
    }
    pl_query_free(j->query);
    part_release(&j->part);
    pl_str_release(&text);
    return code;
}

const command cmd_search = {
    .name = "search",
    .synopsis = "[OPTION…] QUERY TREEBANK…",
    .about = "find nodes of trees by a query; count, list, draw and extract them",
    .options = options,
    .size = sizeof(search_job),
    .set_defaults = set_defaults,
    .notes = print_notes,
    .run = run,
};
