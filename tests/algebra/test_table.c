/* test_table.c - the relation table against table_check.c, over every combination of what its rows look at. */
#include "table_check.h"
#include <stdio.h>

#define COUNT(array) (sizeof array / sizeof *array)
static const fp_target chips[] = {
    { .vendor = FP_VENDOR_AMD, .backoff_barrier = true, .ldsdma_fenced = true, .stores_share_load_counter = true },
    { .vendor = FP_VENDOR_AMD,
      .barrier_empties_all = true,
      .ldsdma_fenced = true,
      .asyncmark_fenced = true,
      .stores_share_load_counter = true },
    { .vendor = FP_VENDOR_AMD, .backoff_barrier = true, .limits = { { .counter = FP_COUNTER_LOAD, .most = 3 } } },
    { .vendor = FP_VENDOR_NVIDIA, .backoff_barrier = true, .nvidia_ids = 16 },
    { .vendor = FP_VENDOR_ANY, .backoff_barrier = true, .ldsdma_fenced = true, .stores_share_load_counter = true },
};
static const fp_class classes[] = {
    { .space = FP_SPACE_WORKGROUP, .object = FP_NONE },
    { .space = FP_SPACE_GLOBAL, .object = FP_NONE },
    { .space = FP_SPACE_WORKGROUP, .counter = FP_COUNTER_ASYNC_GROUP, .object = FP_NONE },
    { .space = FP_SPACE_WORKGROUP, .counter = FP_COUNTER_ASYNCMARK, .object = FP_NONE },
    { .space = FP_SPACE_WORKGROUP, .counter = FP_COUNTER_LOAD, .object = FP_NONE, .plain_lds_dma = true },
    { .space = FP_SPACE_WORKGROUP, .counter = FP_COUNTER_ASYNC, .object = FP_NONE },
    { .space = FP_SPACE_WORKGROUP, .counter = FP_COUNTER_STORE, .object = FP_NONE },
    { .space = FP_SPACE_WORKGROUP, .counter = FP_COUNTER_MBARRIER, .object = 7 },
    { .space = FP_SPACE_WORKGROUP, .counter = FP_COUNTER_DMA_TAG, .object = 8 },
};
static const fp_lane lanes[] = {
    { FP_LANE_WORKGROUP, FP_ID_WORKGROUP, FP_NONE },
    { FP_LANE_GROUP, 1, FP_NONE },
    { FP_LANE_GROUP, FP_ID_OBJECT, 7 },
    { FP_LANE_FLAG, 0, FP_NONE },
    { FP_LANE_HANDOVER, 0, FP_NONE },
};
static const struct {
    fp_scope scope;
    int32_t id;
    uint32_t object;
    int64_t members;
} addressees[] = {
    { FP_SCOPE_WORKGROUP, FP_ID_WORKGROUP, FP_NONE, -1 },
    { FP_SCOPE_WAVE, FP_ID_WORKGROUP, FP_NONE, -1 },
    { FP_SCOPE_CLUSTER, FP_ID_CLUSTER, FP_NONE, -1 },
    { FP_SCOPE_GROUP, 1, FP_NONE, -1 },
    { FP_SCOPE_GROUP, 1, FP_NONE, 64 },
    { FP_SCOPE_GROUP, 1, FP_NONE, 128 },
    { FP_SCOPE_GROUP, 2, FP_NONE, 64 },
    { FP_SCOPE_WORKGROUP, 0, FP_NONE, -1 },
    { FP_SCOPE_GROUP, FP_ID_OBJECT, 7, -1 },
    { FP_SCOPE_GROUP, FP_ID_OBJECT, 9, -1 },
    { FP_SCOPE_GROUP, FP_ID_UNKNOWN, FP_NONE, -1 },
};
static const fp_counter_wait waits[] = { { FP_COUNTER_DS, 0 },          { FP_COUNTER_DS, 1 },
                                         { FP_COUNTER_LOAD, 0 },        { FP_COUNTER_LOAD, 2 },
                                         { FP_COUNTER_STORE, 0 },       { FP_COUNTER_ASYNC, 0 },
                                         { FP_COUNTER_ASYNC, 1 },       { FP_COUNTER_ASYNC_GROUP, 0 },
                                         { FP_COUNTER_ASYNC_GROUP, 1 }, { FP_COUNTER_ASYNC_GROUP, -1 },
                                         { FP_COUNTER_ASYNCMARK, 0 } };

static long compared, different;

static void compare(const fp_target *chip, const fp_sync *sync) {
    for (int meeting = 0; meeting < FP_MEETING_COUNT; meeting++)
        for (int partial = 0; partial < 2; partial++) {
            fp_sync_context context = {
                .target = chip, .launch = { .block = { 128, 1, 1 } }, .meeting = (fp_meeting)meeting, .partial = partial
            };
            for (size_t c = 0; c < COUNT(classes); c++)
                for (size_t l = 0; l < COUNT(lanes); l++) {
                    compared++;
                    different += !table_agrees(&context, sync, &classes[c], lanes[l], different > 10);
                }
        }
}

static void compare_meetings(const fp_target *chip, fp_sync_kind kind) {
    for (size_t a = 0; a < COUNT(addressees); a++)
        for (int flags = 0; flags < 24; flags++) { /* not certain, or of an array: with a few of the others */
            fp_sync sync = { .kind = kind,
                             .scope = addressees[a].scope,
                             .id = addressees[a].id,
                             .object = addressees[a].object,
                             .member_count = addressees[a].members,
                             .spaces = (uint8_t)(flags & 3),
                             .release = flags >> 2 & 1,
                             .acquire = flags >> 3 & 1,
                             .maybe = flags >> 4 & 1,
                             .of_array = flags >= 20 && kind == FP_SYNC_COMPLETION_WAIT };
            compare(chip, &sync);
        }
}

static void compare_counters(const fp_target *chip, fp_sync_kind kind) {
    for (size_t w = 0; w < COUNT(waits) * COUNT(waits); w++)
        for (int maybe = 0; maybe < 2; maybe++) {
            fp_sync sync = { .kind = kind,
                             .scope = FP_SCOPE_WAVE,
                             .id = FP_ID_WORKGROUP,
                             .object = FP_NONE,
                             .member_count = -1,
                             .maybe = maybe };
            sync.waits[sync.wait_count++] = waits[w / COUNT(waits)];
            if (kind == FP_SYNC_COUNTER_WAIT)
                sync.waits[sync.wait_count++] = waits[w % COUNT(waits)];
            else if (w % COUNT(waits))
                continue;
            compare(chip, &sync);
        }
}

int main(void) {
    for (size_t chip = 0; chip < COUNT(chips); chip++) {
        for (int kind = FP_SYNC_BARRIER; kind <= FP_SYNC_PACING; kind++) {
            bool counts = kind == FP_SYNC_COUNTER_WAIT || kind == FP_SYNC_COMMIT || kind == FP_SYNC_COUNT_UP;
            if (counts)
                compare_counters(&chips[chip], (fp_sync_kind)kind);
            else
                compare_meetings(&chips[chip], (fp_sync_kind)kind);
        }
    }
    printf("%ld relations compared, %ld differ\n", compared, different);
    return different != 0;
}
