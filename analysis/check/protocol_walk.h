/* protocol_walk.h - one walk over a kernel's syncs, and what is said of a sync whatever came before it: does the chip
 * have it, can so many threads meet there, do they all come to it? For protocol.c, which follows what came before.
 */
#ifndef FP_PROTOCOL_WALK_H
#define FP_PROTOCOL_WALK_H
#include "check/flow.h"
#include "check/protocol.h"

enum { FP_SLOTS_MAX = 62 }; /* barriers of a kernel that are told apart: bits of state.joined */
enum { FP_ID_TRAP = -2, FP_ID_CLUSTER_TRAP = -4 };

/* A barrier that the kernel names. */
typedef struct {
    int32_t id;
    uint32_t object;
    int64_t members; /* as its initialisation says; -1: not known */
    bool inits;      /* something initialises it */
    bool counted;    /* some signal says how many waves take part: that sets the count, too */
} fp_slot_key;
enum { FP_JOINS_MAX = 64 }; /* further joins of a kernel are taken as useful: bits of slot_state.joins */
typedef struct {
    const fp_sync *sync;
    uint32_t slot;
    bool waited;
} fp_join_record;
typedef struct {
    struct fp_flow flow;
    struct fp_arena *keep;
    struct fp_kernel *kernel; /* the one that is judged, whatever callee the flow is in */
    const fp_target *target;
    fp_slot_key slots[FP_SLOTS_MAX];
    uint32_t slot_count;
    bool slots_cut, joins_cut; /* there are more */
    bool one_named_slot;       /* pointers and numbers mixed: which is which is not known */
    fp_join_record joins[FP_JOINS_MAX];
    uint32_t join_count;
    const void *unknown;     /* state in which each barrier may be in any phase */
    bool unbalanced;         /* waves do not arrive equally often on the workgroup barrier */
    bool waits_by_condition; /* some path alone waits for what was signalled before it: which paths signal and wait both
                                is not followed */
    FP_VEC(fp_span) publishers;
    FP_VEC(fp_protocol_finding) findings;
} fp_protocol_walk;

/* NULL: it was said already, or the flow goes over the place again. */
fp_protocol_finding *fp_protocol_report(fp_protocol_walk *w, fp_protocol_kind kind, fp_level level, fp_op op,
                                        fp_span span, fp_phrase phrase);
/* Gives the finding another place; NULL, or one that has a place already: nothing. */
void fp_protocol_relate(fp_protocol_finding *finding, fp_span span, fp_sentence as);
static inline bool fp_is_place(fp_span span) { return span.end > span.start; }
fp_phrase_argument fp_protocol_op(const fp_protocol_walk *w, const fp_sync *sync);

/* Half-typed, computed, or a pointer to one of several: any barrier of the kernel. */
bool fp_protocol_is_unknown(const fp_sync *sync);
/* Does the target have this barrier, for this op? Says why not. */
bool fp_protocol_is_available(fp_protocol_walk *w, const fp_sync *sync);
/* Does the run of the kernel's threads say who meets whom, and whether somebody waits in vain? */
bool fp_protocol_is_run(const fp_protocol_walk *w, const fp_sync *sync);
/* Do all threads that it needs come to it? Says why not. */
bool fp_protocol_is_reached_alike(fp_protocol_walk *w, const fp_sync *sync);
/* NVIDIA: can a barrier for so many threads open? */
void fp_protocol_check_members(fp_protocol_walk *w, const fp_sync *sync);
#endif
