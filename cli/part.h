/* --part I/N: a command that works on one of N parts of its input and writes, with its output, a
 * manifest (manifest.h), from which `pleach merge` puts the whole together.
 *
 *     code = part_begin(&j->part, &cmd_x, &j->in, j->output, &j->transforms);   checks the options
 *     part_set(&j->part, &write_options);                                       for the writer
 *     status = part_open(&j->part, writer->out, false, &err);                   when it is open
 *     part_read(&j->part, source);                                              after the last tree
 *     status = part_end(&j->part, &err);                                        when it is closed
 *     part_release(&j->part);
 *
 * All do nothing where no part is asked for. The command's rows have
 * GROUP(job, part, part_job, part_rows). */
#pragma once

#include "input.h"
#include "manifest.h"

typedef struct part_numbers {
    uint32_t part, n_parts; /* 0: all of the input */
} part_numbers;

typedef struct part_job {
    part_numbers numbers;
    settings given; /* the command line */
    const char *output;
    const char *query; /* of a search; otherwise NULL */
    pl_str options;
    manifest manifest;
} part_job;

extern const pl_option_row part_rows[];

/* DONE, or USAGE after a message. The input gives only the part from now on. */
exit_code part_begin(part_job *p, const command *c, input *in, const char *output,
                     const settings *transforms);
/* Whether an earlier run has finished the part with this model: 1 or 0, or -1 with the reason (the
 * manifest is of other options, …). */
int part_is_done(part_job *p, input *in, pl_error *err);
/* What the writer has to know of the part. */
void part_set(part_job *p, pl_write_options *options);
/* The output is open: what an earlier run has left beside it is removed; `resumed`: but not what
 * belongs to the output that goes on. 0, or -1 with the reason. */
int part_open(const part_job *p, pl_out *out, bool resumed, pl_error *err);
void part_read(part_job *p, const pl_source *source);
/* The output is closed and complete: writes its manifest. 0, or -1 with the reason: counts are of
 * numbers that only the whole has. */
int part_end(part_job *p, pl_error *err);
void part_release(part_job *p);
/* Like done_or_fail, but an input that cannot be cut is wrong usage. */
exit_code part_done_or_fail(const part_job *p, int status, const pl_error *err);
