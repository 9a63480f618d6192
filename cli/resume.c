/* What an output file has already; see parse_job.h. */
#include "option_list.h"
#include "parse_job.h"

#include "base/file.h"
#include "base/frames.h"
#include "base/in.h"
#include "base/report.h"
#include "eval/brackets.h"
#include "format/reader.h"
#include "format/writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_RECORD = 1 << 20 };

typedef struct resume {
    const char *name; /* of the output, for messages; its extension tells the compression */
    const char *path; /* of the file with the sentences: `name`, or the .part file */
    const pl_format *format;
    size_t n;     /* whole sentences */
    size_t bytes; /* of the file, up to and with the last of them */
    size_t text;  /* frames: number of bytes before compression */
    size_t n_tokens; /* tokens of these sentences in the input */
} resume;

/* -- the last whole sentence ------------------------------------------------------- */

/* Whether a line of n bytes, with its line end, ends a sentence. */
static bool ends_sentence(const resume *r, const char *line, size_t n, bool has_words)
{
    if (r->format->end == PL_ENDS_BLANK_LINE)
        return n == 1 && has_words;
    if (r->format->end == PL_ENDS_EOS)
        return n > 4 && memcmp(line, "#EOS", 4) == 0;
    return r->format->end == PL_ENDS_LINE;
}

static void scan(resume *r, FILE *file)
{
    bool has_words = false; /* lines since the last sentence */
    char *line = NULL;
    size_t at = 0, room = 0;
    ssize_t n;
    while ((n = getline(&line, &room, file)) > 0 && line[n - 1] == '\n') {
        at += (size_t)n;
        has_words = has_words || n > 1;
        if (ends_sentence(r, line, (size_t)n, has_words)) {
            r->n++;
            r->bytes = at;
            has_words = false;
        }
    }
    free(line);
}

static int scan_file(resume *r, pl_error *err)
{
    FILE *file = fopen(r->path, "rb");
    if (file == NULL)
        return pl_fail(err, PL_SYSTEM, "%s: %s", r->path, strerror(errno));
    scan(r, file);
    bool failed = !feof(file); /* also where memory ran out */
    int reason = errno;
    fclose(file);
    return failed ? pl_fail(err, PL_SYSTEM, "%s: %s", r->path, strerror(reason)) : 0;
}

/* -- the last full frame ----------------------------------------------------------- */

/* Counts the sentences up to r->bytes, where a frame ends. */
static int count_packed(resume *r, pl_error *err)
{
    bool has_words = false;
    const char *line;
    size_t n;
    int got;
    pl_stretch frames = {.end = r->text, .packed = true};
    pl_in *in = pl_in_open_stretch(r->path, &frames, err);
    if (in == NULL)
        return -1;
    while ((got = pl_in_line(in, &line, &n, err)) > 0) {
        has_words = has_words || n > 0;
        if (ends_sentence(r, line, n + 1, has_words)) {
            r->n++;
            has_words = false;
        }
    }
    pl_in_close(in);
    if (got == 0 && has_words)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s: the zstd frames do not end with whole sentences, so it cannot be "
                       "resumed; a run without --resume starts again",
                       r->path);
    return got;
}

/* Keeps the frames that have their full size. A shorter one, the last, is written again, so that
 * frames end where those of a single run do. */
static int scan_frames(resume *r, pl_error *err)
{
    pl_frames frames = {0};
    int status = pl_frames_whole(r->path, &frames, err);
    if (status == 0) {
        size_t n = frames.n - 1;
        while (n > 0 && frames.at[n].text - frames.at[n - 1].text < PL_FRAME_TEXT)
            n--;
        r->bytes = frames.at[n].raw;
        r->text = frames.at[n].text;
    }
    PL_VEC_RELEASE(&frames);
    return status == 0 && r->bytes > 0 ? count_packed(r, err) : status;
}

bool resume_obstacle(const pl_format *format, const char *path, pl_str *why)
{
    if (format->end == PL_ENDS_NEVER)
        pl_str_printf(why,
                      "a file of the format %s is a single document, which cannot be resumed: "
                      "choose another format with --to, and convert the complete output",
                      format->name);
    else if (strcmp(path + pl_unpacked_length(path), ".gz") == 0)
        pl_str_puts(why, "gzip output cannot be resumed: use zstd (.zst)");
    return why->n > 0;
}

/* Finds the end of the last sentence that is kept. */
static int look(resume *r, pl_error *err)
{
    struct stat info;
    if (stat(r->path, &info) != 0)
        return errno == ENOENT ? 0
                               : pl_fail(err, PL_SYSTEM, "%s: %s", r->path, strerror(errno));
    if (!S_ISREG(info.st_mode))
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s: only the output to a plain file can be resumed", r->path);
    bool packed = r->name[pl_unpacked_length(r->name)] != '\0';
    return info.st_size == 0 ? 0 : packed ? scan_frames(r, err) : scan_file(r, err);
}

/* -- the same sentences? ----------------------------------------------------------- */

/* The output so far, sentence by sentence: by its reader where there is one that needs
 * nothing else, otherwise by lines. */
typedef struct checker {
    const resume *r;
    pl_reader *reader;
    pl_in *lines;
    pl_arena arena;
} checker;

static bool same_words(const pl_tree *a, const pl_tree *b)
{
    static const pl_eval_params plain = {0};
    return pl_same_words(&plain, a, b, NULL) == 0;
}

static void write_alone(const pl_tree *t, const pl_format *format, pl_str *out)
{
    pl_writer *w = pl_writer_new(pl_out_memory(out), format, NULL, NULL);
    pl_writer_put(w, t, NULL);
    pl_writer_close(w, NULL);
}

/* Some words change when they are written and read again (-LRB- as a word in brackets, a
 * tab in XML). Whether the sentences are equal after that. */
static bool same_if_written(checker *c, const pl_tree *found, const pl_tree *wanted)
{
    pl_str text = {0};
    pl_tree *again;
    bool same = false;
    write_alone(wanted, c->r->format, &text);
    pl_reader *reader = pl_reader_new(
        pl_in_memory("sentence", pl_str_text(&text), text.n), c->r->format, NULL, NULL);
    if (reader != NULL && pl_reader_next(reader, &c->arena, &again, NULL) > 0)
        same = same_words(found, again);
    pl_reader_close(reader);
    pl_str_release(&text);
    return same;
}

static bool same_json(const char *bytes, size_t n, const pl_tree *t)
{
    pl_report *sentence = pl_report_parse(bytes, n, NULL);
    const pl_value *tokens = sentence != NULL ? pl_value_get(sentence->root, "tokens") : NULL;
    bool same = sentence != NULL && pl_value_size(tokens) == t->n_tokens;
    for (uint32_t i = 0; same && i < t->n_tokens; i++) {
        const char *word =
            pl_value_text(pl_value_get(tokens->items[i], "word"));
        same = word != NULL && strcmp(word, t->tokens[i].word) == 0;
    }
    pl_report_free(sentence);
    return same;
}

static bool same_line(checker *c, const pl_tree *t)
{
    const char *bytes;
    size_t n;
    pl_str text = {0};
    if (pl_in_line(c->lines, &bytes, &n, NULL) <= 0)
        return false;
    if (strcmp(c->r->format->name, "json") == 0)
        return same_json(bytes, n, t);
    write_alone(t, c->r->format, &text);
    bool same = text.n == n + 1 && memcmp(text.at, bytes, n) == 0;
    pl_str_release(&text);
    return same;
}

/* Whether the next sentence of the output has the words of this one. */
static bool same_next(checker *c, const pl_tree *t)
{
    pl_tree *found;
    if (c->lines != NULL)
        return same_line(c, t);
    if (t->n_tokens == 0 && c->r->format->end == PL_ENDS_LINE)
        return true; /* a blank line, which readers pass over */
    return pl_reader_next(c->reader, &c->arena, &found, NULL) > 0 &&
           (same_words(found, t) || same_if_written(c, found, t));
}

static int compare(checker *c, pl_source *input, size_t *n_tokens, pl_error *err)
{
    static const char another[] =
        ": is this the output of another input? A run without --resume starts again";
    const resume *r = c->r;
    pl_tree *t, *more;
    int got = 1;
    for (size_t i = 0; i < r->n; i++) {
        pl_arena_reset(&c->arena);
        got = pl_source_next(input, &c->arena, &t, err);
        if (got == 0)
            return pl_fail(err, PL_BAD_ARGUMENT, "%s has %zu sentences, the input %zu%s",
                           r->path, r->n, i, another);
        if (got < 0)
            return -1;
        *n_tokens += t->n_tokens;
        if (!same_next(c, t))
            return pl_fail(err, PL_BAD_ARGUMENT,
                           "%s: sentence %zu differs from the input%s", r->path, i + 1,
                           another);
    }
    if (c->reader != NULL && pl_reader_next(c->reader, &c->arena, &more, NULL) != 0)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s: the file has more text than %zu sentences of the input%s",
                       r->path, r->n, another);
    return 0;
}

/* Takes as many sentences from the input and compares words. */
static int check(resume *r, pl_source *input, pl_error *err)
{
    checker c = {.r = r};
    if (r->n == 0)
        return 0;
    pl_in *in = pl_in_open_part(r->path, r->bytes, err);
    if (in == NULL)
        return -1;
    bool by_lines = r->format->read == NULL || strcmp(r->format->name, "text") == 0;
    if (by_lines)
        c.lines = in;
    else if ((c.reader = pl_reader_new(in, r->format, NULL, err)) == NULL)
        return -1;
    int status = compare(&c, input, &r->n_tokens, err);
    pl_in_close(c.lines);
    pl_reader_close(c.reader);
    pl_arena_release(&c.arena);
    return status;
}

/* -- files of an earlier run --------------------------------------------------------- */

/* Reads the record of the options of the earlier run. Returns 1, 0 if there is no complete record, or -1.
 * A run that was killed while it wrote the record has written no sentences. */
static int read_record(const char *path, pl_str *text, pl_error *err)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return 0;
    if (pl_in_read_file(path, MAX_RECORD, text, err) < 0)
        return -1;
    return text->n > 0 && text->at[text->n - 1] == '\n';
}

static bool has_bytes(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
}

/* Compares the options of the earlier run with `how`, and moves the .part file to `path`. Removes the .part
 * file if there is no record. Returns 1, 0 if there is no record, or -1 with the reason. */
static int take_up(const char *path, const char *part, const char *record, const char *how,
                   pl_error *err)
{
    pl_str text = {0}, what = {0};
    const char *unfinished = has_bytes(part) ? part : path;
    int known = has_bytes(unfinished) ? read_record(record, &text, err) : 0;
    if (known > 0 && list_differs(pl_str_text(&text), how, &what))
        known = pl_fail(err, PL_BAD_ARGUMENT, "%s was started %s, or remove %s",
                        path, what.at, unfinished);
    if (known >= 0 && pl_file_take_up(path, known > 0 && unfinished == part, err) < 0)
        known = -1;
    pl_str_release(&text);
    pl_str_release(&what);
    return known;
}

static int take_up_left(const char *path, const char *how, pl_error *err)
{
    pl_str part = {0}, record = {0};
    int known = pl_file_left(path, &part, &record) > 0
                    ? take_up(path, part.at, record.at, how, err)
                    : 0;
    pl_str_release(&part);
    pl_str_release(&record);
    return known;
}

int resume_output(const parse_job *j, const char *path, pl_source *input, resumed *found,
                  pl_error *err)
{
    resume r = {.name = path, .path = path, .format = j->to};
    pl_str why = {0};
    if (resume_obstacle(j->to, path, &why)) {
        pl_fail(err, PL_BAD_ARGUMENT, "%s: %s", path, why.at);
        pl_str_release(&why);
        return -1;
    }
    int known = take_up_left(path, pl_str_text(&j->how), err);
    if (known < 0 || look(&r, err) < 0 || check(&r, input, err) < 0)
        return -1;
    if (truncate(path, (off_t)r.bytes) != 0 && errno != ENOENT)
        return pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
    *found = (resumed){.n = r.n, .n_tokens = r.n_tokens, .unknown = r.n > 0 && known == 0};
    return 0;
}

/* Cuts the file after its last whole sentence. Returns 0, or -1 with the reason. */
static int cut(resume *r, pl_error *err)
{
    if (look(r, err) < 0)
        return -1;
    return truncate(r->path, (off_t)r->bytes) == 0
               ? 0
               : pl_fail(err, PL_SYSTEM, "%s: %s", r->path, strerror(errno));
}

static int settle(resume *r, const char *record, bool torn, bool to_place, pl_error *err)
{
    if (torn && cut(r, err) < 0)
        return -1;
    bool moves = r->path != r->name;
    if (moves && (r->n == 0 || to_place) && pl_file_take_up(r->name, r->n > 0, err) < 0)
        return -1;
    if (moves && r->n == 0)
        unlink(record);
    return 0;
}

int resume_leave(const parse_job *j, const char *path, bool replaces, size_t *n, pl_error *err)
{
    pl_str part = {0}, record = {0};
    int status = 0;
    bool torn = *n == SIZE_MAX, in_place = j->resume || j->stream;
    if (pl_file_left(path, &part, &record) > 0) {
        resume r = {.name = path, .path = in_place ? path : part.at, .format = j->to};
        r.n = torn ? 0 : *n;
        status = settle(&r, record.at, torn, !replaces, err);
        *n = r.n;
    }
    pl_str_release(&part);
    pl_str_release(&record);
    return status;
}
