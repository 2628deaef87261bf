/* target.h - what a chip can do: one row of facts/targets.def per chip or family, found by the longest prefix of the
 * name.
 *
 * "gfx942" fits "gfx942"; an unknown "gfx1103x" fits the longest row that is a prefix of it by whole digits of the
 * family, never a substring. No row: generic.
 */
#ifndef FP_TARGET_H
#define FP_TARGET_H
#include "facts/op_table.h"

/* The largest value of a counter; 0: not known. Of one that nothing here waits for only the name is known. */
typedef struct {
    fp_counter counter;
    fp_str other;
    uint16_t most;
} fp_limit;
enum { FP_LIMITS_MAX = 9 };

typedef struct fp_target {
    fp_str chip; /* of the row; "generic" when nothing is known */
    fp_vendor vendor;
    uint8_t wave_size_min, wave_size_max; /* 32, 64 */
    uint32_t shared_bytes, max_threads;   /* 0: not known */
    bool split_barrier;                   /* s.barrier.signal / wait exist */
    bool backoff_barrier; /* a bare s.barrier does not wait for memory; true where not known: the weaker machine */
    int8_t named_first, named_last;     /* ids of named barriers, 0 and -1: none */
    bool cluster_barrier, null_barrier; /* ids -3, 0 */
    uint8_t nvidia_ids;                 /* number of hardware barriers, 0: not NVIDIA */
    bool ldsdma_fenced;                 /* a barrier with a release fence empties vmcnt for plain LDS-DMA copies */
    bool asyncmark_fenced;    /* a barrier with an untagged release fence completes asyncmark copies, too (gfx10) */
    bool barrier_empties_all; /* any s_barrier completes them (chips before back-off barriers) */
    bool stores_share_load_counter; /* stores count on vmcnt */
    fp_limit limits[FP_LIMITS_MAX]; /* of the counters that the chip has, in the order for people; unused ones are 0 */
} fp_target;

const fp_target *fp_target_find(fp_str chip); /* never NULL; "generic" for an empty or unknown name */
bool fp_target_supports(const fp_target *target,
                        fp_str targets); /* does the chip fit a row's `targets` words? generic fits all */
/* What a row's `targets` say: is it for this vendor's chips first, is the vendor named at all, and are some of its
 * chips? */
bool fp_targets_begin_with(fp_str targets, fp_vendor vendor);
bool fp_targets_name_vendor(fp_str targets, fp_vendor vendor);
bool fp_targets_name_chips(fp_str targets, fp_vendor vendor);
/* The one vendor whose chips have such ops; ANY: no vendor is named, or several are. */
fp_vendor fp_targets_vendor(fp_str targets);
/* Lanes of a wave on all chips that have such ops; 0: chips differ, or none is known. */
uint32_t fp_targets_wave_size(fp_str targets);
/* The counter that counts for `counter` on the chip: stores share that of loads where they have none of their own. */
fp_counter fp_target_counter(const fp_target *target, fp_counter counter);
/* Does the chip have the counter, and what is its largest value? 0: not known, never assumed to saturate. */
bool fp_target_counts(const fp_target *target, fp_counter counter);
uint16_t fp_target_capacity(const fp_target *target, fp_counter counter);

/* What no column knows of a chip, in words: beside those that target_words.c makes from the columns. Empty: nothing. */
typedef struct {
    fp_str named_barriers, counters, limits_are_those_of, async_copies, lds_barrier_lowering, source;
} fp_target_words;
typedef struct {
    fp_target target;
    fp_target_words words;
} fp_chip;
const fp_chip *fp_chip_at(size_t index);
#endif
