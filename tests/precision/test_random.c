/* Random pairs of accesses: what the analysis says of them against enumeration of threads, iterations and sampled
 * values.
 *
 *   precision_random [--count N] [--seed S] [--print SEED] [--verbose]
 *
 * A pair with no finding shares no byte between threads, one called same_wave none between waves; one called
 * cross_thread does share one, in every world in which both run. Its witness replays: the two threads, with the
 * values that the report gives, touch the byte. So does the witness of a pair that meets for some arguments only. */
#include "check/hazard.h"
#include "kernel/lower.h"
#include "kernel/stage.h"
#include "random.h"
#include <stdlib.h>
#include <string.h>

enum { WORLDS = 7, TABLE = 2048, CATEGORIES = 6 };
static const char *const words[] = { "disjoint", "same_thread", "same_wave", "unknown", "cross_thread" };

/* ---- What enumeration says ---- */

typedef struct {
    int64_t element;
    int stamp, first;
    bool same, other;
} slot; /* threads on an element: the first, one more of its wave, of another wave */
typedef struct {
    int64_t element;
    int thread;
} touch;
static struct {
    slot table[TABLE];
    touch list[THREADS_MAX * 4];
    int count;
    bool runs;
} prints[ENUMERATED_MAX];
static int stamp;

static slot *slot_of(int instance_number, int64_t element) {
    uint64_t at = (uint64_t)element * 0x9e3779b97f4a7c15u >> 53;
    slot *table = prints[instance_number].table;
    while (table[at].stamp == stamp && table[at].element != element) at = (at + 1) % TABLE;
    return &table[at];
}

static void make_print(const sample *s, const world *w, const instance *at, int number, bool *went_far) {
    prints[number].count = 0;
    prints[number].runs = false;
    for (int t = 0; t < world_threads(w); t++) {
        int64_t first;
        int count;
        if (!sample_touches(s, w, at, t, 0, &first, &count)) {
            *went_far |= count < 0;
            continue;
        }
        prints[number].runs = true;
        for (int k = 0; k < count; k++) {
            slot *e = slot_of(number, first + k);
            if (e->stamp != stamp)
                *e = (slot){ first + k, stamp, t, false, false };
            else if (e->first / s->wave == t / s->wave)
                e->same = true;
            else
                e->other = true;
            prints[number].list[prints[number].count++] = (touch){ first + k, t };
        }
    }
}

static fp_overlap meet(const sample *s, int x, int y) {
    fp_overlap worst = FP_OVERLAP_DISJOINT;
    for (int i = 0; i < prints[y].count; i++) {
        touch t = prints[y].list[i];
        const slot *e = slot_of(x, t.element);
        if (e->stamp != stamp) continue;
        bool other_wave = e->other || e->first / s->wave != t.thread / s->wave;
        fp_overlap kind = other_wave                        ? FP_OVERLAP_CROSS_THREAD
                          : e->first != t.thread || e->same ? FP_OVERLAP_SAME_WAVE
                                                            : FP_OVERLAP_SAME_THREAD;
        if (kind > worst) worst = kind;
        if (worst == FP_OVERLAP_CROSS_THREAD) break;
    }
    return worst;
}

static int category(bool first_is_p, bool then_is_p, bool self) {
    return self ? (first_is_p ? 4 : 5) : (first_is_p ? 0 : 2) + (then_is_p ? 0 : 1);
}
static const char *const category_words[CATEGORIES] = { "P then P", "P then A",      "A then P",
                                                        "A then A", "P with itself", "A with itself" };

typedef struct {
    fp_overlap worst[CATEGORIES];
    bool both_run[CATEGORIES], known, went_far;
} truth; /* went_far: some thread left all memory and was left out */

static truth enumerate(const sample *s, const world *w) {
    static instance_list list;
    truth result = { .known = false };
    sample_run(s, w, NULL, NULL, &list);
    if (list.len > ENUMERATED_MAX) return result;
    const instance *all = list.data;
    int count = (int)list.len;
    result.known = true;
    stamp++;
    for (int i = 0; i < count; i++) make_print(s, w, &all[i], i, &result.went_far);
    for (int i = 0; i < count; i++) {
        for (int j = i; j < count && all[j].phase == all[i].phase; j++) {
            bool writes = (all[i].is_p ? s->p.stores : s->a.stores) || (all[j].is_p ? s->p.stores : s->a.stores);
            int c = category(all[i].is_p, all[j].is_p, i == j);
            fp_overlap *worst = &result.worst[c];
            result.both_run[c] |= prints[i].runs && prints[j].runs;
            if (!writes || *worst == FP_OVERLAP_CROSS_THREAD) continue;
            fp_overlap found = meet(s, i, j);
            if (found > *worst) *worst = found;
        }
    }
    return result;
}

/* ---- What the analysis says ---- */

typedef struct {
    fp_overlap worst[CATEGORIES];
    const fp_witness *witness[CATEGORIES];
    bool for_some[CATEGORIES];   /* it meets for some arguments */
    bool for_length[CATEGORIES]; /* it meets when a loop runs so often: the witness says how often */
} report;

static int line_of(fp_str text, uint32_t offset) {
    int line = 1;
    for (uint32_t i = 0; i < offset; i++) line += text.data[i] == '\n';
    return line;
}

static bool analyse(struct fp_arena *keep, struct fp_syntax *syntax, const sample *s, fp_str text, report *out) {
    struct fp_unit_context *context = fp_units_read(keep, syntax, text, NULL);
    uint32_t count = 0;
    struct fp_kernel **kernels =
        fp_lower(keep, fp_units_ir(keep, context, 0), 0, &(fp_lower_options){ .target = { NULL, 0 } }, &count);
    if (count != 1) return false;
    fp_stage_unite(kernels, count);
    struct fp_program program = { kernels, count, kernels, 1, NULL, NULL };
    fp_analysis analysis = fp_analyse(keep, kernels[0], &program, NULL);
    memset(out, 0, sizeof *out);
    int lines[2] = { 0, 0 };
    for (uint32_t i = 0; i < kernels[0]->accesses.len; i++) {
        const fp_access *x = &kernels[0]->accesses.data[i];
        int line = line_of(text, x->span.start);
        if (line == s->p.line) lines[0]++;
        if (line == s->a.line) lines[1]++;
    }
    if (lines[0] != 1 || lines[1] != 1) return false;
    for (size_t i = 0; i < analysis.hazard_count; i++) {
        const fp_hazard *h = &analysis.hazards[i];
        int from = line_of(text, fp_kernel_access(kernels[0], h->producer)->span.start),
            to = line_of(text, fp_kernel_access(kernels[0], h->consumer)->span.start);
        if ((from != s->p.line && from != s->a.line) || (to != s->p.line && to != s->a.line)) continue;
        int c = category(from == s->p.line, to == s->p.line, h->producer == h->consumer && h->carrier == FP_NONE);
        if (h->answer.overlap <= out->worst[c]) continue;
        out->worst[c] = h->answer.overlap;
        out->for_length[c] = h->answer.reason.sentence == FP_WORD_LOOP_RUNS;
        out->witness[c] = h->answer.witness;
        out->for_some[c] = h->answer.decided == FP_DECISION_INPUTS;
    }
    return true;
}

/* ---- Witnesses ---- */

static bool bound(const fp_witness *w, const char *name, int side, int64_t *value) {
    for (size_t i = 0; i < w->binding_count; i++) {
        fp_str n = w->bindings[i].name;
        if (n.len != strlen(name) + 1 || memcmp(n.data + 1, name, n.len - 1) != 0) continue;
        *value = w->bindings[i].value[side];
        return !w->bindings[i].open[side];
    }
    return false;
}

/* Is it the execution that a side of the witness names? Of what it does not name, any will do. */
static bool fits(const fp_witness *witness, const instance *x, int side) {
    int64_t value;
    if (!x->in_loop) return true;
    return (!bound(witness, "i", side, &value) || value == x->i) &&
           (!bound(witness, "j", side, &value) || value == x->j) &&
           (!bound(witness, "s", side, &value) || value == x->s);
}

static bool fits_either(const void *witness, const instance *x) { return fits(witness, x, 0) || fits(witness, x, 1); }

static bool touches_byte(const sample *s, const world *w, const instance *x, const fp_witness *witness, int side,
                         int *root) {
    int64_t first;
    int count;
    const int32_t *t = witness->threads[side];
    if (t[0] < 0 || t[1] < 0 || t[2] < 0 || t[0] >= w->block[0] || t[1] >= w->block[1] || t[2] >= w->block[2])
        return false;
    if (!sample_touches(s, w, x, t[0] + w->block[0] * (t[1] + w->block[1] * t[2]), side, &first, &count)) return false;
    *root = first > TOO_FAR * 2;
    if (*root) first -= TOO_FAR * 4;
    return first * 4 <= witness->byte && witness->byte < (first + count) * 4;
}

/* Do all threads stay inside of their buffer? */
static bool stays_inside(const sample *s, const world *w, const instance *x, int side) {
    for (int t = 0; t < w->block[0] * w->block[1] * w->block[2]; t++) {
        int64_t first;
        int count;
        if (!sample_touches(s, w, x, t, side, &first, &count)) {
            if (count < 0) return false;
            continue;
        }
        if (first > TOO_FAR * 2) first -= TOO_FAR * 4;
        if (first < 0 || first + count > 65536) return false;
    }
    return true;
}

/* for_some: with inputs that somebody may give, so that no thread leaves its buffer. */
static bool replays_in(const sample *s, world w, const fp_witness *witness, int which, bool for_some) {
    static instance_list list;
    sample_run(s, &w, fits_either, witness, &list);
    const instance *all = list.data;
    for (size_t i = 0; i < list.len; i++) {
        for (size_t j = i; j < list.len && all[j].phase == all[i].phase; j++) {
            if (category(all[i].is_p, all[j].is_p, i == j) != which || !fits(witness, &all[i], 0) ||
                !fits(witness, &all[j], 1))
                continue;
            const instance *pair[2] = { &all[i], &all[j] };
            int root[2];
            w.uniform_given = false;
            for (int k = 0; k < 2; k++) {
                w.uniform[k] = 0;
                w.uniform_given |= bound(witness, pair[k]->in_loop ? "u" : "u0", k, &w.uniform[k]);
            }
            if (touches_byte(s, &w, pair[0], witness, 0, &root[0]) &&
                touches_byte(s, &w, pair[1], witness, 1, &root[1]) && root[0] == root[1] &&
                (!for_some || (stays_inside(s, &w, pair[0], 0) && stays_inside(s, &w, pair[1], 1))))
                return true;
        }
    }
    return false;
}

/* Does the witness hold? A trip count that it leaves open is a long one, or a short one, or ends with an iteration
 * that it names. */
static bool replays(const sample *s, const fp_witness *witness, int which, bool for_some) {
    world w = { .a = 0, .b = 0, .block = { 256, 1, 1 } };
    if (s->block[0]) memcpy(w.block, s->block, sizeof w.block);
    (void)bound(witness, "a", 0, &w.a), (void)bound(witness, "b", 0, &w.b);
    if (bound(witness, "n", 0, &w.n)) return replays_in(s, w, witness, which, for_some);
    for (int trips = LONG_TRIPS; trips > 0; trips--) {
        w.n = s->lower + s->step * trips;
        if (replays_in(s, w, witness, which, for_some)) return true;
    }
    for (int k = 0; k < 2; k++) {
        if (!bound(witness, "i", k, &w.n)) continue;
        w.n++;
        if (replays_in(s, w, witness, which, for_some)) return true;
    }
    return false;
}

/* ---- One sample ---- */

typedef struct {
    long samples, pairs, said[5], depends, replayed, conditional, for_some;
} tally;

static uint64_t next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static world make_world(const sample *s, int number, bool *long_run) {
    static const int64_t liked[] = { 0, 1, -1, 2, 31, 32, 33, 64, 7, -5, 100, 3 };
    static const int sizes[] = { 128, 256, 192 }; /* two waves at least */
    uint64_t state = s->seed * 977 + (uint64_t)number * 7919 + 1;
    world w = { .a = liked[next_random(&state) % 12],
                .b = liked[next_random(&state) % 12],
                .salt = next_random(&state) };
    *long_run = s->trips >= 0 || number > 1;
    w.n = s->lower + (*long_run ? s->step * LONG_TRIPS : (int64_t)(next_random(&state) % 5));
    if (s->block[0])
        memcpy(w.block, s->block, sizeof w.block);
    else
        w.block[0] = sizes[number % 3], w.block[1] = w.block[2] = 1;
    return w;
}

static bool mentions(const sample *s, int node, expression_op op) {
    const expression *e = &s->pool[node];
    if (e->op < E_ADD || e->op == op) return e->op == op;
    bool one = e->op == E_U8 || e->op == E_I8;
    return mentions(s, e->a, op) || (!one && mentions(s, e->b, op)) || (e->op == E_SELECT && mentions(s, e->c, op));
}

/* A condition on what is not known may hold in iterations a certain distance apart, or only in others: which the
 * report means is not seen here. */
static bool runs_by_chance(const sample *s) {
    if (s->shape != SHAPE_ANY_ITERATION && s->shape != SHAPE_PROLOGUE_FREE) return false;
    for (int side = 0; side < 2; side++) {
        const access *x = side ? &s->a : &s->p;
        for (int g = 0; g < x->guard_count; g++)
            if (mentions(s, x->guards[g], E_UNIFORM) || mentions(s, x->guards[g], E_ARG_A) ||
                mentions(s, x->guards[g], E_ARG_B))
                return true;
    }
    return false;
}

static bool check(uint64_t seed, tally *sum, bool verbose) {
    sample s;
    sample_make(&s, seed);
    char *data = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&data, &size);
    sample_print(&s, out);
    fclose(out);
    if (verbose) fputs(data, stdout);
    struct fp_arena *keep = fp_arena_new();
    struct fp_syntax *syntax = fp_syntax_new(); /* knows the text before; this one has nothing to do with it */
    report said;
    bool good = analyse(keep, syntax, &s, (fp_str){ data, size }, &said);
    if (!good) printf("seed %llu: the two accesses were not lowered\n", (unsigned long long)seed);
    fp_overlap worst[CATEGORIES] = { 0 };
    for (int n = 0; n < WORLDS && good; n++) {
        bool long_run;
        world w = make_world(&s, n, &long_run);
        truth is = enumerate(&s, &w);
        for (int c = 0; c < CATEGORIES && is.known; c++) {
            if (is.worst[c] > worst[c]) worst[c] = is.worst[c];
            bool missed = is.worst[c] > FP_OVERLAP_SAME_THREAD && said.worst[c] < FP_OVERLAP_UNKNOWN &&
                          said.worst[c] < is.worst[c];
            bool too_much = said.worst[c] == FP_OVERLAP_CROSS_THREAD && !said.for_length[c] && is.both_run[c] &&
                            long_run && !is.went_far && !runs_by_chance(&s) && is.worst[c] != FP_OVERLAP_CROSS_THREAD;
            if (!missed && !too_much) continue;
            printf("seed %llu: %s: said %s, but is %s with a = %lld, b = %lld, n = %lld, salt %llu\n",
                   (unsigned long long)seed, category_words[c], words[said.worst[c]], words[is.worst[c]],
                   (long long)w.a, (long long)w.b, (long long)w.n, (unsigned long long)w.salt);
            good = false;
            break;
        }
        if (!good) break;
    }
    for (int c = 0; c < CATEGORIES; c++) {
        bool conflict = c < 4 ? (c == 0   ? s.p.stores
                                 : c == 3 ? s.a.stores
                                          : s.p.stores || s.a.stores)
                              : (c == 4 ? s.p.stores : s.a.stores);
        if (!good || !conflict) continue;
        sum->pairs++;
        sum->said[said.worst[c]]++;
        if (said.worst[c] == FP_OVERLAP_UNKNOWN && worst[c] == FP_OVERLAP_CROSS_THREAD) sum->depends++;
        if (said.worst[c] == FP_OVERLAP_UNKNOWN && said.witness[c]) sum->conditional++;
        sum->for_some += said.for_some[c];
        if (said.worst[c] != FP_OVERLAP_CROSS_THREAD && !said.for_some[c]) continue;
        good = said.witness[c] && replays(&s, said.witness[c], c, said.for_some[c]);
        sum->replayed += good;
        if (good) continue;
        printf("seed %llu: %s: its witness does not replay:", (unsigned long long)seed, category_words[c]);
        for (int k = 0; k < 2 && said.witness[c]; k++)
            printf(" thread (%d, %d, %d)", said.witness[c]->threads[k][0], said.witness[c]->threads[k][1],
                   said.witness[c]->threads[k][2]);
        for (size_t i = 0; said.witness[c] && i < said.witness[c]->binding_count; i++)
            printf(", %.*s = %lld and %lld", FP_STR_ARG(said.witness[c]->bindings[i].name),
                   (long long)said.witness[c]->bindings[i].value[0], (long long)said.witness[c]->bindings[i].value[1]);
        printf(", byte %lld\n", said.witness[c] ? (long long)said.witness[c]->byte : -1);
    }
    sum->samples++;
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
    free(data);
    return good;
}

int main(int argc, char **argv) {
    long count = 2000, failures = 0;
    uint64_t seed = 1;
    tally sum = { 0 };
    for (int i = 1; i < argc; i++) {
        bool has_value = i + 1 < argc;
        if (!strcmp(argv[i], "--count") && has_value)
            count = strtol(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--seed") && has_value)
            seed = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--print") && has_value)
            return !check(strtoull(argv[++i], NULL, 10), &sum, true);
        else
            return fprintf(stderr, "usage: precision_random [--count N] [--seed S] [--print SEED]\n"), 2;
    }
    for (long i = 0; i < count && failures < 20; i++) failures += !check(seed + (uint64_t)i, &sum, false);
    printf("%ld kernels, %ld conflicting pairs: %ld silent, %ld same_wave, %ld unknown (%ld of them do meet for some "
           "values, %ld with a conditional witness, %ld for certain), "
           "%ld cross_thread (%ld witnesses replayed); %ld wrong\n",
           sum.samples, sum.pairs, sum.said[0] + sum.said[1], sum.said[2], sum.said[3], sum.depends, sum.conditional,
           sum.for_some, sum.said[4], sum.replayed, failures);
    return failures != 0;
}
