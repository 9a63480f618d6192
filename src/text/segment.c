/* The segmenter made from rules; see segment.h. */
#include "text/segment.h"

#include "text/split.h"

static void cut(const void *context, const char *text, size_t n, pl_segments *out)
{
    const pl_rules *r = context;
    pl_spans spans = {0};
    pl_tokenize(r, text, n, &spans);
    for (size_t from = 0; from < spans.n;) {
        size_t end = from + pl_split_sentence(r, text, &spans, from);
        for (; from < end; from++) {
            const pl_span *s = &spans.at[from];
            pl_segment w = {.begin = s->begin, .end = s->end, .last = from + 1 == end};
            w.before = s->flags & PL_SPAN_MARK_BEFORE ? r->mark : NULL;
            w.after = s->flags & PL_SPAN_MARK_AFTER ? r->mark : NULL;
            PL_PUSH(out, w);
        }
    }
    PL_VEC_RELEASE(&spans);
}

pl_segmenter pl_segmenter_of(const pl_rules *rules)
{
    return (pl_segmenter){rules, cut};
}

void pl_rules_put(const pl_rules *rules, pl_section_list *list)
{
    pl_sections_add_text(list, "tokenizer", &rules->text);
}

int pl_rules_from(pl_rules *rules, const pl_sections *file, pl_error *err)
{
    const char *bytes;
    size_t n;
    if (!pl_sections_find(file, "tokenizer", &bytes, &n))
        return 0;
    pl_str text = {0};
    pl_sections_text(file, "tokenizer", &text);
    int got = pl_rules_parse(rules, pl_sections_name(file), pl_str_text(&text), err);
    pl_str_release(&text);
    return got < 0 ? -1 : 1;
}
