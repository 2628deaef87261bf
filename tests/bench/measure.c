/* measure COMMAND..: runs it with its output thrown away and prints "seconds cpu_seconds peak_bytes status": what
 * `time` would say, on every system. */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval value) { return (double)value.tv_sec + 1e-6 * (double)value.tv_usec; }

static double now(void) {
    struct timespec value;
    clock_gettime(CLOCK_MONOTONIC, &value);
    return (double)value.tv_sec + 1e-9 * (double)value.tv_nsec;
}

static void run(char **command) {
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0) _exit(127);
    execvp(command[0], command);
    perror(command[0]);
    _exit(127);
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    double begin = now();
    pid_t child = fork();
    if (child < 0) return 2;
    if (child == 0) run(argv + 1);

    int status;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) < 0) return 2;
#ifdef __APPLE__
    long long peak_bytes = usage.ru_maxrss;
#else
    long long peak_bytes = (long long)usage.ru_maxrss * 1024;
#endif
    printf("%.4f %.4f %lld %d\n", now() - begin, seconds(usage.ru_utime) + seconds(usage.ru_stime), peak_bytes,
           WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return 0;
}
