/* Inputs and their outputs; see parse_job.h. */
#include "parse_job.h"

#include "base/file.h"
#include "base/guard.h"
#include "base/intern.h"
#include "base/path.h"
#include "base/str.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

/* The real path of a folder, or of the one in which it will be. */
static bool real_place(const char *path, char real[PATH_MAX])
{
    char *part = pl_strdup(path), *slash;
    bool found;
    while (!(found = realpath(*part != '\0' ? part : ".", real) != NULL) &&
           *part != '\0') {
        slash = strrchr(part, '/');
        if (slash == part) /* the root is there */
            slash[1] = '\0';
        else
            *(slash != NULL ? slash : part) = '\0';
    }
    free(part);
    return found;
}

/* Whether the folder is, or is somewhere in, one that is read: its files would be read
 * the next time. */
static int check_outside(const char *output, const texts *inputs, pl_error *err)
{
    char inner[PATH_MAX], outer[PATH_MAX];
    if (!real_place(output, inner))
        return pl_fail(err, PL_SYSTEM, "%s: %s", output, strerror(errno));
    for (size_t i = 0; i < inputs->n; i++) {
        if (!pl_path_is_folder(inputs->at[i]) || realpath(inputs->at[i], outer) == NULL)
            continue;
        size_t m = strlen(outer);
        if (strncmp(inner, outer, m) == 0 &&
            (inner[m] == '/' || inner[m] == '\0' || m == 1))
            return pl_fail(
                err, PL_BAD_ARGUMENT,
                "%s is in %s, which is read: name another folder for the output", output,
                inputs->at[i]);
    }
    return 0;
}

static int add_file(targets *t, pl_intern *seen, const char *output, const char *path,
                    const char *name, const pl_format *format, pl_error *err)
{
    const char *slash = output[strlen(output) - 1] == '/' ? "" : "/";
    char *full =
        pl_arena_printf(&t->text, "%s%s%s%.*s", output, slash, name,
                        (int)strcspn(format->extensions, " "), format->extensions);
    if (strcmp(path, "-") == 0)
        return pl_fail(
            err, PL_BAD_ARGUMENT,
            "standard input has no name for a file in %s: name a file as output", output);
    uint32_t had = seen->n;
    if (pl_intern_add(seen, full) < had)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "two files of the input are called %s: parse them one by one",
                       name);
    const char **inputs = PL_NEW_ARRAY(&t->text, const char *, 1);
    inputs[0] = pl_arena_strdup(&t->text, path);
    target one = {.inputs = inputs, .n_inputs = 1, .output = full};
    PL_PUSH(&t->all, one);
    return pl_guard_write(full, err) < 0 ? -1 : pl_path_make_folders(full, err);
}

/* One for each file of the source in the folder. */
static int add_files(parse_job *j, const pl_source *source, pl_error *err)
{
    pl_intern seen = {0};
    pl_str folder = {0};
    const char *path, *name;
    j->targets.folder = true;
    pl_str_printf(&folder, "%s/", j->output);
    int status = check_outside(j->output, &j->in.files, err);
    if (status == 0)
        status = pl_path_make_folders(folder.at, err);
    for (size_t i = 0; status == 0 && (path = pl_source_file(source, i, &name)) != NULL;
         i++)
        status = add_file(&j->targets, &seen, j->output, path, name, j->to, err);
    pl_str_release(&folder);
    pl_intern_release(&seen);
    return status;
}

int targets_find(parse_job *j, pl_error *err)
{
    if (!pl_path_is_folder(j->output)) {
        target one = {.inputs = j->in.files.at, .n_inputs = j->in.files.n, .output = j->output};
        PL_PUSH(&j->targets.all, one);
        return pl_guard_write(j->output, err);
    }
    pl_source *source = input_open(&j->in, err);
    int status = source != NULL ? add_files(j, source, err) : -1;
    pl_source_close(source);
    return status;
}

void targets_release(targets *t)
{
    for (size_t i = 0; i < t->all.n; i++)
        pl_file_cancel(t->all.at[i].lock);
    PL_VEC_RELEASE(&t->all);
    pl_arena_release(&t->text);
}
