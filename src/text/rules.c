/* Reading of tokenizer rules; see rules.h. */
#include "text/rules.h"

#include "base/alloc.h"
#include "base/in.h"
#include "base/share.h"
#include "base/utf8.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { MAX_INCLUDES = 8 }; /* depth */
enum { MAX_FILES = 100 };  /* in all; one may be included many times */

/* clang-format off */
static const struct {
    const char *keyword;
    bool fold; /* kept in small letters */
} word_lists[] = {
    [PL_ABBREVIATIONS] =   {"abbreviations",   false},
    [PL_ENDINGS] =         {"endings",         false},
    [PL_NUMBERED] =        {"numbered",        false},
    [PL_SUFFIXES] =        {"suffixes",        true},
    [PL_PREFIXES] =        {"prefixes",        true},
    [PL_CLITICS] =         {"clitics",         true},
    [PL_CUTS] =            {"cuts",            true},
    [PL_WHOLE] =           {"whole",           true},
    [PL_TOKENS] =          {"tokens",          false},
    [PL_HYPHEN_PREFIXES] = {"hyphen-prefixes", true},
    [PL_UNITS] =           {"units",           false},
    [PL_EXTENSIONS] =      {"extensions",      true},
    [PL_MONTHS] =          {"months",          false},
    [PL_STARTERS] =        {"starters",        false},
    [PL_ENDS] =            {"ends",            false},
    [PL_CONJUNCTIONS] =    {"conjunctions",    true},
    [PL_N_WORD_LISTS] =    {"parts",           true},
    [PL_N_WORD_LISTS + 1] = {"multiwords",     true},
};
enum { N_KEYWORDS = sizeof word_lists / sizeof *word_lists };

/* Settings of two words, the second of which turns them on. */
static const struct {
    const char *keyword, *off, *on;
    size_t field;
} settings[] = {
    {"hyphens",  "keep", "split", offsetof(pl_rules, split_hyphens)},
    {"slashes",  "keep", "split", offsetof(pl_rules, split_slashes)},
    {"initials", "keep", "split", offsetof(pl_rules, split_initials)},
    {"ordinals", "no",   "yes",   offsetof(pl_rules, ordinals)},
};
enum { N_SETTINGS = sizeof settings / sizeof *settings };
/* clang-format on */

static char small_letter(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool pl_rules_key(const char *s, size_t n, bool fold, char key[PL_MAX_KEY])
{
    size_t to = 0, at = 0;
    for (; at < n && (unsigned char)s[at] < 0x80 && to + 1 < PL_MAX_KEY; at++)
        key[to++] = fold ? small_letter(s[at]) : s[at];
    while (at < n) {
        uint32_t code;
        at += pl_utf8_decode(s + at, n - at, &code);
        if (code == 0x2019 || code == 0x02bc)
            code = '\'';
        if (fold)
            code = (uint32_t)utf8proc_tolower((utf8proc_int32_t)code);
        utf8proc_uint8_t bytes[4];
        size_t m = (size_t)utf8proc_encode_char((utf8proc_int32_t)code, bytes);
        if (to + m >= PL_MAX_KEY)
            return false;
        memcpy(key + to, bytes, m);
        to += m;
    }
    key[to] = '\0';
    return true;
}

bool pl_rules_has(const pl_rules *r, pl_word_list list, const char *s, size_t n,
                  bool fold)
{
    char key[PL_MAX_KEY];
    return n > 0 && pl_rules_begin(r, list, fold ? small_letter(*s) : *s) &&
           pl_rules_key(s, n, fold, key) &&
           pl_intern_find(&r->lists[list], key) != PL_NONE;
}

/* -- reading ----------------------------------------------------------------------- */

typedef struct place {
    const char *name;
    size_t line;
    int depth; /* of includes */
    pl_error *err;
} place;

static int parse(pl_rules *r, place *p, const char *text);

static int wrong(const place *p, const char *what, const char *word)
{
    return pl_fail(p->err, PL_BAD_INPUT, "%s:%zu: %s '%s'", p->name, p->line, what, word);
}

static void note_begin(pl_rules *r, pl_word_list list, const char *key)
{
    if ((unsigned char)key[0] < 128)
        r->begins[list][(unsigned char)key[0]] = true;
}

/* inn:4 is the clitic inn after four letters or more. */
static int add_clitic(pl_rules *r, const place *p, char *key)
{
    char *colon = strchr(key, ':');
    long stem = colon != NULL ? strtol(colon + 1, NULL, 10) : 1;
    if (stem < 1 || stem > 99 || colon == key)
        return wrong(p, "no clitic with a number of letters:", key);
    if (colon != NULL)
        *colon = '\0';
    note_begin(r, PL_CLITICS, key);
    if (pl_intern_add(&r->lists[PL_CLITICS], key) == r->stems.n)
        PL_PUSH(&r->stems, stem);
    return 0;
}

/* The cuts of one word. */
static int add_cut(pl_rules *r, const place *p, const char *key)
{
    char entry[PL_MAX_KEY + 1] = "^";
    memcpy(entry + 1, key, strlen(key) + 1);
    return strchr(key, '|') != NULL && pl_parts_add(&r->cuts, entry)
               ? 0
               : wrong(p, "no bar says where to cut", key);
}

static int add_word(pl_rules *r, const place *p, size_t list, const char *word)
{
    char key[PL_MAX_KEY];
    if (!pl_rules_key(word, strlen(word), word_lists[list].fold, key))
        return wrong(p, "the word is too long:", word);
    if (list == PL_N_WORD_LISTS)
        return pl_parts_add(&r->parts, key) ? 0
                                            : wrong(p, "no ending and its cuts:", word);
    if (list == PL_N_WORD_LISTS + 1)
        return pl_multiwords_add(&r->multiwords, key)
                   ? 0
                   : wrong(p, "no token and its words:", word);
    if (list == PL_CUTS)
        return add_cut(r, p, key);
    if (list == PL_CLITICS)
        return add_clitic(r, p, key);
    pl_intern_add(&r->lists[list], key);
    note_begin(r, (pl_word_list)list, key);
    if (strlen(key) > r->longest[list])
        r->longest[list] = strlen(key);
    return 0;
}

static int include(pl_rules *r, const place *p, const char *name)
{
    pl_str path = {0}, text = {0};
    int got = -1;
    if (p->depth == MAX_INCLUDES)
        return wrong(p, "files include each other too deep:", name);
    if (r->n_files++ == MAX_FILES)
        return wrong(p, "too many files are included:", name);
    if (pl_share_path("tokenizers", name, ".rules", &path, p->err) == 0)
        got = pl_in_read_file(path.at, PL_MAX_RULES, &text, p->err);
    if (got == 0) {
        place inner = {pl_str_text(&path), 0, p->depth + 1, p->err};
        got = parse(r, &inner, pl_str_text(&text));
    }
    pl_str_release(&path);
    pl_str_release(&text);
    return got;
}

/* A keyword with one value. */
static int set_value(pl_rules *r, const place *p, const char *keyword, const char *value)
{
    for (size_t i = 0; i < N_SETTINGS; i++)
        if (strcmp(settings[i].keyword, keyword) == 0) {
            bool on = strcmp(value, settings[i].on) == 0;
            if (!on && strcmp(value, settings[i].off) != 0)
                return wrong(p, "there is no such setting:", value);
            *(bool *)((char *)r + settings[i].field) = on;
            return 0;
        }
    if (strcmp(keyword, "include") == 0)
        return include(r, p, value);
    if (strcmp(keyword, "mark") == 0 && strlen(value) < sizeof r->mark) {
        memcpy(r->mark, value, strlen(value) + 1);
        return 0;
    }
    return wrong(p, "there is no such keyword:", keyword);
}

static int parse_line(pl_rules *r, place *p, char *line)
{
    char *rest = NULL, *word;
    const char *keyword = strtok_r(line, " \t\r", &rest);
    if (keyword == NULL || keyword[0] == '#')
        return 0;
    size_t k = 0;
    while (k < N_KEYWORDS && strcmp(word_lists[k].keyword, keyword) != 0)
        k++;
    word = strtok_r(NULL, " \t\r", &rest);
    if (word == NULL)
        return wrong(p, "nothing follows", keyword);
    if (k == N_KEYWORDS)
        return set_value(r, p, keyword, word);
    for (; word != NULL; word = strtok_r(NULL, " \t\r", &rest))
        if (add_word(r, p, k, word) < 0)
            return -1;
    return 0;
}

static int parse(pl_rules *r, place *p, const char *text)
{
    if (pl_utf8_invalid(text, strlen(text)) != PL_UTF8_OK)
        return pl_fail(p->err, PL_BAD_INPUT, "%s: the rules are not valid UTF-8",
                       p->name);
    while (*text != '\0') {
        size_t n = strcspn(text, "\n");
        char *line = pl_strndup(text, n);
        p->line++;
        if (strncmp(line, "include", 7) != 0) { /* what it names stands there instead */
            pl_str_puts(&r->text, line);
            pl_str_putc(&r->text, '\n');
        }
        int got = parse_line(r, p, line);
        free(line);
        if (got < 0)
            return -1;
        text += n + (text[n] == '\n');
    }
    return 0;
}

int pl_rules_parse(pl_rules *r, const char *name, const char *text, pl_error *err)
{
    place p = {.name = name, .err = err};
    *r = (pl_rules){0};
    if (parse(r, &p, text) == 0)
        return 0;
    pl_rules_release(r);
    return -1;
}

int pl_rules_load(pl_rules *r, const char *name, pl_error *err)
{
    place p = {.name = name, .err = err};
    *r = (pl_rules){0};
    if (include(r, &p, name) == 0)
        return 0;
    pl_rules_release(r);
    return -1;
}

void pl_rules_release(pl_rules *r)
{
    for (int i = 0; i < PL_N_WORD_LISTS; i++)
        pl_intern_release(&r->lists[i]);
    PL_VEC_RELEASE(&r->stems);
    pl_parts_release(&r->parts);
    pl_parts_release(&r->cuts);
    pl_multiwords_release(&r->multiwords);
    pl_classifier_release(&r->boundaries);
    pl_str_release(&r->text);
    *r = (pl_rules){0};
}

/* -- in a model --------------------------------------------------------------------- */

static const char rules_section[] = "tokenizer", names_section[] = "sentences",
                  rows_section[] = "sentences.rows";

/* The learned boundaries of sentences, if the file has some. */
static int get_boundaries(pl_rules *r, const pl_sections *file, pl_error *err)
{
    enum { YES_OR_NO = 2 };
    int got = pl_classifier_get(&r->boundaries, file, names_section, rows_section, err);
    return got > 0 && r->boundaries.names.n != YES_OR_NO
               ? pl_sections_damaged(file, names_section, err)
               : got;
}

void pl_rules_put(const pl_rules *rules, pl_section_list *list)
{
    pl_sections_add_text(list, rules_section, &rules->text);
    if (rules->boundaries.names.n > 0)
        pl_classifier_put(&rules->boundaries, names_section, rows_section, list);
}

int pl_rules_from(pl_rules *rules, const pl_sections *file, pl_error *err)
{
    if (!pl_sections_has(file, rules_section))
        return 0;
    pl_str text = {0};
    pl_sections_text(file, rules_section, &text);
    int got = pl_rules_parse(rules, pl_sections_name(file), pl_str_text(&text), err);
    pl_str_release(&text);
    if (got == 0 && get_boundaries(rules, file, err) < 0) {
        pl_rules_release(rules);
        got = -1;
    }
    return got < 0 ? -1 : 1;
}
