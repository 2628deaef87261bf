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
} choice;

static const choice choices[] = {
    { FP_LEAVES_STRICT, 1, 0, 0, false, 1, false },   { FP_LEAVES_STRICT, 2, 0, 0, false, 1, false },
    { FP_LEAVES_STRICT, 2, 0, 0, true, 2, true },     { FP_LEAVES_STRICT, 3, 0, 0, true, 1, false },
    { FP_LEAVES_STRICT, 3, 0, 0, false, 3, true },    { FP_LEAVES_REGULAR, 1, 1, 0, false, 1, false },
    { FP_LEAVES_REGULAR, 1, 1, 0, true, 2, false },   { FP_LEAVES_REGULAR, 2, 1, 0, true, 1, false },
    { FP_LEAVES_IRREGULAR, 0, 1, 0, true, 1, false }, { FP_LEAVES_IRREGULAR, 0, 0, 0, true, 1, false },
    { FP_LEAVES_IRREGULAR, 1, 0, 1, true, 1, false }, { FP_LEAVES_IRREGULAR, 0, 1, 0, false, 4, true },
};
enum { CHOICES = sizeof choices / sizeof *choices };

static bool is_length(const fp_code_leaf *leaf) {
    return leaf->is_asked && (leaf->kind == FP_LEAF_ARGUMENT || leaf->kind == FP_LEAF_DATA);
}

static uint32_t count_lengths(const struct fp_machine *machine) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < machine->code.leaves.len; i++) count += is_length(&machine->code.leaves.data[i]);
    return count;
}

static int64_t length_of(const fp_code_leaf *leaf, const choice *chosen) {
    int64_t units = leaf->leaf.ring * chosen->rings + chosen->more;
    if (leaf->divides) units = chosen->rings > 3 ? 3 : chosen->rings < 1 ? 1 : chosen->rings;
    return units * leaf->leaf.unit + (leaf->leaf.unit > 1 ? chosen->rest : 0);
}

static void choose_values(struct fp_machine *machine, const choice *chosen, uint32_t singled) {
    uint32_t length = 0;
    for (uint32_t i = 0; i < machine->code.leaves.len; i++) {
        const fp_code_leaf *leaf = &machine->code.leaves.data[i];
        switch ((fp_leaf_kind)leaf->kind) {
        case FP_LEAF_PROGRAMS: machine->values[i] = chosen->programs; break;
        case FP_LEAF_PROGRAM: machine->values[i] = chosen->last ? chosen->programs - 1 : 0; break;
        case FP_LEAF_COUNTED: break;
        case FP_LEAF_FLAG: machine->values[i] = 2 * (chosen->rings + 1 + chosen->more) + (chosen->programs & 1); break;
        case FP_LEAF_ARGUMENT:
        case FP_LEAF_DATA: {
            bool other = chosen->one && is_length(leaf) && length != singled;
            machine->values[i] = length_of(leaf, other ? &choices[0] : chosen);
            length += is_length(leaf);
            break;
        }
        }
    }
}

/* Vectors are numbered through: each choice once, or once for each length that it singles out. */
bool fp_leaves_choose(struct fp_machine *machine) {
    uint32_t lengths = count_lengths(machine), number = machine->vector++;
    if (machine->events_before + machine->events > FP_MACHINE_EVENTS_MAX) return false;
    if (number >= FP_MACHINE_VECTORS_MAX || (number > 0 && machine->code.leaves.len == 0)) return false;
    for (uint32_t c = 0; c < CHOICES; c++) {
        uint32_t times = choices[c].one ? lengths : 1;
        if (number >= times) {
            number -= times;
            continue;
        }
        choose_values(machine, &choices[c], number);
        machine->vector_class = choices[c].class;
        return true;
    }
    return false;
}
