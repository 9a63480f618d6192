/* Constraints as lines and as JSON; see constraint_text.h. */
#include "format/constraint_text.h"

#include "base/alloc.h"
#include "base/intern.h"
#include "base/report.h"

#include <string.h>

enum {
    MOST_WORDS = 100000000, /* named in one file: a bound on memory */
    MOST_JSON = 1000000,    /* the same in one JSON text */
    NAMES_TOLD = 5,
};

typedef PL_VEC(uint32_t) numbers;

pl_constraint_kind pl_constraint_kind_of(const char *name, pl_error *err)
{
    pl_str known = {0};
    for (int k = 0; k < PL_N_CONSTRAINTS; k++) {
        if (strcmp(name, pl_constraint_names[k]) == 0) {
            pl_str_release(&known);
            return (pl_constraint_kind)k;
        }
        pl_str_printf(&known, "%s%s", k > 0 ? ", " : "", pl_constraint_names[k]);
    }
    pl_fail(err, PL_BAD_INPUT, "there is no constraint '%s', only %s", name, known.at);
    pl_str_release(&known);
    return PL_N_CONSTRAINTS;
}

static bool is_arc(pl_constraint_kind kind)
{
    return kind == PL_WANT_ARC || kind == PL_BAN_ARC;
}

/* -- lines ---------------------------------------------------------------------------- */

typedef struct entry {
    pl_constraints constraints;
    bool found; /* somebody has looked for it */
} entry;

struct pl_constraint_file {
    pl_intern sentences;
    PL_VEC(entry *) entries; /* the same numbers */
    size_t n_words;
};

/* A number of a word at *at, from 1. */
static bool scan(const char **at, uint32_t *value)
{
    return **at >= '0' && **at <= '9' && pl_scan_number(at, PL_MAX_TOKENS, value);
}

/* "1-3,5": false if it is something else. */
static bool scan_words(const char *at, numbers *out)
{
    for (out->n = 0;; at++) {
        uint32_t first, last;
        if (!scan(&at, &first) || first == 0)
            return false;
        last = first;
        if (*at == '-') {
            at++;
            if (!scan(&at, &last) || last < first)
                return false;
        }
        if (out->n + (last - first) >= PL_MAX_TOKENS)
            return false;
        for (uint32_t i = first; i <= last; i++)
            PL_PUSH(out, i - 1);
        if (*at != ',')
            return *at == '\0';
    }
}

/* "4->2": head and word. */
static bool scan_arc(const char *at, uint32_t *head, numbers *out)
{
    uint32_t word;
    out->n = 0;
    if (!scan(&at, head) || at[0] != '-' || at[1] != '>')
        return false;
    at += 2;
    if (!scan(&at, &word) || word == 0 || *at != '\0')
        return false;
    *head = *head == 0 ? PL_ROOT_HEAD : *head - 1;
    PL_PUSH(out, word - 1);
    return true;
}

static pl_constraints *entry_of(pl_constraint_file *f, const char *sentence)
{
    uint32_t id = pl_intern_add(&f->sentences, sentence);
    if (id == f->entries.n)
        PL_PUSH(&f->entries, pl_alloc_zero(1, sizeof(entry)));
    return &f->entries.at[id]->constraints;
}

enum { SENTENCE, KIND, WORDS, LABEL, N_FIELDS };

/* Adds the constraint of a line that is cut into fields. */
static int add_line(pl_constraint_file *f, const pl_in *in, char *const *fields,
                    numbers *words, pl_error *err)
{
    pl_constraint one = {.head = PL_NONE, .label = fields[LABEL]};
    one.kind = pl_constraint_kind_of(fields[KIND], err);
    if (one.kind == PL_N_CONSTRAINTS)
        return pl_fail_prefix(err, "%s:%zu: ", pl_in_name(in), pl_in_line_number(in));
    bool good = is_arc(one.kind) ? scan_arc(fields[WORDS], &one.head, words)
                                 : scan_words(fields[WORDS], words);
    if (!good)
        return pl_in_fail(in, err, PL_BAD_INPUT, "'%s' is no %s", fields[WORDS],
                          is_arc(one.kind) ? "arc HEAD->WORD, such as 4->2 or 0->4"
                                           : "list of words, such as 1-3,5");
    f->n_words += words->n;
    if (f->n_words > MOST_WORDS)
        return pl_in_fail(in, err, PL_TOO_LARGE, "constraints on more than %d words",
                          MOST_WORDS);
    one.words = words->at;
    one.n = (uint32_t)words->n;
    pl_constraints_add(entry_of(f, fields[SENTENCE]), &one);
    return 0;
}

/* Cuts a line at its tabs, in place; 0 if it has too many or too few fields. */
static bool cut(char *line, char **fields)
{
    uint32_t n = 0;
    for (char *next = line; next != NULL && n < N_FIELDS; n++) {
        fields[n] = next;
        next = strchr(next, '\t');
        if (next != NULL)
            *next++ = '\0';
        if (next != NULL && n + 1 == N_FIELDS)
            return false;
    }
    for (uint32_t k = n; k < N_FIELDS; k++)
        fields[k] = NULL;
    if (fields[LABEL] != NULL && fields[LABEL][0] == '\0')
        fields[LABEL] = NULL;
    return n > WORDS && fields[SENTENCE][0] != '\0';
}

static int read_line(pl_constraint_file *f, const pl_in *in, char *line, numbers *words,
                     pl_error *err)
{
    char *fields[N_FIELDS];
    if (line[0] == '\0' || line[0] == '#')
        return 0;
    if (!cut(line, fields))
        return pl_in_fail(in, err, PL_BAD_INPUT,
                          "a constraint has three or four fields with tabs between them: "
                          "sentence, kind, words, label");
    return add_line(f, in, fields, words, err);
}

pl_constraint_file *pl_constraint_file_read(pl_in *in, pl_error *err)
{
    pl_constraint_file *f = pl_alloc_zero(1, sizeof *f);
    pl_str copy = {0};
    numbers words = {0};
    const char *line;
    size_t n;
    int got;
    while ((got = pl_in_line(in, &line, &n, err)) > 0) {
        pl_str_clear(&copy);
        pl_str_put(&copy, line, n);
        if (copy.n > 0 && read_line(f, in, copy.at, &words, err) < 0) {
            got = -1;
            break;
        }
    }
    pl_str_release(&copy);
    PL_VEC_RELEASE(&words);
    if (got == 0)
        return f;
    pl_constraint_file_close(f);
    return NULL;
}

pl_constraint_file *pl_constraint_file_open(const char *path, pl_error *err)
{
    pl_in *in = pl_in_open(path, err);
    pl_constraint_file *f = in != NULL ? pl_constraint_file_read(in, err) : NULL;
    pl_in_close(in);
    return f;
}

void pl_constraint_file_close(pl_constraint_file *f)
{
    if (f == NULL)
        return;
    for (size_t i = 0; i < f->entries.n; i++) {
        pl_constraints_release(&f->entries.at[i]->constraints);
        free(f->entries.at[i]);
    }
    PL_VEC_RELEASE(&f->entries);
    pl_intern_release(&f->sentences);
    free(f);
}

const pl_constraints *pl_constraint_file_find(pl_constraint_file *f, const char *sentence)
{
    uint32_t id = pl_intern_find(&f->sentences, sentence);
    if (id == PL_NONE)
        return NULL;
    f->entries.at[id]->found = true;
    return &f->entries.at[id]->constraints;
}

size_t pl_constraint_file_unused(const pl_constraint_file *f, pl_str *names)
{
    size_t n = 0;
    for (size_t i = 0; i < f->entries.n; i++)
        if (!f->entries.at[i]->found && n++ < NAMES_TOLD)
            pl_str_printf(names, "%s%s", n > 1 ? ", " : "", f->sentences.at[i]);
    if (n > NAMES_TOLD)
        pl_str_puts(names, " …");
    return n;
}

/* -- JSON ----------------------------------------------------------------------------- */

static bool get_number(const pl_value *value, uint32_t *out)
{
    long long n = pl_value_integer(value);
    *out = (uint32_t)n;
    return pl_value_is(value, PL_JSON_INTEGER) && n >= 0 && n <= PL_MAX_TOKENS;
}

static bool get_words(const pl_value *list, numbers *out)
{
    uint32_t word;
    for (size_t i = 0; i < pl_value_size(list); i++) {
        if (!get_number(list->items[i], &word))
            return false;
        PL_PUSH(out, word);
    }
    return pl_value_is(list, PL_JSON_LIST);
}

/* Runs of words [from, end). */
static bool get_blocks(const pl_value *list, numbers *out)
{
    uint32_t from, end;
    for (size_t i = 0; i < pl_value_size(list); i++) {
        const pl_value *block = list->items[i];
        if (pl_value_size(block) != 2 || !get_number(block->items[0], &from) ||
            !get_number(block->items[1], &end) || from >= end ||
            out->n + (end - from) > MOST_JSON)
            return false;
        for (; from < end; from++)
            PL_PUSH(out, from);
    }
    return pl_value_is(list, PL_JSON_LIST);
}

static bool get_head(const pl_value *value, uint32_t *out)
{
    if (pl_value_integer(value) == -1) {
        *out = PL_ROOT_HEAD;
        return true;
    }
    return get_number(value, out);
}

static int add_object(pl_constraints *c, const pl_value *object, numbers *words,
                      pl_error *err)
{
    const char *kind = pl_value_text(pl_value_get(object, "kind"));
    const pl_value *label = pl_value_get(object, "label");
    const pl_value *list = pl_value_get(object, "words");
    const pl_value *blocks = pl_value_get(object, "blocks");
    pl_constraint one = {.head = PL_NONE, .label = pl_value_text(label)};
    if (kind == NULL)
        return pl_fail(err, PL_BAD_INPUT, "it has no \"kind\"");
    one.kind = pl_constraint_kind_of(kind, err);
    if (one.kind == PL_N_CONSTRAINTS)
        return -1;
    if (label != NULL && label->kind != PL_JSON_NULL && one.label == NULL)
        return pl_fail(err, PL_BAD_INPUT, "its \"label\" is no text");
    if (!(blocks != NULL ? get_blocks(blocks, words) : get_words(list, words)))
        return pl_fail(err, PL_BAD_INPUT,
                       "it has no \"words\", a list of numbers from 0, nor \"blocks\"");
    if (is_arc(one.kind) && !get_head(pl_value_get(object, "head"), &one.head))
        return pl_fail(err, PL_BAD_INPUT,
                       "it has no \"head\", the number of a word or -1 for the root");
    one.words = words->at;
    one.n = (uint32_t)words->n;
    pl_constraints_add(c, &one);
    return 0;
}

int pl_constraints_add_json(pl_constraints *c, const char *bytes, size_t n, pl_error *err)
{
    pl_report *parsed = pl_report_parse(bytes, n, err);
    if (parsed == NULL)
        return pl_fail_prefix(err, "constraints: ");
    const pl_value *list = parsed->root;
    numbers words = {0};
    size_t n_words = 0;
    int status = 0;
    if (list->kind != PL_JSON_LIST)
        status = pl_fail(err, PL_BAD_INPUT, "constraints are a list of objects");
    for (size_t i = 0; i < pl_value_size(list) && status == 0; i++) {
        words.n = 0;
        if ((status = add_object(c, list->items[i], &words, err)) < 0)
            pl_fail_prefix(err, "constraint %zu of the list: ", i + 1);
        n_words += words.n;
        if (status == 0 && n_words > MOST_JSON)
            status = pl_fail(err, PL_TOO_LARGE, "constraints on more than %d words",
                             MOST_JSON);
    }
    PL_VEC_RELEASE(&words);
    pl_report_free(parsed);
    return status;
}
