#include "views/picture_windows.h"
#include "base/sort.h"

static int compare_numbers(uint32_t a, uint32_t b) { return (a > b) - (a < b); }

/* Nothing orders it; a pass is to; something does. */
static uint32_t standing(const fp_picture_window *window) { return window->open ? 2 : window->awaited ? 1 : 0; }

/* Sorts windows by buffer and loop; in each, the ones that any place of the loop closes last, then by right end,
 * narrow ones first. */
static int compare_for_reduction(const void *a, const void *b) {
    const fp_picture_window *x = &((const fp_drawn_window *)a)->window, *y = &((const fp_drawn_window *)b)->window;
    int order = compare_numbers(x->buffer, y->buffer);
    if (!order) order = compare_numbers(x->loop + 1, y->loop + 1); /* NONE first */
    if (!order) order = compare_numbers(standing(x), standing(y));
    if (!order) order = (int)x->whole - (int)y->whole;
    if (!order) order = compare_numbers(x->consumer.start, y->consumer.start);
    if (!order) order = compare_numbers(y->producer.start, x->producer.start);
    return order ? order : (int)x->kind - (int)y->kind;
}

static int compare_by_place(const void *a, const void *b) {
    const fp_picture_window *x = &((const fp_drawn_window *)a)->window, *y = &((const fp_drawn_window *)b)->window;
    int order = compare_numbers(x->producer.start, y->producer.start);
    if (!order) order = compare_numbers(x->consumer.start, y->consumer.start);
    return order ? order : compare_for_reduction(a, b);
}

static bool same_family(const fp_picture_window *x, const fp_picture_window *y) {
    return x->buffer == y->buffer && x->loop == y->loop && standing(x) == standing(y) && x->whole == y->whole;
}

/* `before` is kept, the last one of the family. What is found open stands for a finding: only a narrower one with the
 * same consumer is enough of it. */
static bool holds(const fp_picture_window *window, const fp_picture_window *before) {
    if (window->open) return same_family(window, before) && window->consumer.start == before->consumer.start;
    bool any_place = window->whole && before->buffer == window->buffer && before->loop == window->loop &&
                     standing(before) == standing(window);
    return any_place || (same_family(window, before) && window->producer.start <= before->producer.start);
}

/* What is left of a family begins later the later it ends. */
static uint32_t drop_wider(fp_drawn_windows *list) {
    uint32_t kept = 0;
    fp_sort(list->data, list->len, sizeof *list->data, compare_for_reduction);
    for (uint32_t i = 0; i < list->len; i++)
        if (!kept || !holds(&list->data[i].window, &list->data[kept - 1].window)) list->data[kept++] = list->data[i];
    return kept;
}

static int compare_straight(const fp_picture_window *x, const fp_picture_window *y) {
    int order = compare_numbers(x->buffer, y->buffer);
    if (!order) order = compare_numbers(standing(x), standing(y));
    return order ? order : compare_numbers(x->producer.start, y->producer.start);
}

/* The straight window of the same buffer that ends first among those that begin at `from` or behind; NULL. */
static const fp_picture_window *straight_behind(const fp_drawn_windows *straight, const fp_picture_window *like,
                                                uint32_t from) {
    fp_picture_window least = *like;
    least.producer.start = from;
    uint32_t low = 0, high = straight->len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_straight(&straight->data[middle].window, &least) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const fp_picture_window *found = low < straight->len ? &straight->data[low].window : NULL;
    return found && found->buffer == like->buffer && standing(found) == standing(like) ? found : NULL;
}

/* Does a window that goes round a loop hold a straight one: between the loop's start and its consumer, or between its
 * producer and the loop's end? */
static bool holds_straight(fp_span loop, const fp_picture_window *round, const fp_drawn_windows *straight) {
    uint32_t producer = round->producer.start > loop.start ? round->producer.start : loop.start;
    const fp_picture_window *first = straight_behind(straight, round, loop.start),
                            *behind = straight_behind(straight, round, producer);
    bool before =
        first && first->consumer.start < loop.end && (round->whole || first->consumer.start <= round->consumer.start);
    return before || (behind && behind->consumer.start < loop.end);
}

void fp_picture_windows_reduce(struct fp_arena *keep, const fp_picture_loop *loops, fp_drawn_windows *list) {
    uint32_t kept = 0;
    fp_drawn_windows straight = { 0 };
    list->len = drop_wider(list);
    for (uint32_t i = 0; i < list->len; i++)
        if (list->data[i].window.loop == FP_PICTURE_NONE) *FP_PUSH(keep, &straight) = list->data[i];
    for (uint32_t i = 0; i < list->len; i++) {
        const fp_picture_window *window = &list->data[i].window;
        bool round = window->loop != FP_PICTURE_NONE && !window->open;
        if (!round || !holds_straight(loops[window->loop].span, window, &straight)) list->data[kept++] = list->data[i];
    }
    list->len = kept;
    fp_sort(list->data, kept, sizeof *list->data, compare_by_place);
}
