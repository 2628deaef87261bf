/* meanwhile.c - somebody saves a file while it is replaced, at every moment there is, and saves it again or moves it
 * away. Whoever was first: what they saved last is there afterwards.
 *
 * usage: fix_meanwhile FOLDER TRIES
 */
#include "base/str.h"
#include "files/files_read.h"
#include "files/files_write.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>
#ifdef __linux__
#include <fcntl.h>
#include <sys/syscall.h>
#endif

enum { SKIPPED = 77, MIXING = 1049, WARM_UP = 20, STEPS = 16, STEP = 4000 };
static const fp_str text_before = { "before\n", 7 }, text_ours = { "ours\n", 5 }, text_first = { "first\n", 6 },
                    text_second = { "second\n", 7 };
static char name[PATH_MAX], first[PATH_MAX], second[PATH_MAX], moved[PATH_MAX];
static bool moves; /* their second step: away from `name`, not a second save */
static uv_barrier_t both_are_ready;
static uint64_t moment,
    until_second; /* of their first step from the start, and from there to the second: nanoseconds */

static void spin(uint64_t nanoseconds) {
    for (uint64_t start = uv_hrtime(); uv_hrtime() - start < nanoseconds;) {}
}

static void write_file(const char *path, fp_str text) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(text.data, 1, text.len, file) != text.len || fclose(file) != 0) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        exit(2);
    }
}

static void save_and_go_on(void *unused) {
    (void)unused;
    write_file(first, text_first);
    write_file(second, text_second);
    uv_barrier_wait(&both_are_ready);
    spin(moment);
    bool good = rename(first, name) == 0;
    spin(until_second);
    good = rename(moves ? name : second, moves ? moved : name) == 0 && good;
    if (!good) perror(name);
}

/* Whether the file is told to be replaced. */
static bool replace(void) {
    struct fp_out why = { 0 };
    bool done = fp_file_replace(fp_str_of(name), text_ours, &text_before, &why) == FP_OK;
    fp_out_drop(&why);
    return done;
}

static uint64_t time_of_one(void) {
    uint64_t start = uv_hrtime();
    for (int i = 0; i < WARM_UP; i++) {
        write_file(name, text_before);
        replace();
    }
    return (uv_hrtime() - start) / WARM_UP;
}

static bool holds(const char *path, fp_str text) {
    struct fp_out now = { 0 }, why = { 0 };
    bool same = fp_file_read(fp_str_of(path), &now, &why) == FP_OK && fp_str_equal(fp_out_str(&now), text);
    fp_out_drop(&now);
    fp_out_drop(&why);
    return same;
}

/* Where it cannot, a moment remains in which a save is lost (files_write.h). */
static bool file_system_exchanges(void) {
    write_file(first, text_first);
    write_file(second, text_second);
#if defined __linux__ && defined SYS_renameat2
    return syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, 2u /* RENAME_EXCHANGE */) == 0;
#else
    return true;
#endif
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    unsigned most = (unsigned)atoi(arguments[2]), tries, lost = 0, replaced = 0;
    snprintf(name, sizeof name, "%s/meanwhile.mlir", arguments[1]);
    snprintf(first, sizeof first, "%s/meanwhile.first", arguments[1]);
    snprintf(second, sizeof second, "%s/meanwhile.second", arguments[1]);
    snprintf(moved, sizeof moved, "%s/meanwhile.moved", arguments[1]);
    if (!file_system_exchanges()) return puts("skipped: this file system does not exchange files"), SKIPPED;
    uint64_t longest = time_of_one() * 3 / 2;
    uv_barrier_init(&both_are_ready, 2);
    for (tries = 0; tries < most; tries++) {
        moment = longest * (tries * MIXING % most) / most;
        until_second = tries / 2 % STEPS * STEP;
        moves = tries % 2;
        write_file(name, text_before);
        uv_thread_t them;
        uv_thread_create(&them, save_and_go_on, NULL);
        uv_barrier_wait(&both_are_ready);
        replaced += replace();
        uv_thread_join(&them);
        lost += moves ? !holds(moved, text_first) && !holds(name, text_first) : !holds(name, text_second);
        unlink(moved);
        unlink(second);
    }
    uv_barrier_destroy(&both_are_ready);
    unlink(name);
    printf("%u tries over %.3f ms: replaced before them in %u, what they saved last was lost in %u\n", tries,
           (double)longest / 1e6, replaced, lost);
    if (lost) return 1;
    if (replaced == 0 || replaced == tries) return puts("skipped: their moments were all on one side"), SKIPPED;
    return 0;
}
