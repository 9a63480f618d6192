/* pleach-serve: what `pleach serve` starts. Opens models, listens, and waits for a signal to
 * stop. */
#include "server.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "serve_options.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* -- the address ---------------------------------------------------------------------- */

static bool is_loopback(const struct sockaddr *a)
{
    const struct sockaddr_in *v4 = (const void *)a;
    const struct sockaddr_in6 *v6 = (const void *)a;
    return a->sa_family == AF_INET ? ntohl(v4->sin_addr.s_addr) >> 24 == 127
                                   : IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr);
}

static unsigned port_of(int fd)
{
    struct sockaddr_storage a = {0};
    socklen_t n = sizeof a;
    getsockname(fd, (struct sockaddr *)&a, &n);
    return ntohs(a.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&a)->sin6_port
                                         : ((struct sockaddr_in *)&a)->sin_port);
}

static int listen_at(const struct addrinfo *a, const serve_job *j, pl_error *err)
{
    int on = 1, fd = socket(a->ai_family, SOCK_STREAM, 0);
    if (fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, 1024) == 0)
        return fd;
    pl_fail(err, PL_SYSTEM, "%s port %u: %s", j->host, j->port, strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

/* A socket that listens where the options say; -1 with the reason. */
static int open_socket(const serve_job *j, pl_error *err)
{
    struct addrinfo *found, hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    char port[16];
    snprintf(port, sizeof port, "%u", j->port);
    int failed = getaddrinfo(j->host, port, &hints, &found), fd = -1;
    if (failed != 0)
        return pl_fail(err, PL_BAD_ARGUMENT, "%s: %s", j->host, gai_strerror(failed));
    if (j->token == NULL && !is_loopback(found->ai_addr))
        pl_fail(err, PL_BAD_ARGUMENT,
                "%s can be reached from other machines: that needs a token, --token FILE",
                j->host);
    else
        fd = listen_at(found, j, err);
    freeaddrinfo(found);
    return fd;
}

static void notice(const char *text)
{
    tell("pleach serve: %s\n", text);
}

/* -- setting up ----------------------------------------------------------------------- */

static int open_log(server *s, const serve_job *j, pl_error *err)
{
    s->log = j->quiet ? NULL : stderr;
    if (j->log != NULL && (s->log = fopen(j->log, "a")) == NULL)
        return pl_fail(err, PL_SYSTEM, "%s: %s", j->log, strerror(errno));
    return 0;
}

static int open_models(server *s, const serve_job *j, pl_error *err)
{
    static const char *const standard = "nl";
    const char *const *names = j->models.n > 0 ? j->models.at : &standard;
    for (size_t i = 0; i < (j->models.n > 0 ? j->models.n : 1); i++)
        if (shelf_add_model(&s->shelf, names[i], j->timeout, err) < 0)
            return -1;
    return 0;
}

static int open_treebanks(server *s, const serve_job *j, pl_error *err)
{
    for (size_t i = 0; i < j->treebanks.n; i++)
        if (shelf_add_treebank(&s->shelf, j->treebanks.at[i], err) < 0)
            return -1;
    return 0;
}

/* Each connection takes a file descriptor. */
static void allow_files(unsigned connections)
{
    struct rlimit limit;
    rlim_t want = connections + LINKS_RESERVE + 64;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur >= want)
        return;
    limit.rlim_cur = want < limit.rlim_max ? want : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static int set_up(server *s, const serve_job *j, unsigned port, pl_error *err)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned threads =
        j->threads > 0 ? j->threads : (unsigned)(processors > 0 ? processors : 1);
    s->limits = (limits){(size_t)j->max_body << 20, j->max_words, j->timeout};
    s->metrics.start = pl_clock();
    s->access.cors = j->cors.at;
    s->access.n_cors = j->cors.n;
    s->shelf.edit = j->edit;
    s->shelf.notice = notice;
    workers_init(&s->workers, threads, j->queue);
    allow_files(j->connections);
    if (access_init(&s->access, j->host, port, err) < 0 ||
        (j->token != NULL && access_read_token(&s->access, j->token, err) < 0))
        return -1;
    return open_log(s, j, err) < 0 || web_files_read(&s->files, err) < 0 ? -1
           : open_models(s, j, err) < 0                                  ? -1
                                        : open_treebanks(s, j, err);
}

static void tear_down(server *s)
{
    saver_stop(&s->saver);
    shelf_release(&s->shelf);
    web_files_release(&s->files);
    access_release(&s->access);
    workers_release(&s->workers);
    if (s->log != NULL && s->log != stderr)
        fclose(s->log);
}

/* -- running -------------------------------------------------------------------------- */

/* Signals that end the server, which only the first thread takes. A second one ends it at
 * once. */
static sigset_t block_signals(void)
{
    sigset_t set = stop_signals();
    sigaddset(&set, SIGHUP);
    signal(SIGPIPE, SIG_IGN);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    return set;
}

static int wait_for_signal(const sigset_t *set)
{
    int number = SIGTERM;
    sigwait(set, &number);
    pthread_sigmask(SIG_UNBLOCK, set, NULL);
    return number;
}

static exit_code serve(server *s, const serve_job *j, int fd)
{
    pl_error err;
    unsigned port = port_of(fd);
    if (set_up(s, j, port, &err) < 0) {
        close(fd);
        return fail(&err);
    }
    sigset_t set = block_signals(); /* until here they end the program at once */
    if (!saver_start(&s->saver, &s->shelf)) {
        close(fd);
        pl_fail(&err, PL_SYSTEM, "there can be no thread that saves changes");
        return fail(&err);
    }
    if (http_start(s, fd, j->connections, &err) < 0)
        return fail(&err);
    bool v6 = strchr(j->host, ':') != NULL;
    print("http://%s%s%s:%u/\n", v6 ? "[" : "", j->host, v6 ? "]" : "", port);
    fflush(stdout);
    int number = wait_for_signal(&set);
    if (!http_stop(s)) /* nothing can be freed; each line of the log is out already */
        _Exit(STOPPED + number);
    return saver_stop(&s->saver) ? (exit_code)(STOPPED + number) : FAILED;
}

exit_code serve_run(void *options)
{
    const serve_job *j = options;
    static server s; /* large, and used by threads */
    pl_error err;
    int fd = open_socket(j, &err);
    if (fd < 0)
        return fail(&err);
    exit_code code = serve(&s, j, fd);
    tear_down(&s);
    return code;
}

static void out_of_memory(size_t size)
{
    static const char message[] = "pleach-serve: out of memory\n";
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0)
        _Exit(FAILED + 1);
    _Exit(FAILED);
}

int main(int argc, char **argv)
{
    serve_job job;
    pl_set_out_of_memory(out_of_memory);
    reading got = args_read(&cmd_serve, argc - 1, argv + 1, memset(&job, 0, sizeof job));
    exit_code code = USAGE;
    if (got == READ_ALL)
        code = serve_run(&job);
    else if (got == READ_HELP)
        print(
            "The options are those of 'pleach serve'; 'pleach help serve' lists them.\n");
    args_release(&cmd_serve, &job);
    return got == READ_HELP ? DONE : code;
}
