#include "files/files_read.h"
#include "base/hash.h"
#include "base/str.h"
#include "files/files_path.h"
#include "output/unicode.h"
#include <poll.h>
#include <unistd.h>
#include <uv.h>

#define FP_TEXT_BYTES_MAX (UINT32_MAX - (size_t)1)
enum { FP_CHUNK_BYTES = 1 << 16, FP_READ_BYTES_MAX = 1 << 30, FP_PROBE_BYTES = 8192 };

/* What a file that is no text looks like; NULL: it is text. A stray NUL or a few broken bytes do not make a file
 * binary. */
static const char *binary_kind(fp_str start) {
    static const struct {
        fp_str magic;
        const char *what;
    } known[] = {
        { { "ML\xEFR", 4 }, "MLIR bytecode; 'mlir-opt FILE' turns it into text" },
        { { "\xFF\xFE", 2 }, "UTF-16 text; fencepost reads UTF-8" },
        { { "\xFE\xFF", 2 }, "UTF-16 text; fencepost reads UTF-8" },
        { { "\177ELF", 4 }, "a binary file (ELF)" },
        { { "BC\xC0\xDE", 4 }, "LLVM bitcode, not MLIR" },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (fp_str_starts(start, known[i].magic)) return known[i].what;
    size_t strange = 0;
    start = fp_str_slice(start, 0, FP_PROBE_BYTES);
    for (size_t at = 0; at < start.len;) {
        if (start.data[at] >= ' ' && start.data[at] <= '~') { /* nearly all that text is made of */
            at++;
            continue;
        }
        fp_glyph glyph = fp_glyph_at(start, at);
        bool blank = glyph.code == '\t' || glyph.code == '\n' || glyph.code == '\r' || glyph.code == '\f' ||
                     glyph.code == '\v' || glyph.code == 27;
        strange += !glyph.visible && !blank;
        at += glyph.bytes;
    }
    return strange * 10 > start.len * 3 ? "a binary file" : NULL;
}

static fp_status fail(struct fp_out *why, const char *what) {
    fp_out_text(why, what);
    return FP_IO;
}

static fp_status read_all(uv_file file, struct fp_out *text, struct fp_out *why) {
    bool probed = false;
    while (true) {
        fp_out_grow(text, FP_CHUNK_BYTES);
        size_t free_bytes = text->capacity - text->len;
        uv_buf_t room = uv_buf_init(text->data + text->len,
                                    (unsigned)(free_bytes < FP_READ_BYTES_MAX ? free_bytes : FP_READ_BYTES_MAX));
        uv_fs_t request;
        int count = uv_fs_read(NULL, &request, file, &room, 1, -1, NULL);
        uv_fs_req_cleanup(&request);
        if (count == UV_EINTR || count == UV_EAGAIN) {
            struct pollfd waiting = { .fd = file, .events = POLLIN };
            poll(&waiting, 1, -1);
            continue;
        }
        if (count < 0) return fail(why, uv_strerror(count));
        text->len += (size_t)count;
        if (!probed && (count == 0 || text->len >= FP_PROBE_BYTES)) {
            const char *kind = fp_packing_of(fp_out_str(text)) ? NULL : binary_kind(fp_out_str(text));
            if (kind) return fail(why, kind);
            probed = true;
        }
        if (text->len > FP_TEXT_BYTES_MAX) return fail(why, "too large; fencepost reads files of less than 4 GiB");
        if (count == 0) return FP_OK;
    }
}

static fp_status open_file(fp_str path, uv_file *file, struct fp_out *text, struct fp_out *why) {
    struct fp_out name = { 0 };
    fp_out_printf(&name, "%.*s%c", FP_STR_ARG(path), '\0');
    uv_fs_t request;
    int opened = uv_fs_open(NULL, &request, name.data, UV_FS_O_RDONLY | UV_FS_O_NONBLOCK, 0,
                            NULL); /* a pipe without a writer must not block */
    uv_fs_req_cleanup(&request);
    fp_out_drop(&name);
    if (opened < 0) return fail(why, uv_strerror(opened));

    const char *trouble = NULL;
    int error = uv_fs_fstat(NULL, &request, opened, NULL);
    uint64_t mode = request.statbuf.st_mode, size = request.statbuf.st_size;
    uv_fs_req_cleanup(&request);
    if (error < 0) {
        trouble = uv_strerror(error);
    } else if ((mode & S_IFMT) == S_IFDIR) {
        trouble = "a folder, not a file";
    } else if ((mode & S_IFMT) == S_IFREG) {
        if (size > FP_TEXT_BYTES_MAX)
            trouble = "too large; fencepost reads files of less than 4 GiB";
        else
            fp_out_grow(text, (size_t)size + FP_CHUNK_BYTES);
    } else if ((mode & S_IFMT) == S_IFIFO) {
        struct pollfd waiting = { .fd = opened, .events = POLLIN };
        if (poll(&waiting, 1, FP_PIPE_WAIT_MS) == 0) trouble = "nobody writes to this pipe";
    }
    if (!trouble) {
        *file = opened;
        return FP_OK;
    }
    uv_fs_close(NULL, &request, opened, NULL);
    uv_fs_req_cleanup(&request);
    return fail(why, trouble);
}

static fp_status read_bytes(fp_str path, struct fp_out *text, struct fp_out *why) {
    if (fp_str_equal(path, FP_STR("-"))) return read_all(0, text, why);
    uv_file file = -1;
    fp_status status = open_file(path, &file, text, why);
    if (status != FP_OK) return status;
    status = read_all(file, text, why);
    uv_fs_t request;
    uv_fs_close(NULL, &request, file, NULL);
    uv_fs_req_cleanup(&request);
    return status;
}

fp_status fp_file_read_packed(fp_str path, struct fp_out *text, const fp_packing **packing, struct fp_out *why) {
    struct fp_out unpacked = { 0 };
    fp_status status = read_bytes(path, text, why);
    *packing = status == FP_OK ? fp_packing_of(fp_out_str(text)) : NULL;
    if (!*packing) return status;
    status = fp_packing_unpack(*packing, fp_out_str(text), &unpacked, why);
    const char *kind = status == FP_OK ? binary_kind(fp_out_str(&unpacked)) : NULL;
    if (kind) status = fail(why, kind);
    fp_out_drop(text);
    *text = unpacked;
    return status;
}

fp_status fp_file_read(fp_str path, struct fp_out *text, struct fp_out *why) {
    const fp_packing *packing;
    return fp_file_read_packed(path, text, &packing, why);
}

bool fp_path_stat(fp_str path, struct stat *found) {
    struct fp_out name = { 0 };
    fp_out_printf(&name, "%.*s%c", FP_STR_ARG(path), '\0');
    bool exists = stat(name.data, found) == 0;
    fp_out_drop(&name);
    return exists;
}

bool fp_path_is_file(fp_str path) {
    struct stat found;
    return fp_path_stat(path, &found) && S_ISREG(found.st_mode);
}

uint64_t fp_path_stamp(fp_str path) {
    struct stat found;
    if (!fp_path_stat(path, &found)) return 0;
#ifdef __APPLE__
    struct timespec written = found.st_mtimespec;
#else
    struct timespec written = found.st_mtim;
#endif
    uint64_t stamp = fp_hash_mix((uint64_t)found.st_ino, (uint64_t)found.st_size);
    return fp_hash_mix(fp_hash_mix(stamp, (uint64_t)written.tv_sec), (uint64_t)written.tv_nsec) | 1;
}

fp_str fp_path_beside(struct fp_arena *keep, fp_str path, fp_str name) {
    if (fp_str_starts(name, FP_STR("/"))) return fp_path_is_file(name) ? name : (fp_str){ "", 0 };
    for (fp_str folder = path.len ? fp_path_absolute(keep, path) : path; name.len && folder.len > 1;) {
        folder = fp_path_folder(folder);
        fp_str there = fp_path_join(keep, folder, name);
        if (fp_path_is_file(there)) return fp_path_absolute(keep, there);
    }
    return (fp_str){ "", 0 };
}

fp_str fp_source_read(struct fp_arena *keep, fp_str path, fp_str name) {
    fp_str there = fp_path_is_file(name) ? name : fp_path_beside(keep, path, name);
    struct stat found;
    struct fp_out text = { 0 }, unused = { 0 };
    bool wanted = fp_path_stat(there, &found) && S_ISREG(found.st_mode) && found.st_size > 0 &&
                  found.st_size <= FP_SOURCE_BYTES_MAX; /* what the kernel makes up, such as /proc, has no size */
    bool read = wanted && read_bytes(there, &text, &unused) == FP_OK;
    fp_str copy = read ? fp_str_copy(keep, fp_out_str(&text)) : (fp_str){ "", 0 };
    fp_out_drop(&text);
    fp_out_drop(&unused);
    return copy;
}

fp_str fp_path_program(struct fp_arena *keep) {
    enum { FP_PROGRAM_PATH_MAX = 4096 };
    char *path = FP_NEW(keep, char, FP_PROGRAM_PATH_MAX);
    size_t len = FP_PROGRAM_PATH_MAX;
    return uv_exepath(path, &len) == 0 ? (fp_str){ path, len } : (fp_str){ "", 0 };
}
