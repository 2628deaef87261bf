/* fencepost.h - find and fix barrier mistakes in GPU kernels, from a program of your own. The only door of the
 * library.
 *
 *     struct fp_engine *engine = fp_engine_new(&(fp_options){ .target = FP_STR("gfx942") });
 *     struct fp_document *document = fp_document_open(engine, text);
 *     const fp_result *result = fp_document_check(document, NULL);
 *     for (size_t i = 0; i < result->finding_count; i++) puts_finding(&result->findings[i]);
 *     fp_document_close(document);
 *     fp_engine_drop(engine);
 *
 * Ownership  an engine owns its documents, a document its results: a result is valid until the document is edited,
 *            checked again or closed. Text is copied at open and edit. Static tables (rules, ops, targets) live for
 *            ever.
 * Threads    an engine and everything from it belong to one thread at a time; any number of engines may run at once.
 *            No global state.
 * Failure    none: whatever the text holds, a result comes back; what is broken is a finding (`syntax-error`). Out of
 *            memory aborts with a message. The library does no I/O, reads no clock and never prints.
 * Places     byte offsets into the document's text; `fp_document_position` turns them into lines and columns. Texts
 *            are limited to 4 GiB - 1.
 */
#ifndef FENCEPOST_H
#define FENCEPOST_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FENCEPOST_VERSION "0.1.0"

typedef struct {
    const char *data;
    size_t len;
} fp_str;                                                 /* borrowed bytes, no NUL at the end */
#define FP_STR(lit) ((fp_str){ "" lit, sizeof(lit) - 1 }) /* rejects anything but a literal */
typedef struct {
    uint32_t start, end;
} fp_span; /* byte offsets; start <= end */
typedef struct {
    uint32_t line, column;
} fp_position; /* from 1; a column counts Unicode code points */

/* ---- What may be reported ---- */
typedef enum { FP_LEVEL_OFF, FP_LEVEL_HINT, FP_LEVEL_INFORMATION, FP_LEVEL_WARNING, FP_LEVEL_ERROR } fp_level;
typedef uint16_t fp_rule; /* index into the rule table, 0 .. fp_rule_count() - 1 */
#define FP_RULE_NONE UINT16_MAX
typedef uint16_t
    fp_sentence; /* of the table of sentences; those that findings say are the variants of rules. 0: none */

/* What a rule's findings say of the op that they stand on. */
typedef enum {
    FP_CLAIM_UNORDERED, /* it runs too early */
    FP_CLAIM_WRONG,
    FP_CLAIM_USELESS, /* it can go */
    FP_CLAIM_WEAK,    /* it does less, or costs more, than it should */
    FP_CLAIM_SAVING,  /* it is right and could cost less */
    FP_CLAIM_OTHER
} fp_claim;

typedef struct {
    fp_str name; /* kebab-case id: "missing-barrier" */
    fp_claim claim;
    fp_level level;   /* default level; a hazard's own level follows from its proof */
    fp_str summary;   /* one line */
    fp_str page;      /* what it reports and why it matters; Markdown without headings */
    fp_str fix;       /* what the fix does and when it is unsafe; Markdown */
    fp_str bad, good; /* examples, complete files: the rule reports `bad`, nothing is reported for `good` */
} fp_rule_info;

size_t fp_rule_count(void);
const fp_rule_info *fp_rule_at(fp_rule rule);
fp_rule fp_rule_find(fp_str name);            /* FP_RULE_NONE when there is no such rule */
fp_str fp_variant_name(fp_sentence sentence); /* "no-barrier": what tells the sentences of one rule apart */
/* The variants of a rule, one after the other: the first one behind sentence 0; 0 behind the last one. */
fp_sentence fp_variant_next(fp_rule rule, fp_sentence before);
fp_str fp_level_name(fp_level level); /* "off", "hint", "information", "warning", "error" */

/* ---- Facts: chips and ops ---- */
typedef struct {
    fp_str chip, vendor;                /* "gfx942", "AMD" */
    fp_str products;                    /* what it is sold as: "MI300A, MI300X, MI325X"; empty: not told */
    fp_str wave_sizes;                  /* "64", "32,64" */
    uint32_t shared_bytes, max_threads; /* per workgroup; 0: not known */
    fp_str split_barrier, named_barriers, reserved_ids, backoff_barrier, counters, async_copies, lds_barrier_lowering,
        source;     /* words for people */
    char text[512]; /* where some of these words stand: a copy of the row borrows them from the first one */
} fp_target_row;
size_t fp_target_count(void);
fp_str fp_target_name(size_t index); /* the chip, "gfx942" */
void fp_target_read(size_t index, fp_target_row *row);
bool fp_target_known(fp_str chip); /* does a row fit the name? (longest prefix that is a chip family; "generic") */
/* Is it a name that a person would write, that of a row with letters and features behind it ("sm_103a",
 * "gfx942:xnack-")? Stricter than what attributes may name, a chip that is newer than the table: a slip of somebody's
 * finger must not pass for that. */
bool fp_target_is_name(fp_str name);

typedef struct {
    fp_str name, effect, reads, writes;                      /* which operands: "0", "all" */
    fp_str alias, counter, count, id, orders, targets, note; /* words for people; empty where the column says nothing */
} fp_op_row;
size_t fp_op_count(void);
fp_op_row fp_op_at(size_t index);

/* An op of a dialect of your own, in the words that fp_op_at uses. What an empty column says is taken from the op
 * `like`, without one: nothing. A name that ends with a dot stands for every op that begins so ("acme."), unless a
 * longer name or an op of the table fits. */
typedef struct {
    fp_op_row row;
    fp_str like;
} fp_own_op;
typedef struct {
    fp_str column, wanted, nearest;
} fp_own_op_problem; /* which column is not understood, what belongs there, the word that may be meant */
bool fp_own_op_check(const fp_own_op *op, fp_own_op_problem *problem); /* an engine leaves out what does not pass */

/* Nearest of `fp_rule_at` / `fp_target_at` / `fp_op_at` names to a misspelt one; empty when nothing is near. */
fp_str fp_rule_nearest(fp_str name);
fp_str fp_target_nearest(fp_str name);
fp_str fp_op_nearest(fp_str name);

/* ---- Engine ---- */
/* how fixes write the barriers that they insert */
typedef enum {
    FP_STRATEGY_TARGET,  /* split where the chip has split barriers and the kernel does not write whole ones */
    FP_STRATEGY_MINIMAL, /* whole barriers, right before a consumer */
    FP_STRATEGY_DISJOINT /* signal behind the last producer, wait before the consumer, where the chip has them */
} fp_strategy;

/* Has the compiler's own pass that places barriers run already? */
typedef enum {
    FP_BARRIERS_AUTO,   /* each kernel's text tells */
    FP_BARRIERS_PLACED, /* yes: what is not in the text is missing */
    FP_BARRIERS_PENDING /* no, in kernels of compilers that have such a pass */
} fp_barriers;

typedef struct {
    fp_sentence variant;
    fp_level level;
} fp_variant_level;

typedef struct {
    fp_str target;                        /* wins over comment and IR; empty: none. Unknown names act as "generic" */
    fp_str fallback_target;               /* used when neither comment nor IR says one (configuration) */
    uint32_t block[3], fallback_block[3]; /* likewise; zeros: none */
    bool lds_dma_explicit; /* plain LDS-DMA copies need explicit waits (configuration "ldsDma": "explicit") */
    fp_barriers barriers;
    fp_strategy strategy;
    uint32_t mlir; /* release of MLIR that reads what fixes write (LLVM's number, from 16 on); 0: not known, they write
                      what older ones read where the text does not show a newer one */
    const fp_own_op *ops; /* stronger than the table */
    size_t op_count;
    const fp_level *levels;           /* one per rule, FP_LEVEL_OFF switches off; NULL: the table's. Hazard findings are
                                         reported at the lower of their own level and this one */
    const fp_variant_level *variants; /* levels of single variants, stronger than those of their rules */
    size_t variant_count;
} fp_options;

struct fp_engine;
struct fp_document;
struct fp_engine *fp_engine_new(const fp_options *options); /* NULL: defaults; copies what it needs */
void fp_engine_drop(struct fp_engine *engine);              /* closes its documents */

struct fp_document *fp_document_open(struct fp_engine *engine, fp_str text);      /* copies the text */
struct fp_document *fp_document_open_lent(struct fp_engine *engine, fp_str text); /* borrows it until it is edited */
void fp_document_close(struct fp_document *document);
fp_str fp_document_text(const struct fp_document *document);
/* Replaces the bytes of `span` (clamped to the text) by `text`. */
void fp_document_edit(struct fp_document *document, fp_span span, fp_str text);
fp_position fp_document_position(const struct fp_document *document, uint32_t offset);
uint32_t fp_document_offset(const struct fp_document *document,
                            fp_position position); /* clamped to the line and the text */

/* ---- Findings ---- */
typedef enum { FP_HAZARD_RAW, FP_HAZARD_WAR, FP_HAZARD_WAW } fp_hazard_kind;
/* best to worst; analysis decides, precision says how sure */
typedef enum {
    FP_OVERLAP_DISJOINT,
    FP_OVERLAP_SAME_THREAD,
    FP_OVERLAP_SAME_WAVE,
    FP_OVERLAP_UNKNOWN,
    FP_OVERLAP_CROSS_THREAD
} fp_overlap;
fp_str fp_hazard_kind_name(fp_hazard_kind kind); /* "RAW" */
fp_str fp_overlap_name(fp_overlap overlap);      /* "cross_thread" */

/* How two accesses of one memory were compared, first step that settles it: enumerator, key, words. From ADDRESS on
 * nothing is proven, and it says why. */
#define FP_DECISIONS(X)                                                                         \
    X(TRIPS, "trips", "apart: the loop does not run that often")                                \
    X(GUARDS, "guards", "apart: guards exclude each other")                                     \
    X(ALLOCATIONS, "allocations", "apart: different allocations")                               \
    X(SLICES, "slices", "apart: different slices of one buffer")                                \
    X(RANGES, "ranges", "apart: byte ranges")                                                   \
    X(THREADS, "threads", "at most one thread or wave: enumeration of the threads")             \
    X(BOUNDS, "bounds", "apart: guards bound the bytes")                                        \
    X(INDICES, "indices", "at most one thread or wave: indices of one buffer")                  \
    X(OWNER, "owner", "at most one thread: the op's bytes belong to the same thread each time") \
    X(WITNESS, "witness", "two threads share a byte: enumeration of the threads")               \
    X(WHOEVER, "whoever", "they share a byte, whichever threads they are")                      \
    X(INPUTS, "inputs", "two threads share a byte for some arguments, for others perhaps not")  \
    X(ADDRESS, "address", "unknown: an address that is not understood")                         \
    X(LOADED, "loaded", "unknown: an index that is loaded from memory")                         \
    X(OPAQUE, "opaque", "unknown: an index that nothing is known of")                           \
    X(SYMBOL, "symbol", "unknown: depends on an argument or another symbol")                    \
    X(CONDITION, "condition", "unknown: depends on a condition")                                \
    X(LAUNCH, "launch", "unknown: the block size is not known")                                 \
    X(ITERATION, "iteration", "unknown: depends on how often a loop runs")                      \
    X(EXTENT, "extent", "unknown: it may touch fewer bytes than its shape says")                \
    X(SHARING, "sharing", "unknown: how an op shares its bytes out among the threads")          \
    X(VALUES, "values", "unknown: values outside of what can be evaluated")                     \
    X(BUDGET, "budget", "unknown: too many cases to enumerate")
typedef enum {
#define FP_DECISION_ENUM(name, key, words) FP_DECISION_##name,
    FP_DECISIONS(FP_DECISION_ENUM)
#undef FP_DECISION_ENUM
        FP_DECISION_COUNT
} fp_decision;

/* A symbol's value at producer and consumer; open: that one means another symbol of this name, of which nothing needs
 * to be said; untold: in which iteration that one is does not matter, and the value is the other one's. */
typedef struct {
    fp_str name;
    int64_t value[2];
    bool differs, open[2], untold[2];
    uint32_t symbol[2]; /* numbers by which the analysis tells symbols of one name apart */
} fp_binding;
/* Whose threads a witness names. Where an op shares its bytes out in a way that is not told, threads of the other side
 * show that two meet. */
typedef enum {
    FP_TOLD_EACH,     /* the producer's and the consumer's; equal: one that meets its own copy in flight */
    FP_TOLD_PRODUCER, /* two of the producer's, in two waves, that touch the byte both: one of them is not the
                         consumer's. Equal: one; a unit beside all threads touches its byte for the consumer */
    FP_TOLD_CONSUMER, /* the same of the consumer's threads */
    FP_TOLD_NONE
} fp_told;
typedef struct {
    int32_t threads[2][3]; /* x, y, z */
    int64_t byte;          /* first shared byte, from the start of the resource */
    const fp_binding *bindings;
    size_t binding_count;
    int64_t byte_count; /* so many in a row are shared */
    fp_told told;
    bool somewhere; /* the threads meet in one of these bytes, it is not told in which */
} fp_witness;

/* One end of a race between streams. */
enum { FP_SIDE_LOOPS_MAX = 4 };
typedef struct {
    fp_str stream;                                 /* "default", "partition 0" */
    uint32_t loop_count, loops[FP_SIDE_LOOPS_MAX]; /* iterations of the loops around it, outermost first, from 0 */
} fp_stream_side;

typedef struct {
    fp_hazard_kind kind;
    fp_overlap overlap;
    bool carried, distance_at_least; /* crosses a loop's back edge; "distance or more iterations" */
    uint32_t distance;
    fp_str resource; /* as written: "%lds", "@lds" */
    const fp_witness
        *witness; /* NULL: perhaps there is none; of unknown: a conditional one, or bytes whose threads are not told */
    fp_stream_side sides[2]; /* producer's and consumer's; no name: the kernel's threads are one stream */
} fp_hazard_info;

/* What a place has to do with its finding: enumerator, name. */
#define FP_ROLES(X)                                                                        \
    X(NONE, "none")                                                                        \
    X(PRODUCER, "producer") /* the access that has to come first */                        \
    X(CONSUMER, "consumer") /* the access that must not come too early */                  \
    X(BARRIER, "barrier")                                                                  \
    X(ARRIVER, "arriver") /* signals a barrier, arrives on an object */                    \
    X(WAITER, "waiter")   /* waits for a barrier, a counter, an object */                  \
    X(FENCE, "fence")                                                                      \
    X(COPY, "copy")           /* an asynchronous copy */                                   \
    X(INIT, "init")           /* initialises a barrier or an object */                     \
    X(JOIN, "join")           /* joins or leaves a named barrier */                        \
    X(PEER, "peer")           /* the barrier that others arrive on for the same meeting */ \
    X(INSTEAD, "instead")     /* the barrier or wait that does the work already */         \
    X(CALLEE, "callee")       /* where, in the function that is called */                  \
    X(CONDITION, "condition") /* that threads do not share */                              \
    X(ALLOCATION, "allocation")                                                            \
    X(OP, "op")                                                                            \
    X(KERNEL, "kernel")                                                                    \
    X(TEXT, "text") /* what cannot be read, a comment */
typedef enum {
#define FP_ROLE_ENUM(name, key) FP_ROLE_##name,
    FP_ROLES(FP_ROLE_ENUM)
#undef FP_ROLE_ENUM
        FP_ROLE_COUNT
} fp_role;
fp_str fp_role_name(fp_role role);

/* What a sentence speaks of: enumerator, name. */
#define FP_ARGUMENTS(ROW)                                                                      \
    ROW(NONE, "")                                                                              \
    ROW(OP, "op")                 /* text: the op at the finding's place */                    \
    ROW(BUFFER, "buffer")         /* text: "%lds" */                                           \
    ROW(DOES, "does")             /* phrase: what is done to the buffer */                     \
    ROW(CALLEE, "callee")         /* place: of the access, in the function that is called */   \
    ROW(PRODUCER, "producer")     /* place: of the access or copy that comes first */          \
    ROW(PARTNER, "partner")       /* text: its op */                                           \
    ROW(UNTIL, "until")           /* phrase: what the access should have waited for */         \
    ROW(WHEN, "when")             /* phrase: how many iterations lie between */                \
    ROW(DISTANCE, "distance")     /* number of iterations */                                   \
    ROW(DOUBT, "doubt")           /* phrase: in place of a colon where it is not proved */     \
    ROW(LOOP, "loop")             /* place */                                                  \
    ROW(ADVICE, "advice")         /* text or phrase: the op that would help */                 \
    ROW(MOST, "most")             /* number or phrase: how many may be in flight */            \
    ROW(OTHERS, "others")         /* number of other accesses; phrase */                       \
    ROW(HIDDEN, "hidden")         /* number of places that are not shown */                    \
    ROW(UNFIXED, "unfixed")       /* phrase: why no fix is offered */                          \
    ROW(COUNT, "count")           /* number */                                                 \
    ROW(LINES, "lines")           /* places */                                                 \
    ROW(INSTEAD, "instead")       /* place: the sync that does the work */                     \
    ROW(OTHER, "other")           /* text: its op; place: another barrier */                   \
    ROW(SPLIT, "split")           /* phrase: with its signal */                                \
    ROW(WORK, "work")             /* place */                                                  \
    ROW(AT, "at")                 /* place */                                                  \
    ROW(FROM, "from")             /* phrase: a position */                                     \
    ROW(TO, "to")                 /* phrase: a position; place */                              \
    ROW(PLACE, "place")           /* phrase: a position */                                     \
    ROW(BARRIER, "barrier")       /* phrase: which barrier */                                  \
    ROW(BARRIERS, "barriers")     /* phrase: which barriers the chip has */                    \
    ROW(OBJECT, "object")         /* text: a barrier or tag in memory */                       \
    ROW(COUNTER, "counter")       /* text */                                                   \
    ROW(CHIP, "chip")             /* text: "gfx942" */                                         \
    ROW(TARGETS, "targets")       /* text: the chips that an op is for */                      \
    ROW(SOURCE, "source")         /* phrase: where a target or block size is from */           \
    ROW(ID, "id")                 /* number of a barrier, of a dimension */                    \
    ROW(FIRST, "first")           /* number or text: a thread, a wave, the first of a range */ \
    ROW(SECOND, "second")         /* number, text or phrase: the other one */                  \
    ROW(LAST, "last")             /* number: the last of a range */                            \
    ROW(THEN, "then")             /* phrase: what the second does */                           \
    ROW(WHO, "who")               /* phrase: who disagrees */                                  \
    ROW(EXAMPLE, "example")       /* phrase: two who do */                                     \
    ROW(THREADS, "threads")       /* number */                                                 \
    ROW(WAVES, "waves")           /* number */                                                 \
    ROW(MEMBERS, "members")       /* number */                                                 \
    ROW(PARITY, "parity")         /* number */                                                 \
    ROW(JOIN, "join")             /* phrase: where paths meet */                               \
    ROW(TAG, "tag")               /* text */                                                   \
    ROW(MEANT, "meant")           /* text: the tag or rule that may be meant */                \
    ROW(MORE, "more")             /* number */                                                 \
    ROW(BYTES, "bytes")           /* number */                                                 \
    ROW(BYTE, "byte")             /* number: from the start of the buffer */                   \
    ROW(LIMIT, "limit")           /* number */                                                 \
    ROW(ERROR, "error")           /* text: what cannot be read, or is missing */               \
    ROW(BINDINGS, "bindings")     /* phrases: values of symbols */                             \
    ROW(NAME, "name")             /* text */                                                   \
    ROW(VALUE, "value")           /* number; text: the name of an outcome */                   \
    ROW(LAUNCH, "launch")         /* phrase: how many threads there are */                     \
    ROW(BLOCK, "block")           /* phrase: the same, of a witness */                         \
    ROW(REASON, "reason")         /* phrase: what blocked the proof */                         \
    ROW(WITNESS, "witness")       /* phrase */                                                 \
    ROW(WHAT, "what")             /* phrase */                                                 \
    ROW(X, "x")                   /* number of threads */                                      \
    ROW(Y, "y")                   /* number of threads */                                      \
    ROW(Z, "z")                   /* number of threads */                                      \
    ROW(FIELD, "field")           /* text: of a wait */                                        \
    ROW(INSERTIONS, "insertions") /* phrases: what is inserted where */                        \
    ROW(AXIS, "axis")             /* text: x, y or z */                                        \
    ROW(LEAF, "leaf")             /* phrase: what stands in an address */                      \
    ROW(LACKS, "lacks")           /* phrase: what a phase of a barrier still takes */          \
    ROW(HARM, "harm")             /* phrase: why nothing comes of it */                        \
    ROW(RULES, "rules")           /* phrases: names of rules */                                \
    ROW(FIXES, "fixes")           /* phrases: titles of fixes that are made together */
typedef enum {
#define FP_ARGUMENT_ENUM(name, key) FP_ARG_##name,
    FP_ARGUMENTS(FP_ARGUMENT_ENUM)
#undef FP_ARGUMENT_ENUM
        FP_ARGUMENT_NAMES
} fp_argument_name;
fp_str fp_argument_key(fp_argument_name name);

/* A sentence of the table, or a part of one, with what it speaks of. Sentence 0 says nothing. What a phrase has no
 * argument for, the phrase around it has. */
struct fp_phrase_argument;
typedef struct {
    fp_sentence sentence;
    uint32_t argument_count;
    const struct fp_phrase_argument *arguments;
} fp_phrase;

typedef enum {
    FP_ARGUMENT_TEXT, /* as written in the file or in a table: an op, a buffer, a chip */
    FP_ARGUMENT_NUMBER,
    FP_ARGUMENT_PLACE,
    FP_ARGUMENT_PLACES,
    FP_ARGUMENT_PHRASES /* one or several */
} fp_argument_kind;
typedef struct fp_phrase_argument {
    fp_argument_name name;
    fp_argument_kind kind;
    uint32_t count; /* of places or phrases */
    union {
        fp_str text;
        int64_t number;
        uint32_t place; /* byte offset */
        const uint32_t *places;
        const fp_phrase *phrases;
    } value;
} fp_phrase_argument;

typedef struct {
    fp_str message;
    fp_span span;
    fp_role role;
    fp_phrase phrase;
} fp_related;
typedef struct {
    fp_span span;
    fp_str text;
} fp_edit;
typedef struct {
    fp_str title;
    bool safe, preferred;
    bool guess; /* one of several that may mend the finding: the first one that a trial shows to hold is meant */
    const fp_edit *edits;
    size_t edit_count;
    fp_phrase phrase;
} fp_fix;

/* Words are made of the phrases, with the lines as they are when the result is handed out. */
typedef struct {
    fp_rule rule;
    fp_level level;
    fp_span span;
    fp_role role;                 /* of the op at `span` */
    fp_phrase phrase, evidence;   /* what message and note say */
    fp_str kernel;                /* its symbol without @; empty outside of kernels */
    fp_str message;               /* brief, note and detail, a line each */
    fp_str brief;                 /* for lists: the rule's sense, buffer, the other line; about 80 characters */
    fp_str note;                  /* how it is known, or what kept it from being certain; empty: nothing to add */
    fp_str detail;                /* the same with ops, reason and advice; empty: the first line says all */
    const fp_hazard_info *hazard; /* NULL unless the finding is a pair of accesses */
    const fp_related *related;
    size_t related_count;
    const fp_fix *fixes;
    size_t fix_count;
    bool awaits_advice;   /* its fixes rest on advice, which nobody has asked for yet */
    size_t untried_count; /* fixes that fp_mender_offers has left out because they were not tried */
} fp_finding;

typedef struct {
    fp_str name;
    fp_span span;                 /* the whole function-like op */
    fp_str target, target_source; /* "gfx942", "attribute target_cpu on line 3"; "generic" when nothing says */
    uint32_t block[3];            /* zeros: unknown */
    fp_str block_source;
    fp_phrase target_from, block_from; /* what the sources say */
    uint32_t access_count, sync_count;
    uint32_t barrier_count, wait_count, fence_count, signal_count; /* ops that are written there, each counted once */
    uint64_t shared_bytes; /* workgroup memory with a size known from its type */
    uint64_t work; /* what judging it took, with all that is judged together with it (functions that call each other),
                      in pairs of groups of accesses that met: a million takes some tenths of a second */
    fp_phrase unjudged;  /* why its verdict cannot be relied on; says nothing when it can */
    fp_span unjudged_at; /* the op that is to blame */
    bool launched_here;  /* it is part of the function that launches it */
} fp_kernel_info;

/* What could not be judged: where nothing is found, that means nothing. A text without any function, or a kernel whose
 * verdict rests on ops that no table knows. */
typedef struct {
    fp_span span;
    fp_str kernel; /* empty: the whole text */
    fp_phrase phrase;
    fp_str reason; /* in words: "it is Python, not MLIR; .." */
} fp_unjudged;

/* What an engine counts of its work: field, key in JSON, words. */
#define FP_STATISTICS(ROW)                                                                              \
    ROW(ops, "ops", "ops")                                                                              \
    ROW(accesses, "accesses", "accesses to workgroup memory")                                           \
    ROW(syncs, "syncs", "synchronisation ops")                                                          \
    ROW(unjudged_syncs, "unjudgedSyncs", "of these, ops that nothing says to be needed or superfluous") \
    ROW(meets, "meets", "pairs that met")                                                               \
    ROW(overlaps, "overlaps", "pairs compared by address")                                              \
    ROW(overlap_budget_overruns, "overlapBudgetOverruns", "comparisons over budget")                    \
    ROW(bounded_runs, "boundedRuns", "lists cut at their bound")                                        \
    ROW(placements_cut, "placementsCut", "kernels with more pairs than fixes are looked for")           \
    ROW(savings_cut, "savingsCut", "kernels with more savings to try than are tried")                   \
    ROW(bounded_calls, "boundedCalls", "calls not followed")                                            \
    ROW(bounded_conditions, "boundedConditions", "conditions not asked whether one implies another")    \
    ROW(bounded_cases, "boundedCases", "conditions whose two cases are not told apart")                 \
    ROW(limits, "limits", "limits met by kernels, each said once")                                      \
    ROW(stream_runs, "streamRuns", "runs of kernels that are several streams")                          \
    ROW(stream_events, "streamEvents", "events of these runs")                                          \
    ROW(contradicted, "contradicted", "witnesses that a replay does not bear out")                      \
    ROW(passed_bytes, "passedBytes", "bytes with nothing to judge, passed over")                        \
    ROW(known_bytes, "knownBytes", "bytes that an earlier section holds as well")                       \
    ROW(arena_bytes, "arenaBytes", "bytes of analysis memory")
#define FP_STATISTICS_FIELD(field, key, words) uint64_t field;
typedef struct {
    FP_STATISTICS(FP_STATISTICS_FIELD)
    uint64_t decided[FP_DECISION_COUNT]; /* pairs compared by address, by the step that settled them or what kept it
                                            from that */
} fp_statistics;
void fp_statistics_add(fp_statistics *sum, const fp_statistics *part);

typedef struct {
    const fp_finding *findings; /* sorted by place, then rule name */
    size_t finding_count;
    const fp_kernel_info *kernels;
    size_t kernel_count;
    const fp_unjudged *unjudged; /* in text order */
    size_t unjudged_count;
    size_t function_count; /* of the text, kernels included */
    uint32_t passed_over;  /* lines around modules that are no MLIR, which a finding says too */
    fp_statistics statistics;
} fp_result;

/* Checks the text as it stands; findings that "// fencepost: ignore[..]" comments name are left out. `cancelled` (may
 * be NULL) is polled: once it reads true the result comes early, empty and must be dropped. */
const fp_result *fp_document_check(struct fp_document *document, const volatile bool *cancelled);

/* ---- Where the text comes from ---- */
/* A place in the source that an op was made from, as its location says. */
typedef struct fp_source_place {
    fp_str file; /* as the text spells it */
    uint32_t line, column;
    fp_str name;                              /* of the value there: "acc"; empty: not told */
    const struct fp_source_place *inlined_at; /* the call that brought it here; NULL: it stands there itself */
} fp_source_place;
/* The source place of the innermost op at `offset`, after a check; it lives as long as the check's result. NULL: the
 * text does not tell it. */
const fp_source_place *fp_document_source(const struct fp_document *document, uint32_t offset);
/* The place in the kernel's own file, which is the file of the outermost call: what was inlined from a library is
 * nothing that its author can change. */
const fp_source_place *fp_source_own(const fp_source_place *source);

/* A text that a compiler printed between its passes: one of several in a file. */
typedef struct {
    fp_span span; /* header included */
    fp_str pass;  /* "Canonicalizer (canonicalize)" */
    bool before;  /* printed before that pass, not after it */
    bool failed;  /* the pass failed */
} fp_dump;
/* The dumps of the text, in its order, after a check; they live as long as the check's result. */
size_t fp_document_dumps(const struct fp_document *document, const fp_dump **dumps);

/* ---- Fixes on trial ----
 * A finding's fixes are proposals. A mender applies one to a copy of the text, checks the copy, and hands out only what
 * holds: the finding goes, or a part of it, and nothing is found that was not there before. What counts as new is a
 * finding at or above a warning at a place where nothing of its rule was before. What a fix makes superfluous is
 * mended with it. Command line and editors apply what comes out of this, and nothing else.
 *
 *     struct fp_mender *mender = fp_mender_new(engine);
 *     fp_fixed_text fixed = fp_mender_fix(mender, text, (fp_fix_wishes){ .least = FP_LEVEL_WARNING });
 *     if (fixed.changed) write_back(fixed.text);
 *     fp_mender_drop(mender);
 *
 * Ownership  a mender owns its copies of the text and all that it hands out, which is valid until fp_mender_begin or
 *            fp_mender_drop. It belongs to its engine's thread, and is dropped before its engine. Documents and
 *            results of others stay as they are.
 * Cost       the first check is one of the whole text, each further one of the kernels that the fix changes.
 * Failure    none: a fix that does not hold has no edits, and its verdict says why. */
struct fp_mender;
struct fp_mender *fp_mender_new(struct fp_engine *engine);
/* For fixes of findings of a document that is checked: its text need not be checked once more. The document is not
 * edited, and is closed later than the mender is dropped. */
struct fp_mender *fp_mender_beside(struct fp_document *document);
void fp_mender_drop(struct fp_mender *mender); /* NULL is fine */
/* A new request: what was handed out before goes, and single fixes get a new budget of work, of a second or two. From
 * now on `*cancelled` (NULL: nothing) is polled: once it reads true nothing more is tried. A trial is charged its
 * kernel; for a large text the budget is what checking it some dozen times takes. */
void fp_mender_begin(struct fp_mender *mender, const volatile bool *cancelled);

/* What came of a trial, from no answer to a good one: enumerator, name. */
#define FP_TRIALS(X)                                                                               \
    X(UNTRIED, "untried")             /* cancelled, or beyond the request's budget */              \
    X(INAPPLICABLE, "inapplicable")   /* no edits, or they cross, or the text there is damaged */  \
    X(HELPS_NOTHING, "helps-nothing") /* the finding says the same afterwards */                   \
    X(LEADS_TO_MORE, "leads-to-more") /* something new is found, and mending that leads nowhere */ \
    X(HOLDS, "holds")
typedef enum {
#define FP_TRIAL_ENUM(name, key) FP_TRIAL_##name,
    FP_TRIALS(FP_TRIAL_ENUM)
#undef FP_TRIAL_ENUM
        FP_TRIAL_COUNT
} fp_trial_verdict;
fp_str fp_trial_name(fp_trial_verdict verdict);
typedef struct {
    fp_trial_verdict verdict;
    const fp_edit *edits; /* in the order of the text; none unless it holds. The fix's own, or with what it needs */
    size_t edit_count;
    fp_phrase phrase; /* of the edits of two guesses, see fp_mender_guess; else they say nothing */
    fp_str title;
} fp_trial;
/* Tries a fix of a finding of `text`. The same edits, offered by several findings of one text, are tried once in a
 * request. */
fp_trial fp_mender_try(struct fp_mender *mender, fp_str text, const fp_finding *finding, const fp_fix *fix);
/* The guess of the finding that is offered: the first one that holds. Where no guess of any finding of the kernel does,
 * the first that holds with one more for what is then left: its title and edits are those of both. `unsafe`: also
 * guesses that are not known to be safe. NULL: none; `untried` (NULL: nobody asks) counts those that were not tried. */
const fp_fix *fp_mender_guess(struct fp_mender *mender, fp_str text, const fp_finding *finding, bool unsafe,
                              fp_trial *trial, size_t *untried);
/* The findings of `text` with, of their fixes, only those that hold, and their edits as tried. Those that were not
 * tried are counted. */
const fp_finding *fp_mender_offers(struct fp_mender *mender, fp_str text, const fp_finding *findings, size_t count);
/* The fix that is applied when nobody chooses: the first safe one; `unsafe`: else the first. NULL: none. */
const fp_fix *fp_fix_choice(const fp_finding *finding, bool unsafe);

typedef struct {
    bool unsafe;               /* fixes that are not known to be safe are applied as well */
    fp_level least;            /* findings below it stay. Below FP_LEVEL_WARNING, information counts as new as well */
    bool one_kernel, one_rule; /* only findings of `kernel` are fixed; only those of `rule` */
    uint32_t kernel;           /* index into fp_result.kernels */
    fp_rule rule;
} fp_fix_wishes;
typedef struct {
    fp_str text; /* the very bytes of the input when nothing was done: these are borrowed */
    bool changed;
    const fp_edit *edits; /* of whole lines: they make `text` of the input; in the order of the text */
    size_t edit_count;
    const uint32_t *fixed; /* per rule: findings whose fix was applied */
    const uint32_t *left;  /* per rule: findings from the least level on that are still there */
    uint32_t left_levels[FP_LEVEL_ERROR + 1];
    uint32_t offered;      /* findings among those left that have a fix, but none that is known to be safe */
    uint32_t refused;      /* fixes taken back because of what they would have led to */
    uint32_t in_vain;      /* fixes taken back because the same would still be found */
    size_t unjudged_count; /* of `text` as it is now; a check of it says what */
} fp_fixed_text;
/* Applies all fixes that fit together, checks, and goes on until nothing is left to apply. A set of fixes after which
 * something new is found, or the same of a finding that they were to mend, is taken back, and tried again kernel by
 * kernel, rule by rule, finding by finding. Kernels whose text is damaged are left alone. Another call gains nothing.
 */
fp_fixed_text fp_mender_fix(struct fp_mender *mender, fp_str text, fp_fix_wishes wishes);

/* ---- For people who look inside ---- */
typedef enum { FP_STAGE_TREE, FP_STAGE_KERNEL, FP_STAGE_SUMMARY, FP_STAGE_PLACEMENT } fp_stage;
/* What a stage of the pipeline made of the text, as readable lines; lives as long as the last result. */
fp_str fp_document_dump(struct fp_document *document, fp_stage stage);
/* The reasoning about the accesses and barriers on a line (`column` 0: the whole line); empty when there are none. */
fp_str fp_document_explain(struct fp_document *document, fp_position place);
/* Of an access: its bytes, and of each other access to them whether the two race, are ordered or never meet. */
fp_str fp_document_explain_in_short(struct fp_document *document, fp_position place);

#ifdef __cplusplus
}
#endif
#endif
