/* Attachment scores as tables; see report_deps.h. */
#include "report_deps.h"

#include "eval/details.h"

#include <stdio.h>

enum { FIRST = 24, COLUMN = 16, CONFUSED = 3, TOP = 20 };

/* -- the table of scores ------------------------------------------------------------ */

typedef double (*score)(const pl_deps *d, const pl_dep_counts *c);

static double exact(const pl_deps *d, const pl_dep_counts *c)
{
    return pl_percent(c->exact, d->sentences);
}

static double exact_heads(const pl_deps *d, const pl_dep_counts *c)
{
    return pl_percent(c->exact_heads, d->sentences);
}

/* clang-format off */
static const struct {
    const char *name, *key;
    score score;
} rows[] = {
    {"UAS",                "uas",         pl_dep_uas},
    {"LAS",                "las",         pl_dep_las},
    {"label accuracy",     "label",       pl_dep_label},
    {"CLAS",               "clas",        pl_dep_clas},
    {"exact match",        "exact",       exact},
    {"exact match, heads", "exact_heads", exact_heads},
};
/* clang-format on */
enum { N_ROWS = sizeof rows / sizeof *rows };

static void show_number(const char *name, uint64_t n)
{
    printf("%-*s%*llu\n", FIRST, name, COLUMN, (unsigned long long)n);
}

static void show_scores(const pl_deps *d, bool no_punct)
{
    const pl_dep_counts *sets[2] = {no_punct ? &d->no_punct : &d->all,
                                    no_punct ? &d->all : &d->no_punct};
    show_number("sentences", d->sentences);
    if (d->missing > 0)
        show_number("without candidate", d->missing);
    printf("\n%-*s%*s%*s\n", FIRST, "", COLUMN, no_punct ? "no punctuation" : "all words",
           COLUMN, no_punct ? "all words" : "no punctuation");
    printf("%-*s%*llu%*llu\n", FIRST, "words", COLUMN, (unsigned long long)sets[0]->gold,
           COLUMN, (unsigned long long)sets[1]->gold);
    if (d->differ) {
        printf("%-*s%*llu%*llu\n", FIRST, "words of the candidate", COLUMN,
               (unsigned long long)sets[0]->candidate, COLUMN,
               (unsigned long long)sets[1]->candidate);
        printf("%-*s%*llu%*llu\n", FIRST, "aligned", COLUMN,
               (unsigned long long)sets[0]->aligned, COLUMN,
               (unsigned long long)sets[1]->aligned);
    }
    for (size_t i = 0; i < N_ROWS; i++) {
        printf("%-*s", FIRST, rows[i].name);
        for (int k = 0; k < 2; k++)
            show_percent(rows[i].score(d, sets[k]), COLUMN);
        putchar('\n');
    }
    printf("\n%-*s", FIRST, "crossing-edge recall");
    show_percent(pl_percent(d->crossing_right, d->crossing), COLUMN);
    printf("   %llu of %llu arcs\n", (unsigned long long)d->crossing_right,
           (unsigned long long)d->crossing);
}

/* -- tables ------------------------------------------------------------------------- */

static void show_labels(const pl_deps *d)
{
    show_counts_header("relation", 16, "LAS");
    printf("%9s%9s   taken for\n", "UAS", "label");
    for (size_t i = 0; i < d->labels.n; i++) {
        const pl_dep_row *r = &d->labels.at[i];
        show_text(shown_name(d->names.labels.at[r->name]), 16);
        show_counts(&r->both);
        show_percent(pl_percent(r->heads, r->both.gold), 9);
        show_percent(pl_percent(r->labels, r->both.gold), 9);
        size_t shown = 0;
        for (size_t k = 0; k < d->confusions.cells.n && shown < CONFUSED; k++)
            if (d->confusions.cells.at[k].gold == r->name)
                printf(
                    "%s%s %llu", shown++ == 0 ? "   " : ", ",
                    shown_name(d->names.labels.at[d->confusions.cells.at[k].candidate]),
                    (unsigned long long)d->confusions.cells.at[k].n);
        putchar('\n');
    }
}

static void show_tags(const pl_deps *d)
{
    printf("\n%-16s%9s%9s%9s%9s\n", "tag", "gold", "UAS", "LAS", "label");
    for (size_t i = 0; i < d->tags.n; i++) {
        const pl_dep_row *r = &d->tags.at[i];
        if (r->both.gold == 0)
            continue;
        show_text(shown_name(d->names.tags.at[r->name]), 16);
        printf("%9llu", (unsigned long long)r->both.gold);
        show_percent(pl_percent(r->heads, r->both.gold), 9);
        show_percent(pl_percent(r->both.matched, r->both.gold), 9);
        show_percent(pl_percent(r->labels, r->both.gold), 9);
        putchar('\n');
    }
}

static void show_distances(const pl_deps *d)
{
    show_counts_header("distance", 16, "heads");
    putchar('\n');
    for (size_t i = 0; i < PL_DISTANCES; i++) {
        printf("%-16s", pl_distance_names[i]);
        show_counts(&d->distances[i]);
        putchar('\n');
    }
}

static void show_lengths(const pl_deps *d)
{
    printf("\n%-16s%10s%9s%9s%9s\n", "by length", "sentences", "UAS", "LAS", "exact");
    for (size_t i = 0; i < PL_LENGTH_BINS; i++) {
        const pl_dep_counts *c = &d->by_length[i];
        if (d->sentences_by_length[i] == 0)
            continue;
        char name[24];
        uint32_t low = i == 0 ? 1 : pl_length_ends[i - 1] + 1;
        if (pl_length_ends[i] == UINT32_MAX)
            snprintf(name, sizeof name, "%u+", low);
        else
            snprintf(name, sizeof name, "%u-%u", low, pl_length_ends[i]);
        printf("%-16s%10llu", name, (unsigned long long)d->sentences_by_length[i]);
        show_percent(pl_dep_uas(d, c), 9);
        show_percent(pl_dep_las(d, c), 9);
        show_percent(pl_percent(c->exact, d->sentences_by_length[i]), 9);
        putchar('\n');
    }
}

static void show_errors(const pl_deps *d)
{
    uint64_t lost = d->all.gold - d->all.both;
    printf("\n%-16s%9s%9s%10s%12s%12s\n", "by relation", "gold", "wrong", "% of all",
           "wrong head", "wrong label");
    for (size_t i = 0; i < d->labels.n; i++) {
        const pl_dep_row *r = &d->labels.at[i];
        uint64_t wrong = r->both.gold - r->both.matched;
        if (wrong == 0)
            continue;
        show_text(shown_name(d->names.labels.at[r->name]), 16);
        printf("%9llu%9llu", (unsigned long long)r->both.gold, (unsigned long long)wrong);
        show_percent(pl_percent(wrong, lost), 10);
        printf("%12llu%12llu\n", (unsigned long long)(r->both.gold - r->heads),
               (unsigned long long)(r->both.gold - r->labels));
    }
    show_distances(d);
    show_lengths(d);
    if (d->confusions.cells.n > 0)
        printf("\nrelations taken for others\n");
    for (size_t i = 0; i < d->confusions.cells.n && i < TOP; i++) {
        const pl_confusion *c = &d->confusions.cells.at[i];
        show_text(shown_name(d->names.labels.at[c->gold]), 16);
        printf("as ");
        show_text(shown_name(d->names.labels.at[c->candidate]), 16);
        printf("%6llu\n", (unsigned long long)c->n);
    }
}

static void show_sentences(const pl_deps *d, bool no_punct)
{
    printf("%8s%7s%7s%7s%9s%9s%6s  %s\n", "sentence", "words", "heads", "both", "UAS",
           "LAS", "exact", "id");
    for (size_t i = 0; i < d->gold.sentences.n; i++) {
        const pl_dep_counts *c = &d->per_sentence.at[2 * i + no_punct];
        const char *id = d->gold.sentences.at[i].id;
        printf("%8zu%7llu%7llu%7llu", i + 1, (unsigned long long)c->gold,
               (unsigned long long)c->heads, (unsigned long long)c->both);
        show_percent(pl_percent(c->heads, c->gold), 9);
        show_percent(pl_percent(c->both, c->gold), 9);
        printf("%6s%s%s\n", c->exact > 0 ? "yes" : "no", id != NULL ? "  " : "",
               id != NULL ? id : "");
    }
    putchar('\n');
}

void report_deps(const eval_job *j, const pl_deps *d, bool no_punct)
{
    if (j->per_sentence)
        show_sentences(d, no_punct);
    show_scores(d, no_punct);
    if (j->per_label)
        show_labels(d);
    if (j->per_tag)
        show_tags(d);
    if (j->per_distance)
        show_distances(d);
    if (j->errors)
        show_errors(d);
}

void report_dep_line(const pl_deps *d)
{
    printf("%llu words, UAS ", (unsigned long long)d->all.gold);
    show_percent(pl_dep_uas(d, &d->all), 0);
    printf(", LAS ");
    show_percent(pl_dep_las(d, &d->all), 0);
    putchar('\n');
}

/* -- JSON --------------------------------------------------------------------------- */

static json_t *number(uint64_t n)
{
    return json_integer((json_int_t)n);
}

static void put_scores(json_t *to, const pl_deps *d, const pl_dep_counts *c)
{
    for (size_t i = 0; i < N_ROWS; i++)
        json_object_set_new(to, rows[i].key, json_percent(rows[i].score(d, c)));
}

static json_t *set_json(const pl_deps *d, const pl_dep_counts *c)
{
    json_t *set = json_object();
    json_object_set_new(set, "tokens", number(c->gold));
    put_scores(set, d, c);
    return set;
}

static json_t *counts_json(const char *key, const char *name, const pl_counts *c)
{
    return json_pack("{s:s, s:I, s:I, s:I, s:o, s:o, s:o}", key, name, "gold",
                     (json_int_t)c->gold, "candidate", (json_int_t)c->candidate,
                     "matched", (json_int_t)c->matched, "recall",
                     json_percent(pl_recall(c)), "precision",
                     json_percent(pl_precision(c)), "f1", json_percent(pl_f1(c)));
}

static json_t *rows_json(const char *key, const pl_dep_row *at, size_t n,
                         const pl_intern *names)
{
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++) {
        json_t *row = counts_json(key, names->at[at[i].name], &at[i].both);
        json_object_set_new(row, "uas",
                            json_percent(pl_percent(at[i].heads, at[i].both.gold)));
        json_object_set_new(row, "label_accuracy",
                            json_percent(pl_percent(at[i].labels, at[i].both.gold)));
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *distances_json(const pl_deps *d)
{
    json_t *list = json_array();
    for (size_t i = 0; i < PL_DISTANCES; i++)
        json_array_append_new(
            list, counts_json("distance", pl_distance_names[i], &d->distances[i]));
    return list;
}

static json_t *errors_json(const pl_deps *d)
{
    json_t *confusions = json_array(), *lengths = json_array();
    for (size_t i = 0; i < d->confusions.cells.n; i++) {
        const pl_confusion *c = &d->confusions.cells.at[i];
        json_array_append_new(
            confusions,
            json_pack("{s:s, s:s, s:I}", "gold", d->names.labels.at[c->gold], "candidate",
                      d->names.labels.at[c->candidate], "n", (json_int_t)c->n));
    }
    for (size_t i = 0; i < PL_LENGTH_BINS; i++) {
        json_t *row = set_json(d, &d->by_length[i]);
        uint64_t n = d->sentences_by_length[i];
        json_object_set_new(row, "from", number(i == 0 ? 1 : pl_length_ends[i - 1] + 1));
        json_object_set_new(row, "to",
                            pl_length_ends[i] == UINT32_MAX ? json_null()
                                                            : number(pl_length_ends[i]));
        json_object_set_new(row, "sentences", number(n));
        json_object_set_new(row, "exact",
                            json_percent(pl_percent(d->by_length[i].exact, n)));
        json_object_set_new(row, "exact_heads",
                            json_percent(pl_percent(d->by_length[i].exact_heads, n)));
        json_array_append_new(lengths, row);
    }
    return json_pack("{s:o, s:o, s:o, s:o}", "labels",
                     rows_json("label", d->labels.at, d->labels.n, &d->names.labels),
                     "distances", distances_json(d), "lengths", lengths,
                     "label_confusions", confusions);
}

static json_t *sentences_json(const pl_deps *d, bool no_punct)
{
    json_t *list = json_array();
    for (size_t i = 0; i < d->gold.sentences.n; i++) {
        const pl_dep_counts *c = &d->per_sentence.at[2 * i + no_punct];
        json_t *row = json_object();
        json_object_set_new(row, "sentence", number(i + 1));
        if (d->gold.sentences.at[i].id != NULL)
            json_object_set_new(row, "id", json_string(d->gold.sentences.at[i].id));
        json_object_set_new(row, "tokens", number(c->gold));
        json_object_set_new(row, "uas", json_percent(pl_percent(c->heads, c->gold)));
        json_object_set_new(row, "las", json_percent(pl_percent(c->both, c->gold)));
        json_array_append_new(list, row);
    }
    return list;
}

json_t *report_deps_json(const eval_job *j, const pl_deps *d, bool no_punct)
{
    json_t *top = json_object();
    json_object_set_new(top, "sentences", number(d->sentences));
    json_object_set_new(top, "tokens", number(d->all.gold));
    put_scores(top, d, no_punct ? &d->no_punct : &d->all);
    json_object_set_new(top, "crossing_recall",
                        json_percent(pl_percent(d->crossing_right, d->crossing)));
    json_object_set_new(top, "crossing_arcs", number(d->crossing));
    json_object_set_new(top, "ignore_punct", json_boolean(no_punct));
    json_object_set_new(top, "missing", number(d->missing));
    json_object_set_new(top, "aligned", d->differ ? number(d->all.aligned) : json_null());
    json_object_set_new(top, "all", set_json(d, &d->all));
    json_object_set_new(top, "no_punct", set_json(d, &d->no_punct));
    if (j->per_label)
        json_object_set_new(
            top, "labels",
            rows_json("label", d->labels.at, d->labels.n, &d->names.labels));
    if (j->per_tag)
        json_object_set_new(top, "tags",
                            rows_json("tag", d->tags.at, d->tags.n, &d->names.tags));
    if (j->per_distance)
        json_object_set_new(top, "distances", distances_json(d));
    if (j->errors)
        json_object_set_new(top, "errors", errors_json(d));
    if (j->per_sentence)
        json_object_set_new(top, "per_sentence", sentences_json(d, no_punct));
    return top;
}
