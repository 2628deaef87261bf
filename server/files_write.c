#include "files_write.h"
#include "base/str.h"
#include "files_read.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

static bool still_holds(const char *name, fp_str expected) {
    struct fp_out now = { 0 }, why = { 0 };
    bool same = fp_file_read((fp_str){ name, strlen(name) }, &now, &why) == FP_OK && fp_str_equal(fp_out_str(&now), expected);
    fp_out_drop(&now);
    fp_out_drop(&why);
    return same;
}

/* `expected`, where given, is compared last of all: what remains is the moment between that and the rename. */
static bool write_beside(const char *name, const struct stat *old, fp_str bytes, const fp_str *expected, bool *changed) {
    char beside[PATH_MAX];
    if (snprintf(beside, sizeof beside, "%s.XXXXXX", name) >= (int)sizeof beside) {
        errno = ENAMETOOLONG;
        return false;
    }
    int file = mkstemp(beside);
    if (file < 0) return false;
    bool good = write_all(file, bytes);
    if (good && old && fchown(file, old->st_uid, old->st_gid) != 0 && errno != EPERM) good = false;
    good = good && fchmod(file, old ? old->st_mode & 07777 : mode_of_new_files()) == 0 && fsync(file) == 0;
    int error = errno;
    if (close(file) != 0 && good) good = false, error = errno;
    if (good && expected && !still_holds(name, *expected)) good = false, *changed = true;
    if (good && rename(beside, name) != 0) good = false, error = errno;
    if (!good) unlink(beside);
    errno = error;
    return good;
}

fp_status fp_file_replace(fp_str path, fp_str bytes, const fp_str *expected, struct fp_out *why) {
    char *given = strndup(path.data, path.len);
    if (!given) abort();
    char *name = realpath(given, NULL);             /* of a file that is there: behind all links */
    struct stat old;
    bool there = name && stat(name, &old) == 0, changed = false, good;
    if (there && S_ISDIR(old.st_mode)) good = false, errno = EISDIR;
    else if (there && access(name, W_OK) != 0) good = false;        /* a folder that may be written in would let a read-only file be replaced */
    else if (there && !S_ISREG(old.st_mode)) good = write_in_place(name, bytes);
    else good = write_beside(there ? name : given, there ? &old : NULL, bytes, expected, &changed);
    if (good) sync_folder(there ? name : given);
    else if (changed) fp_out_text(why, "somebody else has changed it meanwhile; it is left as it is");
    else fp_out_printf(why, "cannot be written: %s", strerror(errno));
    free(name);
    free(given);
    return good ? FP_OK : FP_IO;
}
