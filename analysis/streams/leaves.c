/* leaves.c - the vectors of leaf values that a machine runs, strict ones first. */
#include "streams/machine_state.h"
#include <string.h>

/* How a vector chooses: `count` units for each length, more for the one that is singled out. */
typedef struct {
    fp_leaf_class class;
    int32_t rings, more; /* units: rings * ring + more */
    int32_t rest;        /* and so much that is no whole unit */
    bool one;            /* only one of the lengths, the others are strict with one ring */
    int32_t programs;    /* how many there are, */
    bool last;           /* and whether it is the last one's run */
    bool single;         /* for text of single threads only */
} choice;

static const choice choices[] = {
    { FP_LEAVES_STRICT, 1, 0, 0, false, 1, false, false },   { FP_LEAVES_STRICT, 2, 0, 0, false, 1, false, false },
    { FP_LEAVES_STRICT, 2, 0, 0, true, 2, true, false },     { FP_LEAVES_STRICT, 3, 0, 0, true, 1, false, false },
    { FP_LEAVES_STRICT, 3, 0, 0, false, 3, true, false },    { FP_LEAVES_REGULAR, 1, 1, 0, false, 1, false, false },
    { FP_LEAVES_REGULAR, 1, 1, 0, true, 2, false, false },   { FP_LEAVES_REGULAR, 2, 1, 0, true, 1, false, false },
    { FP_LEAVES_REGULAR, 1, 2, 0, true, 1, false, true },    { FP_LEAVES_IRREGULAR, 0, 1, 0, true, 1, false, false },
    { FP_LEAVES_IRREGULAR, 0, 0, 0, true, 1, false, false }, { FP_LEAVES_IRREGULAR, 1, 0, 1, true, 1, false, false },
    { FP_LEAVES_IRREGULAR, 0, 1, 0, false, 4, true, false },
};
enum { CHOICES = sizeof choices / sizeof *choices };

static bool is_length(const fp_code_leaf *leaf) {
    bool number = leaf->kind == FP_LEAF_ARGUMENT || leaf->kind == FP_LEAF_DATA;
    return number && leaf->is_asked && !leaf->names_phase && fp_code_leaf_is_taken(leaf);
}

static uint32_t count_lengths(const struct fp_machine *machine) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < machine->code.leaves.len; i++) count += is_length(&machine->code.leaves.data[i]);
    return count;
}

static int64_t length_of(const fp_code_leaf *leaf, const choice *chosen) {
    int64_t units = leaf->leaf.ring * chosen->rings + chosen->more;
    if (leaf->two_valued) return units & 1;
    if (leaf->divides) units = chosen->rings > 3 ? 3 : chosen->rings < 1 ? 1 : chosen->rings;
    return units * leaf->leaf.unit + (leaf->leaf.unit > 1 ? chosen->rest : 0);
}

/* The id of the first program, or of the last one. */
static int64_t id_of(const fp_code_leaf *leaf, const choice *chosen) {
    return chosen->last ? (int64_t)(leaf->programs ? leaf->programs : (uint32_t)chosen->programs) - 1 : 0;
}

/* In a cluster whose size is not told as many as there are programs. */
static int64_t rank_of(const struct fp_machine *machine, const choice *chosen) {
    int64_t workgroups = machine->kernel->launch.workgroups;
    return chosen->last ? (workgroups ? workgroups : chosen->programs) - 1 : 0;
}

static void choose_values(struct fp_machine *machine, const choice *chosen, uint32_t singled) {
    uint32_t length = 0;
    for (uint32_t i = 0, phase = 0; i < machine->code.leaves.len; i++) {
        const fp_code_leaf *leaf = &machine->code.leaves.data[i];
        if (leaf->names_phase) {
            machine->values[i] = machine->premise.phases >> phase++ & 1;
            continue;
        }
        switch ((fp_leaf_kind)leaf->kind) {
        case FP_LEAF_PROGRAMS: machine->values[i] = chosen->programs; break;
        case FP_LEAF_PROGRAM: machine->values[i] = id_of(leaf, chosen); break;
        case FP_LEAF_RANK: machine->values[i] = rank_of(machine, chosen); break;
        case FP_LEAF_FLAG: machine->values[i] = 2 * (chosen->rings + 1 + chosen->more) + (chosen->programs & 1); break;
        case FP_LEAF_ARGUMENT:
        case FP_LEAF_DATA: {
            bool other = (chosen->one && is_length(leaf) && length != singled) || !fp_code_leaf_is_taken(leaf);
            machine->values[i] = length_of(leaf, other ? &choices[0] : chosen);
            length += is_length(leaf);
            break;
        }
        }
    }
}

/* ---- Values around the constants that leaves are compared with ---- */

enum {
    AROUND = 3,    /* one below, the constant, one above */
    TURNS_MAX = 64 /* vectors: 20 constants */
};
typedef enum {
    TURNS_NEAR,
    TURNS_FAR /* at more units: loops to them are long, and may meet a limit of the run */
} turn_list;
typedef struct {
    uint32_t leaf;
    int64_t value;
} turned_leaf;

static bool is_listed(const fp_code_leaf *leaf, const fp_code_turn *turn, turn_list list) {
    return turn->at >= -1 && fp_code_turn_is_far(leaf, turn) == (list == TURNS_FAR);
}

/* No host passes a length below zero; in memory a -1 often says that there is none. */
static bool is_tried(const fp_code_leaf *leaf, const fp_code_turn *turn, turn_list list, int64_t value) {
    return is_listed(leaf, turn, list) && value >= (leaf->kind == FP_LEAF_DATA ? -1 : 0) && value <= INT32_MAX;
}

/* The leaf and the value of vector `number` of the list. False: there are only as many as *count says. */
static bool find_turn(const struct fp_machine *machine, turn_list list, uint32_t number, turned_leaf *found,
                      uint32_t *count) {
    *count = 0;
    for (uint32_t i = 0; i < machine->code.leaves.len; i++) {
        const fp_code_leaf *leaf = &machine->code.leaves.data[i];
        if (!is_length(leaf) || leaf->two_valued) continue;
        for (uint32_t k = 0; k < leaf->turn_count * AROUND; k++) {
            const fp_code_turn *turn = &leaf->turns[k / AROUND];
            int64_t value = turn->at + ((int64_t)(k % AROUND) - 1) * turn->step;
            if (!is_tried(leaf, turn, list, value) || (*count)++ != number) continue;
            return *found = (turned_leaf){ i, value }, true;
        }
    }
    return false;
}

/* One leaf has the value, loops to others go round their rings more than once. */
static void choose_turned(struct fp_machine *machine, turned_leaf turned) {
    choose_values(machine, &choices[1], FP_NONE);
    machine->values[turned.leaf] = turned.value;
    bool data = machine->code.leaves.data[turned.leaf].kind == FP_LEAF_DATA;
    machine->vector_class = data ? FP_LEAVES_REGULAR : FP_LEAVES_IRREGULAR;
}

/* False, and `number` is less by as many as there are: there is no such vector. */
static bool choose_turn(struct fp_machine *machine, uint32_t *number) {
    uint32_t count = 0;
    turned_leaf turned;
    if (find_turn(machine, TURNS_NEAR, *number, &turned, &count)) {
        if (*number < TURNS_MAX) return choose_turned(machine, turned), true;
        machine->values_cut = true;
        count = TURNS_MAX;
    }
    *number -= count;
    return false;
}

static bool find_far(const struct fp_machine *machine, turned_leaf *turned) {
    uint32_t count;
    return find_turn(machine, TURNS_FAR, machine->far_count, turned, &count);
}

bool fp_leaves_untried(struct fp_machine *machine, uint32_t *leaf, int64_t *value) {
    turned_leaf turned;
    fp_unmet unmet = machine->unmet;
    if (machine->unmet_cut || fp_unmet_find(machine, &unmet))
        return *leaf = unmet.leaf[0], *value = unmet.value[0], true;
    if (!find_far(machine, &turned)) return false;
    *leaf = turned.leaf, *value = turned.value;
    return true;
}

static bool choose_far(struct fp_machine *machine) {
    turned_leaf turned;
    if (!find_far(machine, &turned)) return false;
    machine->far_count++;
    choose_turned(machine, turned);
    return true;
}

/* Do the vectors show each side of each condition, those with large values as well? */
static bool shows_all(const struct fp_machine *machine) {
    bool all = true;
    for (uint32_t i = 0; i < machine->code.leaves.len; i++) {
        const fp_code_leaf *leaf = &machine->code.leaves.data[i];
        for (uint32_t k = 0; k < leaf->turn_count; k++)
            all &= leaf->kind != FP_LEAF_ARGUMENT || leaf->turns[k].at >= -1;
    }
    return all;
}

static bool is_condition(const fp_code_leaf *leaf) { return leaf->two_valued && !leaf->names_phase; }

/* A condition that does not hold may be one that nobody asks for. */
static bool has_false(const struct fp_machine *machine) {
    for (uint32_t i = 0; i < machine->code.leaves.len; i++)
        if (is_condition(&machine->code.leaves.data[i]) && machine->values[i] == 0) return true;
    return false;
}

/* ---- All values ---- */

enum {
    ALL_MAX = 200,    /* vectors: two conditions and two lengths of up to four iterations are 100 */
    NO_MULTIPLES = 2, /* lengths that are no whole number of units: less than one, and more */
};

/* How many values each leaf takes when all are tried with all. What depends on data is hidden, whatever its value. */
typedef enum {
    VALUES_ALL, /* both, or lengths of up to two rings and one more */
    VALUES_FEW  /* both, or the lengths 0, 1 and two rings and one more: where all would be too many */
} value_lists;

static uint32_t units_of(const fp_code_leaf *leaf, value_lists lists) {
    enum { UNITS_MIN = 4, UNITS_FEW = 3 };
    uint32_t most = (uint32_t)(2 * leaf->leaf.ring + 2);
    return lists == VALUES_FEW ? UNITS_FEW : most < UNITS_MIN + 1 ? UNITS_MIN + 1 : most;
}

/* 0: it has no list of values. */
static uint32_t values_of(const struct fp_machine *machine, const fp_code_leaf *leaf, value_lists lists) {
    if (leaf->kind == FP_LEAF_RANK) return machine->kernel->launch.workgroups;
    if (leaf->kind == FP_LEAF_PROGRAM || leaf->kind == FP_LEAF_PROGRAMS) return 0;
    if (leaf->kind != FP_LEAF_ARGUMENT || leaf->names_phase) return 1;
    return leaf->two_valued ? 2 : units_of(leaf, lists) + (leaf->leaf.unit > 1 ? NO_MULTIPLES : 0);
}

static int64_t units_at(const fp_code_leaf *leaf, value_lists lists, uint32_t at) {
    bool longest = lists == VALUES_FEW && at + 1 == units_of(leaf, lists);
    return longest ? (int64_t)units_of(leaf, VALUES_ALL) - 1 : at;
}

/* 0: there are too many, or some leaf has no list. */
static uint32_t count_of_lists(const struct fp_machine *machine, value_lists lists) {
    uint32_t count = 1;
    for (uint32_t i = 0; i < machine->code.leaves.len && count && count <= ALL_MAX; i++)
        count *= values_of(machine, &machine->code.leaves.data[i], lists);
    return count <= ALL_MAX ? count : 0;
}

static uint32_t count_all(const struct fp_machine *machine, value_lists *lists) {
    *lists = count_of_lists(machine, VALUES_ALL) ? VALUES_ALL : VALUES_FEW;
    return count_of_lists(machine, *lists);
}

/* Vector `number` of all; false: that was the last one. */
static bool choose_of_all(struct fp_machine *machine, uint32_t number) {
    value_lists lists;
    uint32_t count = count_all(machine, &lists);
    if (number >= count) {
        machine->tried_all = count > 0 && lists == VALUES_ALL && shows_all(machine);
        return false;
    }
    bool irregular = false;
    for (uint32_t i = 0; i < machine->code.leaves.len; i++) {
        const fp_code_leaf *leaf = &machine->code.leaves.data[i];
        uint32_t values = values_of(machine, leaf, lists), own = number % values;
        number /= values;
        if (values == 1) continue;
        if (leaf->two_valued || leaf->kind == FP_LEAF_RANK) {
            machine->values[i] = own;
            continue;
        }
        bool no_multiple = own >= units_of(leaf, lists);
        int64_t units = no_multiple ? own - units_of(leaf, lists) : units_at(leaf, lists, own);
        machine->values[i] = units * leaf->leaf.unit + no_multiple;
        irregular |= no_multiple || units < leaf->leaf.ring;
    }
    machine->vector_class = irregular ? FP_LEAVES_IRREGULAR : FP_LEAVES_REGULAR;
    return true;
}

/* Does an earlier vector have the same values? Its run would be the same. */
static bool was_chosen(struct fp_machine *machine) {
    size_t bytes = machine->code.leaves.len * sizeof *machine->values;
    for (uint32_t i = 0; i < machine->earlier.len; i++)
        if (memcmp(machine->earlier.data[i], machine->values, bytes) == 0) return true;
    *FP_PUSH(machine->keep, &machine->earlier) =
        fp_arena_copy(machine->keep, machine->values, bytes, _Alignof(int64_t));
    return false;
}

static uint64_t most_events(const struct fp_machine *machine) {
    value_lists lists;
    return machine->tries_all && count_all(machine, &lists) ? FP_MACHINE_EVENTS_ALL_MAX : FP_MACHINE_EVENTS_ENOUGH;
}

static bool choose_usual(struct fp_machine *machine, uint32_t *number) {
    uint32_t lengths = count_lengths(machine), before = 0;
    for (uint32_t c = 0; c < CHOICES; c++) {
        uint32_t times = choices[c].one ? lengths : 1;
        if (choices[c].single && !machine->thread_count) times = 0;
        if (!machine->tries_all && before + times > FP_MACHINE_VECTORS_MAX) {
            machine->values_cut |= *number >= FP_MACHINE_VECTORS_MAX;
            times = FP_MACHINE_VECTORS_MAX - before;
        }
        before += times;
        if (*number >= before) continue;
        choose_values(machine, &choices[c], *number + times - before);
        machine->vector_class = choices[c].class;
        if (machine->vector_class == FP_LEAVES_STRICT && has_false(machine)) machine->vector_class = FP_LEAVES_REGULAR;
        return true;
    }
    *number -= before;
    return false;
}

/* Vectors are numbered through: each choice once, or once for each length that it singles out; then values around
 * constants; then all values. Those for conditions that have come out one way only, and those around large constants,
 * come last, when all else has been tried. */
static bool choose(struct fp_machine *machine, uint32_t number) {
    if (machine->extra_ends) return false;
    if (number > 0 && machine->code.leaves.len == 0) return choose_of_all(machine, number); /* there is one alone */
    bool spent = machine->events_before + machine->events > most_events(machine) ||
                 machine->steps_before + machine->steps > FP_MACHINE_STEPS_ENOUGH ||
                 machine->numbers > FP_MACHINE_NUMBERS_MAX;
    machine->cut_short |= spent && !fp_machine_has_extra(machine);
    machine->values_cut |= machine->cut_short;
    if (spent) return false;
    if (choose_usual(machine, &number) || choose_turn(machine, &number)) return true;
    if (machine->tries_all && choose_of_all(machine, number)) return true;
    return (!machine->far_count && fp_unmet_choose(machine)) || choose_far(machine);
}

bool fp_leaves_choose(struct fp_machine *machine) {
    do
        if (!choose(machine, machine->vector++)) return false;
    while (was_chosen(machine));
    return true;
}
