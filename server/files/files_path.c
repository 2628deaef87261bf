#include "files/files_path.h"
#include "base/str.h"
#include "base/vec.h"
#include <string.h>
#include <unistd.h>

fp_str fp_path_folder(fp_str path) {
    size_t end = path.len;
    while (end && path.data[end - 1] != '/') end--;
    while (end > 1 && path.data[end - 1] == '/') end--;
    return fp_str_slice(path, 0, end);
}

fp_str fp_path_join(struct fp_arena *keep, fp_str folder, fp_str name) {
    bool glue = folder.len && folder.data[folder.len - 1] != '/';
    return fp_str_printf(keep, "%.*s%s%.*s", FP_STR_ARG(folder), glue ? "/" : "", FP_STR_ARG(name));
}

fp_str fp_path_absolute(struct fp_arena *keep, fp_str path) {
    if (!fp_str_starts(path, FP_STR("/"))) {
        char here[4096];
        if (!getcwd(here, sizeof here)) return path;
        path = fp_path_join(keep, fp_str_of(here), path);
    }
    char *text = FP_NEW(keep, char, path.len + 2);
    size_t len = 0;
    while (path.len) {
        size_t end = fp_str_find(path, '/');
        fp_str part = fp_str_slice(path, 0, end);
        path = fp_str_slice(path, end + 1, path.len);
        if (part.len == 0 || fp_str_equal(part, FP_STR("."))) continue;
        if (fp_str_equal(part, FP_STR(".."))) {
            while (len && text[--len] != '/') {}
            continue;
        }
        text[len++] = '/';
        memcpy(text + len, part.data, part.len);
        len += part.len;
    }
    if (len == 0) text[len++] = '/';
    return (fp_str){ text, len };
}

fp_str fp_path_from(struct fp_arena *keep, fp_str folder, fp_str absolute) {
    folder = fp_path_join(keep, folder, (fp_str){ "", 0 });
    return fp_str_starts(absolute, folder) ? fp_str_slice(absolute, folder.len, absolute.len) : absolute;
}

fp_str fp_path_shown(struct fp_arena *keep, fp_str absolute) {
    return fp_path_from(keep, fp_path_absolute(keep, FP_STR(".")), absolute);
}
