/* pleach merge: joins the outputs of parts (--part), after proving by their manifests that
 * none is missing, doubled, damaged, or of another work. */
#include "manifest.h"
#include "merge_job.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* clang-format off */
static const pl_option_row options[] = {
    PL_INCLUDE(merge_job, output, const char *, output_rows),
    PL_OPTION(0,   "check", NULL, PL_FLAG_AT(merge_job, check),                  PL_HELP(NULL, "write nothing; print which parts have to run again, as a list for a job array (2,5-7)")),
    PL_OPTION(0,   "parts", "N",  PL_INTEGER_AT(merge_job, n_parts, 1, 1000000), PL_HELP(NULL, "expect N parts (default: as many as the manifests say)")),
    PL_OPTION('q', "quiet", NULL, PL_FLAG_AT(merge_job, quiet),                  PL_HELP(NULL, "print errors only")),
    PL_INCLUDE(merge_job, quiet, bool, help_rows),
    PL_OPERANDS(merge_job, names),
    PL_OPTIONS_END,
};
/* clang-format on */

/* -- finding parts --------------------------------------------------------------------------- */

/* Says why a part does not count. */
static void complain(merge_job *j, const char *why)
{
    j->n_wrong++;
    tell("pleach: %s\n", why);
}

/* Adds the part in FILE, if it has a manifest. */
static void add_file(merge_job *j, const char *file)
{
    merge_part p = {.file = pl_arena_strdup(&j->texts, file)};
    pl_error err;
    int got = manifest_read(&p.manifest, file, &j->texts, &err);
    if (got == 0)
        pl_fail(&err, PL_BAD_INPUT, "%s has no manifest: the part is not complete", file);
    if (got > 0)
        PL_PUSH(&j->parts, p);
    else
        complain(j, err.text);
}

/* FILE of FILE.manifest, in *n bytes. */
static bool is_manifest(const char *name, size_t *n)
{
    size_t length = strlen(name), ending = strlen(PL_MANIFEST);
    *n = length > ending ? length - ending : 0;
    return *n > 0 && pl_ends_in(name, length, PL_MANIFEST);
}

static int add_folder(merge_job *j, const char *path, pl_error *err)
{
    DIR *folder = opendir(path);
    PL_VEC(char *) names = {0};
    size_t n;
    if (folder == NULL)
        return pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (entry->d_name[0] != '.' && is_manifest(entry->d_name, &n)) {
            pl_str full = {0};
            pl_str_printf(&full, "%s/%.*s", path, (int)n, entry->d_name);
            PL_PUSH(&names, full.at);
        }
    closedir(folder);
    PL_SORT(&names, pl_by_text);
    for (size_t i = 0; i < names.n; i++) {
        add_file(j, names.at[i]);
        free(names.at[i]);
    }
    PL_VEC_RELEASE(&names);
    return 0;
}

static int find_parts(merge_job *j, pl_error *err)
{
    struct stat info;
    int status = 0;
    for (size_t i = 0; i < j->names.n && status == 0; i++) {
        const char *name = j->names.at[i];
        size_t n;
        bool numbers = pl_ends_in(name, strlen(name), PL_NUMBERS);
        if (stat(name, &info) == 0 && S_ISDIR(info.st_mode))
            status = add_folder(j, name, err);
        else if (!is_manifest(name, &n) && !numbers) /* a pattern names these, too */
            add_file(j, name);
    }
    return status;
}

/* -- what is wrong --------------------------------------------------------------------------- */

/* The work to which most parts belong: the first part of it. */
static const merge_part *find_reference(const merge_job *j)
{
    const merge_part *best = NULL;
    size_t most = 0;
    for (size_t i = 0; i < j->parts.n; i++) {
        size_t n = 0;
        for (size_t k = 0; k < j->parts.n; k++)
            n += manifest_difference(&j->parts.at[i].manifest, &j->parts.at[k].manifest) == NULL;
        if (n > most)
            best = &j->parts.at[i];
        most = n > most ? n : most;
        if (2 * most > j->parts.n)
            break;
    }
    return best;
}

/* Enters a part in the list of those that are good; says why not. */
static void take_part(merge_job *j, const merge_part *p, const merge_part *reference)
{
    pl_error err = {0};
    const char *other = manifest_difference(&p->manifest, &reference->manifest);
    const merge_part **place = &j->good.at[p->manifest.part - 1];
    if (other != NULL)
        pl_fail(&err, PL_BAD_INPUT, "%s: part %u/%u is of another %s than %s", p->file,
                p->manifest.part, p->manifest.n_parts, other, reference->file);
    else if (*place != NULL) {
        pl_fail(&err, PL_BAD_INPUT, "%s: part %u is there twice, also as %s: name one of them",
                p->file, p->manifest.part, (*place)->file);
        j->doubled = true;
    } else if (manifest_check(&p->manifest, p->file, &err) == 0)
        *place = p;
    if (err.text[0] != '\0')
        complain(j, err.text);
}

static bool same_seam(pl_seam a, pl_seam b)
{
    return a.file == b.file && a.text == b.text;
}

/* Parts that follow one another must meet: the input was the same when it was cut. */
static void check_seams(merge_job *j)
{
    pl_seam at = {0};
    pl_error err;
    for (size_t i = 0; i < j->good.n; i++) {
        const merge_part *p = j->good.at[i];
        if (p == NULL)
            return; /* there is a gap anyway */
        if (!same_seam(p->manifest.read.begin, at)) {
            pl_fail(&err, PL_BAD_INPUT,
                    "%s does not begin where the part before it ends: the input has changed",
                    p->file);
            complain(j, err.text);
            j->good.at[i] = NULL;
            if (i > 0)
                j->good.at[i - 1] = NULL;
            return;
        }
        at = p->manifest.read.end;
    }
}

/* Fills j->good: 0, or -1 where not even the number of parts is known. */
static int sort_out(merge_job *j, pl_error *err)
{
    const merge_part *reference = find_reference(j);
    uint32_t n = j->n_parts > 0 || reference == NULL ? j->n_parts : reference->manifest.n_parts;
    if (n == 0)
        return pl_fail(err, PL_BAD_INPUT,
                       "no part is there; --parts N says how many there should be");
    if (reference != NULL && reference->manifest.n_parts != n)
        return pl_fail(err, PL_BAD_INPUT, "%s is one of %u parts, not of %u", reference->file,
                       reference->manifest.n_parts, n);
    PL_FILL(&j->good, n, 0);
    for (size_t i = 0; i < j->parts.n; i++)
        if (j->parts.at[i].manifest.part <= n)
            take_part(j, &j->parts.at[i], reference);
    check_seams(j);
    return 0;
}

/* The numbers of parts that are not good: "2,5-7". */
static size_t list_missing(const merge_job *j, pl_str *list)
{
    size_t n = 0;
    for (size_t i = 0; i < j->good.n; i++) {
        size_t first = i;
        while (i < j->good.n && j->good.at[i] == NULL)
            i++;
        if (i == first)
            continue;
        n += i - first;
        pl_str_printf(list, "%s%zu", list->n > 0 ? "," : "", first + 1);
        if (i > first + 1)
            pl_str_printf(list, "-%zu", i);
    }
    return n;
}

/* -- the whole --------------------------------------------------------------------------------- */

static exit_code report(const merge_job *j, const pl_str *missing, size_t n)
{
    if (j->check && n > 0)
        print("%s\n", pl_str_text(missing));
    if (n > 0)
        tell("pleach: %zu of %zu parts have to run again: %s\n", n, j->good.n,
             pl_str_text(missing));
    return n > 0 || j->doubled ? FAILED : DONE;
}

static exit_code merge(merge_job *j)
{
    pl_error err;
    pl_str missing = {0};
    exit_code code = FAILED;
    if (find_parts(j, &err) < 0 || sort_out(j, &err) < 0)
        code = fail(&err);
    else {
        code = report(j, &missing, list_missing(j, &missing));
        if (code == DONE && !j->check)
            code = done_or_fail((j->good.at[0]->manifest.counts ? merge_counts : merge_write)(j, &err),
                                &err);
    }
    pl_str_release(&missing);
    return code;
}

static exit_code run(void *options)
{
    merge_job *j = options;
    if (j->names.n == 0)
        return usage_error(&cmd_merge, "name the outputs of the parts, or the folder they are in");
    if (j->check && j->output != NULL)
        return usage_error(&cmd_merge, "--check writes nothing: leave out -o");
    exit_code code = merge(j);
    PL_VEC_RELEASE(&j->parts, &j->good);
    pl_arena_release(&j->texts);
    return code;
}

const command cmd_merge = {
    .name = "merge",
    .synopsis = "[-o OUT] PART…  |  --check [--parts N] PART…",
    .about = "put the outputs of parts (--part) together",
    .options = options,
    .size = sizeof(merge_job),
    .run = run,
};
