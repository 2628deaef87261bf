#include "files/files_draft.h"
#include "base/str.h"
#include "output/out.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

enum { FP_NEW_FILE_MODE = 0666, FP_NAMES_TRIED_MAX = 100 };

/* ---- Making it ---- */

static char *new_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *new_text(const char *format, ...) {
    struct fp_out out = { 0 };
    va_list args;
    va_start(args, format);
    fp_out_vprintf(&out, format, args);
    va_end(args);
    fp_out_bytes(&out, (fp_str){ "", 1 });
    return out.data;
}

static char *new_folder_of(const char *name) { /* with the slash behind it */
    const char *slash = strrchr(name, '/');
    return slash ? new_text("%.*s", (int)(slash - name + 1), name) : new_text("./");
}

/* A file without a name; -1: the system has none, or could not give it a name later. */
static int open_nameless(const char *folder) {
#ifdef O_TMPFILE
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (file < 0 || access(path, F_OK) == 0) return file;
    close(file);
#else
    (void)folder;
#endif
    return -1;
}

/* `beside` ends in hexadecimal digits: another number, when that name is somebody else's. */
static void count_on(char *beside) {
    char *digit = strchr(beside, '\0');
    while (*--digit == 'f') *digit = '0';
    *digit = *digit == '9' ? 'a' : (char)(*digit + 1);
}

/* Asks for no memory. */
static bool give_name(int file, char *beside) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    for (unsigned tries = 0; tries < FP_NAMES_TRIED_MAX; tries++, count_on(beside)) {
        if (linkat(AT_FDCWD, path, AT_FDCWD, beside, AT_SYMLINK_FOLLOW) == 0) return true;
        if (errno != EEXIST) break;
    }
    return false;
}

static bool open_beside(fp_draft *draft) {
    struct timespec now;
    char *folder = new_folder_of(draft->name);
    clock_gettime(CLOCK_MONOTONIC, &now);
    unsigned long number = (unsigned long)now.tv_nsec * 1000003ul + (unsigned long)getpid();
    draft->file = open_nameless(folder);
    draft->nameless = draft->file >= 0;
    draft->beside = draft->nameless ? new_text("%s.fencepost-0%06lx", folder, number & 0xfffffful)
                                    : new_text("%s.fencepost-XXXXXX", folder);
    free(folder);
    if (draft->nameless) return true;
    draft->file = mkstemp(draft->beside);
    if (draft->file >= 0) return true;
    int error = errno;
    free(draft->beside);
    draft->beside = NULL; /* the template is nobody's file */
    errno = error;
    return false;
}

/* A folder that may be written in would let a read-only file be replaced. */
static bool open_draft(fp_draft *draft) {
    if (!draft->there) return open_beside(draft);
    if (S_ISDIR(draft->old.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (access(draft->name, W_OK) != 0) return false;
    draft->in_place = !S_ISREG(draft->old.st_mode);
    if (draft->in_place) draft->file = open(draft->name, O_WRONLY | O_CLOEXEC);
    return draft->in_place ? draft->file >= 0 : open_beside(draft);
}

bool fp_draft_begin(fp_draft *draft, fp_str path) {
    *draft = (fp_draft){ .file = -1 };
    char *given = new_text("%.*s", FP_STR_ARG(path));
    draft->name = realpath(given, NULL); /* NULL for a new file, and for a pipe behind /dev/stdout */
    if (draft->name)
        free(given);
    else
        draft->name = given;
    draft->there = stat(draft->name, &draft->old) == 0;
    if (open_draft(draft)) return true;
    fp_draft_drop(draft);
    return false;
}

bool fp_file_write_all(int file, fp_str bytes) {
    while (bytes.len) {
        ssize_t written = write(file, bytes.data, bytes.len);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes = fp_str_slice(bytes, (size_t)written, bytes.len);
    }
    return true;
}

void fp_draft_drop(fp_draft *draft) {
    int error = errno;
    if (draft->file >= 0) close(draft->file);
    if (draft->beside && !draft->nameless) unlink(draft->beside); /* not there any more after a rename */
    free(draft->beside);
    free(draft->name);
    *draft = (fp_draft){ .file = -1 };
    errno = error;
}

/* ---- Its taking the old one's place ---- */

static mode_t mode_of_new_files(void) {
    mode_t mask = umask(0);
    umask(mask);
    return FP_NEW_FILE_MODE & ~mask;
}

/* A rename is on the disk once its folder is; where folders cannot be synchronised, nothing more can be done. */
static void sync_folder(const char *name) {
    char *folder = new_folder_of(name);
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (file < 0) return;
    fsync(file);
    close(file);
}

/* Asks for no memory: running out of it here would leave a file beside the one that is written. */
static bool holds(const char *name, fp_str expected) {
    char piece[1 << 14];
    struct stat stats;
    int file = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool same = file >= 0 && fstat(file, &stats) == 0 && S_ISREG(stats.st_mode);
    while (same) {
        ssize_t count = read(file, piece, sizeof piece);
        if (count < 0 && errno == EINTR) continue;
        same = count >= 0 && (size_t)count <= expected.len && memcmp(piece, expected.data, (size_t)count) == 0;
        if (count <= 0) break;
        expected = fp_str_slice(expected, (size_t)count, expected.len);
    }
    if (file >= 0) close(file);
    return same && expected.len == 0;
}

/* Exchanges the files behind two names in one step: at no moment is a name without a file, and nothing is written
 * over. */
static bool exchange(const char *one, const char *other) {
#if defined __linux__ && defined SYS_renameat2
    return syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2u /* RENAME_EXCHANGE of linux/fs.h */) == 0;
#elif defined __APPLE__
    return renamex_np(one, other, RENAME_SWAP) == 0;
#else
    (void)one, (void)other;
    errno = ENOSYS;
    return false;
#endif
}

static bool same_file(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size;
}

/* `name` stands for our file, `beside` for what somebody else has saved. An exchange gives out what the one before
 * has put in, or else what was saved in between: that is newer, and goes in next. False: `beside` still stands for
 * what they saved, as `name` is gone. */
static bool give_back(const char *beside, const char *name, const struct stat *ours) {
    struct stat put = *ours, next, out;
    for (;; put = next) {
        if (lstat(beside, &next) != 0 || !exchange(beside, name) || lstat(beside, &out) != 0) return false;
        if (same_file(&out, &put)) return true;
    }
}

/* `beside`, our file, takes the name, unless that stands for something else than `expected`, be it saved in this very
 * moment. */
static fp_draft_outcome take_name(const char *beside, const char *name, const struct stat *ours,
                                  const fp_str *expected) {
    if (expected && exchange(beside, name)) {
        if (holds(beside, *expected)) return FP_DRAFT_TAKEN;
        if (!give_back(beside, name, ours) && link(beside, name) != 0 && errno != EEXIST) rename(beside, name);
        return FP_DRAFT_CHANGED;
    }
    if (expected && errno == ENOENT) return FP_DRAFT_CHANGED;
    /* This file system cannot exchange two names: a writer between the comparison above and this rename is lost. */
    return rename(beside, name) == 0 ? FP_DRAFT_TAKEN : FP_DRAFT_FAILED;
}

/* Mode, owner and bytes are on the disk before the file takes a name. */
static bool settle(fp_draft *draft, struct stat *ours) {
    const struct stat *old = draft->there ? &draft->old : NULL;
    if (old && fchown(draft->file, old->st_uid, old->st_gid) != 0 && errno != EPERM) return false;
    return fchmod(draft->file, old ? old->st_mode & 07777 : mode_of_new_files()) == 0 && fsync(draft->file) == 0 &&
           fstat(draft->file, ours) == 0;
}

/* From here on the file has a name of its own, which is gone at the end. Asks for no memory. */
static fp_draft_outcome take_place(const fp_draft *draft, const struct stat *ours, const fp_str *expected) {
    if (draft->nameless && !give_name(draft->file, draft->beside)) return FP_DRAFT_FAILED;
    fp_draft_outcome result = take_name(draft->beside, draft->name, ours, expected);
    int error = errno;
    unlink(draft->beside); /* not there any more after a rename */
    errno = error;
    return result;
}

/* In a process of its own, which nobody stops who kills this one, or all that were started with it: a file that has
 * just been given a name would stay beside the one that it is for. */
static fp_draft_outcome take_place_apart(const fp_draft *draft, const struct stat *ours, const fp_str *expected) {
    enum { CHANGED = 255 }; /* no errno is that large */
    int status = 0;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pid_t other = fork();
    if (other == 0) {
        setsid();
        fp_draft_outcome result = take_place(draft, ours, expected);
        _exit(result == FP_DRAFT_TAKEN ? 0 : result == FP_DRAFT_CHANGED ? CHANGED : errno);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (other < 0) return take_place(draft, ours, expected);
    while (waitpid(other, &status, 0) < 0)
        if (errno != EINTR) return FP_DRAFT_FAILED;
    int said = WIFEXITED(status) ? WEXITSTATUS(status) : EIO;
    if (said != 0 && said != CHANGED) errno = said;
    return said == 0 ? FP_DRAFT_TAKEN : said == CHANGED ? FP_DRAFT_CHANGED : FP_DRAFT_FAILED;
}

static bool close_file(fp_draft *draft) { /* full disks may show only now */
    int file = draft->file;
    draft->file = -1;
    return close(file) == 0;
}

fp_draft_outcome fp_draft_finish(fp_draft *draft, const fp_str *expected) {
    struct stat ours;
    fp_draft_outcome result = FP_DRAFT_FAILED;
    if (draft->in_place) {
        if (close_file(draft)) result = FP_DRAFT_TAKEN;
    } else if (expected && !holds(draft->name, *expected)) {
        result = FP_DRAFT_CHANGED;
    } else if (settle(draft, &ours)) {
        result = take_place_apart(draft, &ours, expected);
    }
    if (result == FP_DRAFT_TAKEN && !draft->in_place) sync_folder(draft->name);
    fp_draft_drop(draft);
    return result;
}
