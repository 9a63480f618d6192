/* The outputs of all parts as one; see merge_job.h.
 *
 *     part 1     start  sentences  end
 *                  │        │
 *     part 2       │      start  sentences  end        starts and ends of the others come off
 *                  │        │        │
 *     whole      start  sentences sentences end
 *
 * Where a part has FILE.numbers, the numbers at these places are raised by what is counted in the
 * parts before. */
#include "merge_job.h"

#include "base/counted.h"
#include "base/out.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64 * 1024, DIGITS = 20 };

typedef struct merger {
    const merge_job *job;
    pl_out *out;
    size_t n_sentences;         /* of the whole */
    size_t before[PL_N_COUNTED]; /* what is counted in the parts before this one */
    /* the part: */
    const merge_part *part;
    pl_in *in, *places;
    size_t place; /* of the next number; SIZE_MAX: there is none */
    pl_counted kind;
} merger;

static int next_place(merger *m, pl_error *err)
{
    int got = m->places != NULL ? pl_place_next(m->places, &m->place, &m->kind, err) : 0;
    if (got == 0)
        m->place = SIZE_MAX;
    return got < 0 ? -1 : 0;
}

static int damaged(const merger *m, pl_error *err)
{
    return pl_fail(err, PL_BAD_INPUT, "%s: its numbers are not where FILE.numbers says",
                   m->part->file);
}

/* Copies n bytes, or with `drop` passes over them. */
static int copy(merger *m, size_t n, bool drop, pl_error *err)
{
    const char *bytes;
    while (n > 0) {
        char chunk[CHUNK];
        long got = pl_in_read(m->in, chunk, n < CHUNK ? n : CHUNK, err);
        if (got <= 0)
            return got < 0 ? -1 : damaged(m, err);
        bytes = chunk;
        if (!drop)
            pl_out_put(m->out, bytes, (size_t)got);
        n -= (size_t)got;
        pl_out_pause(m->out);
    }
    return 0;
}

/* The digits that come next, raised. */
static int raise_number(merger *m, pl_error *err)
{
    const char *bytes;
    size_t n = pl_in_peek(m->in, DIGITS, &bytes), digits = 0;
    char text[DIGITS + 1] = "";
    while (digits < n && digits < DIGITS && bytes[digits] >= '0' && bytes[digits] <= '9') {
        text[digits] = bytes[digits];
        digits++;
    }
    if (digits == 0)
        return damaged(m, err);
    pl_out_printf(m->out, "%llu",
                  strtoull(text, NULL, 10) + (unsigned long long)m->before[m->kind]);
    return copy(m, digits, true, err);
}

/* Copies up to byte `end` of the part, with its numbers. */
static int copy_sentences(merger *m, size_t end, pl_error *err)
{
    while (m->place < end) {
        size_t at = pl_in_offset(m->in);
        if (m->place < at)
            return damaged(m, err);
        if (copy(m, m->place - at, false, err) < 0 || raise_number(m, err) < 0 ||
            next_place(m, err) < 0)
            return -1;
    }
    size_t at = pl_in_offset(m->in);
    return end >= at ? copy(m, end - at, false, err) : 0;
}

/* What the parts so far have counted. Sentences and characters of a file are counted from its
 * start. */
static void count(merger *m)
{
    const pl_source_part *r = &m->part->manifest.read;
    bool same_file = r->begin.file == r->end.file && r->begin.text > 0;
    m->before[PL_COUNTED_WRITTEN] += m->part->manifest.written.sentences;
    m->before[PL_COUNTED_GIVEN] += r->n_given;
    m->before[PL_COUNTED_READ] = r->n_read + (same_file ? m->before[PL_COUNTED_READ] : 0);
    m->before[PL_COUNTED_PLACE] = r->n_chars + (same_file ? m->before[PL_COUNTED_PLACE] : 0);
}

/* Start, sentences and end of a part. An output of one sentence may have less of a start, and no
 * end. */
static int copy_part(merger *m, bool first, bool last, pl_error *err)
{
    const pl_written *w = &m->part->manifest.written;
    bool alone = m->n_sentences == 1 && w->alone != SIZE_MAX;
    size_t start = alone ? w->alone : w->start;
    if (m->part->manifest.numbers != 0 && next_place(m, err) < 0)
        return -1;
    if (copy(m, start > 0 ? start - pl_in_offset(m->in) : 0, !first, err) < 0 ||
        copy(m, w->start - start, true, err) < 0 ||
        copy_sentences(m, w->bytes - w->end, err) < 0)
        return -1;
    return last && !alone ? copy(m, w->end, false, err) : 0;
}

static int merge_part_at(merger *m, size_t i, pl_error *err)
{
    size_t n = m->job->good.n;
    m->part = m->job->good.at[i];
    m->place = 0;
    m->in = pl_in_open(m->part->file, err);
    if (m->in == NULL)
        return -1;
    pl_str numbers = numbers_path(m->part->file);
    if (m->part->manifest.numbers != 0)
        m->places = pl_in_open_part(numbers.at, SIZE_MAX, err);
    else
        m->place = SIZE_MAX;
    int status = m->part->manifest.numbers != 0 && m->places == NULL
                     ? -1
                     : copy_part(m, i == 0, i + 1 == n, err);
    pl_in_close(m->in);
    pl_in_close(m->places);
    m->places = NULL;
    pl_str_release(&numbers);
    count(m);
    return status;
}

int merge_write(const merge_job *j, pl_error *err)
{
    merger m = {.job = j, .out = pl_out_open(j->output, err)};
    if (m.out == NULL)
        return -1;
    pl_out_frames(m.out);
    for (size_t i = 0; i < j->good.n; i++)
        m.n_sentences += j->good.at[i]->manifest.written.sentences;
    int status = 0;
    for (size_t i = 0; i < j->good.n && status == 0; i++)
        status = merge_part_at(&m, i, err);
    status = pl_out_end(m.out, status, err);
    if (status == 0 && !j->quiet && j->output != NULL)
        tell("pleach: %zu parts, %zu sentences\n", j->good.n, m.n_sentences);
    return status;
}
