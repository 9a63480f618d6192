/* Opening sources by the options of the topic "read"; see read_options.h. */
#include "stream/read_options.h"

static const pl_option_choice on_error[] = {{"stop", NULL}, {"skip", NULL}, {0}};

static void release_rules(void *rules)
{
    pl_rules_release(rules);
}

/* clang-format off */
const pl_option_row pl_read_option_rows[] = {
    PL_OPTION('f', "from",            "FORMAT",    PL_FORMAT_AT(pl_read_settings, source.format, pl_read_format_name),            PL_HELP(NULL, "read this format (default: guessed from the content and the file name)")),
    PL_OPTION(0,   "tokenizer",       "NAME|FILE", PL_FILE_AT(pl_read_settings, tokenizer),                                       PL_HELP(NULL, "split raw text into sentences and words by these rules (default: those in the model, else generic)")),
    PL_OPTION(0,   "one-per-line",    NULL,        PL_FLAG_AT(pl_read_settings, one_per_line),                                    PL_HELP(NULL, "take each line of raw text for a sentence (default: sentences may go over the ends of lines)")),
    PL_OPTION(0,   "encoding",        "NAME",      PL_CHOICE_OF_AT(pl_read_settings, source.read.encoding, pl_encoding_name),     PL_HELP(NULL, "encoding of the input: utf8, latin1, windows-1252 (or cp1252), utf16 (with a byte-order mark), utf16le or utf16be; a byte-order mark in the file comes before it (default: what the mark or the file's header says, else utf8)")),
    PL_OPTION(0,   "split-functions", NULL,        PL_FLAG_AT(pl_read_settings, source.read.split_functions),                     PL_HELP(NULL, "read NP-SBJ in bracketed input as the label NP with the function SBJ")),
    PL_OPTION(0,   "on-error",        "stop|skip", PL_CHOICE_AT(pl_read_settings, source.skip_errors, on_error),                  PL_HELP(NULL, "stop at a bad sentence, or skip it with a message (default: stop)")),
    PL_RELEASED(pl_read_settings, rules, release_rules),
    PL_OPTIONS_END,
};
/* clang-format on */

/* -- events ---------------------------------------------------------------------------- */

static void send_note(void *settings, const char *message)
{
    pl_read_settings *s = settings;
    pl_event note = {.kind = PL_EVENT_NOTE, .text = message};
    if (pl_event_send(&s->events, &note) != 0)
        s->stopped = true;
}

static void send_skipped(void *settings, const char *reason)
{
    pl_read_settings *s = settings;
    if (pl_event_tell(&s->events, PL_EVENT_SKIPPED, 0, "left out: %s", reason) != 0)
        s->stopped = true;
}

void pl_read_skipped(pl_read_settings *s, const char *reason)
{
    send_skipped(s, reason);
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

void pl_read_report(const pl_read_settings *s, const pl_source *source)
{
    if (source == NULL)
        return;
    size_t n = pl_source_skipped(source), files = pl_source_files_skipped(source);
    for (size_t i = 0; pl_source_lost(source, i) != NULL; i++)
        pl_event_tell(&s->events, PL_EVENT_NOTE, 0, "not read: %s",
                      pl_source_lost(source, i));
    if (n > 0)
        pl_event_tell(&s->events, PL_EVENT_RESULT, n, "%zu sentence%s left out", n,
                      plural(n));
    if (files > 0)
        pl_event_tell(&s->events, PL_EVENT_RESULT, files,
                      "%zu file%s left out, or not read to the end", files,
                      plural(files));
}

/* -- rules for raw text ----------------------------------------------------------------- */

/* Whether one of the files may be raw text. */
static bool has_text(const pl_read_settings *s, const char *const *files, size_t n)
{
    const pl_format *text = pl_format_find("text");
    if (s->source.format != NULL)
        return s->source.format == text;
    for (size_t i = 0; i < n; i++)
        if (pl_format_by_extension(files[i]) == text)
            return true;
    return s->source.read.otherwise == text;
}

static void use_rules(pl_read_settings *s)
{
    s->segmenter =
        s->one_per_line ? pl_line_segmenter_of(&s->rules) : pl_segmenter_of(&s->rules);
    s->source.read.segmenter = &s->segmenter;
    s->source.read.lines = s->source.read.lines || s->one_per_line;
}

int pl_read_take_rules(pl_read_settings *s, const pl_sections *model, pl_error *err)
{
    int got = s->tokenizer == NULL ? pl_rules_from(&s->rules, model, err) : 0;
    if (got > 0)
        use_rules(s);
    return got;
}

void pl_read_release(pl_read_settings *s)
{
    pl_rules_release(&s->rules);
}

/* -- sources ---------------------------------------------------------------------------- */

static void listen(pl_read_settings *s)
{
    s->stopped = false;
    s->source.read.note = send_note;
    s->source.read.note_context = s;
    s->source.skipped = send_skipped;
    s->source.context = s;
}

/* Loads the rules for raw text, if they are needed and not there yet. */
static int load_rules(pl_read_settings *s, const char *const *files, size_t n,
                      pl_error *err)
{
    if (s->source.read.segmenter != NULL ||
        (s->tokenizer == NULL && !has_text(s, files, n)))
        return 0;
    if (pl_rules_load(&s->rules, s->tokenizer != NULL ? s->tokenizer : "generic", err) <
        0)
        return -1;
    use_rules(s);
    return 0;
}

pl_source *pl_read_open(pl_read_settings *s, const char *const *files, size_t n,
                        pl_error *err)
{
    listen(s);
    return load_rules(s, files, n, err) == 0 ? pl_source_open(files, n, &s->source, err)
                                             : NULL;
}

pl_source *pl_read_open_memory(pl_read_settings *s, const char *name, const void *bytes,
                               size_t n, pl_error *err)
{
    listen(s);
    return load_rules(s, NULL, 0, err) == 0
               ? pl_source_open_memory(name, bytes, n, &s->source, err)
               : NULL;
}
