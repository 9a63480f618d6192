/* A gold file and a candidate of a few sentences, for tests of scores. */
#pragma once

#include "eval/eval_files.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A gold file and a candidate, opened for scoring. */
typedef struct opened {
    char paths[2][40];
    pl_source *sources[2];
    pl_eval_params params;
    pl_eval_files files;
} opened;

static void open_both(opened *o, const char *format, const char *gold,
                      const char *candidate, pl_eval_options options)
{
    const char *texts[2] = {gold, candidate};
    pl_source_options read = {.format = pl_format_find(format)};
    pl_error err;
    for (int i = 0; i < 2; i++) {
        snprintf(o->paths[i], sizeof o->paths[i], "/tmp/pleach-eval-files-XXXXXX");
        int fd = mkstemp(o->paths[i]);
        assert_true(fd >= 0);
        assert_int_equal(write(fd, texts[i], strlen(texts[i])), strlen(texts[i]));
        close(fd);
        const char *path = o->paths[i];
        o->sources[i] = pl_source_open(&path, 1, &read, &err);
        assert_non_null(o->sources[i]);
    }
    pl_eval_params_init(&o->params);
    options.params = &o->params;
    assert_int_equal(
        pl_eval_files_open(&o->files, o->sources[0], o->sources[1], &options, &err), 0);
}

static void close_both(opened *o)
{
    pl_eval_files_close(&o->files);
    for (int i = 0; i < 2; i++) {
        pl_source_close(o->sources[i]);
        unlink(o->paths[i]);
    }
    pl_eval_params_release(&o->params);
}

static const char trees[] = "(S (NP (A 0=a) (B 1=b)) (C 2=c))\n(S (A 0=d) (B 1=e))\n";
static const char parsed[] = "(S (VP (A 0=a) (B 1=b)) (C 2=c))\n(S (A 0=d) (B 1=e))\n";
static const char arcs[] =
    "1\ta\t_\tA\tA\t_\t2\tsubj\t_\t_\n2\tb\t_\tB\tB\t_\t0\troot\t_\t_\n\n";
static const char wrong[] =
    "1\ta\t_\tA\tA\t_\t2\tobj\t_\t_\n2\tb\t_\tB\tB\t_\t0\troot\t_\t_\n\n";
