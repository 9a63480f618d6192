/* Prints what is probably wrong in treebanks: the place, the correction if there is one, and
 * why.
 *
 *     cc check.c $(pkg-config --cflags --libs pleach) -o check
 *     ./check tests/data/dutch.discbracket tests/data/dutch.parsed */
#include <pleach.h>
#include <stdio.h>

static int add_file(pl_check *check, const char *path, pl_error *error)
{
    pl_treebank *in = pl_treebank_open(path, NULL, error);
    int status = in != NULL ? pl_check_add_treebank(check, in, error) : -1;
    pl_treebank_close(in);
    return status;
}

static void print_finding(const pl_finding *f)
{
    printf("%s:%zu: %s\n", f->file, f->number, f->place);
    if (f->correction != NULL)
        printf("\t%s\n", f->correction);
    printf("\t%s\n", f->reasons);
}

int main(int argc, char **argv)
{
    pl_error error;
    const pl_finding *f;
    const pl_check_options options = {.limit = 20};
    pl_check *check = pl_check_new(&options, &error);
    int status = check != NULL ? 0 : -1;
    for (int i = 1; i < argc && status == 0; i++)
        status = add_file(check, argv[i], &error);
    if (status == 0)
        status = pl_check_run(check, &error);
    for (size_t i = 0; status == 0 && (f = pl_check_finding(check, i)) != NULL; i++)
        print_finding(f);
    if (status < 0)
        fprintf(stderr, "check: %s\n", error.text);
    pl_check_free(check);
    return status < 0;
}
