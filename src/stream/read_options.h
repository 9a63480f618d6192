/* The options of the topic "read": what files are, and how their text becomes sentences. They open
 * a source of trees (format/source.h); stream.h applies transforms to these.
 *
 *     pl_read_settings settings = {.events = handler};
 *     pl_options_parse(pl_read_option_rows, PL_OPTIONS("from=export"), &settings, &memory, &error);
 *     pl_source *source = pl_read_open(&settings, files, n, &error);
 *     …
 *     pl_read_report(&settings, source);
 *     pl_source_close(source);
 *     pl_read_release(&settings); */
#pragma once

#include "base/event.h"
#include "base/options.h"
#include "base/sections.h"
#include "format/source.h"
#include "text/segment.h"

typedef struct pl_read_settings {
    pl_source_options source; /* its callbacks are set by pl_read_open */
    const char *tokenizer;    /* name of rules or file, NULL if not given */
    bool one_per_line;        /* each line of raw text is a sentence */
    pl_event_handler events; /* receives notes and what was left out; set by the caller */
    bool stopped;            /* the handler has asked to stop */
    pl_rules rules;          /* of the tokenizer */
    pl_segmenter segmenter;  /* with these rules */
} pl_read_settings;

extern const pl_option_row pl_read_option_rows[]; /* fill a pl_read_settings */

/* Cuts raw text by the rules in a model, unless the option "tokenizer" names others or the model has
 * none. -1 with the reason. */
int pl_read_take_rules(pl_read_settings *s, const pl_sections *model, pl_error *err);
/* Opens the files as one source; none: standard input. Files and sentences that are left out are
 * sent as events. The settings must stay where they are while the source is open. NULL with the
 * reason. */
pl_source *pl_read_open(pl_read_settings *s, const char *const *files, size_t n,
                        pl_error *err);
/* The same for n bytes in memory, which must stay, too. */
pl_source *pl_read_open_memory(pl_read_settings *s, const char *name, const void *bytes,
                               size_t n, pl_error *err);
/* Sends a sentence or file that was left out for this reason. */
void pl_read_skipped(pl_read_settings *s, const char *reason);
/* Sends what the files had and a tree cannot hold, and how many sentences and files were left
 * out. `source` may be NULL. */
void pl_read_report(const pl_read_settings *s, const pl_source *source);
/* Frees the rules. */
void pl_read_release(pl_read_settings *s);
