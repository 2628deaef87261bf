#include "files/files_packed.h"
#include "base/str.h"
#include <string.h>
#include <uv.h>

enum { FP_UNPACK_CHUNK_BYTES = 1 << 18 };

/* What came of unpacking; UNPACK_NO_LIBRARY: it could not be tried. */
typedef enum { UNPACK_DONE, UNPACK_NO_LIBRARY, UNPACK_DAMAGED, UNPACK_TOO_LARGE } unpack_result;
typedef unpack_result unpack_function(fp_str packed, struct fp_out *text);

struct fp_packing {
    fp_str name, magic;
    const char *command;
    unpack_function *unpack;
};

/* ---- libraries ---- */

static bool open_library(const char *const names[], uv_lib_t *library) {
    for (size_t i = 0; names[i]; i++) {
        if (uv_dlopen(names[i], library) == 0) return true;
        uv_dlclose(library);
    }
    return false;
}

typedef struct {
    const char *name;
    void **function;
} wanted_function;

/* The library stays open as long as its functions are used. */
static bool find_functions(uv_lib_t *library, const wanted_function *wanted, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (uv_dlsym(library, wanted[i].name, wanted[i].function) != 0) return false;
    return true;
}

static bool has_room(struct fp_out *text) {
    fp_out_grow(text, FP_UNPACK_CHUNK_BYTES);
    return text->len <= FP_UNPACKED_BYTES_MAX;
}

/* ---- gzip ---- */

/* zlib's z_stream as all its versions since 1.0 have it; zlib compares the size when a stream is opened. */
typedef struct {
    const unsigned char *next_in;
    unsigned avail_in;
    unsigned long total_in;
    unsigned char *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *message;
    void *state;
    void *allocate, *release, *opaque;
    int data_type;
    unsigned long checksum, reserved;
} zlib_stream;
typedef struct {
    int (*open)(zlib_stream *stream, int window_bits, const char *version, int stream_size);
    int (*step)(zlib_stream *stream, int flush);
    int (*close)(zlib_stream *stream);
    int (*reset)(zlib_stream *stream);
} zlib_functions;
enum { ZLIB_OK = 0, ZLIB_STREAM_END = 1, ZLIB_NO_FLUSH = 0, ZLIB_GZIP_WINDOW = 15 + 16 };

static unpack_result inflate_all(const zlib_functions *zlib, zlib_stream *stream, fp_str packed, struct fp_out *text) {
    stream->next_in = (const unsigned char *)packed.data;
    size_t left = packed.len;
    while (true) {
        if (!has_room(text)) return UNPACK_TOO_LARGE;
        unsigned in = left < FP_UNPACK_CHUNK_BYTES ? (unsigned)left : FP_UNPACK_CHUNK_BYTES;
        stream->avail_in = in;
        stream->next_out = (unsigned char *)text->data + text->len;
        stream->avail_out = FP_UNPACK_CHUNK_BYTES;
        int status = zlib->step(stream, ZLIB_NO_FLUSH);
        left -= in - stream->avail_in;
        text->len += FP_UNPACK_CHUNK_BYTES - stream->avail_out;
        if (status == ZLIB_STREAM_END && left == 0) return UNPACK_DONE;
        if (status == ZLIB_STREAM_END) status = zlib->reset(stream); /* files that were put one behind the other */
        if (status != ZLIB_OK) return UNPACK_DAMAGED;
    }
}

static unpack_result unpack_gzip(fp_str packed, struct fp_out *text) {
    static const char *const names[] = { "libz.so.1", "libz.so", "libz.1.dylib", "zlib1.dll", NULL };
    uv_lib_t library;
    if (!open_library(names, &library)) return UNPACK_NO_LIBRARY;
    zlib_functions zlib = { 0 };
    zlib_stream stream = { 0 };
    const wanted_function wanted[] = { { "inflateInit2_", (void **)&zlib.open },
                                       { "inflate", (void **)&zlib.step },
                                       { "inflateEnd", (void **)&zlib.close },
                                       { "inflateReset", (void **)&zlib.reset } };
    unpack_result result = UNPACK_NO_LIBRARY;
    if (find_functions(&library, wanted, sizeof wanted / sizeof *wanted) &&
        zlib.open(&stream, ZLIB_GZIP_WINDOW, "1", (int)sizeof stream) == ZLIB_OK) {
        result = inflate_all(&zlib, &stream, packed, text);
        zlib.close(&stream);
    }
    uv_dlclose(&library);
    return result;
}

/* ---- zstd ---- */

typedef struct {
    const void *data;
    size_t size, at;
} zstd_input;
typedef struct {
    void *data;
    size_t size, at;
} zstd_output;
typedef struct {
    void *(*open)(void);
    size_t (*step)(void *stream, zstd_output *output, zstd_input *input);
    unsigned (*is_error)(size_t code);
    size_t (*close)(void *stream);
} zstd_functions;

static unpack_result decompress_all(const zstd_functions *zstd, void *stream, fp_str packed, struct fp_out *text) {
    zstd_input input = { packed.data, packed.len, 0 };
    while (true) {
        if (!has_room(text)) return UNPACK_TOO_LARGE;
        zstd_output output = { text->data + text->len, FP_UNPACK_CHUNK_BYTES, 0 };
        size_t before = input.at, more = zstd->step(stream, &output, &input);
        text->len += output.at;
        if (zstd->is_error(more)) return UNPACK_DAMAGED;
        if (more == 0 && input.at == input.size) return UNPACK_DONE;
        if (output.at == 0 && input.at == before) return UNPACK_DAMAGED; /* cut off */
    }
}

static unpack_result unpack_zstd(fp_str packed, struct fp_out *text) {
    static const char *const names[] = { "libzstd.so.1", "libzstd.so", "libzstd.1.dylib", "zstd.dll", NULL };
    uv_lib_t library;
    if (!open_library(names, &library)) return UNPACK_NO_LIBRARY;
    zstd_functions zstd = { 0 };
    const wanted_function wanted[] = { { "ZSTD_createDStream", (void **)&zstd.open },
                                       { "ZSTD_decompressStream", (void **)&zstd.step },
                                       { "ZSTD_isError", (void **)&zstd.is_error },
                                       { "ZSTD_freeDStream", (void **)&zstd.close } };
    unpack_result result = UNPACK_NO_LIBRARY;
    void *stream = find_functions(&library, wanted, sizeof wanted / sizeof *wanted) ? zstd.open() : NULL;
    if (stream) {
        result = decompress_all(&zstd, stream, packed, text);
        zstd.close(stream);
    }
    uv_dlclose(&library);
    return result;
}

/* ---- all of them ---- */

#define FP_PACKING(name, magic, command, unpack) \
    { { name, sizeof name - 1 }, { magic, sizeof magic - 1 }, command, unpack },
static const fp_packing packings[] = {
#include "files/packings.def"
};
#undef FP_PACKING

const fp_packing *fp_packing_of(fp_str start) {
    for (size_t i = 0; i < sizeof packings / sizeof *packings; i++)
        if (fp_str_starts(start, packings[i].magic)) return &packings[i];
    return NULL;
}

fp_str fp_packing_name(const fp_packing *packing) { return packing->name; }

fp_status fp_packing_unpack(const fp_packing *packing, fp_str packed, struct fp_out *text, struct fp_out *why) {
    unpack_result result = packing->unpack ? packing->unpack(packed, text) : UNPACK_NO_LIBRARY;
    fp_str name = packing->name;
    switch (result) {
    case UNPACK_DONE: return FP_OK;
    case UNPACK_NO_LIBRARY:
        fp_out_printf(why, "a compressed file (%.*s); '%s FILE | fencepost lint -' reads it", FP_STR_ARG(name),
                      packing->command);
        break;
    case UNPACK_DAMAGED:
        fp_out_printf(why, "a compressed file (%.*s) that is damaged or cut off", FP_STR_ARG(name));
        break;
    case UNPACK_TOO_LARGE:
        fp_out_printf(why, "a compressed file (%.*s) of more than 1 GiB of text", FP_STR_ARG(name));
        break;
    }
    return FP_IO;
}
