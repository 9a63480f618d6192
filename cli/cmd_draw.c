/* pleach draw: trees as pictures. */
#include "drawing_options.h"
#include "from_svg.h"
#include "input.h"
#include "output_name.h"

#include <string.h>
#include <unistd.h>

typedef enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER, N_COLORS } color;
static const pl_option_choice color_choices[] = {{"auto", NULL}, {"always", NULL}, {"never", NULL}, {0}};

typedef struct job {
    input in;
    settings transforms;
    pl_draw_options draw;
    const char *output, *id, *glossary;
    bool deps;
    color color;
    uint64_t most;   /* sentences to draw */
    uint64_t n_read; /* sentences so far */
} job;

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION(0,   "format",   "FORMAT",            PL_CHOICE_OF_AT(job, draw.format, pl_draw_format_name), PL_HELP(NULL, "draw in this format: text, svg, latex, html, or, by the program rsvg-convert, png or pdf (default: by the name of the output file, else text)")),
    PL_OPTION('o', "output",   "FILE",              PL_FILE_AT(job, output),                                 PL_HELP(NULL, "write to FILE; .svg, .tex, .html, .png, .pdf and .txt choose the format (default: standard output)")),
    PL_OPTION('n', "number",   "N",                 PL_INTEGER_AT(job, most, 1, INT64_MAX),                  PL_HELP(NULL, "draw the first N sentences only")),
    PL_OPTION(0,   "id",       "ID",                PL_TEXT_AT(job, id),                                     PL_HELP(NULL, "draw only sentences with this id; a sentence without id has its number, from 1")),
    PL_INCLUDE(job, draw, pl_draw_options, drawing_rows),
    PL_OPTION(0,   "glossary", "NAME|FILE",         PL_FILE_AT(job, glossary),                               PL_HELP(NULL, "svg, html: say under the pointer what labels, functions, tags and relations mean, by the glossary of a model that comes with pleach (nl, de …) or a file")),
    PL_OPTION(0,   "deps",     NULL,                PL_FLAG_AT(job, deps),                                   PL_HELP(NULL, "draw dependencies instead of constituents where a sentence has both")),
    PL_OPTION(0,   "width",    "N",                 PL_INTEGER_AT(job, draw.width, 0, 1000000),              PL_HELP(NULL, "text: cut pictures wider than N columns into panels; 0 never cuts (default: the terminal's width)")),
    PL_OPTION(0,   "ascii",    NULL,                PL_FLAG_AT(job, draw.ascii),                             PL_HELP(NULL, "text: draw lines with ASCII characters (default on a terminal without UTF-8)")),
    PL_OPTION(0,   "color",    "auto|always|never", PL_CHOICE_AT(job, color, color_choices),                   PL_HELP(NULL, "text: use colours; auto: on a terminal (default: auto)")),
    PL_INCLUDE(job, in, input, input_rows),
    PL_LIST(job, transforms, transform_option),
    PL_OPTIONS_END,
};
/* clang-format on */

/* The format by the name of the output; text if it has no extension. */
static exit_code choose_format(job *j)
{
    const char *extension;
    size_t n = pl_output_extension(j->output, &extension);
    pl_str known = {0};
    if (j->draw.format == PL_N_DRAW_FORMATS && n == 0)
        j->draw.format = PL_DRAW_TEXT;
    for (int i = 0; i < PL_N_DRAW_FORMATS && j->draw.format == PL_N_DRAW_FORMATS; i++) {
        const char *one = pl_draw_format_names[i].extension;
        if (strlen(one) == n && memcmp(one, extension, n) == 0)
            j->draw.format = (pl_draw_format)i;
        pl_str_printf(&known, " %s", one);
    }
    exit_code code = j->draw.format < PL_N_DRAW_FORMATS
                         ? DONE
                         : output_unknown(&cmd_draw, j->output, pl_str_text(&known), "--format");
    pl_str_release(&known);
    return code;
}

/* Options that were not given follow from the output: whether it is a terminal. */
static void choose_defaults(job *j)
{
    bool to_stdout = j->output == NULL || strcmp(j->output, "-") == 0;
    j->draw.what = j->deps ? PL_DRAW_DEPENDENCIES : PL_DRAW_AUTO;
    j->draw.color = j->color == COLOR_ALWAYS ||
                    (j->color == COLOR_AUTO && to_stdout && terminal_colors());
    j->draw.ascii |= to_stdout && terminal_ascii();
    if (j->draw.width == SIZE_MAX)
        j->draw.width = to_stdout ? terminal_width() : 0;
    const char *name = j->in.files.n == 1 ? j->in.files.at[0] : "-";
    j->draw.title = strcmp(name, "-") == 0     ? "Trees"
                    : *pl_base_name(name) != '\0' ? pl_base_name(name)
                                               : name;
}

/* Whether the sentence has the id that was asked for. */
static bool is_wanted(void *context, const pl_tree *tree)
{
    job *j = context;
    char number[32];
    snprintf(number, sizeof number, "%llu", (unsigned long long)++j->n_read);
    return j->id == NULL || strcmp(tree->id != NULL ? tree->id : number, j->id) == 0;
}

/* Whether a sentence has words only, where trees are expected. */
static bool lacks_tree(const pl_tree *t)
{
    return t->n_tokens > 0 && t->root == PL_NONE && !t->has_deps;
}

/* Raw text is words that somebody wants to see parsed. */
static int check_tree(const pl_tree_stream *s, const pl_tree *t, pl_error *err)
{
    const pl_reader *r = pl_source_reader(s->source);
    if (!lacks_tree(t) || r == NULL || r->format != pl_format_find("text"))
        return 0;
    return pl_fail(err, PL_BAD_INPUT,
                   "%s: this is text without trees; 'pleach parse' makes them: pleach parse %s| "
                   "pleach draw",
                   pl_in_name(r->in), strcmp(pl_in_name(r->in), "<stdin>") == 0 ? "" : "FILE ");
}

static void say_bare(const job *j)
{
    if (!j->in.quiet)
        tell("pleach: note: there are no trees in the input, only words; 'pleach parse' makes "
             "trees: pleach parse FILE | pleach draw\n");
}

/* Draws the sentences of the stream: 0, or -1 with the reason. */
static int draw_all(job *j, pl_tree_stream *s, pl_drawing *d, pl_error *err)
{
    uint64_t n = 0, n_bare = 0;
    pl_tree *tree;
    int got = 0;
    while (got >= 0 && n < j->most && (got = pl_tree_stream_next(s, NULL, &tree, err)) > 0) {
        if (check_tree(s, tree, err) < 0)
            return -1;
        n_bare += lacks_tree(tree);
        if (pl_drawing_add(d, tree, NULL, err) == 0)
            n++;
        else
            got = pl_source_reject(s->source, tree, err);
    }
    if (got >= 0 && n > 0 && n_bare == n)
        say_bare(j);
    if (got >= 0 && n == 0 && j->id != NULL)
        return pl_fail(err, PL_BAD_ARGUMENT, "there is no sentence with the id '%s'",
                       j->id);
    return got < 0 ? -1 : 0;
}

/* Draws everything to `out`. */
static int draw_to(job *j, pl_tree_stream *s, pl_out *out, pl_error *err)
{
    pl_out_styled(out);
    pl_drawing *d = pl_drawing_new(out, &j->draw);
    int got = draw_all(j, s, d, err);
    return pl_drawing_end(d, got < 0 ? NULL : err) < 0 ? -1 : got;
}

/* Draws SVG into memory and has it converted. */
static int draw_converted(job *j, pl_tree_stream *s, pl_out *out, pl_error *err)
{
    pl_str svg = {0};
    pl_out *memory = pl_out_memory(&svg);
    int got = pl_out_end(memory, draw_to(j, s, memory, err), err);
    if (got == 0)
        got = from_svg(&svg, pl_draw_format_names[j->draw.format].name, out, err);
    pl_str_release(&svg);
    return got;
}

static int draw(job *j, pl_error *err)
{
    pl_tree_stream s;
    pl_glossary *glossary = NULL;
    if (j->glossary != NULL && (glossary = pl_glossary_open(j->glossary, err)) == NULL)
        return -1;
    j->draw.glossary = glossary;
    pl_out *out = NULL;
    bool converted = pl_draw_format_names[j->draw.format].converted;
    int got = stream_open(&s, &j->in, &j->transforms, progress_start(true), err);
    s.wants = is_wanted;
    s.context = j;
    if (got == 0 && (out = pl_out_open(j->output, err)) == NULL)
        got = -1;
    if (got == 0)
        got = (converted ? draw_converted : draw_to)(j, &s, out, err);
    stream_close(&s);
    pl_glossary_close(glossary);
    return pl_out_end(out, got, err);
}

/* Values of format and width that stand for "not given". */
static void set_defaults(void *options)
{
    *(job *)options = (job){
        .draw = {.format = PL_N_DRAW_FORMATS, .width = SIZE_MAX, .heads = true},
        .most = UINT64_MAX,
    };
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    if (choose_format(j) != DONE)
        return USAGE;
    choose_defaults(j);
    j->in.read.source.read.otherwise = pl_format_find("text");
    if (pl_draw_format_names[j->draw.format].converted && j->output == NULL &&
        isatty(STDOUT_FILENO))
        return usage_error(&cmd_draw, "%s is nothing for a terminal: name a file with -o",
                           pl_draw_format_names[j->draw.format].name);
    if (j->glossary != NULL && j->draw.format != PL_DRAW_SVG && j->draw.format != PL_DRAW_HTML)
        return usage_error(&cmd_draw, "--glossary is for svg and html");
    if (!check_transforms(&cmd_draw, &j->transforms))
        return USAGE;
    return done_or_fail(draw(j, &err), &err);
}

const command cmd_draw = {
    .name = "draw",
    .synopsis = "[--format text|svg|latex|html|png|pdf] [TRANSFORM…] [IN…] [-o OUT]",
    .about = "draw trees with crossing branches, and dependency arcs",
    .options = options,
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
