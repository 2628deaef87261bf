/* relation_states.c - where one access may stand, lane by lane. */
#include "order/relation_internal.h"
#include <assert.h>

static const uint64_t *states_words(const struct fp_algebra *algebra, fp_states states) {
    return algebra->states.blobs.data[states].data;
}

fp_lane_states fp_states_lane(const struct fp_algebra *algebra, fp_states states, uint32_t lane) {
    assert(lane < algebra->lanes && fp_is_states(algebra, states));
    const uint64_t *words = states_words(algebra, states);
    fp_lane_states result = { { 0 }, 0, false };
    if (algebra->states_infos.data[states].judged) {
        memcpy(result.parts, words + lane * FP_JUDGED_COUNT, sizeof result.parts);
    } else {
        words += lane * FP_PLAIN_WORDS;
        result.parts[FP_JUDGED_WITH] = result.parts[FP_JUDGED_WITHOUT] = words[0];
        result.second = words[1];
        result.ordered = words[2] != 0;
    }
    return result;
}

static fp_states intern_states(struct fp_algebra *algebra, const uint64_t *words, bool judged) {
    uint32_t per_lane = judged ? FP_JUDGED_COUNT : FP_PLAIN_WORDS;
    bool fresh;
    fp_states id =
        fp_intern(algebra->keep, &algebra->states, words, algebra->lanes * per_lane * (uint32_t)sizeof *words, &fresh);
    if (!fresh) return id;
    fp_states_info info = { .judged = judged };
    for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
        const uint64_t *lane_words = words + lane * per_lane;
        if (lane < algebra->ordering) info.with |= lane_words[FP_JUDGED_WITH];
        if (lane < algebra->ordering && !lane_words[judged ? FP_JUDGED_WITHOUT : FP_JUDGED_WITH]) info.dead = true;
        if (judged && (lane_words[FP_JUDGED_SHADOW] || lane_words[FP_JUDGED_PENDING_WITH])) info.shadow = true;
    }
    *FP_PUSH(algebra->keep, &algebra->states_infos) = info;
    assert(algebra->states_infos.len == algebra->states.blobs.len);
    return id;
}

fp_states fp_states_start(struct fp_algebra *algebra, fp_state_set initial) {
    assert(initial); /* an access that no path leaves unordered is no entry */
    uint64_t words[FP_LANES_MAX * FP_PLAIN_WORDS];
    for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
        words[lane * FP_PLAIN_WORDS] = initial;
        words[lane * FP_PLAIN_WORDS + 1] = FP_STATE_BIT(FP_STATE_PERFORMED);
        words[lane * FP_PLAIN_WORDS + 2] = 0;
    }
    return intern_states(algebra, words, false);
}

static void apply_judged(struct fp_algebra *algebra, const fp_lane_states *states, fp_judged_relation move,
                         uint64_t *words) {
    const uint64_t *rows[FP_JUDGED_COUNT];
    for (uint32_t part = 0; part < FP_JUDGED_COUNT; part++) rows[part] = fp_relation_words(algebra, move.parts[part]);
    const fp_state_set *old = states->parts;
    fp_state_set ordered = rows[FP_JUDGED_WITH][fp_rows_of_size(fp_relation_size(algebra, move.parts[FP_JUDGED_WITH]))];
    fp_state_set with = fp_states_through(rows[FP_JUDGED_WITH], old[FP_JUDGED_PENDING_WITH]);
    fp_state_set without = fp_states_through(rows[FP_JUDGED_WITHOUT], old[FP_JUDGED_PENDING_WITHOUT]);
    words[FP_JUDGED_WITH] = fp_states_through(rows[FP_JUDGED_WITH], old[FP_JUDGED_WITH]);
    words[FP_JUDGED_WITHOUT] = fp_states_through(rows[FP_JUDGED_WITHOUT], old[FP_JUDGED_WITHOUT]);
    words[FP_JUDGED_SHADOW] = fp_states_through(rows[FP_JUDGED_WITHOUT], old[FP_JUDGED_SHADOW]) |
                              fp_states_through(rows[FP_JUDGED_SHADOW], old[FP_JUDGED_WITH]);
    if (old[FP_JUDGED_PENDING_WITH] & ordered) words[FP_JUDGED_SHADOW] |= without;
    with |= fp_states_through(rows[FP_JUDGED_PENDING_WITH], old[FP_JUDGED_WITH]);
    without |= fp_states_through(rows[FP_JUDGED_PENDING_WITHOUT], old[FP_JUDGED_WITH]);
    if (fp_pending_is_over(with, without)) with = without = 0;
    words[FP_JUDGED_PENDING_WITH] = with;
    words[FP_JUDGED_PENDING_WITHOUT] = without;
}

static fp_states apply(struct fp_algebra *algebra, fp_states states, fp_move move) {
    bool judged = algebra->states_infos.data[states].judged || algebra->tables->move_infos.data[move].judged;
    uint64_t words[FP_LANES_MAX * FP_JUDGED_COUNT];
    for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
        fp_lane_states old = fp_states_lane(algebra, states, lane);
        if (judged) {
            apply_judged(algebra, &old, fp_move_lift(algebra, move, lane), words + lane * FP_JUDGED_COUNT);
            continue;
        }
        fp_relation_id id = fp_move_relations(algebra, move)[lane];
        const uint64_t *rows = fp_relation_words(algebra, id);
        fp_state_set ordered = rows[fp_rows_of_size(fp_relation_size(algebra, id))];
        uint64_t *out = words + lane * FP_PLAIN_WORDS;
        out[0] = fp_states_through(rows, old.parts[FP_JUDGED_WITH]);
        out[1] = fp_states_through(rows, old.second);
        out[2] = old.ordered || (old.parts[FP_JUDGED_WITH] & ordered);
    }
    return intern_states(algebra, words, judged);
}

fp_states fp_states_apply(struct fp_algebra *algebra, fp_states states, fp_move move) {
    assert(fp_is_states(algebra, states) && fp_is_move(algebra, move));
    uint64_t key = (uint64_t)states << 32 | move;
    uint32_t result;
    if (fp_memo_get(&algebra->applications, key, &result)) return result;
    result = apply(algebra, states, move);
    fp_memo_put(algebra->keep, &algebra->applications, key, result);
    return result;
}

fp_states fp_states_union(struct fp_algebra *algebra, fp_states a, fp_states b) {
    assert(fp_is_states(algebra, a) && fp_is_states(algebra, b));
    if (a == b) return a;
    bool judged = algebra->states_infos.data[a].judged || algebra->states_infos.data[b].judged;
    uint64_t words[FP_LANES_MAX * FP_JUDGED_COUNT];
    for (uint32_t lane = 0; lane < algebra->lanes; lane++) {
        fp_lane_states x = fp_states_lane(algebra, a, lane), y = fp_states_lane(algebra, b, lane);
        if (judged) {
            for (uint32_t part = 0; part < FP_JUDGED_COUNT; part++)
                words[lane * FP_JUDGED_COUNT + part] = x.parts[part] | y.parts[part];
        } else {
            uint64_t *out = words + lane * FP_PLAIN_WORDS;
            out[0] = x.parts[FP_JUDGED_WITH] | y.parts[FP_JUDGED_WITH];
            out[1] = x.second | y.second;
            out[2] = x.ordered || y.ordered;
        }
    }
    return intern_states(algebra, words, judged);
}

fp_state_set fp_states_with(const struct fp_algebra *algebra, fp_states states) {
    assert(fp_is_states(algebra, states));
    return algebra->states_infos.data[states].with;
}
bool fp_states_dead(const struct fp_algebra *algebra, fp_states states) {
    assert(fp_is_states(algebra, states));
    return algebra->states_infos.data[states].dead;
}
bool fp_states_has_shadow(const struct fp_algebra *algebra, fp_states states) {
    assert(fp_is_states(algebra, states));
    return algebra->states_infos.data[states].shadow;
}
