/* Two workgroups of a cluster that reach each other's memory and objects: object O and memory M are workgroup O % 2's
 * and M % 2's. Each is right as it is made here; make_cluster, whose copies go to both, is in make_barriers.c. */
#include "make.h"

enum { MEMORY = 2 }; /* the first workgroup's; the other one's is the next */

/* Each writes into its own memory or the other's, all meet, each reads what is in the other one. */
void make_exchange(struct program *p, fp_lot *lot) {
    uint32_t rounds = lot_from(lot, 1, 3), far = lot_below(lot, 2);
    bool split = lot_one_in(lot, 2), turns = lot_one_in(lot, 2);
    p->kind = "exchange";
    p->clusters = true, p->cluster_barrier = 1;
    make_init(p, 0, 2);
    make_fork(p, 2);
    for (uint32_t i = 0; i < rounds; i++)
        for (fp_stream s = 1; s <= 2; s++) {
            uint32_t own = s - 1, to = MEMORY + (own ^ far), from = MEMORY + (own ^ !far);
            int64_t first = turns ? (i & 1) * 8 : 0;
            make_access(p, s, program_bytes(to, first, 8), true, __LINE__);
            make_arrive(p, s, 0, 1, 0, __LINE__);
            if (split) make_access(p, s, program_bytes(MEMORY + own, 16, 8), true, __LINE__);
            STEP(p, s, WAIT_OWN, 0);
            make_access(p, s, program_bytes(from, first, 8), false, __LINE__);
            if (!turns) make_meet(p, s, 0, 1, __LINE__ * 10);
        }
    for (fp_stream s = 1; s <= 2; s++) p->group[s] = s - 1;
    make_join(p, 2);
}

/* A ring in the second workgroup that the first one fills: stores and arrivals there, and arrivals back. */
void make_far_ring(struct program *p, fp_lot *lot) {
    uint32_t slots = lot_from(lot, 1, 2), rounds = lot_from(lot, 1, 2 * slots + 1);
    bool reads_far = lot_one_in(lot, 2); /* the ring is in the first one, which the second one reads */
    p->kind = "far ring";
    p->clusters = true;
    for (uint32_t i = 0; i < slots; i++) make_init(p, 2 * i, 1), make_init(p, 2 * i + 1, 1); /* empty, full */
    make_fork(p, 2);
    for (uint32_t i = 0; i < rounds; i++) {
        uint32_t empty = i % slots * 2, turn = i / slots;
        fp_region slot = program_bytes(MEMORY + !reads_far, i % slots * 8, 8);
        make_wait(p, 1, empty, turn + 1, __LINE__);
        make_access(p, 1, slot, true, __LINE__);
        make_arrive(p, 1, empty + 1, 1, 0, __LINE__);
        make_wait(p, 2, empty + 1, turn, __LINE__);
        make_access(p, 2, slot, false, __LINE__);
        make_arrive(p, 2, empty, 1, 0, __LINE__);
    }
    p->group[2] = 1;
    make_join(p, 2);
}
