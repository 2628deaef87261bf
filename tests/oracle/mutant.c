/* mutant.c - one small change to a program's syncs: dropped, moved past its neighbour, a count one more or less,
 * another chip. */
#include "program.h"
#include <string.h>

static uint32_t next_number(uint64_t *state, uint32_t limit) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 33) % limit);
}

/* The block that holds the node, and where; -1: none that is printed. */
static int block_of(const program *p, int child, int *position) {
    for (int b = 0; b < p->node_count; b++)
        for (int i = 0; p->nodes[b].kind == NODE_BLOCK && !p->nodes[b].removed && i < p->nodes[b].child_count; i++)
            if (p->nodes[b].children[i] == child) {
                *position = i;
                return b;
            }
    return -1;
}

static bool swap_with_next(program *p, int at) {
    int position = 0, b = block_of(p, at, &position);
    if (b < 0 || position + 1 == p->nodes[b].child_count) return false;
    int *children = p->nodes[b].children, next = children[position + 1];
    if (p->nodes[next].kind != NODE_SYNC && p->nodes[next].kind != NODE_ACCESS && p->nodes[next].kind != NODE_COPY)
        return false;
    children[position + 1] = at;
    children[position] = next;
    return true;
}

static bool move_to_chip(program *p, uint32_t number) {
    family_facts facts = facts_of(p->family);
    chip other = facts.chips[number % (uint32_t)facts.chip_count];
    if (strcmp(other.name, p->on.name) == 0 || other.wave != p->on.wave || p->family == FAMILY_NAMED) return false;
    for (int i = 0; i < p->node_count; i++) /* an op that the other chip does not have would be about that */
        if (p->nodes[i].kind == NODE_SYNC && p->nodes[i].row.chips &&
            !(p->nodes[i].row.chips >> (number % (uint32_t)facts.chip_count) & 1))
            return false;
    p->on = other;
    return true;
}

bool program_mutate(program *p, uint64_t seed, const char **what) {
    int syncs[NODES_MAX], count = 0;
    for (int i = 0; i < p->node_count; i++)
        if (p->nodes[i].kind == NODE_SYNC && p->nodes[i].line) syncs[count++] = i;
    if (count == 0) return false;
    uint64_t state = seed * 2862933555777941757u + 3037000493u;
    int at = syncs[next_number(&state, (uint32_t)count)];
    node *n = &p->nodes[at];
    switch (next_number(&state, 4)) {
    case 0:
        *what = "dropped";
        n->removed = true;
        return true;
    case 1: *what = "moved"; return swap_with_next(p, at);
    case 2:
        *what = "counts otherwise";
        if (!n->row.waits_for || n->row.waits_for == COUNTER_OBJECT) return false;
        n->count += n->count == 0 || next_number(&state, 2) ? 1 : -1;
        return true;
    default: *what = "on another chip"; return move_to_chip(p, next_number(&state, 64));
    }
}
