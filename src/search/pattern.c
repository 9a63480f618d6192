/* Patterns by PCRE2, and what is remembered of them; see pattern.h. */
#include "search/pattern.h"

#include "base/alloc.h"
#include "base/intern.h"
#include "base/vec.h"

#include <stdint.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

enum {
    MATCH_STEPS = 1000000,  /* of PCRE2 for one value */
    MATCH_HEAP = 16 * 1024, /* KiB */
    REMEMBERED = 20000,     /* values; more are forgotten */
    LONGEST = 64,           /* bytes of a value that is worth remembering */
};

struct pl_pattern {
    pcre2_code *code;
    char *text;
};

struct pl_pattern_state {
    const pl_pattern *pattern;
    pcre2_match_data *data;
    pcre2_match_context *limits;
    pl_intern values;
    PL_VEC(unsigned char) results; /* [values.n] */
};

static void fail_with(int code, pl_error *err)
{
    char message[256];
    if (pcre2_get_error_message(code, (PCRE2_UCHAR *)message, sizeof message) < 0)
        message[0] = '\0';
    pl_fail(err, PL_BAD_ARGUMENT, "%s", message);
}

/* Memory for PCRE2, which never runs out: see alloc.h. */
static void *take(size_t size, void *unused)
{
    return pl_alloc(size);
}

static void give_back(void *memory, void *unused)
{
    free(memory);
}

pl_pattern *pl_pattern_new(const char *text, size_t n, bool ignore_case, size_t *where,
                           pl_error *err)
{
    int code;
    uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_ANCHORED | PCRE2_ENDANCHORED |
                       PCRE2_NEVER_BACKSLASH_C | (ignore_case ? PCRE2_CASELESS : 0);
    pcre2_general_context *memory = pcre2_general_context_create(take, give_back, NULL);
    pcre2_compile_context *context = pcre2_compile_context_create(memory);
    pcre2_code *compiled =
        pcre2_compile((PCRE2_SPTR)text, n, options, &code, where, context);
    pcre2_compile_context_free(context);
    pcre2_general_context_free(memory);
    if (compiled == NULL) {
        fail_with(code, err);
        return NULL;
    }
    pl_pattern *p = pl_alloc_zero(1, sizeof *p);
    p->code = compiled;
    p->text = pl_alloc(n + 1);
    memcpy(p->text, text, n);
    p->text[n] = '\0';
    return p;
}

void pl_pattern_free(pl_pattern *p)
{
    if (p == NULL)
        return;
    pcre2_code_free(p->code);
    free(p->text);
    free(p);
}

pl_pattern_state *pl_pattern_state_new(const pl_pattern *p)
{
    pl_pattern_state *s = pl_alloc_zero(1, sizeof *s);
    s->pattern = p;
    pcre2_general_context *memory = pcre2_general_context_create(take, give_back, NULL);
    s->data = pcre2_match_data_create(1, memory);
    s->limits = pcre2_match_context_create(memory);
    pcre2_general_context_free(memory);
    pcre2_set_match_limit(s->limits, MATCH_STEPS);
    pcre2_set_heap_limit(s->limits, MATCH_HEAP);
    return s;
}

static int match(pl_pattern_state *s, const char *value, size_t n, pl_error *err)
{
    int got =
        pcre2_match(s->pattern->code, (PCRE2_SPTR)value, n, 0, 0, s->data, s->limits);
    if (got >= 0 || got == PCRE2_ERROR_NOMATCH)
        return got >= 0;
    if (got <= PCRE2_ERROR_UTF8_ERR1 && got >= PCRE2_ERROR_UTF8_ERR21)
        return 0; /* a value that is no text matches nothing */
    pl_error why;
    fail_with(got, &why);
    return pl_fail(err, PL_TOO_LARGE, "the regex /%s/ on '%.60s': %s", s->pattern->text,
                   value, why.text);
}

int pl_pattern_match(pl_pattern_state *s, const char *value, pl_error *err)
{
    size_t n = strlen(value);
    if (n > LONGEST)
        return match(s, value, n, err);
    uint32_t known = s->values.n, id = pl_intern_add_n(&s->values, value, n);
    if (id < known)
        return s->results.at[id];
    int got = match(s, value, n, err);
    PL_PUSH(&s->results, (unsigned char)(got > 0));
    if (got < 0 || s->values.n > REMEMBERED) {
        pl_intern_clear(&s->values);
        s->results.n = 0;
    }
    return got;
}

void pl_pattern_state_free(pl_pattern_state *s)
{
    if (s == NULL)
        return;
    pcre2_match_data_free(s->data);
    pcre2_match_context_free(s->limits);
    pl_intern_release(&s->values);
    PL_VEC_RELEASE(&s->results);
    free(s);
}
