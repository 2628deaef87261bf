#include "files/files.h"
#include "base/memory.h"
#include "base/sort.h"
#include "base/str.h"
#include "files/files_glob.h"
#include "files/files_path.h"
#include "files/files_read.h"
#include "output/log.h"
#include <string.h>
#include <uv.h>

enum { FP_FOLDER_DEPTH_MAX = 256 }; /* deeper trees are a mistake, or a file system that goes round in circles */

static const char *c_path(struct fp_arena *keep, fp_str path) {
    return fp_str_printf(keep, "%.*s", FP_STR_ARG(path)).data;
}

typedef enum { KIND_NONE, KIND_FILE, KIND_FOLDER, KIND_LINK_TO_FOLDER, KIND_OTHER, KIND_BROKEN_LINK } path_kind;

static bool stat_mode(const char *path, int (*call)(uv_loop_t *, uv_fs_t *, const char *, uv_fs_cb), uint64_t *mode,
                      int *error) {
    uv_fs_t request;
    *error = call(NULL, &request, path, NULL);
    *mode = request.statbuf.st_mode;
    uv_fs_req_cleanup(&request);
    return *error == 0;
}

static path_kind kind_of(const char *path, int *error) {
    uint64_t mode = 0, link_mode = 0;
    int link_error = 0;
    bool is_link = stat_mode(path, uv_fs_lstat, &link_mode, &link_error) && (link_mode & S_IFMT) == S_IFLNK;
    if (!stat_mode(path, uv_fs_stat, &mode, error))
        return is_link && *error == UV_ENOENT ? KIND_BROKEN_LINK : KIND_NONE;
    switch (mode & S_IFMT) {
    case S_IFREG: return KIND_FILE;
    case S_IFDIR: return is_link ? KIND_LINK_TO_FOLDER : KIND_FOLDER;
    default: return KIND_OTHER;
    }
}

#define FP_SUFFIX(suffix) { suffix, sizeof suffix - 1 },
#define FP_SUFFIX_HINT(suffix, what)
static const fp_str suffixes[] = {
#include "files/suffixes.def"
};
#undef FP_SUFFIX
#undef FP_SUFFIX_HINT
#define FP_SUFFIX(suffix)
#define FP_SUFFIX_HINT(suffix, what) { { suffix, sizeof suffix - 1 }, what },
static const struct {
    fp_str suffix;
    const char *what;
} hints[] = {
#include "files/suffixes.def"
};
#undef FP_SUFFIX
#undef FP_SUFFIX_HINT
enum { SUFFIX_COUNT = sizeof suffixes / sizeof *suffixes, HINT_COUNT = sizeof hints / sizeof *hints };

typedef struct {
    struct fp_arena *keep;
    fp_includes includes;
    fp_files *files;
    bool failed;
    uint32_t found, hinted[HINT_COUNT]; /* files under the folder that was named */
} walk;

static bool has_suffix(fp_str name) {
    for (size_t i = 0; i < SUFFIX_COUNT; i++)
        if (fp_str_ends(name, suffixes[i])) return true;
    return false;
}

static void count_hint(walk *w, fp_str name) {
    for (size_t i = 0; i < HINT_COUNT; i++)
        if (fp_str_ends(name, hints[i].suffix)) w->hinted[i]++;
}

/* "no .mlir, .ttgir or .ttir files in this folder, but 3 .llir (LLVM IR)" */
static fp_str why_empty(struct fp_arena *keep, const walk *w) {
    struct fp_out out = { 0 };
    fp_out_text(&out, "no ");
    for (size_t i = 0; i < SUFFIX_COUNT; i++)
        fp_out_printf(&out, "%s%.*s", i == 0 ? "" : i + 1 < SUFFIX_COUNT ? ", " : " or ", FP_STR_ARG(suffixes[i]));
    fp_out_text(&out, " files in this folder");
    bool any = false;
    for (size_t i = 0; i < HINT_COUNT; i++) {
        if (w->hinted[i] == 0) continue;
        fp_out_printf(&out, "%s %u %.*s (%s)", any ? "," : ", but", w->hinted[i], FP_STR_ARG(hints[i].suffix),
                      hints[i].what);
        any = true;
    }
    fp_str words = fp_str_copy(keep, fp_out_str(&out));
    fp_out_drop(&out);
    return words;
}

static void complain(walk *w, fp_str path, const char *what) {
    fp_str shown = path.len ? path : FP_STR(".");
    fp_log(FP_LOG_ERROR, "%.*s: %s", FP_STR_ARG(shown), what);
    *FP_PUSH(w->keep, &w->files->unread) = (fp_unread){ shown, fp_str_printf(w->keep, "%s", what) };
    w->failed = true;
}

/* Patterns of a .gitignore or exclude file; a file that is not there has none. */
static const fp_ignore *read_ignore(struct fp_arena *keep, fp_str file, fp_str folder, const fp_ignore *parent) {
    struct fp_out text = { 0 }, why = { 0 };
    int error = 0;
    fp_ignore *ignore = NULL;
    if (kind_of(c_path(keep, file), &error) == KIND_FILE && fp_file_read(file, &text, &why) == FP_OK) {
        ignore = FP_NEW(keep, fp_ignore, 1);
        *ignore = (fp_ignore){ .parent = parent, .folder = folder };
        fp_ignore_parse(keep, fp_str_copy(keep, fp_out_str(&text)), ignore);
    }
    fp_out_drop(&text);
    fp_out_drop(&why);
    return ignore ? ignore : parent;
}

static bool exists(struct fp_arena *keep, fp_str path) {
    int error = 0;
    return kind_of(c_path(keep, path), &error) != KIND_NONE;
}

fp_str fp_files_repository(struct fp_arena *keep, fp_str folder) {
    while (!exists(keep, fp_str_printf(keep, "%.*s/.git", FP_STR_ARG(folder)))) {
        fp_str above = fp_path_folder(folder);
        if (above.len == folder.len || above.len == 0) return (fp_str){ "", 0 };
        folder = above;
    }
    return folder;
}

/* Ignores that hold in a folder because of the folders above it, up to the root of its git repository. Without one,
 * none. */
static const fp_ignore *ignores_above(struct fp_arena *keep, fp_str folder) {
    fp_str root = fp_files_repository(keep, folder);
    if (root.len == 0) return NULL;
    const fp_ignore *ignore = read_ignore(keep, fp_str_printf(keep, "%.*s/.git/info/exclude", FP_STR_ARG(root)),
                                          fp_str_printf(keep, "%.*s/", FP_STR_ARG(root)), NULL);
    for (size_t end = root.len; end < folder.len; end++) {
        if (end != root.len && folder.data[end] != '/') continue;
        fp_str outer = fp_str_slice(folder, 0, end);
        ignore = read_ignore(keep, fp_str_printf(keep, "%.*s/.gitignore", FP_STR_ARG(outer)),
                             fp_str_printf(keep, "%.*s/", FP_STR_ARG(outer)), ignore);
    }
    return ignore;
}

static void add_file(walk *w, fp_str path, fp_str place, bool named) {
    *FP_PUSH(w->keep, w->files) = (fp_file){ .path = path, .place = place, .named = named };
}

static bool is_left_out(fp_str name) { return fp_str_equal(name, FP_STR(".git")) || fp_str_starts(name, FP_STR(".#")); }

typedef struct {
    fp_str *data;
    uint32_t len, capacity;
} names;

static bool list(walk *w, fp_str folder, const fp_ignore *include, names *found) {
    uv_fs_t request;
    int count = uv_fs_scandir(NULL, &request, c_path(w->keep, folder.len ? folder : FP_STR(".")), 0, NULL);
    if (count == UV_ENOMEM) fp_memory_gone(0);
    if (count < 0) {
        complain(w, folder, uv_strerror(count));
        uv_fs_req_cleanup(&request);
        return false;
    }
    uv_dirent_t entry;
    while (uv_fs_scandir_next(&request, &entry) == 0) {
        fp_str name = { entry.name, strlen(entry.name) };
        if (entry.type == UV_DIRENT_FILE && !has_suffix(name) && !include) {
            count_hint(w, name);
            continue;
        }
        if (!is_left_out(name)) *FP_PUSH(w->keep, found) = fp_str_copy(w->keep, name);
    }
    uv_fs_req_cleanup(&request);
    return true;
}

/* `shown` is the folder as the user wrote it; `real` the same place from the root, which the ignores speak of. */
static void walk_folder(walk *w, fp_str shown, fp_str real, const fp_ignore *outer, unsigned depth) {
    if (depth > FP_FOLDER_DEPTH_MAX) {
        complain(w, shown, "too many nested folders");
        return;
    }
    names found = { 0 };
    const fp_ignore *include = w->includes.of_folder ? w->includes.of_folder(w->includes.context, real) : NULL;
    if (!list(w, shown, include, &found)) return;
    bool is_root = fp_str_equal(real, FP_STR("/"));
    fp_str prefix = is_root ? real : fp_str_printf(w->keep, "%.*s/", FP_STR_ARG(real));
    const fp_ignore *ignore =
        read_ignore(w->keep, fp_str_printf(w->keep, "%.*s.gitignore", FP_STR_ARG(prefix)), prefix, outer);
    for (uint32_t i = 0; i < found.len; i++) {
        fp_str name = found.data[i];
        bool glue = shown.len && shown.data[shown.len - 1] != '/';
        fp_str path = fp_str_printf(w->keep, "%.*s%s%.*s", FP_STR_ARG(shown), glue ? "/" : "", FP_STR_ARG(name));
        fp_str real_path = fp_str_printf(w->keep, "%.*s%.*s", FP_STR_ARG(prefix), FP_STR_ARG(name));
        bool is_mlir = has_suffix(name) || (include && fp_ignore_covers(include, real_path, false));
        int error = 0;
        path_kind kind = kind_of(c_path(w->keep, path), &error);
        if (fp_ignore_covers(ignore, real_path, kind == KIND_FOLDER)) {
            if (is_mlir || kind == KIND_FOLDER) fp_log(FP_LOG_DEBUG, "%.*s: left out by .gitignore", FP_STR_ARG(path));
            continue;
        }
        switch (kind) {
        case KIND_FOLDER: walk_folder(w, path, real_path, ignore, depth + 1); break;
        case KIND_FILE:
            if (!is_mlir) count_hint(w, name);
            if (!is_mlir) break;
            add_file(w, path, real_path, false);
            w->found++;
            break;
        case KIND_NONE:
            if (is_mlir && error != UV_ENOENT)
                complain(w, path, uv_strerror(error)); /* gone since it was listed: not there */
            break;
        case KIND_BROKEN_LINK:
            if (is_mlir) fp_log(FP_LOG_WARNING, "%.*s: left out, a symbolic link to nothing", FP_STR_ARG(path));
            break;
        case KIND_OTHER:
            if (is_mlir) fp_log(FP_LOG_WARNING, "%.*s: left out, neither a file nor a folder", FP_STR_ARG(path));
            break;
        case KIND_LINK_TO_FOLDER: fp_log(FP_LOG_DEBUG, "%.*s: link to a folder, not followed", FP_STR_ARG(path)); break;
        }
    }
}

static void add_path(walk *w, fp_str path) {
    if (fp_str_equal(path, FP_STR("-"))) {
        add_file(w, path, path, true);
        return;
    }
    if (path.len == 0) {
        complain(w, FP_STR("''"), "an empty path names no file");
        return;
    }
    int error = 0;
    switch (kind_of(c_path(w->keep, path), &error)) {
    case KIND_FILE:
    case KIND_OTHER: add_file(w, path, fp_path_absolute(w->keep, path), true); break;
    case KIND_FOLDER:
    case KIND_LINK_TO_FOLDER: {
        fp_str real = fp_path_absolute(w->keep, path);
        bool failed_before = w->failed;
        w->found = 0, w->failed = false;
        memset(w->hinted, 0, sizeof w->hinted);
        walk_folder(w, fp_str_equal(path, FP_STR(".")) ? FP_STR("") : path, real, ignores_above(w->keep, real), 0);
        if (w->found == 0 && !w->failed)
            *FP_PUSH(w->keep, &w->files->empty) = (fp_empty_folder){ path, why_empty(w->keep, w) };
        w->failed = w->failed || failed_before;
        break;
    }
    case KIND_BROKEN_LINK: complain(w, path, "a symbolic link to nothing"); break;
    case KIND_NONE: complain(w, path, uv_strerror(error)); break;
    }
}

static int compare_files(const void *left, const void *right) {
    const fp_file *a = left, *b = right;
    int order = fp_str_compare(a->place, b->place);
    return order ? order : (int)b->named - (int)a->named;
}

fp_status fp_files_collect(struct fp_arena *keep, const fp_str *paths, size_t count, fp_includes includes,
                           fp_files *files) {
    walk w = { .keep = keep, .includes = includes, .files = files };
    for (size_t i = 0; i < count; i++) add_path(&w, paths[i]);
    fp_sort(files->data, files->len, sizeof *files->data, compare_files);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < files->len; i++)
        if (kept == 0 || !fp_str_equal(files->data[kept - 1].place, files->data[i].place))
            files->data[kept++] = files->data[i];
    files->len = kept;
    return w.failed ? FP_IO : FP_OK;
}
