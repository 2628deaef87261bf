#include "program.h"
#include <string.h>

/* First and last element that a thread touches, beyond the buffer's end none. */
static void elements_of(const program *p, const toucher *x, int thread, int *first, int *last) {
    int at = 0, width = 1, mirror = p->threads - 1 - thread;
    bool by_wave =
        x->n->kind == NODE_COPY && (x->n->row.waits_for == COUNTER_LOAD || x->n->row.waits_for == COUNTER_MARK);
    switch (x->n->form) {
    case AT_CONSTANT: at = x->n->constant + (by_wave ? thread % p->on.wave : 0); break;
    case AT_THREAD: at = thread; break;
    case AT_THREAD_PLUS: at = thread + x->n->constant + 1; break;
    case AT_MIRROR: at = mirror; break;
    case AT_SLOT: at = x->iteration % 2 * 128 + thread; break;
    case AT_SLOT_MIRROR: at = x->iteration % 2 * 128 + mirror; break;
    case AT_VECTOR: at = 4 * thread, width = 4; break;
    case AT_RING:
    case AT_RING_MIRROR:
        at = x->n->form == AT_RING ? thread : mirror;
        if (x->n->loop < 0 || p->nodes[x->n->loop].how != TURN_BUFFERS)
            at += (x->iteration + x->n->constant) % x->n->turns * SLOT_ELEMENTS;
        if (x->n->kind == NODE_COPY && x->n->row.waits_for == COUNTER_OBJECT) width = SLOT_ELEMENTS;
        break;
    case AT_COUNTER: at = thread + x->iteration * x->n->factor; break;
    case AT_COUNTER_MIRROR: at = mirror + x->iteration * x->n->factor; break;
    case AT_COUNTER_XOR: at = thread ^ x->iteration; break;
    case AT_STRIDE: at = thread + x->iteration * p->nodes[x->n->loop].stride; break;
    case AT_STRIDE_MIRROR:
        at = p->nodes[x->n->loop].bound - 1 - thread - x->iteration * p->nodes[x->n->loop].stride;
        break;
    case AT_OPAQUE:
    case AT_WHOLE: width = BUFFER_ELEMENTS; break; /* may be anywhere; everywhere */
    }
    *first = at;
    *last = at + width <= BUFFER_ELEMENTS ? at + width - 1 : BUFFER_ELEMENTS - 1;
}

static bool has_thread(const uint64_t *threads, int thread) { return threads[thread / 64] >> (thread % 64) & 1; }

static touches compare(const program *p, const toucher *a, const toucher *b) {
    static int first_of[WAVES_MAX][BUFFER_ELEMENTS],
        last_of[WAVES_MAX][BUFFER_ELEMENTS]; /* threads of `a` per element; none: the last one is -1 */
    int waves = p->threads / p->on.wave;
    touches found = { { 0 }, 0, 0 };
    memset(last_of, -1, (size_t)waves * sizeof *last_of);
    for (int thread = 0; thread < p->threads; thread++) {
        if (!has_thread(a->threads, thread)) continue;
        int first, last, w = thread / p->on.wave;
        elements_of(p, a, thread, &first, &last);
        for (int i = first; i <= last; i++) {
            if (last_of[w][i] < 0) first_of[w][i] = thread;
            last_of[w][i] = thread;
        }
    }
    for (int thread = 0; thread < p->threads; thread++) {
        if (!has_thread(b->threads, thread)) continue;
        int first, last, own = thread / p->on.wave, own_first, own_last;
        elements_of(p, b, thread, &first, &last);
        for (int i = first; i <= last; i++)
            for (int w = 0; w < waves; w++) {
                if (last_of[w][i] < 0) continue;
                if (w != own)
                    found.across[w] |= (uint8_t)(1 << own);
                else if (first_of[w][i] != thread || last_of[w][i] != thread)
                    found.same_wave |= (uint8_t)(1 << w);
            }
        if (!has_thread(a->threads, thread)) continue;
        elements_of(p, a, thread, &own_first, &own_last);
        if (own_first <= last && first <= own_last) found.same_thread |= (uint8_t)(1 << own);
    }
    return found;
}

/* The same question comes back for every input: answers by nodes and the slots that their iterations choose, valid
 * for one set of threads. */
typedef struct {
    uint64_t threads[4];
    int iterations[2];
    uint32_t of;
    touches answer;
} remembered;
static remembered memory[NODES_MAX][NODES_MAX][ROUND][ROUND];
static uint32_t now = 1;

/* The iterations that are told apart. */
static int round_of(const toucher *x) { return x->n->form >= AT_COUNTER ? x->iteration : x->iteration % ROUND; }

void touches_forget(void) { now++; }

touches touches_find(const program *p, const toucher *a, const toucher *b) {
    remembered *m = &memory[a->n - p->nodes][b->n - p->nodes][a->iteration % ROUND][b->iteration % ROUND];
    uint64_t threads[4] = { a->threads[0], a->threads[1], b->threads[0], b->threads[1] };
    const int iterations[2] = { round_of(a), round_of(b) };
    if (m->of == now && memcmp(m->threads, threads, sizeof threads) == 0 &&
        memcmp(m->iterations, iterations, sizeof iterations) == 0)
        return m->answer;
    *m = (remembered){ .of = now, .answer = compare(p, a, b) };
    memcpy(m->threads, threads, sizeof threads);
    memcpy(m->iterations, iterations, sizeof iterations);
    return m->answer;
}
