/* pleach draw: trees as pictures. */
#include "input.h"
#include "terminal.h"
#include "transforms.h"

#include "draw/draw.h"

#include <string.h>

enum { FORMAT = 256, FUNCTIONS, DEPS, WIDTH, ASCII, COLOR, ID };

/* clang-format off */
static const option_row options[] = {
    {FORMAT,    0,   "format",    "text|svg|latex|html", "what to draw (default: by the name of the output file, else text)"},
    {'o',       'o', "output",    "FILE",    "where to write (default: standard output); .svg, .tex and .html say the format"},
    {'n',       'n', "number",    "N",       "draw the first N sentences only"},
    {ID,        0,   "id",        "ID",      "draw the sentences with this id only; one without id has its number, from 1"},
    {FUNCTIONS, 0,   "functions", NULL,      "show functions: NP-SB"},
    {DEPS,      0,   "deps",      NULL,      "of sentences that have both, draw the dependencies instead of the constituents"},
    {WIDTH,     0,   "width",     "N",       "text: cut pictures wider than N columns into panels (default: the terminal's width; 0: never)"},
    {ASCII,     0,   "ascii",     NULL,      "text: draw lines with ASCII characters (default on a terminal without UTF-8)"},
    {COLOR,     0,   "color",     "auto|always|never", "text: colours (default: auto, on a terminal)"},
    {0},
};
/* clang-format on */

/* Those that have no row above. */
static const option_row *other_transforms(void)
{
    static option_row rows[N_TRANSFORM_ROWS];
    return transform_rows_without("functions", rows);
}

static int run(args *a);

const command cmd_draw = {
    .name = "draw",
    .synopsis = "[--format text|svg|latex|html] [TRANSFORM…] [IN…] [-o OUT]",
    .about = "draw trees with crossing branches, and dependency arcs",
    .options = options,
    .input = input_rows,
    .more = other_transforms,
    .run = run,
};

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER, N_COLORS };
static const char *const color_names[N_COLORS] = {"auto", "always", "never"};

/* What the command line asked for. */
typedef struct job {
    input in;
    pl_draw_options draw;
    pl_pipeline pipeline;
    const char *output, *id;
    size_t n_read; /* sentences so far */
    enum color color;
    bool format_given, width_given;
    unsigned long long most; /* sentences to draw, 0: all */
} job;

static int take_format(job *j, const args *a)
{
    const char *names[PL_N_DRAW_FORMATS];
    for (int i = 0; i < PL_N_DRAW_FORMATS; i++)
        names[i] = pl_draw_format_names[i].name;
    int found = name_arg(a, names, PL_N_DRAW_FORMATS);
    if (found < 0)
        return USAGE;
    j->draw.format = (pl_draw_format)found;
    j->format_given = true;
    return -1;
}

/* Handles one option; an exit code, or -1 to go on. */
static int take_option(job *j, const args *a, int id)
{
    long long n;
    int found;
    switch (id) {
    case FORMAT:
        return take_format(j, a);
    case 'o':
        j->output = a->value;
        return -1;
    case 'n':
        if (!number_arg(a, 1, INT64_MAX, &n))
            return USAGE;
        j->most = (unsigned long long)n;
        return -1;
    case ID:
        j->id = a->value;
        return -1;
    case FUNCTIONS:
        j->draw.functions = true;
        return -1;
    case DEPS:
        j->draw.what = PL_DRAW_DEPENDENCIES;
        return -1;
    case WIDTH:
        if (!number_arg(a, 0, 1000000, &n))
            return USAGE;
        j->draw.width = (size_t)n;
        j->width_given = true;
        return -1;
    case ASCII:
        j->draw.ascii = true;
        return -1;
    case COLOR:
        if ((found = name_arg(a, color_names, N_COLORS)) < 0)
            return USAGE;
        j->color = (enum color)found;
        return -1;
    case TRANSFORM:
        return transform_option(&j->pipeline, a);
    default:
        return input_option(&j->in, a, id);
    }
}

/* What was not said follows from the output: its name, or the terminal it is. */
static void choose_defaults(job *j)
{
    bool to_stdout = j->output == NULL || strcmp(j->output, "-") == 0;
    for (int i = 0; !j->format_given && !to_stdout && i < PL_N_DRAW_FORMATS; i++)
        if (pl_ends_in(j->output, strlen(j->output), pl_draw_format_names[i].extension))
            j->draw.format = (pl_draw_format)i;
    j->draw.color = j->color == COLOR_ALWAYS ||
                    (j->color == COLOR_AUTO && to_stdout && terminal_colors());
    j->draw.ascii |= to_stdout && terminal_ascii();
    if (!j->width_given && to_stdout)
        j->draw.width = terminal_width();
    j->draw.heads = true;
    const char *name = j->in.files.n == 1 ? j->in.files.at[0] : "-";
    j->draw.title = strcmp(name, "-") == 0     ? "Trees"
                    : *base_name(name) != '\0' ? base_name(name)
                                               : name;
}

/* Draws one sentence, if it is wanted: 1 if it was, 0, or -1 with the reason. */
static int draw_tree(job *j, const pl_source *source, pl_tree *tree, pl_drawing *d,
                     pl_error *err)
{
    char number[32];
    snprintf(number, sizeof number, "%zu", ++j->n_read);
    if (j->id != NULL && strcmp(tree->id != NULL ? tree->id : number, j->id) != 0)
        return 0;
    int keep = pl_pipeline_apply(&j->pipeline, tree, err);
    if (keep == 0)
        return 0;
    if (keep < 0 || pl_drawing_add(d, tree, NULL, err) < 0)
        return input_bad_sentence(&j->in, source, tree, err);
    return 1;
}

/* Draws what a transform has held back (a sample), `n` being drawn already: 0 or -1. */
static int draw_held(job *j, const pl_source *source, unsigned long long n, pl_drawing *d,
                     pl_error *err)
{
    pl_tree *tree;
    int got = 0, keep;
    for (; got == 0 && (j->most == 0 || n < j->most); n++) {
        if ((keep = pl_pipeline_held(&j->pipeline, &tree, err)) == 0)
            break;
        if (keep < 0 || pl_drawing_add(d, tree, NULL, err) < 0)
            got = input_bad_sentence(&j->in, source, tree, err);
    }
    return got;
}

static int draw(job *j)
{
    pl_error err;
    pl_arena arena = {0};
    pl_out *out = NULL;
    pl_drawing *d = NULL;
    unsigned long long n = 0;
    int got = -1;
    pl_source *source = input_open(&j->in, &err);
    if (source == NULL || input_check_output(source, j->output, &err) < 0 ||
        (out = pl_out_open(j->output, &err)) == NULL)
        goto done;
    d = pl_drawing_new(out, &j->draw);
    pl_tree *tree;
    while ((got = pl_source_next(source, &arena, &tree, &err)) > 0) {
        got = draw_tree(j, source, tree, d, &err);
        n += got > 0;
        if (got < 0 || (j->most > 0 && n == j->most))
            break;
        pl_arena_reset(&arena);
    }
    if (got == 0)
        got = draw_held(j, source, n, d, &err);
    input_report(&j->in, source);
    if (got >= 0 && n == 0 && j->id != NULL)
        got = pl_fail(&err, PL_BAD_ARGUMENT, "there is no sentence with the id '%s'",
                      j->id);
done:
    if (d != NULL && pl_drawing_end(d, got < 0 ? NULL : &err) < 0)
        got = -1;
    if (out != NULL && pl_out_close(out, got < 0 ? NULL : &err) < 0)
        got = -1;
    pl_source_close(source);
    pl_arena_release(&arena);
    return got < 0 ? fail(&err) : DONE;
}

static int run(args *a)
{
    job j = {0};
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;)
        status = take_option(&j, a, id);
    if (status < 0) {
        choose_defaults(&j);
        status = draw(&j);
    }
    pl_pipeline_release(&j.pipeline);
    input_release(&j.in);
    return status;
}
