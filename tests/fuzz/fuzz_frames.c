/* fuzz_frames.c - the stream of a client, cut into pieces of any size: it gives the frames that it gives in one
 * piece. */
#include "base/str.h"
#include "lsp/rpc.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What comes out, as bytes: the kind of each frame, and its body behind its length. */
static void take(struct fp_frames *frames, struct fp_out *seen) {
    fp_str body;
    for (fp_frame frame; (frame = fp_frames_next(frames, &body)) != FP_FRAME_NONE;) {
        fp_out_printf(seen, "%d ", (int)frame);
        if (frame != FP_FRAME_BODY) continue;
        fp_out_printf(seen, "%zu ", body.len);
        fp_out_bytes(seen, body);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fp_frames whole = { 0 }, pieces = { 0 };
    struct fp_out expected = { 0 }, seen = { 0 };
    fp_str text = { (const char *)data, size };
    fp_frames_feed(&whole, text);
    take(&whole, &expected);
    uint32_t seed = (uint32_t)size * 2654435761u;
    for (size_t at = 0; at < size;) {
        seed = seed * 1664525u + 1013904223u;
        size_t count = seed >> 24 & 7 ? 1 + (seed >> 27) : 1 + (seed >> 20);
        if (count > size - at) count = size - at;
        fp_frames_feed(&pieces, fp_str_slice(text, at, at + count));
        take(&pieces, &seen);
        at += count;
    }
    if (seen.len != expected.len || (seen.len && memcmp(seen.data, expected.data, seen.len) != 0)) abort();
    fp_frames_drop(&whole);
    fp_frames_drop(&pieces);
    fp_out_drop(&expected);
    fp_out_drop(&seen);
    return 0;
}
