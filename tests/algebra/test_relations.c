/* test_relations.c - the relation table, row by row, against relations.txt.
 *
 *   algebra_relations relations.txt [--write]
 *
 * For each sync and chip: where every state goes, and for which classes of accesses, lane by lane. States that stay
 * are not named, nor are relations where all stay; "+" joins several ways. What a line must say follows from the
 * table of states in relations.def and from what the op waits for: it can be read without the code. Any bit of a
 * relation of these kinds that changes shows here.
 */
#include "base/str.h"
#include "order/relation_sync.h"
#include "relations_text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTHS_SHOWN = 4, TEXT_MAX = 1 << 20 };
typedef struct {
    const char *name;
    fp_target target;
} chip;
typedef struct {
    const char *name;
    fp_sync sync;
    fp_meeting meeting;
    bool partial;
} subject;
typedef struct {
    const char *name;
    fp_class klass;
} access_class;
typedef struct {
    const char *name;
    fp_lane lane;
} lane_row;

static const chip chips[] = {
    { "backoff", { .vendor = FP_VENDOR_AMD, .backoff_barrier = true } },
    { "waiting", { .vendor = FP_VENDOR_AMD } },
    { "nvidia", { .vendor = FP_VENDOR_NVIDIA, .backoff_barrier = true } },
};

#define SYNC(of, ...)                                                                                \
    {                                                                                                \
        .kind = FP_SYNC_##of, .scope = FP_SCOPE_WORKGROUP, .id = FP_ID_WORKGROUP, .object = FP_NONE, \
        .member_count = -1, __VA_ARGS__                                                              \
    }
#define ORDERING .release = true, .acquire = true
#define WAIT(on, n) .wait_count = 1, .waits = { { FP_COUNTER_##on, n } }
static const subject subjects[] = {
    { "barrier", SYNC(BARRIER, .spaces = FP_SPACES_ALL, ORDERING), FP_MEET_ALL, false },
    { "barrier of workgroup memory", SYNC(BARRIER, .spaces = FP_SPACES_WORKGROUP, ORDERING), FP_MEET_ALL, false },
    { "barrier that some miss", SYNC(BARRIER, .spaces = FP_SPACES_ALL, ORDERING), FP_MEET_NOT, true },
    { "bare barrier", SYNC(BARRIER, .bare = true), FP_MEET_ALL, false },
    { "barrier of a wave",
      { .kind = FP_SYNC_BARRIER,
        .scope = FP_SCOPE_WAVE,
        .id = FP_ID_WORKGROUP,
        .object = FP_NONE,
        .member_count = -1,
        .spaces = FP_SPACES_ALL,
        ORDERING },
      FP_MEET_ALL,
      false },
    { "signal", SYNC(SIGNAL, .spaces = FP_SPACES_NONE), FP_MEET_ALL, false },
    { "signal with release", SYNC(SIGNAL, .spaces = FP_SPACES_ALL, .release = true), FP_MEET_ALL, false },
    { "signal that some miss", SYNC(SIGNAL, .spaces = FP_SPACES_NONE), FP_MEET_NOT, true },
    { "wait", SYNC(WAIT, .spaces = FP_SPACES_NONE), FP_MEET_ALL, false },
    { "signal 1",
      { .kind = FP_SYNC_SIGNAL, .scope = FP_SCOPE_WORKGROUP, .id = 1, .object = FP_NONE, .member_count = -1 },
      FP_MEET_ALL,
      false },
    { "wait 1",
      { .kind = FP_SYNC_WAIT, .scope = FP_SCOPE_WORKGROUP, .id = 1, .object = FP_NONE, .member_count = -1 },
      FP_MEET_ALL,
      false },
    { "signal 2",
      { .kind = FP_SYNC_SIGNAL, .scope = FP_SCOPE_WORKGROUP, .id = 2, .object = FP_NONE, .member_count = -1 },
      FP_MEET_ALL,
      false },
    { "barrier 1 of 64",
      { .kind = FP_SYNC_BARRIER,
        .scope = FP_SCOPE_GROUP,
        .id = 1,
        .object = FP_NONE,
        .member_count = 64,
        .spaces = FP_SPACES_ALL,
        ORDERING },
      FP_MEET_ALL,
      false },
    { "join 2",
      { .kind = FP_SYNC_JOIN, .scope = FP_SCOPE_WORKGROUP, .id = 2, .object = FP_NONE, .member_count = -1 },
      FP_MEET_ALL,
      false },
    { "leave 1",
      { .kind = FP_SYNC_LEAVE, .scope = FP_SCOPE_WORKGROUP, .id = 1, .object = FP_NONE, .member_count = -1 },
      FP_MEET_ALL,
      false },
    { "release fence", SYNC(FENCE, .spaces = FP_SPACES_ALL, .release = true), FP_MEET_ALL, false },
    { "acquire fence", SYNC(FENCE, .spaces = FP_SPACES_ALL, .acquire = true), FP_MEET_ALL, false },
    { "release fence of global memory", SYNC(FENCE, .spaces = FP_SPACES_GLOBAL, .release = true), FP_MEET_ALL, false },
    { "dscnt 0", SYNC(COUNTER_WAIT, WAIT(DS, 0)), FP_MEET_ALL, false },
    { "dscnt 1", SYNC(COUNTER_WAIT, WAIT(DS, 1)), FP_MEET_ALL, false },
    { "loadcnt 0", SYNC(COUNTER_WAIT, WAIT(LOAD, 0)), FP_MEET_ALL, false },
    { "loadcnt 1", SYNC(COUNTER_WAIT, WAIT(LOAD, 1)), FP_MEET_ALL, false },
    { "groups 0", SYNC(COUNTER_WAIT, WAIT(ASYNC_GROUP, 0)), FP_MEET_ALL, false },
    { "groups 1", SYNC(COUNTER_WAIT, WAIT(ASYNC_GROUP, 1)), FP_MEET_ALL, false },
    { "groups unknown", SYNC(COUNTER_WAIT, WAIT(ASYNC_GROUP, -1)), FP_MEET_ALL, false },
    { "commit", SYNC(COMMIT, WAIT(ASYNC_GROUP, 0)), FP_MEET_ALL, false },
    { "load", SYNC(COUNT_UP, WAIT(LOAD, 0)), FP_MEET_ALL, false },
    { "perhaps a load", SYNC(COUNT_UP, .maybe = true, WAIT(LOAD, 0)), FP_MEET_ALL, false },
    { "wait for object 7",
      { .kind = FP_SYNC_COMPLETION_WAIT,
        .scope = FP_SCOPE_WORKGROUP,
        .id = FP_ID_OBJECT,
        .object = 7,
        .member_count = -1 },
      FP_MEET_ALL,
      false },
    { "wait for object 7 by some",
      { .kind = FP_SYNC_COMPLETION_WAIT,
        .scope = FP_SCOPE_WORKGROUP,
        .id = FP_ID_OBJECT,
        .object = 7,
        .member_count = -1 },
      FP_MEET_ALL,
      true },
    { "arrive on object 7",
      { .kind = FP_SYNC_ARRIVE,
        .scope = FP_SCOPE_WORKGROUP,
        .id = FP_ID_OBJECT,
        .object = 7,
        .member_count = -1,
        .spaces = FP_SPACES_ALL,
        .release = true },
      FP_MEET_ALL,
      false },
};

static const access_class classes[] = {
    { "ordinary", { .space = FP_SPACE_WORKGROUP, .object = FP_NONE } },
    { "global", { .space = FP_SPACE_GLOBAL, .object = FP_NONE } },
    { "grouped copy", { .space = FP_SPACE_WORKGROUP, .counter = FP_COUNTER_ASYNC_GROUP, .object = FP_NONE } },
    { "counted copy", { .space = FP_SPACE_WORKGROUP, .counter = FP_COUNTER_LOAD, .object = FP_NONE } },
    { "copy to object 7", { .space = FP_SPACE_WORKGROUP, .counter = FP_COUNTER_MBARRIER, .object = 7 } },
};

static const lane_row lanes[] = {
    { "workgroup", { FP_LANE_WORKGROUP, FP_ID_WORKGROUP, FP_NONE } },
    { "group 1", { FP_LANE_GROUP, 1, FP_NONE } },
    { "group of object 7", { FP_LANE_GROUP, FP_ID_OBJECT, 7 } },
    { "flag", { FP_LANE_FLAG, 0, FP_NONE } },
    { "handover", { FP_LANE_HANDOVER, 0, FP_NONE } },
};

#define STATE_NAME(name, meaning) #name,
static const char *const state_names[] = { FP_STATES_ROWS(STATE_NAME) };
static char text[TEXT_MAX];
static size_t length;

static void put_words(fp_str words) {
    if (length + words.len >= TEXT_MAX) abort();
    memcpy(text + length, words.data, words.len);
    length += words.len;
}

static void put(const char *words) { put_words(fp_str_of(words)); }

static void put_state(uint32_t state) {
    char number[16];
    if (state < FP_STATE_IN_FLIGHT) {
        put(state_names[state]);
        return;
    }
    snprintf(number, sizeof number, "[%u]", state - FP_STATE_IN_FLIGHT);
    put(number);
}

static void put_row(const fp_relation *relation, uint32_t state) {
    fp_state_set rest = relation->rows[state];
    if (rest == FP_STATE_BIT(state) && !(relation->ordered >> state & 1)) return;
    put(" ");
    put_state(state);
    put(">");
    for (const char *plus = ""; rest; rest &= rest - 1, plus = "+")
        put(plus), put_state((uint32_t)__builtin_ctzll(rest));
    if (relation->ordered >> state & 1) put(relation->rows[state] ? "+ordered" : "ordered");
}

/* The depths behind those shown: one number for all of them. */
static void put_deeper(const fp_relation *relation) {
    uint64_t sum = relation->ordered >> (FP_STATE_IN_FLIGHT + DEPTHS_SHOWN);
    char number[32];
    for (uint32_t s = FP_STATE_IN_FLIGHT + DEPTHS_SHOWN; s < FP_STATE_COUNT; s++)
        sum = (sum ^ relation->rows[s]) * 0x9E3779B97F4A7C15u;
    snprintf(number, sizeof number, " deeper %08x", (unsigned)(sum >> 32));
    put(number);
}

#define COUNT(array) (sizeof array / sizeof *array)

/* What one relation says, in words of their own that are taken back; empty: all stays. */
static fp_str describe(struct fp_arena *arena, const chip *on, const subject *of, const access_class *klass,
                       const lane_row *lane) {
    fp_sync_context context = {
        .target = &on->target, .launch = { .block = { 128, 1, 1 } }, .meeting = of->meeting, .partial = of->partial
    };
    fp_relation relation = fp_sync_relation(&context, &of->sync, &klass->klass, lane->lane),
                identity = fp_relation_identity();
    size_t start = length;
    uint32_t shown =
        klass->klass.counter == FP_COUNTER_NONE ? (uint32_t)FP_STATE_IN_FLIGHT : FP_STATE_IN_FLIGHT + DEPTHS_SHOWN;
    for (uint32_t s = 0; s < shown; s++) put_row(&relation, s);
    if (klass->klass.counter != FP_COUNTER_NONE &&
        memcmp(relation.rows + shown, identity.rows + shown, sizeof identity.rows - shown * sizeof *identity.rows) != 0)
        put_deeper(&relation);
    fp_str words = fp_str_printf(arena, "%.*s", (int)(length - start), text + start);
    length = start;
    return words;
}

/* One paragraph: each relation once, with all that it holds for. */
static void put_subject(struct fp_arena *arena, const chip *on, const subject *of) {
    fp_str words[COUNT(classes)][COUNT(lanes)];
    put(of->name), put(" (chip: "), put(on->name), put(")\n");
    for (size_t k = 0; k < COUNT(classes); k++)
        for (size_t l = 0; l < COUNT(lanes); l++) words[k][l] = describe(arena, on, of, &classes[k], &lanes[l]);
    for (size_t k = 0; k < COUNT(classes) * COUNT(lanes); k++) {
        fp_str own = words[k / COUNT(lanes)][k % COUNT(lanes)];
        if (own.len == 0) continue;
        size_t last = k;
        put("   "), put_words(own);
        for (size_t j = k; j < COUNT(classes) * COUNT(lanes); j++) {
            fp_str *other = &words[j / COUNT(lanes)][j % COUNT(lanes)];
            if (!fp_str_equal(own, *other)) continue;
            bool same_class = j > k && j / COUNT(lanes) == last / COUNT(lanes);
            put(same_class ? ", "
                : j == k   ? "\n        "
                           : "; "),
                put(same_class ? "" : classes[j / COUNT(lanes)].name), put(same_class ? "" : ": ");
            put(lanes[j % COUNT(lanes)].name);
            other->len = 0;
            last = j;
        }
        put("\n");
    }
}

const char *relations_text(size_t *count) {
    struct fp_arena *arena = fp_arena_new();
    length = 0;
    for (size_t c = 0; c < COUNT(chips); c++)
        for (size_t s = 0; s < COUNT(subjects); s++) put_subject(arena, &chips[c], &subjects[s]);
    fp_arena_drop(arena);
    *count = length;
    return text;
}

#ifndef RELATIONS_TEXT_ONLY
int main(int argc, char **argv) {
    if (argc < 2) return 2;
    size_t said;
    relations_text(&said);
    bool write = argc > 2;
    FILE *file = fopen(argv[1], write ? "wb" : "rb");
    if (!file) {
        perror(argv[1]);
        return 2;
    }
    if (write) {
        fwrite(text, 1, length, file);
        return fclose(file) != 0;
    }
    static char expected[TEXT_MAX];
    size_t known = fread(expected, 1, TEXT_MAX, file), at = 0, line = 1;
    fclose(file);
    while (at < known && at < length && expected[at] == text[at]) line += expected[at++] == '\n';
    if (known == length && at == length) return 0;
    while (at > 0 && text[at - 1] != '\n') at--;
    printf("%s:%zu: the table says: %.*s\n", argv[1], line, (int)strcspn(text + at, "\n"), text + at);
    return 1;
}
#endif
