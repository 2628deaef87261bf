#include "check/groups.h"
#include "check/pair_set.h"
#include "order/relation_sync.h"

/* The threads that share a barrier or object: who arrives at it, and who waits for it. */
typedef struct {
    fp_lane lane;
    fp_guards guards[2]; /* around its arrivals, its waits */
    bool any[2];
    bool unlike; /* its arrivals, or its waits, stand under different conditions */
} group;

struct fp_groups {
    struct fp_arena *scratch;
    struct fp_fold *fold;
    FP_VEC(group) groups;
    bool in_callees;     /* some of their syncs stand in callees, under conditions that have no meaning here */
    fp_pair_set *within; /* what is unordered even among the threads of a group */
};

static group *group_of(struct fp_groups *g, fp_lane lane) {
    for (uint32_t i = 0; i < g->groups.len; i++) {
        group *known = &g->groups.data[i];
        if (known->lane.id == lane.id && known->lane.object == lane.object) return known;
    }
    group *fresh = FP_PUSH(g->scratch, &g->groups);
    *fresh = (group){ .lane = lane };
    return fresh;
}

static void add_sync(group *to, const fp_sync *sync) {
    const fp_sync_traits *traits = &fp_sync_traits_of[sync->kind];
    const bool takes_part[2] = { traits->publishes, traits->takes };
    for (uint32_t side = 0; side < 2; side++) {
        if (!takes_part[side]) continue;
        to->unlike |= (to->any[side] && to->guards[side] != sync->guards) || sync->predicated;
        to->guards[side] = sync->guards;
        to->any[side] = true;
    }
}

static void find_groups(struct fp_groups *g) {
    for (uint32_t frame = 0; frame < fp_fold_frame_count(g->fold); frame++) {
        const struct fp_kernel *kernel = fp_fold_frame_at(g->fold, frame).kernel;
        const fp_sync_context context = { .target = kernel->target, .tags = kernel->tags, .launch = kernel->launch };
        for (uint32_t i = 0; i < kernel->syncs.len; i++) {
            fp_lane lane;
            if (!fp_sync_group(&context, &kernel->syncs.data[i], &lane)) continue;
            g->in_callees |= frame != 0;
            add_sync(group_of(g, lane), &kernel->syncs.data[i]);
        }
    }
}

struct fp_groups *fp_groups_new(struct fp_arena *scratch, struct fp_fold *fold) {
    struct fp_fold *of_groups = fp_fold_of_groups(scratch, fold);
    if (!of_groups) return NULL;
    struct fp_groups *g = FP_NEW(scratch, struct fp_groups, 1);
    *g = (struct fp_groups){ .scratch = scratch, .fold = fold, .within = fp_pair_set_of(scratch, of_groups, fold) };
    find_groups(g);
    return g;
}

/* Do two threads meet of which the first has not arrived, or the second has not waited? */
static bool meet_outside(struct fp_groups *g, const fp_pair *pair, const group *one, fp_overlap_answer *answer) {
    struct fp_summaries *summaries = fp_fold_summaries(g->fold);
    const fp_key_info *ends[2] = { fp_key_at(summaries, pair->producer), fp_key_at(summaries, pair->consumer) };
    for (uint32_t side = 0; side < 2 && !one->unlike; side++) {
        fp_footprint footprints[2] = { ends[0]->footprint, ends[1]->footprint };
        footprints[side] =
            fp_footprint_outside(summaries->addresses[pair->at.frame], footprints[side], one->guards[side]);
        if (footprints[side] == 0) continue;
        *answer = fp_overlap_find(summaries->addresses[pair->at.frame], footprints[0], footprints[1],
                                  fp_pair_iterations(summaries, pair));
        if (answer->overlap == FP_OVERLAP_CROSS_THREAD) return true;
    }
    return false;
}

bool fp_groups_leave(struct fp_groups *g, const fp_pair *pair, uint32_t producer, uint32_t consumer,
                     fp_overlap_answer *answer) {
    if (fp_pair_set_holds(g->within, pair, producer, consumer)) return true;
    fp_overlap_answer found = *answer;
    bool meet = answer->overlap == FP_OVERLAP_CROSS_THREAD && !g->in_callees && pair->at.frame == 0;
    for (uint32_t i = 0; i < g->groups.len && meet; i++) meet = meet_outside(g, pair, &g->groups.data[i], &found);
    if (meet) *answer = found;
    return meet;
}
