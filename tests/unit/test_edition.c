/* Files that are changed sentence by sentence: every format, every other byte, journals, locks,
 * threads that look on. */
#include "unit.h"

#include "base/str.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/test_edition.XXXXXX";
static char path[200], journal[220];

/* -- help ---------------------------------------------------------------------------- */

static pl_str get(const char *from)
{
    pl_str text = {0};
    char block[4096];
    FILE *f = fopen(from, "rb");
    assert_non_null(f);
    for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;)
        pl_str_put(&text, block, n);
    fclose(f);
    return text;
}

static void put(const char *to, const char *bytes, size_t n)
{
    FILE *f = fopen(to, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

static void put_text(const char *name, const char *text)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    snprintf(journal, sizeof journal, "%s.pleach-journal", path);
    put(path, text, strlen(text));
}

static void assert_file(const char *text)
{
    pl_str found = get(path);
    assert_string_equal(pl_str_text(&found), text);
    pl_str_release(&found);
}

static pl_edition *open_it(void)
{
    pl_error error = {0};
    pl_edition *e = pl_edition_open(path, &error);
    if (e == NULL)
        fail_msg("%s", error.text);
    return e;
}

/* Why it cannot be opened has these words in it. */
static void assert_refused(const char *why)
{
    pl_error error = {0};
    assert_null(pl_edition_open(path, &error));
    if (strstr(error.text, why) == NULL)
        fail_msg("%s: not \"%s\"", error.text, why);
}

/* Replaces sentence i by this one. */
static int replace_with(pl_edition *e, size_t i, const char *text, const char *format,
                        pl_error *error)
{
    const pl_sentence *s;
    pl_treebank *in = pl_treebank_from_memory(text, strlen(text), format, error);
    if (in == NULL || pl_treebank_next(in, &s, error) != 1)
        fail_msg("%s: %s", text, error->text);
    int status = pl_edition_replace(e, i, s, error);
    pl_treebank_close(in);
    return status;
}

/* The same; the code. */
static pl_error_code replace(pl_edition *e, size_t i, const char *text,
                             const char *format)
{
    pl_error error = {0};
    return replace_with(e, i, text, format, &error) == 0 ? PL_OK : error.code;
}

static void save(pl_edition *e)
{
    pl_error error = {0};
    if (pl_edition_save(e, &error) < 0)
        fail_msg("%s", error.text);
    assert_int_equal(pl_edition_unsaved(e), 0);
    assert_int_not_equal(access(journal, F_OK), 0);
}

/* -- formats ------------------------------------------------------------------------- */

/* All sentences as JSON, a line each, as the file has them. */
static char *lines_of(const char *file)
{
    pl_str all = {0};
    const pl_sentence *s;
    pl_error error;
    pl_treebank *in = pl_treebank_open(file, NULL, &error);
    while (pl_treebank_next(in, &s, &error) > 0) {
        char *text = pl_sentence_text(s, "json", &error);
        pl_str_puts(&all, text);
        pl_text_free(text);
    }
    pl_treebank_close(in);
    return all.at;
}

/* The same but for line i, which is `line`. */
static char *with_line(const char *lines, size_t i, const char *line)
{
    pl_str all = {0};
    for (size_t k = 0; *lines != '\0'; k++) {
        size_t n = strcspn(lines, "\n") + 1;
        if (k == i)
            pl_str_puts(&all, line);
        else
            pl_str_put(&all, lines, n);
        lines += n;
    }
    return all.at;
}

/* Gives the first word another tag, and a constituent another label. */
static pl_sentence *changed(const pl_sentence *s)
{
    pl_sentence *copy = pl_sentence_copy(s);
    uint32_t last = pl_sentence_nodes(s) - 1;
    assert_int_equal(pl_sentence_set(copy, 0, PL_FIELD_LABEL, "QQ", NULL), 0);
    if (last >= pl_sentence_length(s) && last != pl_sentence_root(s))
        assert_int_equal(pl_sentence_set(copy, last, PL_FIELD_LABEL, "RR", NULL), 0);
    return copy;
}

/* Changes a sentence and changes it back: only it differs meanwhile, and nothing afterwards. */
static void change_one(pl_edition *e, size_t i, const char *lines, const pl_str *bytes,
                       bool same)
{
    pl_error error = {0};
    pl_sentence *old = pl_corpus_sentence(pl_edition_corpus(e), i, &error),
                *other = changed(old);
    assert_int_equal(pl_edition_replace(e, i, other, &error), 0);
    save(e);
    char *found = lines_of(path), *text = pl_sentence_text(other, "json", &error);
    char *expected = with_line(lines, i, text);
    assert_string_equal(found, expected);
    free(found);
    free(expected);
    pl_text_free(text);
    pl_sentence *now = pl_corpus_sentence(pl_edition_corpus(e), i, &error);
    assert_string_equal(pl_sentence_label(now, 0), "QQ");
    assert_int_equal(pl_edition_replace(e, i, old, &error), 0);
    save(e);
    found = lines_of(path);
    assert_string_equal(found, lines);
    free(found);
    pl_str again = get(path);
    if (same) {
        assert_int_equal(again.n, bytes->n);
        assert_memory_equal(again.at, bytes->at, bytes->n);
    }
    pl_str_release(&again);
    pl_sentence_free(old);
    pl_sentence_free(other);
    pl_sentence_free(now);
}

static void formats(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        bool same; /* the file is laid out as pleach does it */
    } files[] = {
        {"dutch.discbracket", true}, {"german.export", true}, {"german.tiger.xml", true},
        {"english.conllu", true},    {"german.conllu", true}, {"danish.conllx", true},
        {"dutch.alpino.xml", false}, {"english.penn", false}, {"dutch.tagged", true},
    };
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        char from[200];
        snprintf(from, sizeof from, "tests/data/%s", files[k].name);
        pl_str bytes = get(from);
        put_text(files[k].name, bytes.at);
        char *lines = lines_of(path);
        pl_edition *e = open_it();
        size_t n = pl_corpus_size(pl_edition_corpus(e)), tried = 0;
        for (size_t i = 0; i < n; i += i + 3 < n || i + 1 == n ? 1 + n / 6 : n - 1 - i)
            if (pl_edition_check(e, i, NULL) == 0) {
                change_one(e, i, lines, &bytes, files[k].same);
                tried++;
            }
        assert_true(tried > 1);
        pl_edition_close(e);
        free(lines);
        pl_str_release(&bytes);
    }
}

/* Comments, empty lines, ids, line ends, and the last line's missing end stay. */
static void bytes_around(void **unused)
{
    (void)unused;
    static const struct {
        const char *name, *before;
        size_t i;
        const char *sentence, *after; /* NULL: it cannot be replaced */
    } cases[] = {
        {"a.discbracket", "(S (A 0=a))\tid1\n\n  (S (B 0=b))\tid2", 1, "(X (B 0=b))",
         "(S (A 0=a))\tid1\n\n  (X (B 0=b))\tid2"},
        {"a.discbracket", "(S (A 0=a))\r\n(S (B 0=b))\r\n", 0, "(X (A 0=a))",
         "(X (A 0=a))\r\n(S (B 0=b))\r\n"},
        {"a.discbracket", "(S   (A 0=a)(B 1=b))\n(S (A 0=a))\n", 0, "(X (A 0=a) (B 1=b))",
         "(X (A 0=a) (B 1=b))\n(S (A 0=a))\n"},
        {"a.mrg", "(S (A a)) (S (B b))\n", 0, "(X (A a))", NULL},
        {"a.mrg", "(S (A a)) (S (B b))\n", 1, "(X (B b))", NULL},
        {"a.export",
         "#FORMAT 3\n%% head\n#BOS 1 0 0 0\na\tN\t--\t--\t0\n#EOS 1\n%% between\n#BOS 7 "
         "0 0 0\nb\tN\t--\t--\t0\n"
         "#EOS 7\n%% end\n",
         1, "(ROOT (M 0=b))",
         "#FORMAT 3\n%% head\n#BOS 1 0 0 0\na\tN\t--\t--\t0\n#EOS 1\n%% between\n#BOS 7 "
         "0 0 0\nb\tM\t--\t--\t0\n"
         "#EOS 7\n%% end\n"},
        {"a.conllu", "# c = 1\r\n1\ta\t_\t_\tA\t_\t0\tr\t_\t_\r\n\r\n", 0, NULL, NULL},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        put_text(cases[k].name, cases[k].before);
        pl_edition *e = open_it();
        if (cases[k].after == NULL && cases[k].sentence != NULL)
            assert_int_equal(replace(e, cases[k].i, cases[k].sentence, NULL),
                             PL_BAD_ARGUMENT);
        else if (cases[k].sentence != NULL) {
            const char *format = "discbracket";
            assert_int_equal(replace(e, cases[k].i, cases[k].sentence, format), PL_OK);
            save(e);
            assert_file(cases[k].after);
        }
        pl_edition_close(e);
    }
}

/* -- refusing ------------------------------------------------------------------------ */

#define WORDS(more) "{\"tokens\":[{\"word\":\"a\"" more "},{\"word\":\"b\"}]"
#define NODE(more)  ",\"nodes\":[{\"id\":2,\"children\":[0,1]" more "}]}"

/* Nothing of a sentence is left out silently: the reason says what the file cannot hold. */
static void trees_that_do_not_fit(void **unused)
{
    (void)unused;
    static const char *const tiger =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<corpus id=\"c\"><body>\n<s "
        "id=\"s1\">"
        "<graph root=\"s1_500\"><terminals><t id=\"s1_1\" word=\"a\" pos=\"A\"/><t "
        "id=\"s1_2\" word=\"b\" pos=\"B\"/></terminals><nonterminals><nt id=\"s1_500\" "
        "cat=\"S\"><edge label=\"--\" idref=\"s1_1\"/><edge label=\"--\" idref=\"s1_2\"/>"
        "</nt></nonterminals></graph></s>\n</body></corpus>\n";
    static const char export[] = "#BOS 1 0 0 0\na\tA\t--\t--\t500\nb\tB\t--\t--\t500\n"
                                 "#500\tS\t--\t--\t0\n#EOS 1\n";
    static const char disc[] = "(S (A 0=a) (B 1=b))\n";
    const struct {
        const char *name, *file, *sentence, *why;
    } cases[] = {
        {"a.discbracket", disc, "{\"tokens\":[{\"word\":\"a\"}]}", "2 words"},
        {"a.discbracket", disc, "{\"tokens\":[{\"word\":\"a\"},{\"word\":\"c\"}]}",
         "word 2 is 'b', not 'c'"},
        {"a.discbracket", disc,
         "{\"tokens\":[{\"word\":\"a\",\"head\":-1},{\"word\":\"b\",\"head\":0}]}",
         "dependencies"},
        {"a.discbracket", disc, WORDS(",\"lemma\":\"l\"") NODE(",\"label\":\"S\""),
         "lemmas"},
        {"a.discbracket", disc, WORDS() NODE(",\"label\":\"S (\""), "characters"},
        {"a.discbracket", disc, WORDS() "}", "without tree"},
        {"a.discbracket", disc, WORDS() NODE(",\"label\":\"S\",\"virtual\":true"),
         "virtual node 2"},
        {"a.discbracket", disc, WORDS() NODE(",\"label\":\"S\",\"head\":1"),
         "head marks"},
        {"a.export", export, WORDS(",\"misc\":\"m\"") NODE(",\"label\":\"S\""), "MISC"},
        {"a.export", export, WORDS(",\"deps\":\"d\"") NODE(",\"label\":\"S\""),
         "further heads"},
        {"a.xml", tiger, WORDS(",\"fields\":{\"f g\":\"x\"}") NODE(",\"label\":\"S\""),
         "characters"},
        {"a.xml", tiger, WORDS() NODE(",\"label\":\"S\",\"fields\":{\"1\":\"x\"}"),
         "characters"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error error = {0};
        put_text(cases[i].name, cases[i].file);
        pl_edition *e = open_it();
        assert_int_equal(replace_with(e, 0, cases[i].sentence, "json", &error), -1);
        assert_int_equal(error.code, PL_BAD_INPUT);
        if (strstr(error.text, cases[i].why) == NULL)
            fail_msg("case %zu: %s", i, error.text);
        assert_int_equal(replace(e, 1, "(X (A 0=a) (B 1=b))", NULL), PL_BAD_ARGUMENT);
        assert_int_equal(pl_edition_check(e, 1, NULL), -1);
        assert_int_equal(pl_edition_unsaved(e), 0);
        assert_int_not_equal(access(journal, F_OK), 0);
        pl_edition_close(e);
        assert_file(cases[i].file);
    }
}

static void files_that_do_not_fit(void **unused)
{
    (void)unused;
    put_text("a.discbracket", "\xef\xbb\xbf(S (A 0=a))\n");
    assert_refused("byte-order mark");
    put_text("a.zst", "(S (A 0=a))\n");
    assert_refused("its name says otherwise");
    put_text(
        "a.xml",
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><corpus><body></body></corpus>");
    assert_refused("an encoding other than UTF-8");
    put_text("a.discbracket", "(S (A 0=a)\n");
    assert_refused("a.discbracket:1");
    snprintf(path, sizeof path, "%s/nowhere", folder);
    assert_refused("No such file");
    snprintf(path, sizeof path, "%s", folder);
    assert_refused("no plain file");
    assert_null(pl_edition_open("-", NULL));
    assert_null(pl_edition_open(NULL, NULL));
    assert_null(pl_edition_note(NULL));
    assert_null(pl_edition_corpus(NULL));
    assert_int_equal(pl_edition_replace(NULL, 0, NULL, NULL), -1);
    assert_int_equal(pl_edition_check(NULL, 0, NULL), -1);
    assert_int_equal(pl_edition_save(NULL, NULL), -1);
    assert_int_equal(pl_edition_unsaved(NULL), 0);
    assert_int_equal(pl_edition_bytes(NULL), 0);
    assert_int_equal(pl_edition_pending(NULL), 0);
    pl_edition_close(NULL);
}

/* If the name of a file does not decide its format, an edit is refused after which its first bytes would
 * look like another format. This also holds for a change in a journal. */
static void formats_stay(void **unused)
{
    (void)unused;
    static const struct {
        const char *name, *text, *format, *changed;
        bool refused;
    } rows[] = {
        {"a.tagged", "a/X b/Y\n", "tagged", "a/<corpus> b/Y\n", false},
        {"a.tagged", "a/X b/Y\n", "tagged", "a/<?xml b/Y\n", false},
        {"a.bracket", "(S (A a) (B b))\n", "bracket", "(S (0=x a) (B b))\n", false},
        {"a.bracket", "(X 0=a)\n", "bracket", "(Y 0=a)\n", false},
        {"a.conll", "1\ta\t_\tA\tA\t_\t0\tr\t_\t_\n\n", "conllx",
         "1\ta\t_\tNOUN\tA\t_\t0\tr\t_\t_\n\n", false},
        {"a", "1\ta\t_\tA\tA\t_\t0\tr\t_\t_\n\n", "conllx",
         "1\ta\t_\tNOUN\tA\t_\t0\tr\t_\t_\n\n", true},
        {"a", "1\ta\t_\tA\tA\t_\t0\tr\t_\t_\n\n", "conllx",
         "1\ta\t_\tB\tA\t_\t0\tr\t_\t_\n\n", false},
        {"a.foo", "(S (A a) (B b))\n", "bracket", "(T (A a) (B b))\n", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pl_error error = {0};
        put_text(rows[i].name, rows[i].text);
        pl_edition *e = open_it();
        int status = replace_with(e, 0, rows[i].changed, rows[i].format, &error);
        if ((status < 0) != rows[i].refused)
            fail_msg("row %zu: %d %s", i, status, error.text);
        if (rows[i].refused)
            assert_non_null(strstr(error.text, "no longer be read as conllx"));
        else
            save(e);
        pl_edition_close(e);
        assert_file(rows[i].refused ? rows[i].text : rows[i].changed);
        pl_edition_close(open_it());
        unlink(path);
    }
    /* the journal of a.conll, for the same file without its extension */
    put_text("a.conll", rows[5].text);
    pl_edition *e = open_it();
    assert_int_equal(replace(e, 0, rows[5].changed, "conllx"), PL_OK);
    pl_str line = get(journal);
    pl_edition_close(e);
    unlink(journal);
    unlink(path);
    put_text("a", rows[5].text);
    put(journal, line.at, line.n);
    assert_refused("no longer be read as conllx");
    assert_file(rows[5].text);
    assert_int_equal(pl_edition_pending(path), 1);
    unlink(journal);
    pl_str_release(&line);
}

static void others(void **unused)
{
    (void)unused;
    char link[220];
    put_text("a.discbracket", "(S (A 0=a))\n");
    pl_edition *e = open_it();
    assert_refused("another run is writing it");
    snprintf(link, sizeof link, "%s/link", folder);
    assert_int_equal(symlink(path, link), 0);
    assert_null(pl_edition_open(link, NULL));
    assert_int_equal(replace(e, 0, "(X (A 0=a))", NULL), PL_OK);
    put(path, "(S (A 0=a) (B 1=b))\n", 20);
    pl_error error = {0};
    assert_int_equal(pl_edition_save(e, &error), -1);
    assert_non_null(strstr(error.text, "changed by another program"));
    assert_int_equal(replace(e, 0, "(Y (A 0=a))", NULL), PL_SYSTEM);
    assert_file("(S (A 0=a) (B 1=b))\n");
    pl_edition_close(e);
    /* the journal stays, and says what it is */
    assert_refused("does not belong to");
    assert_int_equal(pl_edition_pending(path), 1);
    assert_int_equal(access(journal, F_OK), 0);
    assert_file("(S (A 0=a) (B 1=b))\n");
    /* with the file that it belongs to it is of use again */
    put(path, "(S (A 0=a))\n", 12);
    e = open_it();
    assert_file("(X (A 0=a))\n");
    pl_edition_close(e);
    assert_int_equal(unlink(link), 0);
}

/* Kind of the file at whose fsync another program changes ours; 0: none. */
static mode_t awaited;
static const char *const foreign = "(S (A 0=a))\n(FOREIGN (B 0=b))\n";

/* In place of the system's: the moments before and after a new file is moved to its place. */
int fsync(int file)
{
    struct stat info;
    if (awaited != 0 && fstat(file, &info) == 0 && (info.st_mode & S_IFMT) == awaited) {
        awaited = 0;
        put(path, foreign, strlen(foreign));
    }
    return 0;
}

/* Another program changes the file while it is written, or just when it was. */
static void others_meanwhile(void **unused)
{
    (void)unused;
    static const mode_t moments[] = {S_IFREG, S_IFDIR};
    pl_error error = {0};
    for (int k = 0; k < 2; k++) {
        put_text("a.discbracket", "(S (A 0=a))\n");
        pl_edition *e = open_it();
        assert_int_equal(replace(e, 0, "(X (A 0=a))", NULL), PL_OK);
        awaited = moments[k];
        assert_int_equal(pl_edition_save(e, &error), k == 0 ? -1 : 0);
        assert_int_equal(awaited, 0);
        assert_int_equal(access(journal, F_OK), k == 0 ? 0 : -1);
        assert_int_equal(replace(e, 0, "(Y (A 0=a))", NULL), PL_SYSTEM);
        assert_int_equal(pl_edition_save(e, &error), k == 0 ? -1 : 0);
        assert_file(foreign);
        pl_edition_close(e);
        unlink(journal);
    }
}

/* -- journals ------------------------------------------------------------------------ */

#define BEFORE "(S (A 0=a))\n(S (B 0=b))\n"

/* Makes a journal of three changes, which are not in the file. */
static pl_str make_journal(void)
{
    put_text("a.discbracket", BEFORE);
    assert_int_equal(chmod(path, 0640), 0);
    (void)!chown(path, (uid_t)-1, 12345); /* as far as it is permitted */
    pl_edition *e = open_it();
    assert_int_equal(replace(e, 0, "(X (A 0=a))", NULL), PL_OK);
    assert_int_equal(replace(e, 1, "(Y (B 0=b))", NULL), PL_OK);
    assert_int_equal(replace(e, 0, "(Z (A 0=a))", NULL), PL_OK);
    assert_int_equal(pl_edition_unsaved(e), 2);
    pl_edition_close(e);
    assert_file(BEFORE);
    assert_int_equal(pl_edition_pending(path), 3);
    struct stat info, file;
    assert_int_equal(stat(journal, &info), 0);
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_int_equal(info.st_gid, file.st_gid);
    return get(journal);
}

/* A journal that ends anywhere gives what was whole. */
static void cut_journals(void **unused)
{
    (void)unused;
    static const char *const after[] = {BEFORE, "(X (A 0=a))\n(S (B 0=b))\n",
                                        "(X (A 0=a))\n(Y (B 0=b))\n",
                                        "(Z (A 0=a))\n(Y (B 0=b))\n"};
    pl_str lines = make_journal();
    for (size_t n = 0; n <= lines.n; n += n + 40 < lines.n ? 13 : 1) {
        size_t whole = 0, ends = 0;
        for (size_t i = 0; i < n; i++)
            if (lines.at[i] == '\n' || (i + 1 == n && lines.at[n] == '\n')) {
                whole++;
                ends = i + 1;
            }
        put(path, BEFORE, strlen(BEFORE));
        put(journal, pl_str_text(&lines), n);
        pl_edition *e = open_it();
        assert_file(after[whole]);
        const char *note = pl_edition_note(e);
        assert_true((note != NULL) == (n > 0));
        assert_true(note == NULL ||
                    (strstr(note, "not written to its end") != NULL) == (ends < n));
        pl_edition_close(e);
        assert_int_not_equal(access(journal, F_OK), 0);
    }
    pl_str_release(&lines);
}

/* The file has all of the journal, or some of it; a line is cut off in its middle, and others
 * follow; a line is missing; a line is wrong. */
static void odd_journals(void **unused)
{
    (void)unused;
    pl_str lines = make_journal();
    char *second = strchr(lines.at, '\n') + 1, *third = strchr(second, '\n') + 1;
    for (int k = 0; k < 2; k++) {
        const char *had =
            k == 0 ? "(Z (A 0=a))\n(Y (B 0=b))\n" : "(X (A 0=a))\n(S (B 0=b))\n";
        put(path, had, strlen(had));
        put(journal, lines.at, lines.n);
        pl_edition *e = open_it();
        assert_file("(Z (A 0=a))\n(Y (B 0=b))\n");
        assert_true((pl_edition_note(e) == NULL) == (k == 0));
        pl_edition_close(e);
    }
    pl_str odd = {0};
    pl_str_put(&odd, lines.at, (size_t)(second - lines.at));
    pl_str_puts(&odd, "{\"number\":1,\"be\n");
    pl_str_puts(&odd, second);
    put(path, BEFORE, strlen(BEFORE));
    put(journal, odd.at, odd.n);
    pl_edition *e = open_it();
    assert_file("(Z (A 0=a))\n(Y (B 0=b))\n");
    pl_edition_close(e);
    pl_str_clear(&odd);
    pl_str_put(&odd, lines.at, (size_t)(second - lines.at));
    pl_str_puts(&odd, third);
    put(path, BEFORE, strlen(BEFORE));
    put(journal, odd.at, odd.n);
    assert_refused("does not belong to");
    assert_file(BEFORE);
    *strchr(lines.at, 'X') = 'V';
    put(journal, lines.at, lines.n);
    assert_refused("does not belong to");
    assert_file(BEFORE);
    /* the last line is wrong, and the only one */
    *strchr(lines.at, 'V') = 'X';
    *strchr(third, 'Z') = 'V';
    for (int k = 0; k < 2; k++) {
        const char *from = k == 0 ? lines.at : third;
        put(journal, from, strlen(from));
        assert_refused("is damaged");
        assert_file(BEFORE);
        assert_int_equal(access(journal, F_OK), 0);
        assert_int_equal(pl_edition_pending(path), k == 0 ? 3 : 1);
    }
    /* of two lines the second is not written to its end */
    put(journal, lines.at, (size_t)(third - lines.at) - 10);
    assert_int_equal(pl_edition_pending(path), 1);
    assert_int_equal(unlink(journal), 0);
    assert_int_equal(pl_edition_pending(path), 0);
    assert_int_equal(mkdir(journal, 0700), 0);
    assert_int_equal(pl_edition_pending(path), 1);
    assert_int_equal(rmdir(journal), 0);
    pl_str_release(&odd);
    pl_str_release(&lines);
}

/* A folder is read as if there were no journal in it. */
static void journals_in_folders(void **unused)
{
    (void)unused;
    char within[200];
    snprintf(within, sizeof within, "%s/within", folder);
    assert_int_equal(mkdir(within, 0700), 0);
    put_text("within/a.discbracket", "(S (A 0=a))\n");
    char *before = lines_of(within);
    pl_edition *e = open_it();
    assert_int_equal(replace(e, 0, "(X (A 0=a))", NULL), PL_OK);
    pl_edition_close(e);
    assert_int_equal(access(journal, F_OK), 0);
    char *after = lines_of(within);
    assert_string_equal(before, after);
    free(before);
    free(after);
}

/* -- compressed ---------------------------------------------------------------------- */

static void compressed(void **unused)
{
    (void)unused;
    static const char *const names[] = {"a.discbracket.zst", "a.discbracket.gz"};
    for (size_t k = 0; k < 2; k++) {
        const pl_sentence *s;
        pl_error error = {0};
        put_text(names[k], "");
        pl_output *out = pl_output_open(path, "discbracket", &error);
        pl_treebank *in = pl_treebank_from_memory(BEFORE, strlen(BEFORE), NULL, &error);
        while (pl_treebank_next(in, &s, &error) > 0)
            pl_output_put(out, s, &error);
        pl_treebank_close(in);
        assert_int_equal(pl_output_close(out, &error), 0);
        pl_edition *e = open_it();
        assert_int_equal(pl_edition_bytes(e), strlen(BEFORE));
        for (int i = 0; i < 2; i++) {
            assert_int_equal(
                replace(e, 1, i == 0 ? "(Y (B 0=b))" : "(LONG (B 0=b))", NULL), PL_OK);
            save(e);
        }
        assert_int_equal(pl_edition_bytes(e), strlen(BEFORE) + strlen("LONG") - 1);
        pl_edition_close(e);
        pl_str bytes = get(path);
        assert_true(bytes.at[0] == (k == 0 ? '\x28' : '\x1f'));
        char *lines = lines_of(path);
        assert_non_null(strstr(lines, "\"LONG\""));
        free(lines);
        pl_str_puts(&bytes, "more");
        put(path, bytes.at, bytes.n);
        assert_refused(k == 0 ? path : "goes on behind the compressed data");
        pl_str_release(&bytes);
    }
}

/* -- threads ------------------------------------------------------------------------- */

static atomic_bool done;

static void *look_on(void *corpus)
{
    pl_error error;
    pl_search *search = pl_search_new("#n:[cat=/X.*/]", NULL, NULL, NULL, &error);
    while (!done)
        for (size_t i = 0; i < pl_corpus_size(corpus); i++) {
            pl_sentence *s = pl_corpus_sentence(corpus, i, &error);
            assert_int_equal(pl_sentence_length(s), 1);
            assert_int_equal(pl_search_find_at(search, corpus, i, &error), 1);
            pl_sentence_free(s);
        }
    pl_search_free(search);
    return NULL;
}

static void threads(void **unused)
{
    (void)unused;
    pthread_t all[3];
    put_text("a.discbracket", "(X (A 0=a))\n(X (B 0=b))\n");
    pl_edition *e = open_it();
    for (int i = 0; i < 3; i++)
        pthread_create(&all[i], NULL, look_on, (void *)pl_edition_corpus(e));
    for (int i = 0; i < 40; i++) {
        char text[40];
        snprintf(text, sizeof text, "(X%d (%c 0=%c))", i, "AB"[i % 2], "ab"[i % 2]);
        assert_int_equal(replace(e, i % 2, text, NULL), PL_OK);
        if (i % 10 == 9)
            save(e);
    }
    done = true;
    for (int i = 0; i < 3; i++)
        pthread_join(all[i], NULL);
    pl_edition_close(e);
    assert_file("(X38 (A 0=a))\n(X39 (B 0=b))\n");
}

/* Of the address sanitizer. */
extern size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

/* Sentences that were replaced do not pile up, although others look on. */
static void memory_stays(void **unused)
{
    (void)unused;
    pthread_t looker;
    size_t after_some = 0;
    if (__sanitizer_get_current_allocated_bytes == NULL)
        skip();
    put_text("a.discbracket", "(X (A 0=a))\n(X (B 0=b))\n");
    pl_edition *e = open_it();
    done = false;
    pthread_create(&looker, NULL, look_on, (void *)pl_edition_corpus(e));
    for (int i = 0; i < 2100; i++) {
        assert_int_equal(
            replace(e, 0, i % 2 == 0 ? "(X1 (A 0=a))" : "(X2 (A 0=a))", NULL), PL_OK);
        if (i % 100 == 99)
            save(e);
        if (i == 99)
            after_some = __sanitizer_get_current_allocated_bytes();
    }
    done = true;
    pthread_join(looker, NULL);
    replace(e, 0, "(X1 (A 0=a))", NULL);
    replace(e, 0, "(X2 (A 0=a))", NULL);
    assert_in_range(__sanitizer_get_current_allocated_bytes(), 1, after_some + 50000);
    pl_edition_close(e);
}

static int make_folder(void **unused)
{
    (void)unused;
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int remove_folder(void **unused)
{
    (void)unused;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats),
        cmocka_unit_test(bytes_around),
        cmocka_unit_test(trees_that_do_not_fit),
        cmocka_unit_test(files_that_do_not_fit),
        cmocka_unit_test(formats_stay),
        cmocka_unit_test(others),
        cmocka_unit_test(others_meanwhile),
        cmocka_unit_test(cut_journals),
        cmocka_unit_test(odd_journals),
        cmocka_unit_test(journals_in_folders),
        cmocka_unit_test(compressed),
        cmocka_unit_test(threads),
        cmocka_unit_test(memory_stays),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
