/* decided.h - which pairs of accesses the runs of a kernel's threads have decided (streams/decide.h): text of single
 * threads in which some threads meet others apart from the rest. The algebra asks it before it says anything of such a
 * pair.
 *
 * Ownership  the arrays live as long as the kernel's analysis. They are only read.
 */
#ifndef FP_DECIDED_H
#define FP_DECIDED_H
#include "read/ir.h"

typedef uint64_t fp_op_pair; /* two ops; of races the smaller one first, of what is reported the one that comes first */
static inline fp_op_pair fp_op_pair_of(fp_op first, fp_op second) { return (fp_op_pair)first << 32 | second; }
static inline fp_op fp_op_pair_first(fp_op_pair pair) { return (fp_op)(pair >> 32); }
static inline fp_op fp_op_pair_second(fp_op_pair pair) { return (fp_op)pair; }
static inline fp_op_pair fp_op_pair_rising(fp_op a, fp_op b) {
    return a < b ? fp_op_pair_of(a, b) : fp_op_pair_of(b, a);
}

/* The threads from number `first` to before `end`. */
typedef struct {
    uint16_t first, end;
} fp_thread_span;

struct fp_decided {
    const uint8_t *ops;       /* per op: 1 when the runs know which memory its threads touch there; NULL: none */
    const uint8_t *by_all;    /* per op: 1 when all threads have done it at once; of two such the runs decide nothing.
                                 NULL: none */
    const uint8_t *ran;       /* per op: 1 when some run has come to it: what completes on objects they judge there
                                  alone. NULL: too few numbers were tried for that */
    const uint8_t *apart;     /* per op: 1 when threads that did it at once never touched a byte in common */
    const fp_thread_span *by; /* per op: threads that do it in any run; none: nothing is known of it. NULL: of no op */
    const fp_op_pair *lanes;  /* in which lanes of one wave meet, and no wait for the first is between them; rising */
    uint32_t lane_count;
    const fp_op_pair *races; /* of which two threads race in some run, rising */
    uint32_t race_count;
    const fp_op_pair *seldom; /* likewise; only for lengths that suit the text least, which is told as an assumption */
    uint32_t seldom_count;
    const fp_op_pair *doubts; /* that nothing puts in order in some run, the bytes of one of them not known; rising */
    uint32_t doubt_count;
    const fp_op_pair *lengths; /* .. where all that is not known is how far one of them reaches */
    uint32_t length_count;
    const fp_op_pair *ways; /* whatever is not in order in some run, lanes apart: the op first that one thread does
                               first; sorted */
    uint32_t way_count;
    const fp_op_pair *late; /* likewise; only where accesses are in flight until their thread waits for them */
    uint32_t late_count;
    const fp_op_pair *late_told; /* .. that are reported as found by the run in this order, rising */
    uint32_t late_told_count;
    const fp_op_pair *reported; /* those of `races` that are reported as found by the run, rising */
    uint32_t reported_count;
    bool clusters; /* all workgroups of the cluster have been run, and come to its barrier equally often */
    bool landed;   /* .. and each has been made with accesses in flight until their thread waits for them as well */
    bool uneven;   /* some threads meet all others more often than some others do, for lengths that suit the text */
    bool given_up; /* something is hidden from the runs: `ops` are those that not all threads did at once, and nothing
                      is known of them */
    bool placed;   /* all accesses to workgroup memory that some run has come to are among `ops` */
    bool all;      /* the runs speak for all schedules and all numbers: no other pair of known ops races */
    bool broken;   /* some run hangs or breaks a rule of its objects, and that is reported */
};

typedef enum {
    FP_DECIDED_NOT,      /* the run does not know the two, or what it knows is not reported */
    FP_DECIDED_ORDERED,  /* they never race, or only with accesses in flight, and that is said elsewhere */
    FP_DECIDED_REPORTED, /* they race, and that is said elsewhere */
    FP_DECIDED_TURNED,   /* that they race the other way round is said elsewhere */
    FP_DECIDED_HIDDEN,   /* what orders the two may be hidden from the run */
    FP_DECIDED_SELDOM,   /* they race only for lengths that suit the text least, as an assumption tells */
    FP_DECIDED_LENGTH,   /* nothing puts them in order, and how far one of them reaches is not known: the bytes of the
                            other are not where it begins */
    FP_DECIDED_UNSEEN,   /* they have not raced in any run, but the runs do not speak for all */
    FP_DECIDED_BROKEN    /* the same; and before the fault that has been found is mended, nobody can tell */
} fp_decided_pair;
/* Do the runs decide whatever can be asked of workgroup memory, but for the bytes of doubtful pairs? */
static inline bool fp_decided_follows(const struct fp_decided *decided) {
    return decided && decided->all && decided->landed && decided->placed;
}
/* Is there no doubtful pair either? */
static inline bool fp_decided_whole(const struct fp_decided *decided) {
    return fp_decided_follows(decided) && !decided->doubt_count && !decided->length_count;
}
fp_decided_pair fp_decided_pair_of(const struct fp_decided *decided, fp_op first, fp_op second);
/* Do they race in some run, from which nothing is hidden? No flag orders them then. */
bool fp_decided_races(const struct fp_decided *decided, fp_op first, fp_op second);
/* Do lanes of one wave meet in them in some run, with no wait for the first between them? */
bool fp_decided_by_lanes(const struct fp_decided *decided, fp_op first, fp_op second);
/* Does nothing put them in order in some run, which does not know their bytes? */
bool fp_decided_doubts(const struct fp_decided *decided, fp_op first, fp_op second);
/* Are they in order in all runs where one thread would do `first` before `second`? */
bool fp_decided_in_order(const struct fp_decided *decided, fp_op first, fp_op second);
#endif
