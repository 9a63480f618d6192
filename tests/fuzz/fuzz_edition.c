/* Replaces a sentence in a file. The first byte of the input chooses the extension of the file. The second
 * byte chooses the node that gets another label, and whether the file is saved or only the journal is left,
 * as after a kill. Then follow the file, the label and an older journal, separated by lines with a %.
 * Checks that an accepted change is there when the file is opened again, and that no other sentence has
 * changed. So the file is still read in the same format.
 * Code: src/format/patch.c src/format/journal.c src/format/format.c src/api/edition.c
 * Seeds: tests/data/dutch.discbracket tests/data/german.export */
#include "fuzz.h"

#include "pleach.h"

#include <sys/stat.h>

enum { MOST = 1 << 15, MOST_SENTENCES = 64, N_SHARED = 12 };

static const char *const endings[] = {"", ".x", ".discbracket", ".bracket", ".export", ".xml", ".alpino",
                                      ".conllu", ".conll", ".json", ".tagged", ".tokens", ".txt"};
enum { N_ENDINGS = sizeof endings / sizeof *endings };

/* Labels for inputs without a label. */
static const char *const labels[N_SHARED] = {"NP", "X Y", "(", "\xef\xbf\xbf", "<corpus>", "<?xml",
                                             "",   "\x01", "#BOS", "0=", "]]>", "NOUN"};

static char folder[64], path[96], journal[128], lock[128];

static void remove_folder(void)
{
    rmdir(folder);
}

static void choose_path(unsigned ending)
{
    if (*folder == '\0') {
        snprintf(folder, sizeof folder, "%s/pleach-fuzz.XXXXXX",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
        require(mkdtemp(folder) != NULL && atexit(remove_folder) == 0, "no folder", folder);
    }
    const char *end = endings[ending % N_ENDINGS];
    snprintf(path, sizeof path, "%s/f%s", folder, end);
    snprintf(journal, sizeof journal, "%s.pleach-journal", path);
    snprintf(lock, sizeof lock, "%s/.f%s.lock", folder, end);
}

static void put(const char *to, part bytes)
{
    FILE *file = fopen(to, "wb");
    require(file != NULL && fwrite(bytes.at, 1, bytes.n, file) == bytes.n && fclose(file) == 0,
            "cannot be written", to);
}

static bool holds(part bytes)
{
    static uint8_t found[MOST + 1];
    FILE *file = fopen(path, "rb");
    size_t n = file != NULL ? fread(found, 1, sizeof found, file) : 0;
    if (file != NULL)
        fclose(file);
    return n == bytes.n && (n == 0 || memcmp(found, bytes.at, n) == 0);
}

static char *text_of(const pl_edition *e, size_t i)
{
    pl_error error;
    pl_sentence *s = pl_corpus_sentence(pl_edition_corpus(e), i, &error);
    char *text = s != NULL ? pl_sentence_text(s, "json", &error) : NULL;
    pl_sentence_free(s);
    return text;
}

/* Gives a node of sentence i another label. Returns the new text of the sentence, or NULL if the change is
 * refused. */
static char *replace(pl_edition *e, size_t i, uint32_t node, const char *label)
{
    pl_error error;
    pl_sentence *s = pl_corpus_sentence(pl_edition_corpus(e), i, &error);
    bool done = s != NULL && pl_sentence_nodes(s) > 0 &&
                pl_sentence_set(s, node % (uint32_t)pl_sentence_nodes(s), PL_FIELD_LABEL, label,
                                &error) == 0 &&
                pl_edition_replace(e, i, s, &error) == 0;
    pl_sentence_free(s);
    return done ? text_of(e, i) : NULL;
}

/* Opens the file again and checks its sentences. Number i must be `changed` (unless NULL), and all others
 * must be unchanged. */
static void open_again(char *const *before, size_t n, size_t i, const char *changed)
{
    pl_error error = {0};
    pl_edition *e = pl_edition_open(path, &error);
    require(e != NULL, "the file cannot be opened again", error.text);
    require(pl_corpus_size(pl_edition_corpus(e)) == n, "another number of sentences", path);
    for (size_t k = 0; k < n && k < MOST_SENTENCES; k++) {
        char *now = text_of(e, k);
        const char *expected = k == i && changed != NULL ? changed : before[k];
        require(expected == NULL || now == NULL || strcmp(now, expected) == 0, expected, now);
        pl_text_free(now);
    }
    pl_edition_close(e);
}

static void try_edit(pl_edition *e, unsigned which, const char *label)
{
    char *before[MOST_SENTENCES] = {NULL};
    pl_error error = {0};
    size_t n = pl_corpus_size(pl_edition_corpus(e)), i = n > 0 ? which % n : 0;
    for (size_t k = 0; k < n && k < MOST_SENTENCES; k++)
        before[k] = text_of(e, k);
    char *changed = n > 0 && i < MOST_SENTENCES ? replace(e, i, which / 3, label) : NULL;
    if (changed != NULL && (which & 1))
        require(pl_edition_save(e, &error) == 0, "cannot be saved", error.text);
    pl_edition_close(e);
    open_again(before, n, i, changed);
    for (size_t k = 0; k < MOST_SENTENCES; k++)
        pl_text_free(before[k]);
    pl_text_free(changed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2 || size > MOST)
        return 0;
    part rest = {data + 2, size - 2}, bytes = take_part(&rest), name = take_part(&rest);
    char *label = string_of(name);
    label[strcspn(label, "\n")] = '\0';
    choose_path(data[0]);
    put(path, bytes);
    if (rest.n > 0)
        put(journal, rest);
    pl_error error;
    pl_edition *e = pl_edition_open(path, &error);
    if (e != NULL)
        try_edit(e, data[1], name.n > 0 ? label : labels[data[1] % N_SHARED]);
    else
        require(holds(bytes), "the file was changed but not opened", error.text);
    free(label);
    unlink(path);
    unlink(journal);
    unlink(lock);
    return 0;
}
