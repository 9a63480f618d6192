/* Builds a tree with crossing branches, changes it, and draws it each time.
 *
 *     cc build.c $(pkg-config --cflags --libs pleach) -o build
 *     ./build */
#include <pleach.h>
#include <stdio.h>

static int draw(const pl_sentence *s, pl_error *error)
{
    char *picture = pl_sentence_draw(s, "text", error);
    if (picture == NULL)
        return -1;
    puts(picture);
    pl_text_free(picture);
    return 0;
}

/* Über Bäume muss nachgedacht werden: the VP "Über Bäume … nachgedacht" has a gap. */
static int build(pl_sentence *s, pl_error *error)
{
    const uint32_t phrase[] = {0, 1};
    uint32_t pp = pl_sentence_add(s, "PP", phrase, 2, error);
    const uint32_t inner[] = {pp, 3};
    uint32_t vp = pp != PL_NONE ? pl_sentence_add(s, "VP", inner, 2, error) : PL_NONE;
    const uint32_t outer[] = {vp, 4};
    if (vp == PL_NONE || pl_sentence_add(s, "VP", outer, 2, error) == PL_NONE ||
        draw(s, error) < 0)
        return -1;
    /* The PP as a child of the clause: no branches cross. */
    if (pl_sentence_move(s, pp, pl_sentence_root(s), error) == PL_NONE ||
        pl_sentence_set(s, pp, PL_FIELD_FUNCTION, "OP", error) < 0)
        return -1;
    return draw(s, error);
}

int main(void)
{
    static const char *const words[] = {"Über", "Bäume", "muss", "nachgedacht", "werden"};
    static const char *const tags[] = {"APPR", "NN", "VMFIN", "VVPP", "VAINF"};
    pl_error error;
    pl_sentence *s = pl_sentence_new(words, tags, 5, "S", &error);
    int status = s != NULL ? build(s, &error) : -1;
    if (status < 0)
        fprintf(stderr, "build: %s\n", error.text);
    pl_sentence_free(s);
    return status < 0;
}
