/* relation_sync.h - what one sync does to the accesses of one class: the rows of the relation table, by op, target
 * and class.
 *
 * Nothing else in the analysis knows what a kind of sync means. Elementary moves are rows of facts/relations.def;
 * depths in flight are arithmetic.
 * Cost       constant.
 */
#ifndef FP_RELATION_SYNC_H
#define FP_RELATION_SYNC_H
#include "kernel/kernel.h"
#include "order/relation.h"

typedef enum {
    FP_LANE_WORKGROUP,
    FP_LANE_GROUP,   /* threads that share the barrier `id` or `object` */
    FP_LANE_FLAG,    /* note: signalled = a release atomic followed, ordered = and an acquire atomic after it */
    FP_LANE_HANDOVER /* note: signalled = a signal, arrive or release followed, ordered = and a wait or acquire after it
                      */
} fp_lane_kind;
typedef struct {
    fp_lane_kind kind;
    int32_t id;
    uint32_t object;
} fp_lane;

typedef enum {
    FP_MEET_ALL,      /* all threads reach the workgroup's barriers */
    FP_MEET_NOT,      /* only some do: they order nothing */
    FP_MEET_PERHAPS,  /* whether all do is not known: they order nothing for certain */
    FP_MEET_ELSEWHERE /* others may reach as many on their own ways, where they may have waited for their copies */
} fp_meeting;
enum { FP_MEETING_COUNT = FP_MEET_ELSEWHERE + 1 };
static inline bool fp_meeting_is_doubtful(fp_meeting meeting) {
    return meeting == FP_MEET_PERHAPS || meeting == FP_MEET_ELSEWHERE;
}

typedef struct {
    const fp_target *target;
    const struct fp_tags *tags; /* of the kernel; NULL: every set is 0 */
    fp_launch launch;
    fp_meeting meeting;
    bool partial; /* only some threads run this code: a completed copy is ordered for those only */
} fp_sync_context;

/* Does the sync belong to a group of threads with a lane of its own? */
bool fp_sync_group(const fp_sync_context *context, const fp_sync *sync, fp_lane *lane);
/* Is it a barrier, or half of one, that all threads of the workgroup have to reach? */
bool fp_sync_meets_workgroup(const fp_sync_context *context, const fp_sync *sync);
fp_relation fp_sync_relation(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass, fp_lane lane);
/* What an access does to those before it: an op on a counter pushes older ones down. */
fp_relation fp_access_relation(const fp_sync_context *context, const fp_access *access, const fp_class *own,
                               const fp_class *klass, fp_lane lane, bool counts);
/* Threads of a group go separate ways: what the group has ordered is no longer ordered for all. */
fp_relation fp_group_left_relation(fp_lane lane);
fp_relation fp_relation_identity(void);
fp_state_set fp_access_initial(const fp_class *klass);
/* Marked groups are loads on the hardware's counters: a wait that empties one of these completes them all, committed
 * or not. */
bool fp_wait_empties_marks(fp_counter_wait wait);
#endif
