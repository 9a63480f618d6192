/* The table of formats and the guessing among its rows; see format.h. */
#include "format/format.h"

#include <string.h>

/* In the order in which they are tried when the content decides. */
/* clang-format off */
const pl_format *const pl_formats[] = {
    &pl_format_plx, /* its texts may be those of other formats */
    &pl_format_discbracket,
    &pl_format_bracket,
    &pl_format_export,
    &pl_format_tigerxml,
    &pl_format_alpino,
    &pl_format_conllu,
    &pl_format_conllx,
    &pl_format_tokens,
    &pl_format_tagged,
    &pl_format_text,
    &pl_format_json,
    &pl_format_tsv,
    NULL,
};
/* clang-format on */

const char *const pl_has_name[PL_N_HAS] = {
    "constituents", "discontinuity",      "dependencies",        "tags",
    "lemmas",       "morphology",         "functions",           "secondary edges",
    "sentence ids", "comments",           "coarse tags",         "further fields",
    "head marks",   "the file's header",  "further heads",       "MISC",
    "raw text",     "places in the text", "the root's function",
};

/* Whether any of the addresses that were put together with | is not NULL. */
static unsigned if_any(uintptr_t addresses, unsigned has)
{
    return addresses != 0 ? has : 0;
}

/* Returns which functions the tree has: of nodes with a parent, and of the root. */
static unsigned which_functions(const pl_tree *t)
{
    unsigned has = 0;
    const unsigned both = PL_HAS_FUNCTIONS | PL_HAS_ROOT_FUNCTION;
    for (uint32_t i = t->n_nodes; i-- > 0 && has != both;)
        if (t->nodes[i].func != NULL)
            has |=
                t->nodes[i].parent == PL_NONE ? PL_HAS_ROOT_FUNCTION : PL_HAS_FUNCTIONS;
    return has;
}

/* Returns which columns the words have that only a few formats can hold. */
static unsigned which_columns(const pl_tree *t)
{
    uintptr_t deps = 0, misc = 0, end = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const pl_token *w = &t->tokens[i];
        deps |= (uintptr_t)w->deps;
        misc |= (uintptr_t)w->misc;
        end |= w->end;
    }
    return if_any(deps, PL_HAS_MORE_HEADS) | if_any(misc, PL_HAS_MISC) |
           if_any(end, PL_HAS_PLACES);
}

unsigned pl_tree_has(const pl_tree *t)
{
    uintptr_t lemma = 0, morph = 0, func = 0, attrs = 0, tag = 0, coarse = 0, rare = 0;
    uint32_t blocks = 0, head = PL_NONE;
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        const pl_node *n = &t->nodes[i];
        lemma |= (uintptr_t)n->lemma;
        morph |= (uintptr_t)n->morph;
        func |= (uintptr_t)n->func;
        attrs |= (uintptr_t)n->attrs;
        blocks |= n->blocks;
        head &= n->head;
    }
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const pl_token *w = &t->tokens[i];
        tag |= (uintptr_t)t->nodes[i].label;
        coarse |= (uintptr_t)w->coarse;
        rare |= (uintptr_t)w->deps | (uintptr_t)w->misc | w->end;
    }
    unsigned has = if_any(lemma, PL_HAS_LEMMAS) | if_any(morph, PL_HAS_MORPHOLOGY) |
                   if_any(attrs, PL_HAS_FIELDS) | if_any(tag, PL_HAS_TAGS) |
                   if_any(coarse, PL_HAS_COARSE_TAGS);
    has |= func != 0 ? which_functions(t) : 0;
    has |= rare != 0 ? which_columns(t) : 0;
    has |= blocks > 1 ? PL_HAS_DISCONTINUITY : 0;
    has |= head != PL_NONE ? PL_HAS_HEADS : 0;
    has |= t->root != PL_NONE ? PL_HAS_CONSTITUENTS : 0;
    has |= t->has_deps ? PL_HAS_DEPENDENCIES : 0;
    has |= t->edges != NULL ? PL_HAS_SECONDARY_EDGES : 0;
    has |= t->id != NULL ? PL_HAS_IDS : 0;
    has |= t->text != NULL ? PL_HAS_TEXT : 0;
    has |= t->lines != NULL ? PL_HAS_COMMENTS : 0;
    has |= t->attrs != NULL ? PL_HAS_FIELDS : 0;
    return has;
}

static bool is_in_list(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (size_t m; n > 0 && list != NULL && *list != '\0'; list += m + (list[m] == ' ')) {
        m = strcspn(list, " ");
        if (m == n && memcmp(list, name, n) == 0)
            return true;
    }
    return false;
}

static bool are_in_list(const char *list, const pl_attr *a)
{
    while (a != NULL && is_in_list(list, a->key))
        a = a->next;
    return a == NULL;
}

bool pl_format_holds_field(const pl_format *f, const char *name)
{
    return (f->holds & PL_HAS_FIELDS) != 0 || is_in_list(f->fields.sentence, name);
}

bool pl_format_holds_fields(const pl_format *f, const pl_tree *t)
{
    if (f->holds & PL_HAS_FIELDS)
        return true;
    bool holds = are_in_list(f->fields.sentence, t->attrs);
    for (uint32_t i = 0; i < t->n_nodes && holds; i++)
        holds = are_in_list(i < t->n_tokens ? f->fields.word : f->fields.node,
                            t->nodes[i].attrs);
    return holds;
}

/* Whether the name is one of the format's extensions, without the point. */
static bool is_extension(const pl_format *f, const char *name)
{
    size_t n = strlen(name);
    const char *e = f->extensions;
    while (*e != '\0') {
        size_t m = strcspn(e, " ");
        if (m == n + 1 && memcmp(e + 1, name, n) == 0)
            return true;
        e += m + (e[m] == ' ');
    }
    return false;
}

int pl_format_parse(const char *value, void *field, pl_error *error)
{
    const pl_format *found = pl_format_find(value);
    if (found == NULL)
        return pl_fail(error, PL_BAD_ARGUMENT, "a format");
    *(const pl_format **)field = found;
    return 0;
}

const char *pl_read_format_name(size_t i)
{
    const pl_format *const *f = pl_formats;
    while (*f != NULL && ((*f)->read == NULL || i-- > 0))
        f++;
    return *f != NULL ? (*f)->name : NULL;
}

const char *pl_write_format_name(size_t i)
{
    const pl_format *const *f = pl_formats;
    while (*f != NULL && ((*f)->write == NULL || i-- > 0))
        f++;
    return *f != NULL ? (*f)->name : NULL;
}

const pl_format *pl_format_find(const char *name)
{
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        if (strcmp((*f)->name, name) == 0)
            return *f;
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        if (is_extension(*f, name))
            return *f;
    return NULL;
}

size_t pl_format_extension(const pl_format *f, const char *path, size_t n)
{
    for (const char *e = f->extensions; *e != '\0';) {
        size_t m = strcspn(e, " ");
        if (n > m && strncmp(path + n - m, e, m) == 0)
            return m;
        e += m + (e[m] == ' ');
    }
    return 0;
}

const pl_format *pl_format_by_extension(const char *path)
{
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        if (pl_format_extension(*f, path, pl_unpacked_length(path)) > 0)
            return *f;
    return NULL;
}

/* The first readable format that is at least this sure of the content. */
static const pl_format *by_content(const char *bytes, size_t n, pl_sniffed sure)
{
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        if ((*f)->read != NULL && (*f)->sniff != NULL && (*f)->sniff(bytes, n) >= sure)
            return *f;
    return NULL;
}

/* Whether a blank line ends a sentence in there: something stands before it. */
static bool has_sentence(const char *bytes, size_t n)
{
    bool words = false, line = false; /* anything so far; on this line */
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] == '\n' && words && !line)
            return true;
        line = bytes[i] != '\n' && (line || strchr(" \t\r", bytes[i]) == NULL);
        words = words || line;
    }
    return false;
}

bool pl_format_settled(const char *bytes, size_t n)
{
    const pl_format *likely = by_content(bytes, n, PL_SNIFF_LIKELY);
    return by_content(bytes, n, PL_SNIFF_SURE) != NULL || likely == &pl_format_bracket ||
           has_sentence(bytes, n);
}

/* Returns true for .txt. Treebanks of all formats are published as .txt, so the marks of a format decide
 * before this extension. */
static bool may_hold_anything(const char *path)
{
    return pl_ends_in(path, pl_unpacked_length(path), ".txt");
}

const pl_format *pl_format_guess(const char *path, const char *bytes, size_t n,
                                 const pl_format **marked)
{
    const pl_format *sure = by_content(bytes, n, PL_SNIFF_SURE);
    const pl_format *named = pl_format_by_extension(path);
    if (named != NULL && (named->read == NULL || (sure != NULL && may_hold_anything(path))))
        named = NULL;
    bool sniffs = named != NULL && named->sniff != NULL;
    pl_sniffed found = sniffs ? named->sniff(bytes, n) : PL_SNIFF_OPEN;
    bool by_name = named != NULL && (n == 0 || found != PL_SNIFF_NO || sure == NULL);
    if (marked != NULL)
        *marked = by_name && found != PL_SNIFF_SURE ? sure : NULL;
    if (by_name)
        return named;
    if (sure != NULL)
        return sure;
    return n == 0 ? &pl_format_discbracket /* an empty treebank */
                  : by_content(bytes, n, PL_SNIFF_LIKELY);
}
