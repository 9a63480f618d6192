/* Parses a file with one model and several threads, and writes the trees in the order of
 * the sentences.
 *
 *     cc -pthread threads.c $(pkg-config --cflags --libs pleach) -o threads
 *     ./threads MODEL FILE [THREADS] */
#include <pleach.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_THREADS = 64, MAX_SENTENCES = 100000 };

typedef struct work {
    const pl_model *model;
    pl_sentence *sentences[MAX_SENTENCES]; /* each becomes its tree */
    size_t n, next;
    pthread_mutex_t lock; /* of `next` */
} work;

/* The number of a sentence that nobody else has. */
static size_t take(work *w)
{
    pthread_mutex_lock(&w->lock);
    size_t i = w->next < w->n ? w->next++ : w->n;
    pthread_mutex_unlock(&w->lock);
    return i;
}

static void *parse(void *argument)
{
    work *w = argument;
    pl_parser *parser = pl_parser_new(w->model);
    for (size_t i; (i = take(w)) < w->n;) {
        pl_sentence *tree = pl_parser_parse_sentence(parser, w->sentences[i], NULL);
        pl_sentence_free(w->sentences[i]);
        w->sentences[i] = tree;
    }
    pl_parser_free(parser);
    return NULL;
}

static int read_file(work *w, const char *path, pl_error *error)
{
    const pl_sentence *s;
    int got = -1;
    pl_treebank *in = pl_model_read(w->model, path, NULL, error);
    while (in != NULL && w->n < MAX_SENTENCES &&
           (got = pl_treebank_next(in, &s, error)) > 0)
        w->sentences[w->n++] = pl_sentence_copy(s);
    pl_treebank_close(in);
    return got;
}

static int write_trees(work *w, pl_error *error)
{
    int status = 0;
    pl_output *out = pl_output_open("-", "discbracket", error);
    for (size_t i = 0; i < w->n && out != NULL && status == 0; i++)
        status = pl_output_put(out, w->sentences[i], error);
    if (out == NULL || pl_output_close(out, status == 0 ? error : NULL) < 0)
        status = -1;
    return status;
}

static int parse_file(work *w, const char *path, int n_threads, pl_error *error)
{
    pthread_t threads[MAX_THREADS];
    int n = 0;
    if (read_file(w, path, error) < 0)
        return -1;
    while (n < n_threads && n < MAX_THREADS &&
           pthread_create(&threads[n], NULL, parse, w) == 0)
        n++;
    parse(w); /* this thread helps */
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    return write_trees(w, error);
}

int main(int argc, char **argv)
{
    static work w = {.lock = PTHREAD_MUTEX_INITIALIZER};
    pl_error error;
    if (argc < 3) {
        fprintf(stderr, "usage: threads MODEL FILE [THREADS]\n");
        return 2;
    }
    pl_model *model = pl_model_open(argv[1], NULL, &error);
    w.model = model;
    int n_threads = argc > 3 ? atoi(argv[3]) : 4;
    int got = model != NULL ? parse_file(&w, argv[2], n_threads, &error) : -1;
    for (size_t i = 0; i < w.n; i++)
        pl_sentence_free(w.sentences[i]);
    pl_model_close(model);
    if (got < 0)
        fprintf(stderr, "threads: %s\n", error.text);
    return got < 0 ? 1 : 0;
}
