/* One part of the input; see part.h. */
#include "part.h"

#include "option_list.h"

#include "base/counted.h"
#include "pleach.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_PARTS = 1000000 };

static int read_numbers(const char *value, void *field, pl_error *error)
{
    part_numbers *p = field;
    char *slash, *end = NULL;
    unsigned long part = strtoul(value, &slash, 10), n = 0;
    if (slash != value && *slash == '/' && slash[1] >= '0' && slash[1] <= '9')
        n = strtoul(slash + 1, &end, 10);
    *p = (part_numbers){(uint32_t)part, (uint32_t)n};
    if (*value >= '0' && *value <= '9' && end != NULL && *end == '\0' && part >= 1 && part <= n &&
        n <= MAX_PARTS)
        return 0;
    return pl_fail(error, PL_BAD_ARGUMENT,
                   "the number of a part and the number of parts, such as 3/8");
}

/* clang-format off */
const pl_option_row part_rows[] = {
    PL_OPTION(0, "part", "I/N", PL_PARSED_AT(part_job, numbers, read_numbers), PL_HELP(NULL, "work only on part I of N parts of the input, which have about the same size in bytes and end with whole sentences; also writes FILE.manifest for the FILE of -o; 'pleach merge' joins the parts")),
    PL_RECORD(part_job, given),
    PL_OPTIONS_END,
};
/* clang-format on */

/* -- the options --------------------------------------------------------------------------- */

static bool is_active(const part_job *p)
{
    return p->numbers.n_parts > 0;
}

/* Transforms that count the sentences of the whole input. */
static const char *counting(const settings *transforms)
{
    static const char *const names[] = {"slice", "sample", NULL};
    for (size_t i = 0; transforms != NULL && i < transforms->n; i++)
        if (pl_among(transforms->at[i].name, names))
            return transforms->at[i].name;
    return NULL;
}

exit_code part_begin(part_job *p, const command *c, input *in, const char *output,
                     const settings *transforms)
{
    struct stat info;
    if (!is_active(p))
        return DONE;
    if (output == NULL || strcmp(output, "-") == 0)
        return usage_error(c, "--part needs -o FILE: the manifest is written beside it");
    size_t n = strlen(output);
    if (n > 0 && (output[n - 1] == '/' ||
                  (stat(output, &info) == 0 && !S_ISREG(info.st_mode))))
        return usage_error(c, "--part writes to one plain file, not to %s", output);
    if (counting(transforms) != NULL)
        return usage_error(c, "--%s counts the sentences of the whole input: leave out --part",
                           counting(transforms));
    p->output = output;
    list_put_options(&p->options, c, &p->given);
    if (p->query != NULL)
        list_put(&p->options, "query", p->query);
    p->manifest = (manifest){.version = PL_VERSION,
                             .command = c->name,
                             .options = pl_str_text(&p->options),
                             .n_parts = p->numbers.n_parts,
                             .part = p->numbers.part};
    in->read.source.part = p->numbers.part;
    in->read.source.n_parts = p->numbers.n_parts;
    return DONE;
}

/* -- what is there already -------------------------------------------------------------------- */

/* Compares what an earlier run was asked for. */
static int compare(const part_job *p, const manifest *old, pl_error *err)
{
    const char *other = manifest_difference(&p->manifest, old);
    pl_str what = {0};
    if (other == NULL && old->part != p->manifest.part)
        other = "part";
    if (other == NULL)
        return 1;
    if (strcmp(other, "options") != 0 || !list_differs(old->options, p->manifest.options, &what))
        pl_str_printf(&what, "with another %s: use the same %s", other, other);
    pl_fail(err, PL_BAD_ARGUMENT, "%s is complete, but was made %s, or remove %s",
            p->output, what.at, p->output);
    pl_str_release(&what);
    return -1;
}

int part_is_done(part_job *p, input *in, pl_error *err)
{
    manifest old;
    pl_arena texts = {0};
    if (!is_active(p))
        return 0;
    int got = manifest_read(&old, p->output, &texts, err);
    if (got < 0) /* it is written anew */
        got = 0;
    pl_source *source = got > 0 ? input_open(in, err) : NULL;
    if (got > 0 && source == NULL)
        got = -1;
    if (got > 0) {
        pl_source_tell_part(source, &p->manifest.read);
        got = compare(p, &old, err);
    }
    if (got > 0)
        got = manifest_check(&old, p->output, NULL) == 0;
    pl_source_close(source);
    pl_arena_release(&texts);
    return got;
}

void part_set(part_job *p, pl_write_options *options)
{
    if (!is_active(p))
        return;
    options->part = true;
    options->middle = p->numbers.part > 1;
    options->written = &p->manifest.written;
}

int part_open(const part_job *p, pl_out *out, bool resumed, pl_error *err)
{
    size_t n = 0, last = 0;
    if (!is_active(p))
        return 0;
    pl_str manifest = manifest_path(p->output), numbers = numbers_path(p->output);
    unlink(manifest.at);
    if (!resumed)
        unlink(numbers.at);
    int status = resumed ? pl_places_cut(numbers.at, pl_out_offset(out), &n, &last, err) : 0;
    if (p->numbers.part > 1)
        pl_out_take_marks(out, numbers.at, last);
    pl_str_release(&manifest);
    pl_str_release(&numbers);
    return status;
}

void part_read(part_job *p, const pl_source *source)
{
    if (is_active(p))
        pl_source_tell_part(source, &p->manifest.read);
}

int part_end(part_job *p, pl_error *err)
{
    if (!is_active(p))
        return 0;
    pl_str numbers = numbers_path(p->output);
    bool marked = p->manifest.counts && access(numbers.at, F_OK) == 0;
    pl_str_release(&numbers);
    if (marked)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "these counts are of sentences without ids, by number, which a part knows in "
                       "an index only: pleach index makes one");
    return manifest_write(&p->manifest, p->output, err);
}

void part_release(part_job *p)
{
    pl_str_release(&p->options);
}

exit_code part_done_or_fail(const part_job *p, int status, const pl_error *err)
{
    exit_code code = done_or_fail(status, err);
    if (code != FAILED || !is_active(p) || err->code != PL_BAD_ARGUMENT)
        return code;
    if (strstr(err->text, "frame") != NULL)
        tell("pleach: 'pleach convert --frames -o FILE.zst' writes a file of many frames\n");
    return USAGE;
}
