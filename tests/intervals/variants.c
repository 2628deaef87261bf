#include "variants.h"
#include "written.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const char *const variant_names[VARIANT_COUNT] = { "plain", "stripped", "doubled", "narrowed", "repeated", "repeated and stripped" };

static void put(writer *w, const char *data, size_t length) { write_words(w, "%.*s", (int)length, data); }
static void put_words(writer *w, const char *words) { put(w, words, strlen(words)); }

static bool begins(const char *at, const char *end, const char *words) {
    size_t length = strlen(words);
    return (size_t)(end - at) >= length && memcmp(at, words, length) == 0;
}

static const char *line_end(const char *at, const char *end) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    return newline ? newline + 1 : end;
}

static const char *line_text(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    return at;
}

/* A line that holds a barrier and nothing else. */
static bool is_barrier(const char *at, const char *end) {
    static const char *const ops[] = { "gpu.barrier", "\"gpu.barrier\"", "amdgpu.lds_barrier", "nvvm.barrier", "rocdl.s.barrier", "rocdl.barrier", "spirv.ControlBarrier",
                                       "ttg.barrier", "ttg.local_barrier" };
    at = line_text(at, end);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (begins(at, end, ops[i])) return true;
    return false;
}

/* ---- barriers of a text ---- */
static uint32_t count_barriers(fp_str text) {
    uint32_t count = 0;
    const char *end = text.data + text.len;
    for (const char *at = text.data; at < end; at = line_end(at, end)) count += is_barrier(at, line_end(at, end));
    return count;
}

static fp_str change_barriers(fp_str text, variant_kind kind, uint32_t which) {
    uint32_t count = count_barriers(text), number = 0;
    writer w = { 0 };
    if (count == 0) return (fp_str){ NULL, 0 };
    const char *end = text.data + text.len;
    for (const char *at = text.data, *next; at < end; at = next) {
        next = line_end(at, end);
        const char *op = line_text(at, next);
        bool barrier = is_barrier(at, next), chosen = barrier && number++ == which % count;
        if (chosen && kind == VARIANT_STRIPPED) continue;
        if (barrier && kind == VARIANT_NARROWED && begins(op, next, "gpu.barrier") && number % 2 == 1) {
            put(&w, at, (size_t)(op - at));
            put_words(&w, "gpu.barrier memfence [#gpu.address_space<workgroup>]\n");
            continue;
        }
        put(&w, at, (size_t)(next - at));
        if (barrier && kind == VARIANT_DOUBLED) put(&w, at, (size_t)(next - at));
    }
    return (fp_str){ w.data, w.len };
}

/* ---- bodies, repeated ---- */
static const char *behind_string(const char *at, const char *end) {
    for (at++; at < end && *at != '"' && *at != '\n'; at++)
        if (*at == '\\' && at + 1 < end) at++;
    return at < end ? at + 1 : end;
}

static const char *behind_comment(const char *at, const char *end) { return begins(at, end, "//") ? line_end(at, end) : at; }

/* Where the last brace group at top level of the op opens and closes: its body. */
static bool find_body(const char *at, const char *end, const char **open, const char **close) {
    int depth = 0;
    *open = *close = NULL;
    while (at < end) {
        if (*at == '"') { at = behind_string(at, end); continue; }
        if (begins(at, end, "//")) { at = behind_comment(at, end); continue; }
        if (*at == '{' && depth++ == 0) *open = at + 1, *close = NULL;
        if (*at == '}' && --depth == 0) *close = at;
        at++;
    }
    return *open && *close;
}

static bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '.' || c == '-'; }

static const char *behind_name(const char *at, const char *end) {
    while (at < end && is_name(*at)) at++;
    return at;
}

static bool names(const char *from, const char *to, const char *name, size_t length) {
    for (const char *at = from; at < to; at++)
        if (*at == '%' && (size_t)(behind_name(at + 1, to) - at - 1) == length && memcmp(at + 1, name, length) == 0) return true;
    return false;
}

/* The text with `%x` as `%copyN_x`, but for the names in the op's head. */
static void put_renamed(writer *w, const char *at, const char *end, const char *head, const char *head_end, char number) {
    while (at < end) {
        const char *from = at;
        if (*at == '"') at = behind_string(at, end);
        else if (begins(at, end, "//")) at = behind_comment(at, end);
        else at++;
        put(w, from, (size_t)(at - from));
        if (*from != '%') continue;
        const char *behind = behind_name(at, end);
        if (!names(head, head_end, at, (size_t)(behind - at))) {
            put_words(w, "copy");
            put(w, &number, 1);
            put_words(w, "_");
        }
        put(w, at, (size_t)(behind - at));
        at = behind;
    }
}

/* The last line with something on it; NULL: the body cannot be repeated. */
static const char *terminator(const char *body, const char *close) {
    const char *last = NULL;
    for (const char *at = body; at < close; at = line_end(at, close)) {
        const char *op = line_text(at, close);
        if (op < close && *op == '^' && !begins(op, close, "^bb0(")) return NULL;          /* several blocks */
        if (op < close && *op != '\n' && *op != '\r' && !begins(op, close, "//")) last = at;
    }
    static const char *const ops[] = { "return", "gpu.return", "func.return", "llvm.return", "tt.return", "spirv.Return" };
    for (size_t i = 0; last && i < sizeof ops / sizeof *ops; i++)
        if (begins(line_text(last, close), close, ops[i])) return last;
    return NULL;
}

static fp_str repeat_bodies(fp_str text) {
    struct fp_engine *engine = fp_engine_new(NULL);
    const fp_result *result = fp_document_check(fp_document_open(engine, text), NULL);
    writer w = { 0 };
    uint32_t done = 0;
    for (size_t i = 0; i < result->kernel_count; i++) {
        fp_span span = result->kernels[i].span;
        const char *head = text.data + span.start, *end = text.data + span.end, *open, *close;
        if (span.start < done || *head == '"' || !find_body(head, end, &open, &close)) continue;
        const char *body = line_end(open, close), *last = terminator(body, close);
        if (!last) continue;
        put(&w, text.data + done, (size_t)(last - text.data) - done);
        for (char number = '1'; number <= '2'; number++) {
            put_words(&w, "    gpu.barrier\n");
            put_renamed(&w, body, last, head, open, number);
        }
        done = (uint32_t)(last - text.data);
    }
    if (done) put(&w, text.data + done, text.len - done);
    fp_engine_drop(engine);
    return (fp_str){ w.data, w.len };
}

fp_str variant_make(fp_str text, variant_kind kind, uint32_t which) {
    fp_str repeated, both;
    switch (kind) {
    case VARIANT_PLAIN: {
        writer w = { 0 };
        put(&w, text.data, text.len);
        return (fp_str){ w.data, w.len };
    }
    case VARIANT_STRIPPED: case VARIANT_DOUBLED: case VARIANT_NARROWED: return change_barriers(text, kind, which);
    case VARIANT_REPEATED: return repeat_bodies(text);
    case VARIANT_REPEATED_STRIPPED:
        repeated = repeat_bodies(text);
        if (!repeated.data) return repeated;
        both = change_barriers(repeated, VARIANT_STRIPPED, which);
        free((void *)repeated.data);
        return both;
    case VARIANT_COUNT: break;
    }
    return (fp_str){ NULL, 0 };
}
