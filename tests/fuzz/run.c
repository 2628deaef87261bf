/* run.c - a fuzz target without libFuzzer: fuzz_NAME RUNS FIRST SEED..: the seeds as they are, then RUNS mutations of
 * them, the same ones each time.
 *
 * FENCEPOST_FUZZ_INPUT    a file that holds the input under way: after a crash, the one that crashed
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Of targets with a mutator of their own. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) __attribute__((weak));
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other, size_t other_size,
                                 uint8_t *out, size_t max, unsigned seed) __attribute__((weak));

enum { SIZE_MAX_BYTES = 20000 };
typedef struct {
    uint8_t data[SIZE_MAX_BYTES];
    size_t size;
} input;

static uint64_t state = 88172645463325252u;
static size_t draw(size_t below) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return below ? state % below : 0;
}

static void replace(input *in, size_t at, size_t old, const uint8_t *bytes, size_t count) {
    if (at + old > in->size || in->size - old + count > SIZE_MAX_BYTES) return;
    memmove(in->data + at + count, in->data + at + old, in->size - at - old);
    if (count) memmove(in->data + at, bytes, count);
    in->size = in->size - old + count;
}

/* Flips, cuts, doubles and mixes in pieces of another seed. */
static void mutate_bytes(input *in, const input *other) {
    uint8_t piece[64];
    for (size_t n = 1 + draw(6); n > 0; n--) {
        size_t at = draw(in->size + 1), length = draw(sizeof piece), from = draw(other->size + 1);
        uint8_t byte = (uint8_t)draw(256);
        switch (draw(5)) {
        case 0: replace(in, at, at < in->size, &byte, 1); break;
        case 1: replace(in, at, length, NULL, 0); break;
        case 2:
            if (from + length > other->size) length = other->size - from;
            memcpy(piece, other->data + from, length);
            replace(in, at, 0, piece, length);
            break;
        case 3: replace(in, at, 0, &byte, 1); break;
        default: in->size = draw(8) ? in->size : at; break;
        }
    }
}

static void mutate(input *in, const input *other) {
    static input spliced;
    if (!LLVMFuzzerCustomMutator) {
        mutate_bytes(in, other);
    } else if (LLVMFuzzerCustomCrossOver && draw(3) == 0) {
        spliced.size = LLVMFuzzerCustomCrossOver(in->data, in->size, other->data, other->size, spliced.data,
                                                 SIZE_MAX_BYTES, (unsigned)draw(UINT32_MAX));
        *in = spliced;
    } else {
        in->size = LLVMFuzzerCustomMutator(in->data, in->size, SIZE_MAX_BYTES, (unsigned)draw(UINT32_MAX));
    }
}

static bool read_seed(const char *path, input *in) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    in->size = fread(in->data, 1, SIZE_MAX_BYTES, file);
    fclose(file);
    return true;
}

static void feed(const input *in, const char *keep) {
    FILE *file = keep ? fopen(keep, "wb") : NULL;
    if (file) {
        fwrite(in->data, 1, in->size, file);
        fclose(file);
    }
    LLVMFuzzerTestOneInput(in->data, in->size);
}

int main(int argc, char **argv) {
    const char *keep = getenv("FENCEPOST_FUZZ_INPUT");
    int seeds = argc - 3, runs = argc > 3 ? atoi(argv[1]) : 0;
    if (seeds < 1 || runs < 1) return 2;
    input *in = malloc((size_t)(seeds + 1) * sizeof *in);
    if (!in) return 2;
    state += strtoull(argv[2], NULL, 10);
    for (int i = 0; i < seeds; i++) {
        if (!read_seed(argv[i + 3], &in[i])) return 2;
        feed(&in[i], keep);
    }
    for (int i = 0; i < runs; i++) {
        in[seeds] = in[draw((size_t)seeds)];
        mutate(&in[seeds], &in[draw((size_t)seeds)]);
        feed(&in[seeds], keep);
    }
    printf("%d seeds, %d mutations\n", seeds, runs);
    free(in);
    return 0;
}
