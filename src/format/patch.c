/* Files in which sentences are replaced; see patch.h. */
#include "format/patch.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/vec.h"
#include "format/reader.h"
#include "format/writer.h"
#include "format/xml_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 256 * 1024, DECLARATION = 256, WHY = 200, SOME = 2 };

struct pl_patch {
    char *path;
    const pl_format *format;
    pl_preamble preamble;
    PL_VEC(size_t) ends; /* [n] */
    size_t size;         /* bytes of the decoded file */
    int file; /* descriptor of a plain file; -1: `text` has the bytes of a compressed one */
    pl_str text;
    struct stat known; /* the file when it was read or saved last */
    pl_str **changed;  /* [n] the new stretch of a sentence; NULL: as in the file */
    size_t n_changed;
    uint64_t sum;
};

/* -- bytes ---------------------------------------------------------------------------- */

/* Appends bytes of the file. */
static int get_bytes(const pl_patch *p, size_t from, size_t n, pl_str *out, pl_error *err)
{
    char block[4096];
    if (p->file < 0 && from + n <= p->text.n) {
        pl_str_put(out, pl_str_text(&p->text) + from, n);
        return 0;
    }
    if (p->file < 0)
        return pl_fail(err, PL_SYSTEM, "%s cannot be read any more", p->path);
    while (n > 0) {
        ssize_t got =
            pread(p->file, block, n < sizeof block ? n : sizeof block, (off_t)from);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return pl_fail(err, PL_SYSTEM, "%s: %s", p->path,
                           got < 0 ? strerror(errno) : "the file has become shorter");
        pl_str_put(out, block, (size_t)got);
        from += (size_t)got;
        n -= (size_t)got;
    }
    return 0;
}

static size_t start_of(const pl_patch *p, size_t i)
{
    return i > 0 ? p->ends.at[i - 1] : 0;
}

/* Appends the stretch of sentence i as it is now; n is the rest behind the last one. */
static int get_stretch(const pl_patch *p, size_t i, pl_str *out, pl_error *err)
{
    size_t from = start_of(p, i), to = i < p->ends.n ? p->ends.at[i] : p->size;
    if (i < p->ends.n && p->changed[i] != NULL) {
        pl_str_put(out, pl_str_text(p->changed[i]), p->changed[i]->n);
        return 0;
    }
    return get_bytes(p, from, to - from, out, err);
}

/* The part of a stretch in the checksum: a sum of such parts changes with each of them alone. */
static uint64_t part_of_sum(size_t i, const char *bytes, size_t n)
{
    return pl_mix(pl_hash(bytes, n) + (i + 1) * 0x9e3779b97f4a7c15u);
}

static int sum_up(pl_patch *p, pl_error *err)
{
    pl_str stretch = {0};
    int status = 0;
    p->sum = 0;
    for (size_t i = 0; i <= p->ends.n && status == 0; i++) {
        pl_str_clear(&stretch);
        status = get_stretch(p, i, &stretch, err);
        p->sum += part_of_sum(i, pl_str_text(&stretch), stretch.n);
    }
    pl_str_release(&stretch);
    return status;
}

/* -- opening -------------------------------------------------------------------------- */

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

int pl_patch_unchanged(const pl_patch *p, pl_error *err)
{
    struct stat now;
    if (stat(p->path, &now) == 0 && same_file(&now, &p->known))
        return 0;
    return pl_fail(
        err, PL_SYSTEM,
        "%s was changed by another program since it was read; nothing is written over "
        "it: open it again",
        p->path);
}

/* What a file has to be before it is read. */
static int check_file(pl_patch *p, pl_error *err)
{
    if (strcmp(p->path, "-") == 0)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "standard input cannot be edited: name a file");
    if (stat(p->path, &p->known) != 0)
        return pl_fail(err, PL_SYSTEM, "%s: %s", p->path, strerror(errno));
    if (!S_ISREG(p->known.st_mode))
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s is no plain file; only files can be edited, one by one",
                       p->path);
    if (access(p->path, W_OK) != 0)
        return pl_fail(err, PL_SYSTEM, "%s may not be written: %s", p->path,
                       strerror(errno));
    return 0;
}

/* Whether the bytes of an XML file are those of its text. */
static bool is_utf8_document(const char *bytes, size_t n)
{
    static const char *const names[] = {"utf-8", "utf8", "us-ascii"};
    char start[DECLARATION + 1];
    n = n < DECLARATION ? n : DECLARATION;
    memcpy(start, bytes, n);
    start[n] = '\0';
    if (strncmp(start, "<?xml", 5) != 0)
        return true;
    start[strcspn(start, ">")] = '\0';
    const char *at = strstr(start, "encoding");
    if (at == NULL)
        return true;
    at += strcspn(at, "\"'");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (*at != '\0' && strncasecmp(at + 1, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* What its first bytes must be, so that writing it again gives the same bytes. */
static int check_stream(const pl_patch *p, pl_in *in, pl_error *err)
{
    bool packed = p->path[pl_unpacked_length(p->path)] != '\0';
    if (pl_in_encoding(in) != PL_UTF8)
        return pl_fail(err, PL_BAD_INPUT, "%s is %s; only UTF-8 can be edited: convert it first",
                       p->path, pl_encodings[pl_in_encoding(in)].title);
    if (pl_in_offset(in) > 0)
        return pl_fail(
            err, PL_BAD_INPUT,
            "%s begins with a byte-order mark, which would be lost; remove it first",
            p->path);
    if (packed == pl_in_plain(in))
        return pl_fail(
            err, PL_BAD_INPUT,
            "%s is %s, but its name says otherwise; give it a name that ends in %s",
            p->path, packed ? "not compressed" : "compressed",
            packed ? "something else than .zst or .gz" : ".zst or .gz");
    return 0;
}

/* Reads all trees and where each ends. */
static int read_all(pl_patch *p, pl_reader *r, pl_patch_take *take, void *context,
                    pl_error *err)
{
    pl_arena arena = {0};
    pl_tree *tree;
    int got = 1;
    p->format = r->format;
    if (r->format->write == NULL)
        got =
            pl_fail(err, PL_BAD_ARGUMENT, "%s: the format %s can be read but not written",
                    p->path, r->format->name);
    while (got > 0 && (got = pl_reader_next(r, &arena, &tree, err)) > 0) {
        pl_tree_compact(tree);
        take(context, tree, r->format->name);
        PL_PUSH(&p->ends, r->end);
        pl_arena_reset(&arena);
    }
    if (got == 0 && pl_in_ignored(r->in))
        got = pl_fail(err, PL_BAD_INPUT,
                      "%s goes on behind the compressed data, and that would be lost; "
                      "remove it first",
                      p->path);
    p->preamble = r->preamble;
    r->preamble.text = (pl_str){0}; /* taken */
    p->size = pl_in_offset(r->in);
    pl_arena_release(&arena);
    return got;
}

static int read_file(pl_patch *p, pl_patch_take *take, void *context, pl_error *err)
{
    pl_in *in = pl_in_open(p->path, err);
    if (in == NULL)
        return -1;
    if (check_stream(p, in, err) < 0) {
        pl_in_close(in);
        return -1;
    }
    const char *bytes;
    size_t n = pl_in_peek(in, DECLARATION, &bytes);
    bool utf8 = is_utf8_document(bytes, n);
    pl_reader *r = pl_reader_new(in, NULL, NULL, err);
    if (r == NULL)
        return -1;
    int status = utf8 || r->format->end != PL_ENDS_NEVER
                     ? read_all(p, r, take, context, err)
                     : pl_fail(err, PL_BAD_INPUT,
                               "%s is XML in an encoding other than UTF-8: convert it first",
                               p->path);
    pl_reader_close(r);
    return status;
}

/* Gets at the bytes of the file: those of a compressed one are kept in memory. */
static int open_bytes(pl_patch *p, pl_error *err)
{
    if (p->path[pl_unpacked_length(p->path)] != '\0')
        return pl_in_read_file(p->path, SIZE_MAX, &p->text, err);
    p->file = open(p->path, O_RDONLY | O_CLOEXEC);
    return p->file >= 0 ? 0 : pl_fail(err, PL_SYSTEM, "%s: %s", p->path, strerror(errno));
}

pl_patch *pl_patch_open(const char *path, pl_patch_take *take, void *context,
                        pl_error *err)
{
    pl_patch *p = pl_alloc_zero(1, sizeof *p);
    p->path = pl_strdup(path);
    p->file = -1;
    int status = check_file(p, err);
    if (status == 0)
        status = read_file(p, take, context, err);
    if (status == 0)
        status = open_bytes(p, err);
    p->changed = pl_alloc_zero(p->ends.n + 1, sizeof *p->changed);
    if (status == 0)
        status = sum_up(p, err);
    if (status == 0 && pl_patch_unchanged(p, err) == 0)
        return p;
    pl_patch_close(p);
    return NULL;
}

static void forget_changes(pl_patch *p)
{
    for (size_t i = 0; i < p->ends.n && p->n_changed > 0; i++)
        if (p->changed[i] != NULL) {
            pl_str_release(p->changed[i]);
            free(p->changed[i]);
            p->changed[i] = NULL;
            p->n_changed--;
        }
}

void pl_patch_close(pl_patch *p)
{
    if (p == NULL)
        return;
    if (p->changed != NULL)
        forget_changes(p);
    free(p->changed);
    if (p->file >= 0)
        close(p->file);
    pl_str_release(&p->preamble.text);
    pl_str_release(&p->text);
    PL_VEC_RELEASE(&p->ends);
    free(p->path);
    free(p);
}

size_t pl_patch_size(const pl_patch *p)
{
    return p->ends.n;
}

size_t pl_patch_bytes(const pl_patch *p)
{
    return p->size;
}

size_t pl_patch_unsaved(const pl_patch *p)
{
    return p->n_changed;
}

uint64_t pl_patch_sum(const pl_patch *p)
{
    return p->sum;
}

int pl_patch_sum_with(const pl_patch *p, size_t i, const char *stretch, size_t n,
                      uint64_t *sum, pl_error *err)
{
    pl_str old = {0};
    int status = get_stretch(p, i, &old, err);
    *sum = p->sum - part_of_sum(i, pl_str_text(&old), old.n) + part_of_sum(i, stretch, n);
    pl_str_release(&old);
    return status;
}

/* -- one sentence --------------------------------------------------------------------- */

/* A sentence in its stretch: bytes [from, to) of `text` are the sentence itself. */
typedef struct found {
    pl_str text;
    size_t from, to;
    pl_write_options options; /* with which it is written as it stands there */
} found;

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* What the format cannot hold of what was written, in words. */
static int fail_to_hold(const pl_writer *w, pl_error *err)
{
    pl_str what = {0};
    for (int i = 0; i < PL_N_HAS; i++)
        if (w->lost >> i & 1)
            pl_str_printf(&what, "%s%s", what.n > 0 ? ", " : "", pl_has_name[i]);
    if (w->n_changed > 0)
        pl_str_printf(&what, "%sa text with characters that mean something else there",
                      what.n > 0 ? ", " : "");
    pl_fail(
        err, PL_BAD_INPUT,
        "the format of the file, %s, cannot hold: %s; leave that out, or edit a copy in "
        "another format ('pleach convert')",
        w->format->name, pl_str_text(&what));
    pl_str_release(&what);
    return -1;
}

/* Appends what the writer makes of a tree as sentence i, without what stands before and after all
 * sentences. */
static int write_sentence(const pl_patch *p, size_t i, const pl_tree *tree,
                          const pl_write_options *options, pl_str *out, pl_error *err)
{
    pl_writer *w = pl_writer_new(pl_out_memory(out), p->format, options, err);
    if (w == NULL)
        return -1;
    bool document =
        p->format->end == PL_ENDS_NEVER; /* in which the first ones may wait */
    int status = pl_writer_resume(w, document && i < SOME ? SOME : i, err);
    if (status == 0)
        status = pl_writer_put(w, tree, err);
    if (status == 0 && (w->lost != 0 || w->n_changed > 0))
        status = fail_to_hold(w, err);
    if (status == 0)
        status = pl_out_flush(w->out, err);
    size_t n = out->n;
    status = pl_writer_end(w, status, err);
    if (out->at != NULL)
        out->at[out->n = n] = '\0';
    return status;
}

/* Finds `what` at the end of the stretch, where spaces do not count: false if it is not there. */
static bool find_at_end(found *f, const pl_str *what)
{
    size_t at = f->text.n, left = what->n;
    while (at > 0 && is_space(f->text.at[at - 1]))
        at--;
    f->to = f->from = at;
    for (;;) {
        while (left > 0 && is_space(what->at[left - 1]))
            left--;
        while (at > 0 && is_space(f->text.at[at - 1]))
            at--;
        if (left == 0 || at == 0 || what->at[left - 1] != f->text.at[at - 1])
            return left == 0;
        f->from = --at;
        left--;
    }
}

/* Finds what was written in a document as an element of that name, with the same parts in any
 * order. */
static bool find_element(found *f, const pl_str *what)
{
    size_t n = strcspn(what->at, " \t\r\n>");
    f->from = f->to;
    while (f->from-- > 0)
        if (strncmp(f->text.at + f->from, what->at, n) == 0 &&
            strchr(" \t\r\n>", f->text.at[f->from + n]) != NULL)
            return pl_xml_same_parts(f->text.at + f->from, f->to - f->from, what->at,
                                     what->n);
    return false;
}

/* Whether a text goes over several lines. */
static bool has_lines(const pl_str *text)
{
    const char *at = pl_str_text(text), *end = at + text->n;
    while (at < end && is_space(*at))
        at++;
    while (at < end && is_space(end[-1]))
        end--;
    return memchr(at, '\n', (size_t)(end - at)) != NULL;
}

/* Whether the sentence, as it was written, stands in its stretch: from where, and up to where. */
static bool find_written(const pl_patch *p, found *f, const pl_str *written)
{
    if (f->text.n == 0 || written->n == 0)
        return false;
    return find_at_end(f, written) ||
           (p->format->end == PL_ENDS_NEVER && find_element(f, written));
}

/* Finds sentence i, which is this tree, in the file. */
static int find_sentence(const pl_patch *p, size_t i, const pl_tree *tree, found *f,
                         pl_error *err)
{
    pl_str written = {0};
    pl_error why = {0};
    if (get_stretch(p, i, &f->text, err) < 0)
        return -1;
    f->options = (pl_write_options){
        .preamble = &p->preamble, .ids = tree->id != NULL, .pretty = has_lines(&f->text)};
    bool there = write_sentence(p, i, tree, &f->options, &written, &why) == 0 &&
                 find_written(p, f, &written);
    pl_str_release(&written);
    if (there)
        return 0;
    return pl_fail(
        err, PL_BAD_ARGUMENT,
        "the sentence is not written in %s as pleach writes it, so that a change could "
        "lose something%s%s; 'pleach convert' makes a file of it that can be edited",
        p->path, why.code != PL_OK ? ": " : "", why.text);
}

int pl_patch_check(const pl_patch *p, size_t i, const pl_tree *tree, pl_error *err)
{
    found f = {0};
    int status = find_sentence(p, i, tree, &f, err);
    pl_str_release(&f.text);
    return status;
}

/* Reads what was written of a tree as the second of two sentences: formats treat the first in
 * their own way. */
static pl_tree *read_again(const pl_patch *p, const pl_tree *tree,
                           const pl_write_options *options, pl_arena *m, pl_error *err)
{
    pl_str text = {0};
    pl_tree *again = NULL;
    pl_writer *w = pl_writer_new(pl_out_memory(&text), p->format, options, err);
    int status = pl_writer_put(w, tree, err);
    if (status == 0)
        status = pl_writer_put(w, tree, err);
    status = pl_writer_end(w, status, err);
    pl_reader *r = NULL;
    if (status == 0)
        r = pl_reader_new(pl_in_memory(p->path, text.at, text.n), p->format, NULL, err);
    int got = r != NULL ? 1 : -1;
    for (int i = 0; i < 2 && got > 0; i++)
        got = pl_reader_next(r, m, &again, err);
    pl_reader_close(r);
    pl_str_release(&text);
    return got > 0 ? again : NULL;
}

/* The tree as it will be read; NULL with the reason if that is another one. */
static pl_tree *reread(const pl_patch *p, size_t i, const pl_tree *tree,
                       const pl_write_options *options, const pl_str *written,
                       pl_arena *m, pl_error *err)
{
    char why[WHY] = "it is read differently";
    pl_str twice = {0};
    pl_error unread;
    pl_tree *again = read_again(p, tree, options, m, &unread);
    bool same = false;
    if (again != NULL) {
        again->id = tree->id != NULL ? pl_arena_strdup(m, tree->id) : NULL;
        pl_tree_compact(again);
        same = pl_tree_keeps(tree, again, why, sizeof why) &&
               write_sentence(p, i, again, options, &twice, NULL) == 0 &&
               twice.n == written->n && memcmp(twice.at, written->at, twice.n) == 0;
    }
    pl_str_release(&twice);
    if (same)
        return again;
    pl_fail(
        err, PL_BAD_INPUT,
        "the format of the file, %s, cannot hold this sentence: %s; leave that out, or "
        "edit a copy in another format ('pleach convert')",
        p->format->name, again != NULL ? why : unread.text);
    return NULL;
}

/* The stretch with another sentence in it: its lines end as those of the file do. */
static void put_stretch(const found *f, const pl_str *written, pl_str *out)
{
    size_t from = 0, to = written->n;
    const char *newline = memchr(f->text.at, '\n', f->text.n);
    bool returns = newline != NULL && newline > f->text.at && newline[-1] == '\r';
    while (from < to && is_space(written->at[from]))
        from++;
    while (to > from && is_space(written->at[to - 1]))
        to--;
    pl_str_put(out, f->text.at, f->from);
    for (; from < to; from++) {
        if (returns && written->at[from] == '\n')
            pl_str_putc(out, '\r');
        pl_str_putc(out, written->at[from]);
    }
    pl_str_put(out, f->text.at + f->to, f->text.n - f->to);
}

/* Fails if the changed file would be read in another format when it is opened again. If `stretch` is not
 * NULL, it is the new text of sentence i. */
static int check_guess(const pl_patch *p, size_t i, const pl_str *stretch, pl_error *err)
{
    pl_str start = {0};
    int status = 0;
    for (size_t k = 0; k <= p->ends.n && start.n < PL_SNIFFED_BYTES && status == 0; k++)
        if (k == i && stretch != NULL)
            pl_str_put(&start, pl_str_text(stretch), stretch->n);
        else
            status = get_stretch(p, k, &start, err);
    size_t n = start.n < PL_SNIFFED_BYTES ? start.n : PL_SNIFFED_BYTES;
    const pl_format *guess = pl_format_guess(p->path, pl_str_text(&start), n, NULL);
    pl_str_release(&start);
    if (status < 0 || guess == p->format)
        return status;
    const char *extensions = p->format->extensions;
    return pl_fail(err, PL_BAD_INPUT,
                   "with this change the start of %s would look like %s, and the file would no "
                   "longer be read as %s: first rename it to a name that ends in %.*s",
                   p->path, guess != NULL ? guess->name : "no known format", p->format->name,
                   (int)strcspn(extensions, " "), extensions);
}

int pl_patch_draft(const pl_patch *p, size_t i, const pl_tree *old, const pl_tree *tree,
                   pl_arena *m, pl_draft *draft, pl_error *err)
{
    found f = {0};
    pl_str written = {0};
    int status = find_sentence(p, i, old, &f, err);
    if (status == 0)
        status = write_sentence(p, i, tree, &f.options, &written, err);
    if (status == 0) {
        draft->tree = reread(p, i, tree, &f.options, &written, m, err);
        status = draft->tree != NULL ? 0 : -1;
    }
    if (status == 0) {
        put_stretch(&f, &written, &draft->stretch);
        status = check_guess(p, i, &draft->stretch, err);
    }
    pl_str_release(&written);
    pl_str_release(&f.text);
    return status;
}

void pl_patch_put(pl_patch *p, size_t i, const char *stretch, size_t n, uint64_t sum)
{
    p->sum = sum;
    if (p->changed[i] == NULL) {
        p->changed[i] = pl_alloc_zero(1, sizeof *p->changed[i]);
        p->n_changed++;
    }
    pl_str_clear(p->changed[i]);
    pl_str_put(p->changed[i], stretch, n);
}

/* -- saving --------------------------------------------------------------------------- */

/* Copies bytes of the file. */
static int copy_bytes(const pl_patch *p, size_t from, size_t to, pl_out *out,
                      pl_error *err)
{
    pl_str block = {0};
    int status = 0;
    while (from < to && status == 0) {
        size_t n = to - from < BLOCK ? to - from : BLOCK;
        pl_str_clear(&block);
        status = get_bytes(p, from, n, &block, err);
        pl_out_put(out, pl_str_text(&block), block.n);
        from += n;
    }
    pl_str_release(&block);
    return status;
}

/* Writes the file, unless another program changes it meanwhile, and tells what it is then. */
static int write_file(const pl_patch *p, struct stat *written, pl_error *err)
{
    size_t copied = 0;
    int status = 0;
    pl_out *out = pl_out_open(p->path, err);
    if (out == NULL)
        return -1;
    for (size_t i = 0; i < p->ends.n && status == 0; i++)
        if (p->changed[i] != NULL) {
            status = copy_bytes(p, copied, start_of(p, i), out, err);
            pl_out_put(out, pl_str_text(p->changed[i]), p->changed[i]->n);
            copied = p->ends.at[i];
        }
    if (status == 0)
        status = copy_bytes(p, copied, p->size, out, err);
    if (status == 0)
        status = pl_out_settle(out, written, err);
    if (status == 0)
        status = pl_patch_unchanged(p, err);
    return pl_out_end(out, status, err);
}

/* After saving: where the sentences end now. */
static void move_ends(pl_patch *p)
{
    size_t start = 0, was = 0;
    for (size_t i = 0; i < p->ends.n; i++) {
        size_t end = p->ends.at[i];
        start += p->changed[i] != NULL ? p->changed[i]->n : end - was;
        p->ends.at[i] = start;
        was = end;
    }
    p->size = start + p->size - was;
}

int pl_patch_save(pl_patch *p, pl_error *err)
{
    struct stat written;
    if (pl_patch_unchanged(p, err) < 0 || check_guess(p, 0, NULL, err) < 0 ||
        write_file(p, &written, err) < 0)
        return -1;
    p->known = written; /* not what is found there now, which may be another program's */
    move_ends(p);
    forget_changes(p);
    if (p->file >= 0)
        close(p->file);
    p->file = -1;
    pl_str_clear(&p->text);
    return open_bytes(p, err);
}
