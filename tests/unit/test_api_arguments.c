/* Every function of pleach.h is called with every combination of arguments that are as
 * they should be and ones that make no sense: NULL, numbers out of range. None crashes, and
 * where an argument that is needed is missing the error says so. The table has every
 * function that the library exports: tests/abi.txt knows their names. */
#include "unit.h"

#include "pleach.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define TREEBANK "tests/data/dutch.discbracket"

static const char text[] = "(S (VP (A 0=a) (B 2=b)) (C 1=c))\n";
static const char *const words[] = {"a", "b"}, *const steps[] = {"heads=negra"};
static const char *const treebanks_given[] = {TREEBANK};
static const uint32_t children[] = {0, 1};

/* What is shared by the calls, made once; and for each call anew. */
static struct {
    char model_path[40], out_path[40], edited_path[40];
    pl_model *model, *grammar;
    pl_train_options training;
    /* for each call */
    unsigned bad;    /* bit i: argument i makes no sense */
    uint32_t number; /* … and this is it, where it is a number */
    pl_error error;
    pl_treebank *in, *second;
    pl_sentence *s, *other;
    pl_corpus *corpus;
    pl_search *search;
    pl_parser *parser;
    pl_evaluation *e;
    pl_check *check, *checked; /* one that has run, too */
    pl_output *out;
    pl_constraints *constraints;
    pl_edition *edition;      /* only where one is asked for, as are the next */
    pl_parser *chart;
} c = {.model_path = "/tmp/pleach-arguments-XXXXXX",
       .out_path = "/tmp/pleach-arguments-XXXXXX",
       .edited_path = "/tmp/pleach-arguments-XXXXXX"};

#define IS_BAD(i)    ((c.bad >> (i)) & 1)
#define PTR(i, good) (IS_BAD(i) ? NULL : (good))
#define NUM(i, good) (IS_BAD(i) ? c.number : (uint32_t)(good))
#define ERR          (&c.error)

static int see_step(void *context, const pl_parse_step *step)
{
    return 0;
}

static int see_stage(void *context, const pl_parse_stage *stage)
{
    return 0;
}

static pl_sentence *unpack(bool nothing)
{
    size_t n;
    char *bytes = pl_sentence_pack(c.s, &n, ERR);
    pl_sentence *s = pl_sentence_unpack(nothing ? NULL : bytes, n, ERR);
    pl_text_free(bytes);
    return s;
}

static pl_edition *edition(void)
{
    if (c.edition == NULL)
        c.edition = pl_edition_open(c.edited_path, NULL);
    return c.edition;
}

static pl_parser *chart(void)
{
    c.chart = pl_parser_new(c.grammar);
    pl_sentence_free(pl_parser_parse_sentence(c.chart, c.s, NULL));
    return c.chart;
}

/* The objects that a call closes are not closed again. */
static pl_treebank *take_in(void)
{
    pl_treebank *in = c.in;
    c.in = NULL;
    return in;
}

static pl_edition *take_edition(void)
{
    pl_edition *e = edition();
    c.edition = NULL;
    return e;
}

static pl_sentence *take_s(void)
{
    pl_sentence *s = c.s;
    c.s = NULL;
    return s;
}

static pl_corpus *take_corpus(void)
{
    pl_corpus *corpus = c.corpus;
    c.corpus = NULL;
    return corpus;
}

static pl_search *take_search(void)
{
    pl_search *search = c.search;
    c.search = NULL;
    return search;
}

static pl_parser *take_parser(void)
{
    pl_parser *p = c.parser;
    c.parser = NULL;
    return p;
}

static pl_evaluation *take_e(void)
{
    pl_evaluation *e = c.e;
    c.e = NULL;
    return e;
}

static pl_check *take_check(void)
{
    pl_check *check = c.check;
    c.check = NULL;
    return check;
}

static pl_output *take_out(void)
{
    pl_output *out = c.out;
    c.out = NULL;
    return out;
}

static const pl_sentence *found;
static pl_statistics statistics;
static pl_comparison scores[3];
static const pl_check_options checking = {.methods = 1u << PL_CHECK_TAGS};
static uint32_t yield[8];
static size_t place;
static double score;

/* clang-format off */
#define CALLS(X) \
    /* function                       args  needed  the call */ \
    X(pl_version,                     0, 0x0,  pl_version()) \
    X(pl_set_out_of_memory,           1, 0x0,  pl_set_out_of_memory(NULL)) \
    X(pl_treebank_open,               2, 0x1,  pl_treebank_close(pl_treebank_open(PTR(0, TREEBANK), PTR(1, "discbracket"), ERR))) \
    X(pl_treebank_from_memory,        2, 0x1,  pl_treebank_close(pl_treebank_from_memory(PTR(0, text), sizeof text - 1, PTR(1, "discbracket"), ERR))) \
    X(pl_treebank_transform,          3, 0x7,  pl_treebank_transform(PTR(0, c.in), PTR(1, "heads"), PTR(2, "negra"), ERR)) \
    X(pl_treebank_next,               2, 0x3,  pl_treebank_next(PTR(0, c.in), PTR(1, &found), ERR)) \
    X(pl_treebank_format,             1, 0x0,  (void)pl_treebank_format(PTR(0, c.in))) \
    X(pl_treebank_close,              1, 0x0,  pl_treebank_close(PTR(0, take_in()))) \
    X(pl_sentence_copy,               1, 0x0,  pl_sentence_free(pl_sentence_copy(PTR(0, c.s)))) \
    X(pl_sentence_free,               1, 0x0,  pl_sentence_free(PTR(0, take_s()))) \
    X(pl_sentence_length,             1, 0x0,  pl_sentence_length(PTR(0, c.s))) \
    X(pl_sentence_nodes,              1, 0x0,  pl_sentence_nodes(PTR(0, c.s))) \
    X(pl_sentence_root,               1, 0x0,  pl_sentence_root(PTR(0, c.s))) \
    X(pl_sentence_id,                 1, 0x0,  pl_sentence_id(PTR(0, c.s))) \
    X(pl_sentence_raw,                1, 0x0,  pl_sentence_raw(PTR(0, c.s))) \
    X(pl_sentence_word,               2, 0x0,  pl_sentence_word(PTR(0, c.s), NUM(1, 0))) \
    X(pl_sentence_label,              2, 0x0,  pl_sentence_label(PTR(0, c.s), NUM(1, 0))) \
    X(pl_sentence_function,           2, 0x0,  pl_sentence_function(PTR(0, c.s), NUM(1, 0))) \
    X(pl_sentence_lemma,              2, 0x0,  pl_sentence_lemma(PTR(0, c.s), NUM(1, 0))) \
    X(pl_sentence_morphology,         2, 0x0,  pl_sentence_morphology(PTR(0, c.s), NUM(1, 0))) \
    X(pl_sentence_place,              4, 0x0,  pl_sentence_place(PTR(0, c.s), NUM(1, 0), PTR(2, &place), PTR(3, &place))) \
    X(pl_sentence_parent,             2, 0x0,  pl_sentence_parent(PTR(0, c.s), NUM(1, 0))) \
    X(pl_sentence_first_child,        2, 0x0,  pl_sentence_first_child(PTR(0, c.s), NUM(1, 3))) \
    X(pl_sentence_next_sibling,       2, 0x0,  pl_sentence_next_sibling(PTR(0, c.s), NUM(1, 0))) \
    X(pl_sentence_head_child,         2, 0x0,  pl_sentence_head_child(PTR(0, c.s), NUM(1, 3))) \
    X(pl_sentence_gap_degree,         2, 0x0,  pl_sentence_gap_degree(PTR(0, c.s), NUM(1, 3))) \
    X(pl_sentence_yield,              3, 0x0,  pl_sentence_yield(PTR(0, c.s), NUM(1, 3), PTR(2, yield), IS_BAD(2) ? 0 : 8)) \
    X(pl_sentence_head,               2, 0x0,  pl_sentence_head(PTR(0, c.s), NUM(1, 0))) \
    X(pl_sentence_confidence,         2, 0x0,  pl_sentence_confidence(PTR(0, c.s), NUM(1, 0))) \
    X(pl_sentence_head_confidence,    2, 0x0,  pl_sentence_head_confidence(PTR(0, c.s), NUM(1, 0))) \
    X(pl_sentence_relation,           2, 0x0,  pl_sentence_relation(PTR(0, c.s), NUM(1, 0))) \
    X(pl_search_new,                  4, 0x1,  pl_search_free(pl_search_new(PTR(0, "#n:[cat=\"VP\"]"), PTR(1, "T(#a) <- #a:[NT] ;"), PTR(2, &place), PTR(3, &place), ERR))) \
    X(pl_search_free,                 1, 0x0,  pl_search_free(PTR(0, take_search()))) \
    X(pl_search_variables,            1, 0x0,  pl_search_variables(PTR(0, c.search))) \
    X(pl_search_variable,             2, 0x0,  pl_search_variable(PTR(0, c.search), NUM(1, 0))) \
    X(pl_corpus_read,                 1, 0x1,  pl_corpus_free(pl_corpus_read(PTR(0, c.in), ERR))) \
    X(pl_corpus_size,                 1, 0x0,  (void)pl_corpus_size(PTR(0, c.corpus))) \
    X(pl_corpus_sentence,             2, 0x3,  pl_sentence_free(pl_corpus_sentence(PTR(0, c.corpus), NUM(1, 0), ERR))) \
    X(pl_corpus_format,               2, 0x0,  (void)pl_corpus_format(PTR(0, c.corpus), NUM(1, 0))) \
    X(pl_corpus_statistics,           4, 0x9,  pl_corpus_statistics(PTR(0, c.corpus), NUM(1, 0), NUM(2, 1), PTR(3, &statistics), ERR)) \
    X(pl_edition_pending,             1, 0x0,  (void)pl_edition_pending(PTR(0, TREEBANK))) \
    X(pl_edition_open,                1, 0x1,  pl_edition_close(pl_edition_open(PTR(0, c.edited_path), ERR))) \
    X(pl_edition_note,                1, 0x0,  pl_edition_note(PTR(0, edition()))) \
    X(pl_corpus_take,                 3, 0x1,  pl_corpus_free(pl_corpus_take(PTR(0, &c.in), 1, NUM(1, 7), PTR(2, &place), ERR))) \
    X(pl_corpus_of_words,             3, 0x7,  pl_corpus_free(pl_corpus_of_words(PTR(0, children), 2, PTR(1, "a"), 2, PTR(2, "A"), 2, ERR))) \
    X(pl_corpus_of,                   1, 0x1,  pl_corpus_free(pl_corpus_of(PTR(0, (const pl_sentence *const *)&c.s), 1, ERR))) \
    X(pl_corpus_columns,              1, 0x1,  pl_columns_free(pl_corpus_columns(PTR(0, c.corpus), ERR))) \
    X(pl_sentence_columns,            1, 0x1,  pl_columns_free(pl_sentence_columns(PTR(0, c.s), ERR))) \
    X(pl_columns_free,                0, 0x0,  pl_columns_free(NULL)) \
    X(pl_sentence_pack,               2, 0x3,  pl_text_free(pl_sentence_pack(PTR(0, c.s), PTR(1, &place), ERR))) \
    X(pl_sentence_unpack,             1, 0x1,  pl_sentence_free(unpack(IS_BAD(0)))) \
    X(pl_parser_parse_corpus,         2, 0x3,  pl_corpus_free(pl_parser_parse_corpus(PTR(0, c.parser), PTR(1, c.corpus), ERR))) \
    X(pl_edition_corpus,              1, 0x0,  pl_edition_corpus(PTR(0, edition()))) \
    X(pl_edition_check,               2, 0x3,  pl_edition_check(PTR(0, edition()), NUM(1, 0), ERR)) \
    X(pl_edition_replace,             3, 0x7,  pl_edition_replace(PTR(0, edition()), NUM(1, 0), PTR(2, c.s), ERR)) \
    X(pl_edition_bytes,               1, 0x0,  (void)pl_edition_bytes(PTR(0, edition()))) \
    X(pl_edition_unsaved,             1, 0x0,  (void)pl_edition_unsaved(PTR(0, edition()))) \
    X(pl_edition_save,                1, 0x1,  pl_edition_save(PTR(0, edition()), ERR)) \
    X(pl_edition_close,               1, 0x0,  pl_edition_close(PTR(0, take_edition()))) \
    X(pl_search_count_by,             4, 0x1,  pl_search_count_by(PTR(0, c.search), PTR(1, "#n.cat"), PTR(2, &place), PTR(3, &place), ERR)) \
    X(pl_search_key,                  2, 0x0,  pl_search_key(PTR(0, c.search), NUM(1, 0))) \
    X(pl_search_tally,                3, 0x3,  pl_search_tally(PTR(0, c.search), PTR(1, c.s), NUM(2, 1), ERR)) \
    X(pl_search_tally_at,             3, 0x7,  pl_search_tally_at(PTR(0, c.search), PTR(1, c.corpus), NUM(2, 0), ERR)) \
    X(pl_search_rows,                 1, 0x0,  (void)pl_search_rows(PTR(0, c.search))) \
    X(pl_search_row,                  4, 0x0,  pl_search_row(PTR(0, c.search), NUM(1, 0), PTR(2, &place), PTR(3, &place))) \
    X(pl_evaluation_json,             1, 0x1,  pl_text_free(pl_evaluation_json(PTR(0, c.e), ERR))) \
    X(pl_evaluation_json_of_last,     2, 0x1,  pl_text_free(pl_evaluation_json_of_last(PTR(0, c.e), NUM(1, 1), ERR))) \
    X(pl_model_is_grammar,            1, 0x0,  pl_model_is_grammar(PTR(0, c.model))) \
    X(pl_model_lines,                 2, 0x3,  pl_treebank_close(pl_model_lines(PTR(0, c.model), PTR(1, "a b"), 3, ERR))) \
    X(pl_model_names,                 0, 0x0,  pl_text_free(pl_model_names())) \
    X(pl_output_memory,               1, 0x1,  pl_text_free(pl_output_take(pl_output_memory(PTR(0, "export"), ERR), NULL))) \
    X(pl_output_take,                 1, 0x1,  pl_text_free(pl_output_take(PTR(0, pl_output_memory("export", NULL)), ERR))) \
    X(pl_parser_stages,               2, 0x3,  pl_parser_stages(PTR(0, chart()), 3, PTR(1, see_stage), NULL, ERR)) \
    X(pl_corpus_free,                 1, 0x0,  pl_corpus_free(PTR(0, take_corpus()))) \
    X(pl_search_find_at,              3, 0x7,  pl_search_find_at(PTR(0, c.search), PTR(1, c.corpus), NUM(2, 0), ERR)) \
    X(pl_search_find,                 3, 0x3,  pl_search_find(PTR(0, c.search), PTR(1, c.s), NUM(2, 1), ERR)) \
    X(pl_search_is_cut,               1, 0x0,  pl_search_is_cut(PTR(0, c.search))) \
    X(pl_search_until,                1, 0x0,  pl_search_until(PTR(0, c.search), 3600)) \
    X(pl_search_node,                 3, 0x0,  pl_search_node(PTR(0, c.search), NUM(1, 0), NUM(2, 0))) \
    X(pl_search_node_named,           3, 0x0,  pl_search_node_named(PTR(0, c.search), NUM(1, 0), PTR(2, "#n"))) \
    X(pl_sentence_new,                3, 0x1,  pl_sentence_free(pl_sentence_new(PTR(0, words), PTR(1, words), 2, PTR(2, "S"), ERR))) \
    X(pl_sentence_add,                3, 0x7,  pl_sentence_add(PTR(0, c.other), PTR(1, "NP"), PTR(2, children), 2, ERR)) \
    X(pl_sentence_move,               3, 0x7,  pl_sentence_move(PTR(0, c.s), NUM(1, 0), NUM(2, pl_sentence_root(c.s)), ERR)) \
    X(pl_sentence_remove,             2, 0x3,  pl_sentence_remove(PTR(0, c.s), NUM(1, pl_sentence_parent(c.s, 0)), ERR)) \
    X(pl_sentence_set,                4, 0xf,  pl_sentence_set(PTR(0, c.s), NUM(1, 0), (pl_node_field)NUM(2, PL_FIELD_WORD), PTR(3, "x"), ERR)) \
    X(pl_sentence_set_head,           2, 0x3,  pl_sentence_set_head(PTR(0, c.s), IS_BAD(1) ? 1000 : 0, 1, ERR)) \
    X(pl_sentence_set_head_child,     2, 0x3,  pl_sentence_set_head_child(PTR(0, c.s), NUM(1, pl_sentence_parent(c.s, 0)), 0, ERR)) \
    X(pl_sentence_transform,          2, 0x3,  pl_sentence_free(pl_sentence_transform(PTR(0, c.s), PTR(1, steps), 1, ERR))) \
    X(pl_output_open,                 2, 0x3,  pl_output_close(pl_output_open(PTR(0, "/dev/null"), PTR(1, "export"), ERR), NULL)) \
    X(pl_output_put,                  2, 0x3,  pl_output_put(PTR(0, c.out), PTR(1, c.s), ERR)) \
    X(pl_output_close,                1, 0x0,  pl_output_close(PTR(0, take_out()), ERR)) \
    X(pl_output_cancel,               1, 0x0,  pl_output_cancel(PTR(0, take_out()))) \
    X(pl_sentence_text,               2, 0x3,  pl_text_free(pl_sentence_text(PTR(0, c.s), PTR(1, "export"), ERR))) \
    X(pl_text_free,                   1, 0x0,  pl_text_free(NULL)) \
    X(pl_sentence_draw,               2, 0x3,  pl_text_free(pl_sentence_draw(PTR(0, c.s), PTR(1, "text"), ERR))) \
    X(pl_model_open,                  1, 0x0,  pl_model_close(pl_model_open(c.model_path, NULL, ERR))) \
    X(pl_model_about,                 1, 0x0,  pl_model_about(PTR(0, c.model))) \
    X(pl_model_has_tagger,            1, 0x0,  pl_model_has_tagger(PTR(0, c.model))) \
    X(pl_model_close,                 0, 0x0,  pl_model_close(NULL)) \
    X(pl_model_text,                  2, 0x3,  pl_treebank_close(pl_model_text(PTR(0, c.model), PTR(1, "a b"), 3, ERR))) \
    X(pl_model_read,                  3, 0x3,  pl_treebank_close(pl_model_read(PTR(0, c.model), PTR(1, TREEBANK), PTR(2, "discbracket"), ERR))) \
    X(pl_parser_new,                  1, 0x0,  pl_parser_free(pl_parser_new(PTR(0, c.model)))) \
    X(pl_parser_new_with,             2, 0x1,  pl_parser_free(pl_parser_new_with(PTR(0, c.model), PTR(1, &(pl_parse_options){.nbest = 2}), ERR))) \
    X(pl_parser_free,                 1, 0x0,  pl_parser_free(PTR(0, take_parser()))) \
    X(pl_parser_parse_words,          3, 0x3,  pl_sentence_free(pl_parser_parse_words(PTR(0, c.parser), PTR(1, words), PTR(2, words), 2, ERR))) \
    X(pl_parser_parse_sentence,       2, 0x3,  pl_sentence_free(pl_parser_parse_sentence(PTR(0, c.parser), PTR(1, c.s), ERR))) \
    X(pl_parser_tree,                 3, 0x0,  pl_sentence_free(pl_parser_tree(PTR(0, c.parser), NUM(1, 0), PTR(2, &score)))) \
    X(pl_parser_explain,              2, 0x3,  pl_text_free(pl_parser_explain(PTR(0, c.parser), NUM(1, 0), ERR))) \
    X(pl_parser_steps,                3, 0x7,  pl_parser_steps(PTR(0, c.parser), NUM(1, 0), 3, 3, PTR(2, see_step), NULL, ERR)) \
    X(pl_constraints_new,             0, 0x0,  pl_constraints_free(pl_constraints_new())) \
    X(pl_constraints_free,            1, 0x0,  pl_constraints_free(NULL)) \
    X(pl_constraints_put,             4, 0x7,  pl_constraints_put(PTR(0, c.constraints), PTR(1, "bracket"), PTR(2, children), 2, PL_NONE, PTR(3, "NP"), ERR)) \
    X(pl_constraints_put_sentence,    2, 0x3,  pl_constraints_put_sentence(PTR(0, c.constraints), PTR(1, c.s), pl_sentence_root(c.s), ERR)) \
    X(pl_constraints_put_json,        2, 0x3,  pl_constraints_put_json(PTR(0, c.constraints), PTR(1, "[]"), 2, ERR)) \
    X(pl_parser_constrain,            2, 0x1,  pl_parser_constrain(PTR(0, c.parser), PTR(1, c.constraints), ERR)) \
    X(pl_parser_tag_sentence,         2, 0x3,  pl_sentence_free(pl_parser_tag_sentence(PTR(0, c.parser), PTR(1, c.s), ERR))) \
    X(pl_train_defaults,              0, 0x0,  pl_train_defaults()) \
    X(pl_train,                       2, 0x3,  pl_train(PTR(0, treebanks_given), 1, NULL, PTR(1, c.out_path), &c.training, ERR)) \
    X(pl_evaluation_new,              1, 0x0,  pl_evaluation_free(pl_evaluation_new(NULL, ERR))) \
    X(pl_evaluation_add,              3, 0x3,  pl_evaluation_add(PTR(0, c.e), PTR(1, c.s), PTR(2, c.s), ERR)) \
    X(pl_evaluation_add_files,        3, 0x7,  pl_evaluation_add_files(PTR(0, c.e), PTR(1, TREEBANK), PTR(2, TREEBANK), ERR)) \
    X(pl_evaluation_sentences,        1, 0x0,  pl_evaluation_sentences(PTR(0, c.e))) \
    X(pl_evaluation_of_dependencies,  1, 0x0,  pl_evaluation_of_dependencies(PTR(0, c.e))) \
    X(pl_evaluation_all,              1, 0x0,  pl_evaluation_all(PTR(0, c.e))) \
    X(pl_evaluation_disc,             1, 0x0,  pl_evaluation_disc(PTR(0, c.e))) \
    X(pl_evaluation_functions,        1, 0x0,  pl_evaluation_functions(PTR(0, c.e))) \
    X(pl_evaluation_tagging,          1, 0x0,  pl_evaluation_tagging(PTR(0, c.e))) \
    X(pl_evaluation_attachment,       2, 0x0,  pl_evaluation_attachment(PTR(0, c.e), (int)NUM(1, 1))) \
    X(pl_evaluation_compare,          3, 0x7,  pl_evaluation_compare(PTR(0, c.e), PTR(1, c.e), 10, 1, PTR(2, scores), ERR)) \
    X(pl_evaluation_free,             1, 0x0,  pl_evaluation_free(PTR(0, take_e()))) \
    X(pl_check_new,                   1, 0x0,  pl_check_free(pl_check_new(PTR(0, &checking), ERR))) \
    X(pl_check_add,                   4, 0x3,  pl_check_add(PTR(0, c.check), PTR(1, c.s), PTR(2, "file"), NUM(3, 1), ERR)) \
    X(pl_check_add_treebank,          2, 0x3,  pl_check_add_treebank(PTR(0, c.check), PTR(1, c.in), ERR)) \
    X(pl_check_left_out,              1, 0x0,  pl_check_left_out(PTR(0, c.check))) \
    X(pl_check_run,                   1, 0x1,  pl_check_run(PTR(0, c.check), ERR)) \
    X(pl_check_finding,               2, 0x0,  pl_check_finding(PTR(0, c.checked), NUM(1, 0))) \
    X(pl_check_free,                  1, 0x0,  pl_check_free(PTR(0, take_check()))) \
    X(pl_treebank_statistics,         2, 0x3,  pl_treebank_statistics(PTR(0, c.in), PTR(1, &statistics), ERR)) \
    X(pl_treebank_fragments,          2, 0x1,  pl_text_free(pl_treebank_fragments(PTR(0, c.in), PTR(1, c.second), NULL, ERR))) \
    X(pl_treebank_grammar,            3, 0x7,  pl_treebank_grammar(PTR(0, c.in), PTR(1, "plcfrs"), PTR(2, c.out_path), NULL, ERR)) \
    X(pl_format_name,                 1, 0x0,  pl_format_name(NUM(0, 0))) \
    X(pl_transform_name,              1, 0x0,  pl_transform_name(NUM(0, 0))) \
    X(pl_grammar_kind_name,           1, 0x0,  pl_grammar_kind_name(NUM(0, 0))) \
    X(pl_check_method_name,           1, 0x0,  pl_check_method_name(NUM(0, 0)))
/* clang-format on */

#define DEFINE(NAME, ARGS, NEEDED, CALL)                                                 \
    static void call_##NAME(void)                                                        \
    {                                                                                    \
        (void)(CALL);                                                                    \
    }
CALLS(DEFINE)

static const struct row {
    const char *name;
    unsigned n_args, needed;
    void (*call)(void);
} rows[] = {
#define ROW(NAME, ARGS, NEEDED, CALL) {#NAME, ARGS, NEEDED, call_##NAME},
    CALLS(ROW)};
enum { N_ROWS = sizeof rows / sizeof *rows };

static pl_treebank *open_text(void)
{
    return pl_treebank_from_memory(text, sizeof text - 1, "discbracket", NULL);
}

static void begin_call(void)
{
    const pl_sentence *s;
    c.in = open_text();
    c.second = open_text();
    pl_treebank *one = open_text();
    assert_int_equal(pl_treebank_next(one, &s, NULL), 1);
    c.s = pl_sentence_copy(s);
    c.other = pl_sentence_new(words, NULL, 2, "S", NULL);
    pl_treebank_close(one);
    one = open_text();
    c.corpus = pl_corpus_read(one, NULL);
    pl_treebank_close(one);
    c.search = pl_search_new("#n:[cat=\"VP\"]", NULL, NULL, NULL, NULL);
    pl_search_find(c.search, c.s, 1, NULL);
    c.parser = pl_parser_new(c.model);
    c.constraints = pl_constraints_new();
    c.e = pl_evaluation_new(NULL, NULL);
    pl_evaluation_add(c.e, c.s, c.s, NULL);
    c.check = pl_check_new(NULL, NULL);
    c.checked = pl_check_new(&checking, NULL);
    pl_check_add(c.checked, c.s, NULL, 1, NULL);
    pl_check_run(c.checked, NULL);
    c.out = pl_output_open("/dev/null", "export", NULL);
    pl_sentence_free(pl_parser_parse_sentence(c.parser, c.s, NULL));
    memset(&c.error, 0, sizeof c.error);
}

static void end_call(void)
{
    pl_treebank_close(c.in);
    pl_treebank_close(c.second);
    pl_sentence_free(c.s);
    pl_sentence_free(c.other);
    pl_corpus_free(c.corpus);
    pl_search_free(c.search);
    pl_parser_free(c.parser);
    pl_constraints_free(c.constraints);
    pl_evaluation_free(c.e);
    pl_check_free(c.check);
    pl_check_free(c.checked);
    pl_output_close(c.out, NULL);
    pl_edition_close(c.edition);
    pl_parser_free(c.chart);
    c.edition = NULL;
    c.chart = NULL;
}

static void any_argument_may_be_nonsense(void **unused)
{
    (void)unused;
    static const uint32_t numbers[] = {1000, PL_NONE, PL_ROOT_HEAD};
    for (const struct row *r = rows; r < rows + N_ROWS; r++)
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            for (c.bad = 0; c.bad < 1u << r->n_args; c.bad++) {
                c.number = numbers[i];
                begin_call();
                r->call();
                bool missing = (c.bad & r->needed) != 0;
                if (missing ? c.error.code != PL_BAD_ARGUMENT || c.error.text[0] == '\0'
                            : c.error.code != PL_OK)
                    fail_msg("%s, bad arguments %x: code %d, '%s'", r->name, c.bad,
                             (int)c.error.code, c.error.text);
                end_call();
            }
}

static void no_function_is_missing(void **unused)
{
    (void)unused;
    char line[200];
    size_t n = 0;
    FILE *list = fopen("tests/abi.txt", "r");
    assert_non_null(list);
    while (fgets(line, sizeof line, list) != NULL) {
        size_t i = 0;
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "pl_", 3) != 0)
            continue;
        while (i < N_ROWS && strcmp(rows[i].name, line) != 0)
            i++;
        if (i == N_ROWS)
            fail_msg("%s is not called here", line);
        n++;
    }
    fclose(list);
    assert_int_equal(n, N_ROWS);
}

static int setup(void **unused)
{
    (void)unused;
    pl_error error;
    close(mkstemp(c.model_path));
    close(mkstemp(c.out_path));
    c.training = pl_train_defaults();
    c.training.epochs = c.training.tag_epochs = 1;
    c.training.tagger = 1;
    c.training.beam = 1;
    if (pl_train(treebanks_given, 1, NULL, c.model_path, &c.training, &error) < 0)
        fail_msg("%s", error.text);
    c.model = pl_model_open(c.model_path, NULL, &error);
    pl_treebank *in = open_text();
    pl_treebank_grammar(in, "plcfrs", c.out_path, NULL, &error);
    pl_treebank_close(in);
    c.grammar = pl_model_open(c.out_path, NULL, &error);
    int file = mkstemp(c.edited_path);
    bool written = write(file, text, sizeof text - 1) == sizeof text - 1;
    close(file);
    return c.model != NULL && c.grammar != NULL && written ? 0 : -1;
}

static int teardown(void **unused)
{
    (void)unused;
    pl_model_close(c.model);
    pl_model_close(c.grammar);
    unlink(c.model_path);
    unlink(c.out_path);
    unlink(c.edited_path);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_argument_may_be_nonsense),
        cmocka_unit_test(no_function_is_missing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
