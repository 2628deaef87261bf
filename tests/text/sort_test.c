/* Random arrays of each length up to some hundreds, elements of several sizes, few different keys: after fp_sort the
 * keys rise, equal ones stand as they did before, and none is lost. */
#include "base/sort.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_MAX = 700, BYTES_MAX = 40 };

static uint32_t seed = 1;
static uint32_t draw(uint32_t below) {
    seed = seed * UINT32_C(1664525) + UINT32_C(1013904223);
    return (seed >> 8) % below;
}

/* An element starts with its key and the place that it had before. */
typedef struct {
    uint16_t key, place;
} mark;

static int compare(const void *a, const void *b) {
    mark left, right;
    memcpy(&left, a, sizeof left);
    memcpy(&right, b, sizeof right);
    return (left.key > right.key) - (left.key < right.key);
}

static int check(size_t count, size_t size, uint32_t keys) {
    static char data[COUNT_MAX * BYTES_MAX];
    for (size_t i = 0; i < count; i++) {
        mark one = { (uint16_t)draw(keys), (uint16_t)i };
        memset(data + i * size, (int)one.place & 0xFF, size);
        memcpy(data + i * size, &one, sizeof one);
    }
    fp_sort(data, count, size, compare);
    mark last = { 0, 0 };
    uint32_t places = 0;
    for (size_t i = 0; i < count; i++) {
        mark one;
        memcpy(&one, data + i * size, sizeof one);
        bool whole = size == sizeof one || (data[i * size + size - 1] & 0xFF) == (one.place & 0xFF);
        if (!whole || (i && (one.key < last.key || (one.key == last.key && one.place <= last.place)))) {
            printf("%zu elements of %zu bytes: element %zu stands wrong or is torn\n", count, size, i);
            return 1;
        }
        places += one.place;
        last = one;
    }
    if (places != count * (count - 1) / 2) printf("%zu elements of %zu bytes: one is lost\n", count, size);
    return places != count * (count - 1) / 2;
}

int main(void) {
    static const size_t sizes[] = { sizeof(mark), 5, 8, 12, BYTES_MAX };
    int bad = 0;
    fp_sort(NULL, 0, sizeof(mark), compare);
    for (size_t count = 0; count <= COUNT_MAX; count += 1 + count / 40)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            bad |= check(count, sizes[i], 4) | check(count, sizes[i], 60000);
    return bad;
}
