#include "cli/fix_write.h"
#include "base/str.h"
#include "files/files_write.h"
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static fp_status fail(struct fp_out *why, const char *what) {
    fp_out_text(why, what);
    return FP_IO;
}

/* A file that is renamed over need not be writable itself: who has taken that right away means it. */
static fp_status check_writable(fp_str path, bool *other_names, struct fp_out *why) {
    struct fp_out name = { 0 };
    struct stat file;
    fp_out_printf(&name, "%.*s%c", FP_STR_ARG(path), '\0');
    int found = stat(name.data, &file), allowed = access(name.data, W_OK), error = errno;
    fp_out_drop(&name);
    if (found != 0) return fail(why, strerror(error));
    *other_names = file.st_nlink > 1;
    if (!S_ISREG(file.st_mode))
        return fail(why, "not a regular file; '-' reads standard input and writes standard output");
    return allowed != 0 || (file.st_mode & 0222) == 0 ? fail(why, "it is read-only") : FP_OK;
}

void fp_fixed_say(struct fp_out *out, fp_str shown, const char *verb, const uint64_t *counts, bool other_names) {
    uint64_t sum = 0;
    const char *between = " (";
    for (size_t rule = 0; rule < fp_rule_count(); rule++) sum += counts[rule];
    fp_out_visible(out, shown);
    fp_out_printf(out, ": %s ", verb);
    fp_out_count(out, sum, "finding");
    for (size_t rule = 0; rule < fp_rule_count(); rule++) {
        if (counts[rule] == 0) continue;
        fp_out_printf(out, "%s%" PRIu64 " %.*s", between, counts[rule], FP_STR_ARG(fp_rule_at((fp_rule)rule)->name));
        between = ", ";
    }
    fp_out_text(out, other_names ? "); other names of the file (hard links) keep the old text\n" : ")\n");
}

fp_status fp_fixed_write(fp_str path, fp_str expected, fp_str bytes, bool *other_names, struct fp_out *why) {
    fp_status status = check_writable(path, other_names, why);
    return status == FP_OK ? fp_file_replace(path, bytes, &expected, why) : status;
}
