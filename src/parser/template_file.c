/* Files of feature templates; see template_file.h. */
#include "parser/template_file.h"

#include "base/alloc.h"
#include "base/in.h"
#include "base/str.h"
#include "base/share.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_INCLUDES = 8 };

typedef struct target {
    pl_template_add *add;
    void *set;
} target;

static int read_stream(const target *t, pl_in *in, int depth, pl_error *err);

/* Recursion ends with MAX_INCLUDES. */
static int include(const target *t, const char *name, int depth, pl_error *err)
{
    if (depth == MAX_INCLUDES)
        return pl_fail(err, PL_TOO_LARGE, "files include each other more than %d deep",
                       MAX_INCLUDES);
    pl_str path = {0};
    int got = pl_share_path("templates", name, ".tpl", &path, err);
    pl_in *in = got == 0 ? pl_in_open(path.at, err) : NULL;
    got = in != NULL ? read_stream(t, in, depth + 1, err) : -1;
    pl_in_close(in);
    pl_str_release(&path);
    return got;
}

static int read_line(const target *t, char *line, int depth, pl_error *err)
{
    line[strcspn(line, "#")] = '\0';
    char *word = pl_scan_word(&line);
    if (word != NULL && strcmp(word, "include") == 0) {
        char *name = pl_scan_word(&line);
        if (name == NULL || pl_scan_word(&line) != NULL)
            return pl_fail(err, PL_BAD_ARGUMENT, "include takes the name of one set");
        return include(t, name, depth, err);
    }
    for (; word != NULL; word = pl_scan_word(&line)) {
        pl_error why;
        if (t->add(t->set, word, &why) < 0)
            return pl_fail(err, PL_BAD_INPUT, "template %.60s: %s", word, why.text);
    }
    return 0;
}

static int read_stream(const target *t, pl_in *in, int depth, pl_error *err)
{
    const char *line;
    size_t n;
    int got;
    while ((got = pl_in_line(in, &line, &n, err)) > 0) {
        char *copy = pl_strndup(line, n);
        pl_error why;
        int done = read_line(t, copy, depth, &why);
        free(copy);
        if (done < 0)
            return pl_in_fail(in, err, "%s", why.text);
    }
    return got;
}

int pl_template_atoms(const char *word, pl_template_atom *atom, void *set, void *made,
                      pl_error *err)
{
    for (const char *at = word;;) {
        if (atom(set, made, &at, err) < 0)
            return -1;
        if (*at == '\0')
            return 0;
        if (*at++ != '+')
            return pl_fail(err, PL_BAD_INPUT, "expected + or a field, found '%.8s'",
                           at - 1);
    }
}

int pl_template_file_load(const char *name_or_path, pl_template_add *add, void *set,
                          pl_error *err)
{
    return include(&(target){add, set}, name_or_path, 0, err);
}

int pl_template_file_parse(const char *name, const char *text, bool includes,
                           pl_template_add *add, void *set, pl_error *err)
{
    pl_in *in = pl_in_memory(name, text, strlen(text));
    int got = read_stream(&(target){add, set}, in, includes ? 0 : MAX_INCLUDES, err);
    pl_in_close(in);
    return got;
}
