/* Input that comes in pieces: byte by byte, with signals in between, from pipes that do
 * not wait; and what stands before, between and after compressed data. */
#include "unit.h"

#include "base/in.h"
#include "base/out.h"
#include "base/str.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

/* -- compressed data ---------------------------------------------------------------- */

static void put_gzip(pl_str *to, const char *text)
{
    Bytef out[1024];
    z_stream z = {0};
    deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    z.next_in = (Bytef *)text;
    z.avail_in = (uInt)strlen(text);
    z.next_out = out;
    z.avail_out = sizeof out;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    pl_str_put(to, (char *)out, sizeof out - z.avail_out);
    deflateEnd(&z);
}

static void put_zstd(pl_str *to, const char *text)
{
    char out[1024];
    size_t n = ZSTD_compress(out, sizeof out, text, strlen(text), 3);
    assert_false(ZSTD_isError(n));
    pl_str_put(to, out, n);
}

/* A frame of n bytes that decoders skip: one of sixteen marks, the size, the bytes. */
static void put_skipped(pl_str *to, char mark, unsigned char n)
{
    const char head[] = {(char)(0x50 + mark), 0x2a, 0x4d, 0x18, (char)n, 0, 0, 0};
    pl_str_put(to, head, sizeof head);
    pl_str_fill(to, 'x', n);
}

/* Makes what a case describes: g and z are members with "a\n" and so on, 0 is a zero, s a
 * frame to be skipped, anything else stands for itself. */
static void make(pl_str *to, const char *description)
{
    char text[] = "a\n";
    for (const char *c = description; *c != '\0'; c++)
        if (*c == 'g')
            put_gzip(to, text), text[0]++;
        else if (*c == 'z')
            put_zstd(to, text), text[0]++;
        else if (*c == 's')
            put_skipped(to, (char)(c - description), 9);
        else
            pl_str_putc(to, (char)(*c == '0' ? '\0' : *c));
}

static const struct {
    const char *content;
    const char *lines; /* each with | after it; ! for an error */
    bool ignored;      /* and this is said */
} cases[] = {
    {"g", "a|", false},
    {"ggg", "a|b|c|", false},
    {"g0", "a|", false},
    {"g00000", "a|", false},
    {"gg000", "a|b|", false},
    {"gjunk", "a|", true},
    {"g0junk", "a|", true},
    {"g00g", "a|", true}, /* gzip(1) does not look behind zeros either */
    {"g\x1f", "a|", true},
    {"g\x1f\x8bx", "a|!", false},
    {"z", "a|", false},
    {"zzz", "a|b|c|", false},
    {"sz", "a|", false},
    {"ssszzsz", "a|b|c|", false},
    {"s", "", false},
    {"zjunk", "a|!", false}, /* as zstd(1) */
    {"z0", "a|!", false},
    {"P\n", "P|", false}, /* as frames to be skipped begin, but also words */
    {"(\n", "(|", false},
    {"\xef\xbb\xbfx", "x|", false},
    {"\xef\xbb", "!|", false},
    {"\x1f", "\x1f|", false},
    {"", "", false},
};

/* All lines, each with | after it. */
static void read_lines(pl_in *in, pl_str *out)
{
    const char *line;
    size_t n;
    pl_error err;
    for (int got; (got = pl_in_line(in, &line, &n, &err)) != 0;) {
        pl_str_puts(out, got > 0 ? line : "!");
        if (pl_in_broken(in))
            break;
        pl_str_putc(out, '|');
    }
}

static void expect(size_t i, pl_in *in)
{
    pl_str found = {0};
    assert_non_null(in);
    read_lines(in, &found);
    if (strcmp(pl_str_text(&found), cases[i].lines) != 0)
        fail_msg("case %zu: %s, not %s", i, pl_str_text(&found), cases[i].lines);
    assert_int_equal(pl_in_ignored(in), cases[i].ignored);
    pl_in_close(in);
    pl_str_release(&found);
}

/* -- pipes -------------------------------------------------------------------------- */

typedef struct feed {
    pl_str bytes;
    int ends[2], old; /* of the pipe; the standard input before */
    pthread_t thread;
} feed;

/* Writes byte by byte, and gives the reader time to see each of them alone. */
static void *write_slowly(void *context)
{
    feed *f = context;
    const struct timespec pause = {0, 300000};
    sigset_t alarm;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarm, NULL); /* signals are for the reader */
    for (size_t i = 0; i < f->bytes.n; i++) {
        assert_int_equal(write(f->ends[1], &f->bytes.at[i], 1), 1);
        nanosleep(&pause, NULL);
    }
    close(f->ends[1]);
    return NULL;
}

static void begin_feed(feed *f, bool nonblocking)
{
    assert_int_equal(pipe(f->ends), 0);
    if (nonblocking)
        fcntl(f->ends[0], F_SETFL, O_NONBLOCK);
    f->old = dup(STDIN_FILENO);
    dup2(f->ends[0], STDIN_FILENO);
    assert_int_equal(pthread_create(&f->thread, NULL, write_slowly, f), 0);
}

static void end_feed(feed *f)
{
    pthread_join(f->thread, NULL);
    dup2(f->old, STDIN_FILENO);
    close(f->old);
    close(f->ends[0]);
    pl_str_release(&f->bytes);
}

static void from_memory(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_str bytes = {0};
        make(&bytes, cases[i].content);
        expect(i, pl_in_memory("m", bytes.at, bytes.n));
        pl_str_release(&bytes);
    }
}

static void byte_by_byte(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        feed f = {0};
        make(&f.bytes, cases[i].content);
        begin_feed(&f, i % 2 == 1);
        expect(i, pl_in_open("-", NULL));
        end_feed(&f);
    }
}

static volatile sig_atomic_t n_alarms;

static void on_alarm(int number)
{
    (void)number;
    n_alarms++;
}

/* A signal whose handler returns, such as that of a profiler, ends no read. */
static void signals_end_nothing(void **unused)
{
    (void)unused;
    struct sigaction action = {.sa_handler = on_alarm}, old; /* without SA_RESTART */
    struct itimerval often = {{0, 400}, {0, 400}}, never = {0};
    sigaction(SIGALRM, &action, &old);
    feed f = {0};
    for (int i = 0; i < 300; i++)
        pl_str_puts(&f.bytes, "a\n");
    begin_feed(&f, false);
    setitimer(ITIMER_REAL, &often, NULL);
    pl_in *in = pl_in_open("-", NULL);
    pl_str found = {0};
    read_lines(in, &found);
    setitimer(ITIMER_REAL, &never, NULL);
    assert_int_equal(found.n, 600);
    assert_null(strchr(found.at, '!'));
    assert_true(n_alarms > 0);
    pl_in_close(in);
    end_feed(&f);
    pl_str_release(&found);
    sigaction(SIGALRM, &old, NULL);
}

/* -- writing ------------------------------------------------------------------------ */

enum { N_WRITTEN = 1 << 20 }; /* many times what a pipe holds */

static void *count_slowly(void *context)
{
    const int *ends = context;
    const struct timespec pause = {0, 200000};
    static char buffer[8192];
    size_t n = 0;
    sigset_t alarm;
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarm, NULL);
    for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0; n += (size_t)got)
        nanosleep(&pause, NULL);
    return (void *)n;
}

/* A reader that is slower than the writer, with signals: all bytes arrive. */
static void slow_readers_get_everything(void **unused)
{
    (void)unused;
    struct sigaction action = {.sa_handler = on_alarm}, old;
    struct itimerval often = {{0, 400}, {0, 400}}, never = {0};
    sigaction(SIGALRM, &action, &old);
    for (int nonblocking = 0; nonblocking < 2; nonblocking++) {
        int ends[2], before = dup(STDOUT_FILENO);
        pthread_t reader;
        void *n;
        assert_int_equal(pipe(ends), 0);
        if (nonblocking)
            fcntl(ends[1], F_SETFL, O_NONBLOCK);
        fflush(stdout);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[1]);
        pthread_create(&reader, NULL, count_slowly, ends);
        setitimer(ITIMER_REAL, &often, NULL);
        pl_out *out = pl_out_open("-", NULL);
        for (int i = 0; i < N_WRITTEN / 8; i++)
            pl_out_puts(out, "01234567");
        int status = pl_out_close(out, NULL);
        setitimer(ITIMER_REAL, &never, NULL);
        dup2(before, STDOUT_FILENO);
        close(before);
        pthread_join(reader, &n);
        close(ends[0]);
        assert_int_equal(status, 0);
        assert_int_equal((size_t)n, N_WRITTEN);
    }
    sigaction(SIGALRM, &old, NULL);
}

/* A pipe is ready when something or its end is there; files and memory always are. */
static void ready_without_waiting(void **state)
{
    (void)state;
    int ends[2];
    char path[32];
    const char *line;
    size_t n;
    pl_error err;
    assert_int_equal(pipe(ends), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    assert_int_equal(write(ends[1], "a\nb", 3), 3);
    pl_in *in = pl_in_open(path, &err);
    assert_non_null(in);
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_false(pl_in_ready(in));
    assert_int_equal(write(ends[1], "c", 1), 1);
    assert_true(pl_in_ready(in));
    close(ends[1]);
    assert_int_equal(pl_in_line(in, &line, &n, &err), 1);
    assert_string_equal(line, "bc");
    assert_true(pl_in_ready(in));
    pl_in_close(in);
    close(ends[0]);
    in = pl_in_memory("memory", "x", 1);
    assert_true(pl_in_ready(in));
    pl_in_close(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_memory),
        cmocka_unit_test(ready_without_waiting),
        cmocka_unit_test(byte_by_byte),
        cmocka_unit_test(signals_end_nothing),
        cmocka_unit_test(slow_readers_get_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
