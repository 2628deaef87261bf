#include "kernel/decided.h"

static bool is_among(const fp_op_pair *pairs, uint32_t count, fp_op_pair pair) {
    uint32_t first = 0, end = count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (pairs[middle] < pair)
            first = middle + 1;
        else
            end = middle;
    }
    return first < count && pairs[first] == pair;
}

/* Two accesses that all threads do at once are ordered by their barriers alone: no run tells them apart. */
static bool is_known(const struct fp_decided *decided, fp_op first, fp_op second) {
    if (!decided || !decided->ops || !decided->ops[first] || !decided->ops[second]) return false;
    return !decided->by_all || !decided->by_all[first] || !decided->by_all[second];
}

bool fp_decided_races(const struct fp_decided *decided, fp_op first, fp_op second) {
    if (!is_known(decided, first, second) || !decided->all) return false;
    fp_op_pair pair = fp_op_pair_rising(first, second);
    return is_among(decided->races, decided->race_count, pair) || is_among(decided->late, decided->late_count, pair);
}

bool fp_decided_doubts(const struct fp_decided *decided, fp_op first, fp_op second) {
    fp_op_pair pair = fp_op_pair_rising(first, second);
    return is_among(decided->doubts, decided->doubt_count, pair) ||
           is_among(decided->lengths, decided->length_count, pair);
}

bool fp_decided_in_order(const struct fp_decided *decided, fp_op first, fp_op second) {
    if (!is_known(decided, first, second) || !decided->all || !decided->landed) return false;
    return !is_among(decided->ways, decided->way_count, fp_op_pair_of(first, second));
}

bool fp_decided_by_lanes(const struct fp_decided *decided, fp_op first, fp_op second) {
    return is_among(decided->lanes, decided->lane_count, fp_op_pair_rising(first, second));
}

fp_decided_pair fp_decided_pair_of(const struct fp_decided *decided, fp_op first, fp_op second) {
    if (!is_known(decided, first, second)) return FP_DECIDED_NOT;
    if (decided->given_up) return FP_DECIDED_HIDDEN;
    if (is_among(decided->reported, decided->reported_count, fp_op_pair_of(first, second))) return FP_DECIDED_REPORTED;
    if (is_among(decided->reported, decided->reported_count, fp_op_pair_of(second, first))) return FP_DECIDED_TURNED;
    fp_op_pair pair = fp_op_pair_rising(first, second);
    if (is_among(decided->races, decided->race_count, pair)) return FP_DECIDED_NOT;
    if (is_among(decided->doubts, decided->doubt_count, pair)) return FP_DECIDED_NOT;
    bool told = is_among(decided->late_told, decided->late_told_count, fp_op_pair_of(first, second));
    if (!told && is_among(decided->late, decided->late_count, pair)) return FP_DECIDED_NOT;
    if (is_among(decided->seldom, decided->seldom_count, pair)) return FP_DECIDED_SELDOM;
    if (is_among(decided->lengths, decided->length_count, pair)) return FP_DECIDED_LENGTH;
    if (decided->all) return FP_DECIDED_ORDERED;
    return decided->broken ? FP_DECIDED_BROKEN : FP_DECIDED_UNSEEN;
}
