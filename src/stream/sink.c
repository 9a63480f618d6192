/* Outputs of trees; see sink.h. */
#include "stream/sink.h"

#include <string.h>

/* -- dependencies from heads ------------------------------------------------------------ */

bool pl_is_conll(const pl_format *to)
{
    return strcmp(to->name, "conllx") == 0 || strcmp(to->name, "conllu") == 0;
}

static bool lacks_dependencies(const pl_tree *t, const pl_format *to, bool heads_marked)
{
    if (!pl_is_conll(to) || t->has_deps || t->root == PL_NONE)
        return false;
    return pl_is_terminal(t, t->root) ? heads_marked : t->nodes[t->root].head != PL_NONE;
}

int pl_complete_dependencies(pl_tree *t, const pl_format *to, bool heads_marked,
                             pl_error *err)
{
    return lacks_dependencies(t, to, heads_marked) ? pl_dependencies_from_heads(t, err)
                                                   : 0;
}

bool pl_sink_completes(const pl_sink *s, const pl_tree *tree)
{
    return lacks_dependencies(tree, s->settings->to, s->heads_marked);
}

/* -- what was left out ------------------------------------------------------------------ */

static void send_lost(const pl_writer *w, const pl_event_handler *to)
{
    pl_str text = {0};
    pl_str_printf(&text, "%s cannot hold", w->format->name);
    const char *comma = " ";
    for (int i = 0; i < PL_N_HAS; i++)
        if (w->lost >> i & 1) {
            pl_str_printf(&text, "%s%s", comma, pl_has_name[i]);
            comma = ", ";
        }
    pl_event_tell(to, PL_EVENT_NOTE, 0, "%s: left out", text.at);
    pl_str_release(&text);
}

void pl_lost_report(const pl_writer *w, const char *hint, const pl_event_handler *to)
{
    if (w->n_changed > 0)
        pl_event_tell(to, PL_EVENT_NOTE, w->n_changed,
                      "%s cannot hold %zu of the words, labels and other texts as they "
                      "are, and changed "
                      "them; the first in sentence %zu",
                      w->format->name, w->n_changed, w->first_changed);
    if (w->lost == 0)
        return;
    send_lost(w, to);
    if (w->lost & PL_HAS_CONSTITUENTS && w->format->holds & PL_HAS_DEPENDENCIES &&
        !(w->had & PL_HAS_DEPENDENCIES))
        pl_event_tell(to, PL_EVENT_NOTE, 0, "there are no dependencies in the output%s",
                      hint != NULL ? hint : "");
}

/* The first writer also tells what the others have lost. */
void pl_sink_report(pl_sink *s, const pl_event_handler *to)
{
    for (size_t i = 1; i < s->writers.n; i++) {
        pl_writer *first = s->writers.at[0];
        const pl_writer *other = s->writers.at[i];
        first->had |= other->had;
        first->lost |= other->lost;
        if (first->n_changed == 0)
            first->first_changed = other->first_changed;
        first->n_changed += other->n_changed;
    }
    if (s->writers.n > 0)
        pl_lost_report(s->writers.at[0], s->settings->dependencies_hint, to);
}

void pl_sink_report_split(const pl_sink *s, const pl_event_handler *to)
{
    pl_str text = {0};
    if (s->split.parts.n == 0)
        return;
    for (size_t i = 0; i < s->writers.n; i++)
        pl_str_printf(&text, "%s %zu, ", s->split.parts.at[i],
                      s->writers.at[i]->n_written);
    pl_event_tell(to, PL_EVENT_NOTE, 0, "%sin no part %zu", pl_str_text(&text),
                  s->split.n_unused);
    pl_str_release(&text);
}

/* -- outputs ---------------------------------------------------------------------------- */

/* PREFIX.PART.EXT, with .zst or .gz at the end where the prefix has it. An ending of the
 * format that the prefix has already is not doubled. */
static void part_path(pl_str *out, const char *prefix, const pl_format *format,
                      const char *part)
{
    size_t n = pl_unpacked_length(prefix), first = strcspn(format->extensions, " ");
    const char *packed = prefix + n;
    n -= pl_format_extension(format, prefix, n);
    pl_str_clear(out);
    pl_str_put(out, prefix, n);
    pl_str_printf(out, ".%s%.*s%s", part, (int)first, format->extensions, packed);
}

static int add_writer(pl_sink *s, pl_writer *w)
{
    if (w == NULL)
        return -1;
    PL_PUSH(&s->writers, w);
    return 0;
}

static int open_file(pl_sink *s, const char *path, pl_error *err)
{
    return add_writer(s, pl_writer_open(path, s->settings->to, &s->settings->write, err));
}

static int open_parts(pl_sink *s, const char *prefix, pl_error *err)
{
    pl_str path = {0};
    int status = pl_split_init(&s->split, s->settings->split, err);
    for (size_t i = 0; i < s->split.parts.n && status == 0; i++) {
        part_path(&path, prefix, s->settings->to, s->split.parts.at[i]);
        status = open_file(s, path.at, err);
    }
    pl_str_release(&path);
    return status;
}

int pl_sink_open(pl_sink *s, const char *path, const pl_write_settings *settings,
                 pl_error *err)
{
    *s = (pl_sink){.settings = settings};
    return settings->split != NULL ? open_parts(s, path, err) : open_file(s, path, err);
}

int pl_sink_open_memory(pl_sink *s, pl_str *text, const pl_write_settings *settings,
                        pl_error *err)
{
    *s = (pl_sink){.settings = settings};
    return add_writer(
        s, pl_writer_new(pl_out_memory(text), settings->to, &settings->write, err));
}

int pl_sink_put(pl_sink *s, pl_tree *tree, const pl_reader *from, pl_error *err)
{
    uint32_t part = s->split.parts.n > 0 ? pl_split_next(&s->split, tree) : 0;
    if (part == PL_NONE)
        return 0;
    pl_writer *w = s->writers.at[part];
    if (pl_complete_dependencies(tree, w->format, s->heads_marked, err) < 0)
        return -1;
    if (from != NULL) {
        w->options.preamble = &from->preamble;
        w->options.ids = s->settings->write.ids ||
                         pl_same_text(from->preamble.format, w->format->name);
    }
    return pl_writer_put(w, tree, err);
}

int pl_sink_end(pl_sink *s, int status, pl_error *err)
{
    for (size_t i = 0; i < s->writers.n; i++)
        status = pl_writer_end(s->writers.at[i], status, err);
    PL_VEC_RELEASE(&s->writers);
    pl_split_release(&s->split);
    *s = (pl_sink){0};
    return status;
}
