/* attempt.c - an edit that is applied for a finding must do something about it: it does not when the same is found
 * afterwards, wherever the edits have moved it to. And it must not make a warning an error. */
#include "trial/attempt.h"
#include <stdio.h>

static const fp_str racing = FP_STR("func.func @k(%v: f32, %lds: memref<256xf32, 3>) attributes {gpu.kernel, "
                                    "known_block_size = array<i32: 256, 1, 1>} {\n"
                                    "  %t = gpu.thread_id x\n"
                                    "  %c = arith.constant 255 : index\n"
                                    "  %r = arith.subi %c, %t : index\n"
                                    "  memref.store %v, %lds[%t] : memref<256xf32, 3>\n"
                                    "  %x = memref.load %lds[%r] : memref<256xf32, 3>\n"
                                    "  return\n"
                                    "}\n");

static int failures;

static void expect(struct fp_mender *mender, const char *inserted, bool in_front, bool helps) {
    fp_checked_text checked = fp_mender_check(mender, racing);
    if (checked.result->finding_count != 1) {
        printf("%zu findings in the kernel, not one\n", checked.result->finding_count);
        failures++;
        return;
    }
    fp_attempt a =
        fp_attempt_begin(mender, mender->keep, racing, &checked, (fp_fix_wishes){ .least = FP_LEVEL_WARNING });
    uint32_t at = checked.result->findings[0].span.start;
    while (racing.data[at - 1] != '\n') at--;
    fp_edits edits = { 0 };
    fp_edit edit = { { in_front ? 0 : at, in_front ? 0 : at }, fp_str_of(inserted) };
    fp_edits_add(mender->keep, &edits, &edit, 1);
    fp_attempt_mends(&a, &checked.result->findings[0]);
    fp_attempt_apply(&a, &edits);
    checked = fp_mender_check(mender, a.text);
    if (fp_attempt_has_helped(&a, &checked) != helps) {
        printf("%s%s\n", helps ? "does not help: " : "is said to help: ", inserted);
        failures++;
    }
}

/* What was found before may be found after it, but not for certain if it was not. */
static void expect_levels(struct fp_mender *mender) {
    fp_checked_text checked = fp_mender_check(mender, racing);
    fp_attempt a =
        fp_attempt_begin(mender, mender->keep, racing, &checked, (fp_fix_wishes){ .least = FP_LEVEL_WARNING });
    bool clean = fp_attempt_is_clean(&a, &checked);
    a.known[0].level = FP_LEVEL_WARNING;
    if (!clean || fp_attempt_is_clean(&a, &checked)) {
        printf("%s\n", clean ? "an error that was a warning is not new" : "an error that was there is new");
        failures++;
    }
}

int main(void) {
    struct fp_engine *engine = fp_engine_new(NULL);
    struct fp_mender *mender = fp_mender_new(engine);
    expect(mender, "  gpu.barrier\n", false, true);
    expect(mender, "  // gpu.barrier\n", false, false);
    expect(mender, "// The finding and the places that it names move together.\n", true, false);
    expect_levels(mender);
    fp_mender_drop(mender);
    fp_engine_drop(engine);
    return failures ? 1 : 0;
}
