/* One function for each question to the system, one branch for each answer; see
 * platform.h. Tried on Linux, with glibc and musl; the other branches follow the manuals. */
#include "base/platform.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <mach-o/dyld.h>
#include <sys/random.h> /* getentropy */

bool pl_program_path(char path[PATH_MAX])
{
    char name[PATH_MAX];
    uint32_t size = sizeof name;
    return _NSGetExecutablePath(name, &size) == 0 && realpath(name, path) != NULL;
}

#elif defined(__FreeBSD__) || defined(__DragonFly__) || defined(__NetBSD__)
#include <sys/param.h>
#include <sys/sysctl.h>

bool pl_program_path(char path[PATH_MAX])
{
#ifdef __NetBSD__
    const int name[] = {CTL_KERN, KERN_PROC_ARGS, -1, KERN_PROC_PATHNAME};
#else
    const int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1};
#endif
    size_t size = PATH_MAX;
    return sysctl(name, 4, path, &size, NULL, 0) == 0;
}

#else /* Linux; a system without this link, like OpenBSD, does not tell */

bool pl_program_path(char path[PATH_MAX])
{
    ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
    if (n > 0)
        path[n] = '\0';
    return n > 0;
}

#endif

bool pl_library_path(char path[PATH_MAX])
{
    static const char inside = 0; /* any address in the library */
    Dl_info info;
    return dladdr(&inside, &info) != 0 && info.dli_fname != NULL &&
           realpath(info.dli_fname, path) != NULL;
}

bool pl_random_bytes(void *to, size_t n)
{
    return getentropy(to, n) == 0;
}

#ifdef __linux__
static long allowed_processors(void)
{
    cpu_set_t set; /* up to 1024; the kernel refuses if it has more */
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}
#else
static long allowed_processors(void)
{
    return 0;
}
#endif

unsigned pl_processors(void)
{
    long n = allowed_processors();
    n = n > 0 ? n : sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (unsigned)n : 1;
}

const char *pl_find_bytes(const char *in, size_t n_in, const char *what, size_t n)
{
    return memmem(in, n_in, what, n);
}
