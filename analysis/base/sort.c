#include "base/sort.h"
#include "base/memory.h"
#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    FP_SORT_RUN = 8,          /* elements that are put in order by insertion */
    FP_SORT_ROOM_BYTES = 2048 /* what needs no memory of its own */
};

typedef struct {
    size_t size;
    int (*compare)(const void *, const void *);
} order;

/* Puts the elements from start to end in order; `room` holds one element. */
static void insert_all(char *start, const char *end, char *room, order by) {
    for (char *next = start + by.size; next < end; next += by.size) {
        char *at = next;
        while (at > start && by.compare(at - by.size, next) > 0) at -= by.size;
        if (at == next) continue;
        memcpy(room, next, by.size);
        memmove(at + by.size, at, (size_t)(next - at));
        memcpy(at, room, by.size);
    }
}

/* Merges the two runs [left, middle) and [middle, end) to `to`; of equal elements the left one comes first. */
static void merge(char *to, const char *left, const char *middle, const char *end, order by) {
    const char *right = middle;
    bool ordered = left == middle || middle == end || by.compare(middle - by.size, middle) <= 0;
    while (!ordered && left < middle && right < end) {
        const char **from = by.compare(left, right) > 0 ? &right : &left;
        memcpy(to, *from, by.size);
        to += by.size;
        *from += by.size;
    }
    memcpy(to, left, (size_t)(middle - left));
    memcpy(to + (middle - left), right, (size_t)(end - right));
}

static bool in_order(const char *data, size_t bytes, order by) {
    for (size_t at = by.size; at < bytes; at += by.size)
        if (by.compare(data + at - by.size, data + at) > 0) return false;
    return true;
}

void fp_sort(void *data, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    alignas(max_align_t) char own[FP_SORT_ROOM_BYTES];
    order by = { size, compare };
    size_t bytes = count * size, run = FP_SORT_RUN * size;
    if (count < 2 || in_order(data, bytes, by)) return;
    char *room = bytes <= sizeof own ? own : fp_memory_raw(bytes), *from = data, *to = room;
    for (size_t at = 0; at < bytes; at += run)
        insert_all(from + at, from + (bytes - at < run ? bytes : at + run), room, by);
    for (; run < bytes; run *= 2) {
        for (size_t at = 0; at < bytes; at += 2 * run) {
            size_t middle = bytes - at < run ? bytes : at + run;
            merge(to + at, from + at, from + middle, from + (bytes - middle < run ? bytes : middle + run), by);
        }
        char *merged = to;
        to = from;
        from = merged;
    }
    if (from != (char *)data) memcpy(data, from, bytes);
    if (room != own) free(room);
}
