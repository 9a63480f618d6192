/* Runs a command several times and prints the best: wall-clock seconds, processor
 * seconds, and the most memory it held, in megabytes. Its output goes nowhere.
 *
 *     measure RUNS COMMAND [ARGUMENT…]        0.412 0.398 12.5 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(const struct timeval *t)
{
    return (double)t->tv_sec + (double)t->tv_usec * 1e-6;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void run_command(char **argv)
{
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, 1);
    execvp(argv[0], argv);
    perror(argv[0]);
    _exit(127);
}

int main(int argc, char **argv)
{
    long runs = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
    if (runs < 1) {
        fprintf(stderr, "usage: measure RUNS COMMAND…\n");
        return 2;
    }
    double best_wall = 1e9, best_cpu = 1e9, most_memory = 0;
    for (long i = 0; i < runs; i++) {
        double start = now();
        pid_t child = fork();
        if (child == 0)
            run_command(argv + 2);
        int status;
        struct rusage usage;
        if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status != 0)
            return 1;
        double wall = now() - start;
        double cpu = seconds(&usage.ru_utime) + seconds(&usage.ru_stime);
        double memory = (double)usage.ru_maxrss / 1024;
        best_wall = wall < best_wall ? wall : best_wall;
        best_cpu = cpu < best_cpu ? cpu : best_cpu;
        most_memory = memory > most_memory ? memory : most_memory;
    }
    printf("%.3f %.3f %.1f\n", best_wall, best_cpu, most_memory);
    return 0;
}
