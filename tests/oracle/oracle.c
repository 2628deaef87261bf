/* The execution oracle: random small kernels, run thread by thread over every path, against what the analysis
 * reports.
 *
 *   oracle [--count N] [--seed S] [--family NAME] [--show [missed|extra|unsure|false|redundant|left]] [--show-mutants]
 *   [--print SEED] [--listed FILE]
 *
 * For each kernel: the reported pairs must contain every racing pair (missed: none) and be no more: those of warnings
 * and errors of which no pair races (extra) and others that are information, or places of a finding beside one that
 * races (unsure), are counted, bounded by `allowed`. One of an error's pairs must race (false); the set of redundant
 * barriers must be removable as a whole without a dynamic pair losing its order, and no barrier that is left may be
 * removable. Where a barrier is said to be missed by some threads, a pair must be reported only if it races whatever
 * that barrier is worth (`reading`). No witness of an error may be contradicted by its replay. A failing kernel is
 * shrunk before it is shown. Of each kernel one sync is changed a little (mutant.c): when that changes what races, it
 * must change what is said. */
#include "program.h"
#include <fencepost.h>
#include <stdlib.h>
#include <string.h>

enum {
    SKIPPED = 77,
    SMALL = 3 /* one or two too many in a short run say nothing */,
    SHARE_KERNELS = 10 /* of fewer kernels no share of what is too many is judged */,
    LINES_MAX = 1024,
    PRODUCERS_SHOWN = 8 /* a finding names so many producers at most and counts the others */,
    SHARED_MAX = 64,
    FINDINGS_MAX = 256
};
typedef struct {
    long kernels, races, missed, extra, unsure, false_errors, wrongly_redundant, left_removable, redundant, mutants,
        silent, contradicted;
    bool only_missed; /* nothing else is counted, and no race of a kernel whose waves are said to go out of step: who
                         meets whom then is not told */
} tally;
/* What is known to be too many, per 1000 races and judged barriers; errors that are none per 1000 races. What makes for
 * it:
 *   blocks, latches  loops with a way out beside their test, of which the least count is not known
 *   while            how the values of a counter depend on those of the counter that it starts from is not known, and
 *                    not which ones a counter has whose bound is an argument
 *   assembly         a pointer made of an integer may lead to any buffer whose address has become one
 *   graphs           accesses on the cycles of an irreducible graph have no address where it may change; executions are
 *                    cut, so that races of long paths do not show
 *   groups, named    which threads are a group's is not known to addresses: what a group has ordered counts as
 *                    unordered where others may come
 *   objects          where the parity of one wait is loaded from memory, no run follows the others either: what those
 *                    order is information. All but one in a hundred of what is too many stands in such kernels
 *   calls            a barrier of a callee that copies in flight cross is kept, whoever waits for them
 *   rounds           in loops whose count is not known, a barrier that runs in some iterations, neither all but the
 *                    first or last nor these alone, counts as one that need not run. Likewise with copies and with
 *                    halves
 *   fences           that behind a guard only threads of one wave meet is known to accesses, not to barriers
 *   phases           a wait in one of two arms counts for the waves of that arm only
 *   staggered        whether a wave has waited for its own accesses is information, and not asked here; an extra
 * barrier waits for its own waves alone, and of lanes of one wave it is not told which those are deep             of
 * copies with more newer ones than are told apart (55) a wait for more than these completes some, nobody knows which
 *   deep, packed,    a loop whose count is not known may fill the counter, where executions are cut
 *   lds dma
 *   slots            the runs of some kernels are too long, and then it is as with objects; what a guard says of how
 *                    many slots are in use holds for so many conditions */
typedef struct {
    long extra, unsure, left, false_errors;
} allowance;
static const allowance allowed[FAMILY_COUNT] = {
    [FAMILY_COUNTED_COPIES] = { 1, 1, 0 },   [FAMILY_SPLIT] = { 0, 0, 5 },          [FAMILY_BLOCKS] = { 15, 20, 60 },
    [FAMILY_GROUPS] = { 10, 20, 5 },         [FAMILY_NAMED] = { 1, 10, 30 },        [FAMILY_FENCES] = { 5, 10, 15 },
    [FAMILY_OBJECTS] = { 1, 80, 0 },         [FAMILY_CALLS] = { 0, 0, 140 },        [FAMILY_GRAPHS] = { 10, 40, 10 },
    [FAMILY_CARRIED] = { 0, 0, 15 },         [FAMILY_PHASES] = { 4, 8, 5 },         [FAMILY_STAGGERED] = { 1, 50, 10 },
    [FAMILY_PACKED] = { 1, 2, 5 },           [FAMILY_LDS_DMA] = { 0, 0, 5 },        [FAMILY_DEEP] = { 5, 20, 15 },
    [FAMILY_SLOTS] = { 1, 20, 20 },          [FAMILY_GENERIC] = { 0, 0, 5 },        [FAMILY_LATCHES] = { 20, 20, 25 },
    [FAMILY_WHILE] = { 10, 20, 20 },         [FAMILY_NESTS] = { 15, 20, 15 },       [FAMILY_ASSEMBLY] = { 15, 20, 5 },
    [FAMILY_STRIDED] = { 5, 10, 0 },         [FAMILY_AROUND] = { 0, 0, 10 },        [FAMILY_ROUNDS] = { 10, 20, 60 },
    [FAMILY_ROUND_COPIES] = { 10, 15, 100 }, [FAMILY_ROUND_HALVES] = { 25, 20, 30 }
};

typedef enum {
    FAULT_NONE = 0,
    FAULT_MISSED = 1,
    FAULT_EXTRA = 2,
    FAULT_REDUNDANT = 4,
    FAULT_LEFT = 8,
    FAULT_FALSE = 16,
    FAULT_UNSURE = 32,
    FAULT_CONTRADICTED = 64,
    FAULT_ALL = 127
} fault;

static struct fp_engine *engine;
static int shown_faults; /* which faults are shrunk and shown */

static bool is_text(fp_str text, const char *words) {
    return text.len == strlen(words) && memcmp(text.data, words, text.len) == 0;
}
static bool rule_is(const fp_finding *finding, const char *name) {
    return is_text(fp_rule_at(finding->rule)->name, name);
}

/* An access, a copy, or the call of a function that may hold some. */
static const node *memory_on(const program *p, int line) {
    for (int i = 0; i < p->node_count; i++) {
        const node *n = &p->nodes[i];
        bool memory = n->kind == NODE_ACCESS || n->kind == NODE_COPY || n->kind == NODE_CALL;
        if (line > 0 && memory && !n->removed && n->line == line) return n;
    }
    return NULL;
}

typedef struct {
    int producers[SHARED_MAX], consumers[SHARED_MAX], producer_count, consumer_count;
    fp_level level;
} told;
typedef struct {
    pair_set pairs, shared_pairs; /* by findings of one consumer, of several */
    told findings[FINDINGS_MAX];
    int finding_count;
    bool redundant[LINES_MAX], cut[LINES_MAX];
    int leader[LINES_MAX]; /* halves of barriers that belong together */
    uint64_t contradicted; /* errors whose witness does not bear them out */
    bool broken;           /* the order of signals and waits is wrong in itself */
    bool uneven;           /* some threads miss a barrier, and that is said */
    bool run_tells; /* the run of the kernel finds something wrong before copies are waited for, or assumes lengths */
    bool unlanded;  /* some barrier runs before the data that it should publish has landed: what it is worth is a matter
                       of the wait that is missing */
} reported;

static int leader_of(const reported *said, int line) {
    while (said->leader[line] != line) line = said->leader[line];
    return line;
}

/* A wait goes with its signals. */
static void mark_halves(const reported *said, int line, bool *lines) {
    for (int other = 0; other < LINES_MAX; other++)
        if (leader_of(said, other) == leader_of(said, line)) lines[other] = true;
}

/* A finding that several consumers share does not say which producer each of them means. */
static void add_pairs(reported *said, const told *all) {
    for (int c = 0; c < all->consumer_count; c++)
        for (int i = 0; i < all->producer_count; i++) {
            line_pair pair = { all->producers[i], all->consumers[c], false, false };
            pairs_add(all->consumer_count > 1 ? &said->shared_pairs : &said->pairs, pair);
        }
    if (said->finding_count < FINDINGS_MAX) said->findings[said->finding_count++] = *all;
}

/* Of a shared finding each producer and each consumer must be part of some race. */
static long too_many_shared(const told *all, const pair_set *races, FILE *verbose) {
    long count = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < (side ? all->consumer_count : all->producer_count); i++) {
            bool races_here = false;
            for (int k = 0; k < (side ? all->producer_count : all->consumer_count); k++)
                races_here |= side ? pairs_have(races, all->producers[k], all->consumers[i], true)
                                   : pairs_have(races, all->producers[i], all->consumers[k], true);
            if (races_here) continue;
            count++;
            if (verbose)
                fprintf(verbose, "extra: line %d in the finding on line %d\n",
                        side ? all->consumers[i] : all->producers[i], all->consumers[0]);
        }
    return count;
}

/* Does no pair of the finding race? An error is certain of one at least. */
static bool is_false(const told *finding, const pair_set *races) {
    for (int c = 0; c < finding->consumer_count; c++)
        for (int i = 0; i < finding->producer_count; i++)
            if (pairs_have(races, finding->producers[i], finding->consumers[c], true)) return false;
    return true;
}

static void read_findings(const program *p, struct fp_document *document, reported *out) {
    static const char *const hazard_rules[] = { "missing-barrier", "racing-store", "missing-async-wait",
                                                "missing-fence" };
    static const char *const protocol_rules[] = { "double-signal", "wait-without-signal", "unwaited-signal",
                                                  "unbalanced-barrier", "mixed-barriers" };
    static const char *const run_rules[] = { "deadlock",     "wait-without-signal", "early-arrival",
                                             "missed-phase", "wrong-byte-count",    "unknown-protocol" };
    const fp_result *result = fp_document_check(document, NULL);
    memset(out, 0, sizeof *out);
    program_halves(p, out->leader, LINES_MAX);
    out->contradicted = result->statistics.contradicted;
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *finding = &result->findings[i];
        int line = (int)fp_document_position(document, finding->span.start).line;
        for (size_t k = 0; k < sizeof hazard_rules / sizeof *hazard_rules; k++) {
            if (!rule_is(finding, hazard_rules[k]) || !memory_on(p, line)) continue;
            if (rule_is(finding, "missing-fence")) out->unlanded = true;
            told all = { .consumers = { line }, .consumer_count = 1, .level = finding->level };
            for (size_t j = 0; j < finding->related_count; j++) {
                int place = (int)fp_document_position(document, finding->related[j].span.start).line;
                if (!memory_on(p, place)) continue;
                fp_role role = finding->related[j].role;
                if (role == FP_ROLE_CONSUMER && all.consumer_count < SHARED_MAX)
                    all.consumers[all.consumer_count++] = place;
                if (role == FP_ROLE_PRODUCER && all.producer_count < SHARED_MAX)
                    all.producers[all.producer_count++] = place;
            }
            add_pairs(out, &all);
            for (int c = 0; c < all.consumer_count && all.producer_count >= PRODUCERS_SHOWN; c++)
                if (all.consumers[c] < LINES_MAX) out->cut[all.consumers[c]] = true;
        }
        for (size_t k = 0; k < sizeof run_rules / sizeof *run_rules; k++)
            out->run_tells |= rule_is(finding, run_rules[k]);
        for (size_t k = 0; k < sizeof protocol_rules / sizeof *protocol_rules; k++)
            out->broken |= rule_is(finding, protocol_rules[k]);
        out->uneven |= rule_is(finding, "divergent-barrier") || rule_is(finding, "unbalanced-barrier");
        bool redundant = rule_is(finding, "redundant-barrier") || rule_is(finding, "redundant-wait") ||
                         rule_is(finding, "ineffective-barrier");
        bool moves = is_text(fp_variant_name(finding->phrase.sentence), "merge"); /* one of the two stays, elsewhere */
        if (!redundant || moves || line >= LINES_MAX) continue;
        mark_halves(out, line, out->redundant);
        for (size_t j = 0; j < finding->related_count; j++) { /* the barrier of the other arm goes along */
            int peer = (int)fp_document_position(document, finding->related[j].span.start).line;
            if (peer < LINES_MAX && finding->related[j].role == FP_ROLE_PEER) out->redundant[peer] = true;
        }
    }
}

/* Where waves take turns a barrier without work is a hint at most: to take it out would change which waves meet
 * where. */
static void keep_turns(const program *p, bool *redundant) {
    for (int i = 0; p->family == FAMILY_STAGGERED && i < p->node_count; i++)
        if (p->nodes[i].kind == NODE_SYNC && p->nodes[i].divergent && p->nodes[i].line < LINES_MAX)
            redundant[p->nodes[i].line] = false;
}

/* A reported pair has an end on the wrong side of a half: the pair of halves stands in the wrong place, and is not
 * called redundant besides. */
static bool misplaced(const reported *said, int wait) {
    int signal = wait;
    for (int line = 0; line < wait; line++)
        if (leader_of(said, line) == leader_of(said, wait)) signal = line;
    for (int i = 0; i < said->pairs.count && signal < wait; i++)
        if (said->pairs.pairs[i].earlier < wait && said->pairs.pairs[i].later > signal) return true;
    for (int i = 0; i < said->shared_pairs.count && signal < wait; i++)
        if (said->shared_pairs.pairs[i].earlier < wait && said->shared_pairs.pairs[i].later > signal) return true;
    return false;
}

/* A kernel without memory is nobody's: its barriers may serve its callers. */
static bool has_memory(const program *p) {
    for (int i = 0; i < p->node_count; i++)
        if (memory_on(p, p->nodes[i].line)) return true;
    return false;
}

/* Threads go different ways through barriers and objects: by a condition around them, or as the first thread, which
 * starts the copies that an object is for. Nothing is called redundant there. */
static bool is_several(const program *p) {
    for (int i = 0; i < p->node_count; i++) {
        const node *n = &p->nodes[i];
        bool on_object = n->row.commits == COUNTER_OBJECT || n->row.waits_for == COUNTER_OBJECT;
        bool meets = n->kind == NODE_SYNC && (n->row.arrives || n->row.waits) && n->row.on >= 0 && n->divergent;
        bool elects = n->kind == NODE_COPY && n->row.waits_for == COUNTER_OBJECT;
        if (!n->removed && n->line > 0 && (meets || elects || (n->kind == NODE_SYNC && on_object))) return true;
    }
    return false;
}

static bool races_are_among(const program *p, const bool *ignored, const pair_set *known) {
    static pair_set races;
    races.count = 0;
    program_execute(p, ignored, &races);
    for (int i = 0; i < races.count; i++)
        if (!pairs_have(known, races.pairs[i].earlier, races.pairs[i].later, races.pairs[i].concurrent)) return false;
    return true;
}

/* The caller closes the document and frees the text. */
static struct fp_document *open_printed(program *p, char **text, size_t *length) {
    FILE *out = open_memstream(text, length);
    program_print(p, out);
    fclose(out);
    return fp_document_open(engine, (fp_str){ *text, *length });
}

/* The finding counts its other producers. Of concurrent accesses either may be the consumer. */
static bool is_cut(const reported *said, line_pair pair) {
    return (pair.later < LINES_MAX && said->cut[pair.later]) ||
           (pair.concurrent && pair.earlier < LINES_MAX && said->cut[pair.earlier]);
}

static bool copies_onto_object(const program *p, int line) {
    for (int i = 0; i < p->node_count; i++)
        if (p->nodes[i].line == line && p->nodes[i].kind == NODE_COPY && p->nodes[i].row.waits_for == COUNTER_OBJECT)
            return true;
    return false;
}

/* The run of the kernel tells for which lengths it goes wrong, or what goes wrong before the copy is waited for. */
static bool is_told_by_run(const program *p, const reported *said, line_pair race) {
    return (p->family == FAMILY_SLOTS || p->family == FAMILY_OBJECTS) && said->run_tells &&
           (copies_onto_object(p, race.earlier) || copies_onto_object(p, race.later));
}

static bool is_race(const pair_set *races, line_pair pair) {
    bool either = false; /* the arms of a divergent if run at once: either order is right */
    for (int k = 0; k < races->count; k++)
        if (races->pairs[k].concurrent && races->pairs[k].earlier == pair.later &&
            races->pairs[k].later == pair.earlier)
            either = true;
    return pairs_have(races, pair.earlier, pair.later, either);
}

/* What is said and does not race. Returns the faults that it is. */
static int count_surplus(const reported *said, const pair_set *races, tally *sum, FILE *verbose) {
    static pair_set surplus[2]; /* unsure, extra */
    long shared[2] = { 0 }, false_errors = 0;
    surplus[0].count = surplus[1].count = 0;
    for (int i = 0; i < said->finding_count; i++) {
        const told *all = &said->findings[i];
        bool alarms = all->level >= FP_LEVEL_WARNING && is_false(all, races);
        if (all->consumer_count > 1) shared[alarms] += too_many_shared(all, races, verbose);
        for (int k = 0; all->consumer_count == 1 && k < all->producer_count; k++) {
            line_pair pair = { all->producers[k], all->consumers[0], false, false };
            if (!is_race(races, pair)) pairs_add(&surplus[alarms], pair);
        }
        if (!alarms || all->level < FP_LEVEL_ERROR) continue;
        false_errors++;
        if (verbose) fprintf(verbose, "false error: line %d\n", all->consumers[0]);
    }
    for (int k = 0; verbose && k < 2; k++)
        for (int i = 0; i < surplus[k].count; i++)
            fprintf(verbose, "%s: line %d before line %d\n", k ? "extra" : "unsure", surplus[k].pairs[i].earlier,
                    surplus[k].pairs[i].later);
    long unsure = surplus[0].count + shared[0], extra = surplus[1].count + shared[1];
    if (sum) sum->unsure += unsure, sum->extra += extra, sum->false_errors += false_errors;
    return (unsure ? FAULT_UNSURE : 0) | (extra ? FAULT_EXTRA : 0) | (false_errors ? FAULT_FALSE : 0);
}

/* Marks waits for a parity that the text does not tell. With one of the two they wait for nothing. */
static bool mark_unknown_waits(const program *p, bool *lines) {
    bool any = false;
    memset(lines, 0, LINES_MAX * sizeof *lines);
    for (int i = 0; i < p->node_count; i++) {
        const node *n = &p->nodes[i];
        bool waits = n->kind == NODE_SYNC && n->row.waits_for == COUNTER_OBJECT;
        if (!waits || n->removed || n->phase || n->turns || n->line <= 0 || n->line >= LINES_MAX) continue;
        lines[n->line] = any = true;
    }
    return any;
}

static int check(program *p, tally *sum, FILE *verbose) {
    char *text;
    size_t length;
    static bool unknown[LINES_MAX];
    struct fp_document *document = open_printed(p, &text, &length);
    static reported said;
    static pair_set races, on_chip = { .missed = MISSED_ON_CHIP }, without_missed = { .missed = MISSED_IS_NONE },
                           of_lanes = { .lanes = true };
    read_findings(p, document, &said);
    keep_turns(p, said.redundant);
    races.count = on_chip.count = without_missed.count = 0;
    dynamic_pairs before = program_execute(p, NULL, &races);
    if (mark_unknown_waits(p, unknown)) (void)program_execute(p, unknown, &races);
    if (said.uneven) (void)program_execute(p, NULL, &on_chip), (void)program_execute(p, NULL, &without_missed);
    int faults = FAULT_NONE;
    for (int i = 0; i < races.count; i++) {
        if (pairs_have(&said.pairs, races.pairs[i].earlier, races.pairs[i].later, races.pairs[i].concurrent)) continue;
        if (pairs_have(&said.shared_pairs, races.pairs[i].earlier, races.pairs[i].later, races.pairs[i].concurrent))
            continue;
        if (is_told_by_run(p, &said, races.pairs[i])) continue;
        if (is_cut(&said, races.pairs[i]) || (said.uneven && sum && sum->only_missed)) continue;
        if (said.uneven && (!pairs_have(&on_chip, races.pairs[i].earlier, races.pairs[i].later, false) ||
                            !pairs_have(&without_missed, races.pairs[i].earlier, races.pairs[i].later, false)))
            continue;
        faults |= FAULT_MISSED;
        if (sum) sum->missed++;
        if (verbose) fprintf(verbose, "missed: line %d before line %d\n", races.pairs[i].earlier, races.pairs[i].later);
    }
    if (sum && sum->only_missed) {
        fp_document_close(document);
        free(text);
        return faults;
    }
    /* What need not be told of the lanes of a wave may be. */
    bool beside = p->family == FAMILY_STAGGERED;
    of_lanes.count = 0;
    if (beside) (void)program_execute(p, NULL, &of_lanes);
    faults |= count_surplus(&said, beside ? &of_lanes : &races, sum, verbose);
    if (p->family == FAMILY_STAGGERED) said.contradicted = 0; /* what its halves order is not known to addresses */
    if (said.contradicted) faults |= FAULT_CONTRADICTED;
    if (said.contradicted && sum) sum->contradicted++;
    if (said.contradicted && verbose) fprintf(verbose, "contradicted: a witness\n");
    if (p->family != FAMILY_ONE_WAVE) { /* there a barrier is no instruction at all: whether it counts as needed is a
                                           matter of taste */
        dynamic_pairs after = program_execute(p, said.redundant, NULL);
        bool several = is_several(p);
        bool same = after.hash == before.hash && after.count == before.count;
        bool some = p->family == FAMILY_STAGGERED || p->family == FAMILY_DEEP;
        if (some)
            same = races_are_among(p, said.redundant,
                                   &races); /* that a pair races for two waves, for one copy more is not told */
        if (!same) {
            faults |= FAULT_REDUNDANT;
            if (sum) sum->wrongly_redundant++;
            if (verbose)
                fprintf(verbose, "wrongly redundant: %llu unordered pairs instead of %llu\n",
                        (unsigned long long)after.count, (unsigned long long)before.count);
        }
        for (int i = 0; i < p->node_count; i++) {
            const node *n = &p->nodes[i];
            if (n->kind != NODE_SYNC || !n->row.waits || n->removed || n->line == 0 || n->line >= LINES_MAX) continue;
            if (said.redundant[n->line]) {
                if (sum) sum->redundant++;
                continue;
            }
            if (several || n->row.cluster || said.unlanded || said.broken || (n->divergent && !n->row.group_only) ||
                !has_memory(p) || !program_reaches(p, n))
                continue;
            if (n->row.on ? said.pairs.count + said.shared_pairs.count > 0 : misplaced(&said, n->line))
                continue; /* a group's barrier may be meant for a pair that it does not order */
            static bool without[LINES_MAX];
            memcpy(without, said.redundant, sizeof without);
            mark_halves(&said, n->line, without);
            dynamic_pairs less = program_execute(p, without, NULL);
            if (less.hash != before.hash || less.count != before.count) continue;
            faults |= FAULT_LEFT;
            if (sum) sum->left_removable++;
            if (verbose) fprintf(verbose, "left removable: line %d\n", n->line);
        }
    }
    if (sum) sum->kernels++, sum->races += races.count;
    if (verbose) fwrite(text, 1, length, verbose);
    fp_document_close(document);
    free(text);
    return faults;
}

/* ---- mutants ---- */
static uint64_t mix(uint64_t hash, uint64_t value) {
    return (hash ^ (value + 0x9E3779B97F4A7C15u + (hash << 6))) * 0xBF58476D1CE4E5B9u;
}

static uint64_t node_at(const program *p, uint32_t line) {
    for (int i = 0; i < p->node_count; i++)
        if (p->nodes[i].line > 0 && (uint32_t)p->nodes[i].line == line && !p->nodes[i].removed) return (uint64_t)i;
    return NODES_MAX;
}

/* What is said of the program, by its nodes: lines move. */
static uint64_t findings_of(program *p) {
    char *text;
    size_t length;
    struct fp_document *document = open_printed(p, &text, &length);
    const fp_result *result = fp_document_check(document, NULL);
    uint64_t hash = 0; /* a sum: in no order */
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *f = &result->findings[i];
        uint64_t one =
            mix(mix(mix(1, f->rule), f->level), node_at(p, fp_document_position(document, f->span.start).line));
        for (size_t k = 0; k < f->related_count; k++)
            one = mix(one, node_at(p, fp_document_position(document, f->related[k].span.start).line));
        hash += one;
    }
    fp_document_close(document);
    free(text);
    return hash;
}

/* The racing pairs of the executions, by nodes. */
static uint64_t races_of(const program *p) {
    static pair_set races;
    uint64_t hash = 0;
    races.count = 0;
    program_execute(p, NULL, &races);
    for (int i = 0; i < races.count; i++)
        hash += mix(mix(1, node_at(p, (uint32_t)races.pairs[i].earlier)), node_at(p, (uint32_t)races.pairs[i].later));
    return hash;
}

/* Races of a changed kernel that are not told. */
static long count_missed(program *p) {
    tally sum = { .only_missed = true };
    check(p, &sum, NULL);
    return sum.missed;
}

/* A small change to a sync: when other pairs of accesses race, the findings must change. A pair that raced already on
 * another path tells nothing. */
static void check_mutant(program *p, uint64_t seed, tally *sum, bool show) {
    static program mutant;
    const char *what = "";
    mutant = *p;
    if (!program_mutate(&mutant, seed, &what)) return;
    sum->mutants++;
    sum->missed += count_missed(&mutant);
    uint64_t raced = races_of(p), said = findings_of(p), says = findings_of(&mutant);
    if (says != said || races_of(&mutant) == raced) return;
    sum->silent++;
    if (!show) return;
    printf("---- seed %llu: a sync %s changes what races, and nothing else is said\n", (unsigned long long)seed, what);
    program_print(p, stdout);
    printf("---- becomes\n");
    program_print(&mutant, stdout);
}

static void mark_printed(const program *p, int at, bool *printed) {
    const node *n = &p->nodes[at];
    printed[at] = !n->removed;
    for (int i = 0; !n->removed && i < n->child_count; i++) mark_printed(p, n->children[i], printed);
}

/* Does the text define what it uses? The result of a loop is used behind it. */
static bool is_defined(const program *p) {
    bool printed[NODES_MAX] = { false };
    mark_printed(p, 0, printed);
    for (int i = 0; i < p->node_count; i++)
        if (printed[i] && p->nodes[i].behind && !printed[p->nodes[i].loop]) return false;
    return true;
}

static void shrink(program *p, int fault_kind) {
    for (bool progress = true; progress;) {
        progress = false;
        for (int i = p->node_count - 1; i > 0; i--) {
            static program before;
            if (p->nodes[i].removed || p->nodes[i].keeps_shape) continue;
            before = *p;
            int leader[LINES_MAX];
            program_halves(p, leader, LINES_MAX);
            int own = p->nodes[i].line > 0 && p->nodes[i].line < LINES_MAX ? p->nodes[i].line : 0;
            p->nodes[i].removed = true;
            for (int k = 0; k < p->node_count && own && leader[own] != own; k++)
                if (p->nodes[k].line == leader[own]) p->nodes[k].removed = true;
            if (is_defined(p) && (check(p, NULL, NULL) & fault_kind) && has_memory(p))
                progress = true;
            else
                *p = before;
        }
    }
}

static bool is_above(long count, long allowed_share, long of) {
    if (allowed_share) count -= SMALL;
    return count * 1000 > allowed_share * of;
}

typedef struct {
    uint64_t seed;
    long count;
    bool print, show_mutants;
    int shown; /* kernels so far */
} sweep;

/* Does the family fail? */
static bool check_family(int f, sweep *how) {
    tally sum = { 0 };
    for (long k = 0; k < how->count; k++) {
        static program p;
        program_make(&p, (family_kind)f, how->seed + (uint64_t)k);
        int faults = check(&p, &sum, how->print ? stdout : NULL);
        check_mutant(&p, how->seed + (uint64_t)k, &sum, how->show_mutants);
        faults &= shown_faults;
        if (!faults || how->shown >= 5) continue;
        how->shown++;
        shrink(&p, faults & -faults);
        printf("---- seed %llu, shrunk\n", (unsigned long long)(how->seed + (uint64_t)k));
        check(&p, NULL, stdout);
    }
    printf("%-16s %8ld %8ld %8ld %8ld %8ld %8ld %10ld %12ld %8ld %8ld %8ld\n", family_names[f], sum.kernels, sum.races,
           sum.missed, sum.extra, sum.unsure, sum.false_errors, sum.redundant, sum.wrongly_redundant,
           sum.left_removable, sum.mutants, sum.silent);
    const allowance *most = &allowed[f];
    bool too_many = sum.kernels >= SHARE_KERNELS &&
                    (is_above(sum.extra, most->extra, sum.races) || is_above(sum.unsure, most->unsure, sum.races) ||
                     is_above(sum.left_removable, most->left, sum.redundant));
    too_many |= is_above(sum.false_errors, most->false_errors, sum.races);
    if (sum.contradicted) printf("%ld kernels with a witness that its replay contradicts\n", sum.contradicted);
    return sum.contradicted || sum.missed || sum.wrongly_redundant || too_many || sum.races == 0 ||
           (sum.silent && most->extra == 0 && most->unsure == 0);
}

static int family_of(const char *name) {
    for (int f = 0; f < FAMILY_COUNT; f++)
        if (strcmp(name, family_names[f]) == 0) return f;
    fprintf(stderr, "oracle: no family is called %s\n", name);
    return -1;
}

/* Single kernels: each line is a seed and the name of its family. */
static bool check_listed(const char *path, sweep *how) {
    char line[128];
    FILE *list = fopen(path, "r");
    bool failed = !list;
    while (list && fgets(line, sizeof line, list)) {
        char *name;
        how->seed = strtoull(line, &name, 10), how->count = 1;
        name[strcspn(name, "\n")] = 0;
        int f = *name == ' ' ? family_of(name + 1) : -1;
        failed |= f < 0 || check_family(f, how);
    }
    if (list) fclose(list);
    return failed;
}

int main(int argc, char **argv) {
    sweep how = { .seed = 1, .count = 100 };
    int only = -1;
    const char *listed = NULL;
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (strcmp(argv[i], "--show-mutants") == 0)
            how.show_mutants = true;
        else if (strcmp(argv[i], "--show") == 0) {
            static const char *const names[] = { "missed", "extra",  "redundant",   "left",
                                                 "false",  "unsure", "contradicted" };
            int chosen = 0;
            for (int f = 0; more && f < 7; f++) chosen |= (strcmp(argv[i + 1], names[f]) == 0) << f;
            shown_faults = chosen ? chosen : FAULT_ALL & ~FAULT_UNSURE;
            i += chosen != 0;
        } else if (strcmp(argv[i], "--count") == 0 && more)
            how.count = atol(argv[++i]);
        else if (strcmp(argv[i], "--seed") == 0 && more)
            how.seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--print") == 0 && more)
            how.seed = strtoull(argv[++i], NULL, 10), how.print = true, how.count = 1;
        else if (strcmp(argv[i], "--listed") == 0 && more)
            listed = argv[++i];
        else if (strcmp(argv[i], "--family") == 0 && more) {
            if ((only = family_of(argv[++i])) < 0) return 2;
        } else {
            fprintf(stderr, "oracle: %s is no option\n", argv[i]);
            return 2;
        }
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    engine = fp_engine_new(NULL);
    printf("%-16s %8s %8s %8s %8s %8s %8s %10s %12s %8s %8s %8s\n", "family", "kernels", "races", "missed", "extra",
           "unsure", "false", "redundant", "wrongly so", "left", "mutants", "silent");
    bool failed = listed && check_listed(listed, &how);
    for (int f = 0; f < FAMILY_COUNT && !listed; f++)
        if (only < 0 || f == only) failed |= check_family(f, &how);
    fp_engine_drop(engine);
    return failed ? 1 : 0;
}
