#include "show/show_words.h"
#include <inttypes.h>

static uint32_t count_awaited(const fp_picture *picture) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < picture->window_count; i++) count += picture->windows[i].awaited;
    return count;
}

/* ", 2 of them not ordered"; of all pairs ", not ordered" */
static void write_part(struct fp_out *out, const fp_picture *picture, uint32_t count, const char *what) {
    if (count == 0) return;
    fp_out_text(out, ", ");
    if (count < picture->window_count) fp_out_printf(out, "%" PRIu32 " of them ", count);
    fp_out_text(out, what);
}

void fp_show_heading(struct fp_out *out, const fp_show_layout *layout) {
    const fp_picture *picture = layout->picture;
    fp_out_text(out, "kernel ");
    fp_out_visible(out, picture->name);
    fp_out_printf(out, " on %.*s", (int)picture->target.len, picture->target.data);
    if (picture->block[0])
        fp_out_printf(out, ", block %" PRIu32 "x%" PRIu32 "x%" PRIu32, picture->block[0], picture->block[1],
                      picture->block[2]);
    fp_out_text(out, ": ");
    fp_out_count(out, picture->buffer_count, "buffer");
    fp_out_text(out, ", ");
    fp_out_count(out, layout->barriers, "barrier");
    if (!picture->run || picture->window_count) { /* of what a run puts in order no pairs are drawn */
        fp_out_text(out, ", ");
        fp_out_count(out, picture->window_count, "conflicting pair");
    }
    write_part(out, picture, layout->open_windows, "not ordered");
    write_part(out, picture, count_awaited(picture), "left to a later pass");
    if (picture->hidden_windows) fp_out_printf(out, " (and %" PRIu32 " around these)", picture->hidden_windows);
    if (picture->window_reach)
        fp_out_printf(out, "; pairs across more than %" PRIu32 " barriers and waits are left out",
                      picture->window_reach);
}

void fp_show_fold_words(struct fp_out *out, const fp_show_fold *fold) {
    static const char *const nouns[] = { "read", "write", "atomic" };
    fp_out_count(out, fold->lines, "line");
    for (size_t kind = 0; kind <= FP_PICTURE_ATOMIC; kind++) {
        if (fold->accesses[kind] == 0) continue;
        fp_out_text(out, ", ");
        fp_out_count(out, fold->accesses[kind], nouns[kind]);
    }
}
