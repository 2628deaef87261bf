#include "files/files_write.h"
#include "base/str.h"
#include "files/files_read.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FP_NEW_FILE_MODE = 0666 };

static bool write_all(int file, fp_str bytes) {
    while (bytes.len) {
        ssize_t written = write(file, bytes.data, bytes.len);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes = fp_str_slice(bytes, (size_t)written, bytes.len);
    }
    return true;
}

static mode_t mode_of_new_files(void) {
    mode_t mask = umask(0);
    umask(mask);
    return FP_NEW_FILE_MODE & ~mask;
}

static bool write_in_place(const char *name, fp_str bytes) {
    int file = open(name, O_WRONLY | O_CLOEXEC);
    bool good = file >= 0 && write_all(file, bytes);
    int error = errno;
    if (file >= 0 && close(file) != 0 && good) return false;
    if (!good) errno = error;
    return good;
}

/* A rename is on the disk once its folder is; where folders cannot be synchronised, nothing more can be done. */
static void sync_folder(const char *name) {
    char folder[PATH_MAX];
    const char *slash = strrchr(name, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - name + 1) : 1, slash ? name : ".");
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    fsync(file);
    close(file);
}

static bool holds(const char *name, fp_str expected) {
    struct fp_out now = { 0 }, why = { 0 };
    bool same =
        fp_file_read((fp_str){ name, strlen(name) }, &now, &why) == FP_OK && fp_str_equal(fp_out_str(&now), expected);
    fp_out_drop(&now);
    fp_out_drop(&why);
    return same;
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

typedef enum { REPLACED, NOT_REPLACED, CHANGED } outcome;

/* `beside`, our file, takes the name, unless that stands for something else than `expected`, be it saved in this very
 * moment. */
static outcome take_name(const char *beside, const char *name, const struct stat *ours, const fp_str *expected) {
    if (expected && !holds(name, *expected)) return CHANGED;
    if (expected && exchange(beside, name)) {
        if (holds(beside, *expected)) return REPLACED;
        if (!give_back(beside, name, ours) && link(beside, name) != 0 && errno != EEXIST) rename(beside, name);
        return CHANGED;
    }
    if (expected && errno == ENOENT) return CHANGED;
    /* This file system cannot exchange two names: a writer between the comparison above and this rename is lost. */
    return rename(beside, name) == 0 ? REPLACED : NOT_REPLACED;
}

static outcome write_beside(const char *name, const struct stat *old, fp_str bytes, const fp_str *expected) {
    char beside[PATH_MAX];
    if (snprintf(beside, sizeof beside, "%s.XXXXXX", name) >= (int)sizeof beside) {
        errno = ENAMETOOLONG;
        return NOT_REPLACED;
    }
    int file = mkstemp(beside);
    if (file < 0) return NOT_REPLACED;
    bool good = write_all(file, bytes);
    if (good && old && fchown(file, old->st_uid, old->st_gid) != 0 && errno != EPERM) good = false;
    good = good && fchmod(file, old ? old->st_mode & 07777 : mode_of_new_files()) == 0 && fsync(file) == 0;
    struct stat ours;
    good = good && fstat(file, &ours) == 0;
    int error = errno;
    if (close(file) != 0 && good) good = false, error = errno;
    outcome result = NOT_REPLACED;
    if (good) result = take_name(beside, name, &ours, expected), error = errno;
    unlink(beside); /* not there any more after a rename */
    errno = error;
    return result;
}

fp_status fp_file_replace(fp_str path, fp_str bytes, const fp_str *expected, struct fp_out *why) {
    char *given = strndup(path.data, path.len);
    if (!given) abort();
    char *name = realpath(given, NULL); /* of a file that is there: behind all links */
    struct stat old;
    bool there = name && stat(name, &old) == 0;
    outcome result = NOT_REPLACED;
    if (there && S_ISDIR(old.st_mode))
        errno = EISDIR;
    else if (there && access(name, W_OK) != 0) {
    } /* a folder that may be written in would let a read-only file be replaced */
    else if (there && !S_ISREG(old.st_mode))
        result = write_in_place(name, bytes) ? REPLACED : NOT_REPLACED;
    else
        result = write_beside(there ? name : given, there ? &old : NULL, bytes, expected);
    if (result == REPLACED)
        sync_folder(there ? name : given);
    else if (result == CHANGED)
        fp_out_text(why, "somebody else has changed it meanwhile; it is left as it is");
    else
        fp_out_printf(why, "cannot be written: %s", strerror(errno));
    free(name);
    free(given);
    return result == REPLACED ? FP_OK : FP_IO;
}
