#include "fix_write.h"
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

static fp_status fail(struct fp_out *why, const char *what) {
    fp_out_text(why, what);
    return FP_IO;
}

static fp_status fail_errno(struct fp_out *why, const char *doing) {
    fp_out_printf(why, "%s: %s", doing, strerror(errno));
    return FP_IO;
}

static bool write_all(int file, fp_str bytes) {
    for (size_t done = 0; done < bytes.len;) {
        ssize_t count = write(file, bytes.data + done, bytes.len - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        done += (size_t)count;
    }
    return true;
}

static fp_status check_unchanged(const char *path, fp_str expected, struct fp_out *why) {
    struct fp_out now = { 0 };
    fp_status status = fp_file_read((fp_str){ path, strlen(path) }, &now, why);
    bool same = status == FP_OK && fp_str_equal(fp_out_str(&now), expected);
    fp_out_drop(&now);
    if (status != FP_OK) return status;
    return same ? FP_OK : fail(why, "somebody else changed it meanwhile; it is left as it is");
}

/* The owner is kept where the system lets us; a file that another owner could then write is not written at all. */
static bool take_over(int file, const struct stat *old) {
    struct stat now;
    if (fstat(file, &now) != 0) return false;
    if ((now.st_uid != old->st_uid || now.st_gid != old->st_gid) && fchown(file, old->st_uid, old->st_gid) != 0) return false;
    return fchmod(file, old->st_mode & 07777) == 0;
}

static fp_status fill(int file, const struct stat *old, fp_str bytes, struct fp_out *why) {
    if (!write_all(file, bytes)) return fail_errno(why, "cannot write beside it");
    if (!take_over(file, old)) return fail_errno(why, "cannot keep its owner and mode");
    if (fsync(file) != 0) return fail_errno(why, "cannot write beside it");
    return FP_OK;
}

static void flush_folder(const char *folder) {
    int file = open(folder, O_RDONLY | O_DIRECTORY);
    if (file < 0) return;
    fsync(file);
    close(file);
}

static fp_status replace(char *real, fp_str expected, fp_str bytes, struct fp_out *why) {
    struct stat old;
    if (stat(real, &old) != 0) return fail_errno(why, "cannot look at it");
    if (!S_ISREG(old.st_mode)) return fail(why, "not a regular file; '-' reads standard input and writes standard output");
    if ((old.st_mode & 0222) == 0 || access(real, W_OK) != 0) return fail(why, "it is read-only");
    char *slash = strrchr(real, '/');
    struct fp_out name = { 0 };
    fp_out_printf(&name, "%.*s/.%s.XXXXXX%c", (int)(slash - real), real, slash + 1, '\0');
    int file = mkstemp(name.data);
    if (file < 0) {
        fp_status status = fail_errno(why, "cannot write beside it");
        fp_out_drop(&name);
        return status;
    }
    fp_status status = fill(file, &old, bytes, why);
    if (close(file) != 0 && status == FP_OK) status = fail_errno(why, "cannot write beside it");
    if (status == FP_OK) status = check_unchanged(real, expected, why);
    if (status == FP_OK && rename(name.data, real) != 0) status = fail_errno(why, "cannot replace it");
    if (status != FP_OK) unlink(name.data);
    if (status == FP_OK) {
        slash[slash == real] = 0;
        flush_folder(real);
    }
    fp_out_drop(&name);
    return status;
}

fp_status fp_file_replace(fp_str path, fp_str expected, fp_str bytes, struct fp_out *why) {
    struct fp_out name = { 0 };
    fp_out_printf(&name, "%.*s%c", FP_STR_ARG(path), '\0');
    char *real = realpath(name.data, NULL);
    fp_status status = real ? replace(real, expected, bytes, why) : fail_errno(why, "cannot find it");
    free(real);
    fp_out_drop(&name);
    return status;
}
