/* print_place.c - indices of accesses, and conditions. */
#include "print.h"

int print_line(printer *t, const char *text) {
    fprintf(t->out, "%*s%s\n", 2 * t->depth, "", text);
    return ++t->line;
}

/* The op takes the place of a wave's first lane. */
bool copies_by_wave(const node *n) {
    return n->kind == NODE_COPY && (n->row.waits_for == COUNTER_LOAD || n->row.waits_for == COUNTER_MARK);
}

/* The number of the slot that a place in a ring has, as an index value. */
void print_slot(printer *t, const node *n, char *name, size_t size) {
    char text[200];
    int id = t->temporary++;
    snprintf(name, size, "%%c%d", n->constant % n->turns);
    if (n->loop < 0) return;
    snprintf(text, sizeof text, "%%u%d = arith.addi %%i%d, %%c%d : index", id, n->loop, n->constant);
    print_line(t, text);
    snprintf(text, sizeof text, "%%l%d = arith.remui %%u%d, %%c%d : index", id, id, n->turns);
    print_line(t, text);
    snprintf(name, size, "%%l%d", id);
}

static void print_ring_index(printer *t, const node *n, char *name, size_t size) {
    char text[200], slot[40];
    const char *thread = copies_by_wave(n) ? "%base" : "%tid";
    turning how = n->loop < 0 ? TURN_BY_INDEX : t->p->nodes[n->loop].how;
    int id = t->temporary++;
    if (n->form == AT_RING_MIRROR) {
        snprintf(text, sizeof text, "%%r%d = arith.subi %%last, %%tid : index", id);
        print_line(t, text);
    }
    if (how == TURN_BUFFERS) {
        if (n->form == AT_RING)
            snprintf(name, size, "%s", thread);
        else
            snprintf(name, size, "%%r%d", id);
        return;
    }
    if (how == TURN_OFFSETS)
        snprintf(slot, sizeof slot, "%%o%d_%d", n->loop, n->constant % n->turns);
    else {
        char number[32];
        print_slot(t, n, number, sizeof number);
        snprintf(text, sizeof text, "%%s%d = arith.muli %s, %%c128 : index", id, number);
        print_line(t, text);
        snprintf(slot, sizeof slot, "%%s%d", id);
    }
    if (n->form == AT_RING)
        snprintf(text, sizeof text, "%%x%d = arith.addi %s, %s : index", id, slot, thread);
    else
        snprintf(text, sizeof text, "%%x%d = arith.addi %s, %%r%d : index", id, slot, id);
    print_line(t, text);
    snprintf(name, size, "%%x%d", id);
}

/* The number that an iteration of a loop from the thread's id is about; the other end of the whole range. */
static void print_stride_index(printer *t, const node *n, char *name, size_t size) {
    char text[200];
    const node *loop = &t->p->nodes[n->loop];
    int id = t->temporary++;
    snprintf(name, size, loop->rows ? "%%m%d" : "%%i%d", n->loop);
    if (n->form == AT_STRIDE) return;
    snprintf(text, sizeof text, "%%e%d = arith.constant %d : index", id, loop->bound - 1);
    print_line(t, text);
    snprintf(text, sizeof text, "%%x%d = arith.subi %%e%d, %s : index", id, id, name);
    print_line(t, text);
    snprintf(name, size, "%%x%d", id);
}

static void print_counter_index(printer *t, const node *n, char *name, size_t size) {
    char text[200];
    int id = t->temporary++;
    const char *thread = copies_by_wave(n) ? "base" : "tid";
    if (n->form == AT_COUNTER_XOR) {
        snprintf(text, sizeof text, "%%x%d = arith.xori %%%s, %%%c%d : index", id, thread, n->behind ? 'w' : 'i',
                 n->loop);
        print_line(t, text);
        snprintf(name, size, "%%x%d", id);
        return;
    }
    snprintf(text, sizeof text, "%%s%d = arith.muli %%%c%d, %%c%d : index", id, n->behind ? 'w' : 'i', n->loop,
             n->factor);
    print_line(t, text);
    if (n->form == AT_COUNTER_MIRROR) {
        snprintf(text, sizeof text, "%%r%d = arith.subi %%last, %%tid : index", id);
        print_line(t, text);
        snprintf(text, sizeof text, "%%x%d = arith.addi %%s%d, %%r%d : index", id, id, id);
    } else
        snprintf(text, sizeof text, "%%x%d = arith.addi %%s%d, %%%s : index", id, id, thread);
    print_line(t, text);
    snprintf(name, size, "%%x%d", id);
}

void print_index(printer *t, const node *n, char *name, size_t size) {
    char text[200];
    int id = t->temporary++;
    switch (n->form) {
    case AT_CONSTANT:
    case AT_WHOLE: snprintf(name, size, "%%c%d", n->constant); return;
    case AT_THREAD: snprintf(name, size, copies_by_wave(n) ? "%%base" : "%%tid"); return;
    case AT_RING:
    case AT_RING_MIRROR: print_ring_index(t, n, name, size); return;
    case AT_COUNTER:
    case AT_COUNTER_MIRROR:
    case AT_COUNTER_XOR: print_counter_index(t, n, name, size); return;
    case AT_STRIDE:
    case AT_STRIDE_MIRROR: print_stride_index(t, n, name, size); return;
    case AT_OPAQUE:
        snprintf(text, sizeof text, "%%q%d = memref.load %%opaque[%%tid] : memref<64xindex>", id);
        print_line(t, text);
        snprintf(name, size, "%%q%d", id);
        return;
    case AT_THREAD_PLUS:
        snprintf(text, sizeof text, "%%x%d = arith.addi %%tid, %%c%d : index", id, n->constant + 1);
        break;
    case AT_MIRROR: snprintf(text, sizeof text, "%%x%d = arith.subi %%last, %%tid : index", id); break;
    case AT_VECTOR: snprintf(text, sizeof text, "%%x%d = arith.muli %%tid, %%c4 : index", id); break;
    case AT_SLOT:
    case AT_SLOT_MIRROR:
        snprintf(text, sizeof text, "%%e%d = arith.remui %%i%d, %%c2 : index", id, n->loop);
        print_line(t, text);
        snprintf(text, sizeof text, "%%s%d = arith.muli %%e%d, %%c128 : index", id, id);
        print_line(t, text);
        if (n->form == AT_SLOT_MIRROR) {
            snprintf(text, sizeof text, "%%r%d = arith.subi %%last, %%tid : index", id);
            print_line(t, text);
        }
        if (n->form == AT_SLOT)
            snprintf(text, sizeof text, "%%x%d = arith.addi %%s%d, %%%s : index", id, id,
                     copies_by_wave(n) ? "base" : "tid");
        else
            snprintf(text, sizeof text, "%%x%d = arith.addi %%s%d, %%r%d : index", id, id, id);
        break;
    }
    print_line(t, text);
    snprintf(name, size, "%%x%d", id);
}

/* The i1 that holds the condition. */
void print_condition(printer *t, const node *n, char *name, size_t size) {
    char text[200];
    int id = t->temporary++;
    switch (n->condition) {
    case IF_FLAG: snprintf(name, size, "%%p%d", n->flag); break;
    case IF_BELOW: snprintf(text, sizeof text, "%%d%d = arith.cmpi ult, %%tid, %%c%d : index", id, n->bound); break;
    case IF_ODD: snprintf(text, sizeof text, "%%o%d = arith.remui %%tid, %%c2 : index", id); break;
    case IF_FIRST: snprintf(text, sizeof text, "%%d%d = arith.cmpi eq, %%tid, %%c0 : index", id); break;
    case IF_UNDER: snprintf(text, sizeof text, "%%d%d = arith.cmpi ult, %%tid, %%i%d : index", id, n->loop); break;
    case IF_TURN: snprintf(text, sizeof text, "%%o%d = arith.remui %%i%d, %%c2 : index", id, n->loop); break;
    case IF_ROUND:
        snprintf(text, sizeof text, "%%d%d = arith.cmpi eq, %%i%d, %%c%d : index", id, n->loop, n->constant);
        break;
    case IF_MORE:
    case IF_ENOUGH: {
        const node *loop = &t->p->nodes[n->loop];
        char first[32], trips[32];
        snprintf(first, sizeof first, "%%c%d", n->constant);
        snprintf(trips, sizeof trips, loop->count >= 0 ? "%%n%d" : "%%c%d",
                 loop->count >= 0 ? loop->count : loop->trips);
        if (n->condition == IF_MORE) {
            snprintf(text, sizeof text, "%%a%d = arith.addi %%i%d, %%c%d : index", id, n->loop, n->constant);
            print_line(t, text);
            snprintf(first, sizeof first, "%%a%d", id);
        }
        snprintf(text, sizeof text, "%%d%d = arith.cmpi slt, %s, %s : index", id, first, trips);
        break;
    }
    }
    if (n->condition != IF_FLAG) {
        print_line(t, text);
        if (n->condition == IF_ODD || n->condition == IF_TURN) {
            snprintf(text, sizeof text, "%%d%d = arith.cmpi eq, %%o%d, %%c%d : index", id, id,
                     n->condition == IF_ODD ? 1 : n->constant);
            print_line(t, text);
        }
        snprintf(name, size, "%%d%d", id);
    }
    if (n->or_flag) {
        snprintf(text, sizeof text, "%%q%d = arith.ori %s, %%p%d : i1", id, name, n->flag);
        print_line(t, text);
        snprintf(name, size, "%%q%d", id);
    }
    if (n->negated) {
        snprintf(text, sizeof text, "%%z%d = arith.xori %s, %%true : i1", id, name);
        print_line(t, text);
        snprintf(name, size, "%%z%d", id);
    }
}
