/* Flips each bit of each relation that the table gives, in turn, and reports those that no test notices.
 *
 *   mutate [--kernels N] [--tries N] [--sample N [--seed S]] FIXTURE..
 *
 * The linker puts this file between the table and its users (--wrap), so that bits flip as it runs. A flip is noticed
 * by behaviour when the findings of a fixture or of one of the oracle's random kernels change: every one of these is
 * compared in the tests, with expectations or with executions. It is noticed by the table's own tests where they look
 * at that kind of relation (test_relations.c, test_table.c). Kinds are found by running everything once unchanged.
 *
 * Behaviour is asked only where some access may be in that state: the relations of a text lead there from where
 * accesses start, lane by lane. Of the depths in flight the first few stand for all. Each flip is tried on the texts
 * that noticed the latest flips of its kind first, and on `tries` of them at most.
 */
#include "base/hash.h"
#include "order/relation_sync.h"
#include "program.h"
#include "relations_text.h"
#include "table_check.h"
#include <stdlib.h>
#include <string.h>

enum { KINDS_MAX = 4096, SLOTS = 4 * KINDS_MAX, TEXTS_MAX = 4096, DEPTHS = 3, ROWS = FP_STATE_IN_FLIGHT + DEPTHS };

fp_relation __real_fp_sync_relation(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass,
                                    fp_lane lane);
fp_relation __wrap_fp_sync_relation(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass,
                                    fp_lane lane);

typedef struct {
    fp_sync_kind kind;
    fp_scope scope;
    uint8_t spaces, bare, halves, lane, meeting, partial, own_group, tagged, compatible;
    fp_counter counter;
    fp_space space;
    bool plain, backoff, nvidia;
    int32_t count;
} relation_kind;
/* reached: states of accesses in that text's lanes and classes like these; second: states of the same accesses had
 * they been performed from the start, while the real ones are still unordered */
typedef struct {
    uint32_t text;
    fp_state_set reached, second;
} use;
/* Its first use: enough to ask for it again. */
typedef struct {
    fp_sync_context context;
    fp_sync sync;
    fp_class klass;
    fp_lane lane;
} seen_relation;
typedef struct {
    relation_kind what;
    fp_relation relation;
    seen_relation seen;
    use *uses;
    uint32_t use_count;
    bool in_words;
} kind_row;
typedef struct {
    char *data;
    size_t len;
    uint64_t findings;
    const char *name;
} text_row;

static kind_row kinds[KINDS_MAX];
static uint32_t kind_count, current_text;
static uint32_t kind_at[SLOTS]; /* by hash: number of the kind and one; 0: none */
static text_row texts[TEXTS_MAX];
static uint32_t text_count;
static bool recording;
static uint64_t runs;
static struct {
    uint32_t kind, row, column;
    bool active, forced /* whatever the kind */;
} flip; /* column FP_STATE_COUNT: the bit "some path orders it" */

static uint32_t kind_of(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass, fp_lane lane) {
    relation_kind what;
    memset(&what, 0, sizeof what);
    what.kind = sync->kind, what.scope = sync->scope, what.spaces = sync->spaces, what.bare = sync->bare,
    what.lane = (uint8_t)lane.kind;
    what.halves = (uint8_t)(sync->release | sync->acquire << 1 | sync->maybe << 2);
    what.meeting = (uint8_t)context->meeting, what.partial = context->partial, what.counter = klass->counter,
    what.space = klass->space, what.plain = klass->plain_lds_dma;
    what.backoff = context->target->backoff_barrier, what.nvidia = context->target->vendor == FP_VENDOR_NVIDIA;
    what.tagged = (uint8_t)((sync->tags != 0) | (klass->tags != 0) << 1);
    what.compatible = !sync->tags || !klass->tags || fp_tags_compatible(context->tags, sync->tags, klass->tags);
    fp_lane own;
    what.own_group = lane.kind == FP_LANE_GROUP && fp_sync_group(context, sync, &own) && own.id == lane.id &&
                     own.object == lane.object;
    if (sync->wait_count) what.count = sync->waits[0].count > 2 ? 2 : sync->waits[0].count;
    uint32_t slot = (uint32_t)fp_hash_bytes(&what, sizeof what) % SLOTS;
    for (; kind_at[slot]; slot = (slot + 1) % SLOTS)
        if (memcmp(&kinds[kind_at[slot] - 1].what, &what, sizeof what) == 0) return kind_at[slot] - 1;
    if (!recording || kind_count == KINDS_MAX) return KINDS_MAX;
    kind_at[slot] = kind_count + 1;
    kinds[kind_count].what = what;
    kinds[kind_count].uses = calloc(TEXTS_MAX, sizeof(use));
    return kind_count++;
}

fp_relation __wrap_fp_sync_relation(const fp_sync_context *context, const fp_sync *sync, const fp_class *klass,
                                    fp_lane lane) {
    fp_relation relation = __real_fp_sync_relation(context, sync, klass, lane);
    uint32_t kind = flip.forced ? flip.kind : kind_of(context, sync, klass, lane);
    if (kind == KINDS_MAX) return relation;
    if (recording) {
        kind_row *row = &kinds[kind];
        if (row->use_count == 0 && !row->in_words) {
            row->relation = relation;
            row->seen = (seen_relation){ *context, *sync, *klass, lane };
            row->seen.context.tags = NULL; /* of a kernel that will be gone: what they say is in the kind */
            if (!row->what.compatible) row->seen.sync.spaces = FP_SPACES_NONE;
            row->seen.sync.tags = row->seen.klass.tags = 0;
        }
        if (current_text == 0)
            row->in_words = true;
        else if (row->use_count == 0 || row->uses[row->use_count - 1].text != current_text)
            row->uses[row->use_count++] = (use){ .text = current_text };
    }
    if (flip.active && flip.kind == kind) {
        if (flip.column == FP_STATE_COUNT)
            relation.ordered ^= FP_STATE_BIT(flip.row);
        else
            relation.rows[flip.row] ^= FP_STATE_BIT(flip.column);
    }
    return relation;
}

static uint64_t mix(uint64_t hash, uint64_t value) { return ((hash ^ value) * 0x9E3779B97F4A7C15u) ^ (hash >> 29); }

static uint64_t findings_of(const text_row *text) {
    if (!text->data) {
        size_t length;
        const char *words = relations_text(&length);
        return fp_hash_bytes(words, length);
    }
    runs++;
    struct fp_engine *engine = fp_engine_new(NULL);
    const fp_result *result = fp_document_check(fp_document_open(engine, (fp_str){ text->data, text->len }), NULL);
    uint64_t hash = result->finding_count;
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *f = &result->findings[i];
        hash = mix(mix(mix(hash, f->rule), f->level), f->span.start);
        for (size_t k = 0; k < f->related_count; k++) hash = mix(hash, f->related[k].span.start);
    }
    fp_engine_drop(engine);
    return hash;
}

/* Takes `data` over. The fixture's target stands in its RUN line; a comment of fencepost's own says the same to the
 * engine. */
static void add_text(char *data, size_t len, const char *name) {
    if (text_count == TEXTS_MAX) {
        free(data);
        return;
    }
    const char *at = memchr(data, '\n', len), *target = NULL;
    size_t first = at ? (size_t)(at - data) : len;
    for (size_t i = 0; i + 9 < first; i++)
        if (memcmp(data + i, "--target=", 9) == 0) target = data + i + 9;
    if (target) {
        size_t length = strcspn(target, " \n");
        char *with = malloc(len + length + 64);
        int head = sprintf(with, "// fencepost: target=%.*s\n", (int)length, target);
        memcpy(with + head, data, len);
        free(data);
        data = with, len += (size_t)head;
    }
    texts[text_count++] = (text_row){ data, len, 0, name };
}

static void add_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    fseek(file, 0, SEEK_END);
    size_t len = (size_t)ftell(file);
    rewind(file);
    char *data = malloc(len + 1);
    len = fread(data, 1, len, file);
    fclose(file);
    add_text(data, len, path);
}

static void add_kernels(long count) {
    for (long k = 0; k < count; k++)
        for (int f = 0; f < FAMILY_COUNT; f++) {
            static program p;
            program_make(&p, (family_kind)f, (uint64_t)k + 1);
            char *data = NULL;
            size_t len = 0;
            FILE *out = open_memstream(&data, &len);
            program_print(&p, out);
            fclose(out);
            add_text(data, len, "a random kernel");
        }
}

/* ---- which rows matter ---- */
static bool same_world(const relation_kind *a, const relation_kind *b) {
    return a->counter == b->counter && a->plain == b->plain && a->lane == b->lane && a->nvidia == b->nvidia;
}

static bool is_note(const relation_kind *what) { return what->lane == FP_LANE_FLAG || what->lane == FP_LANE_HANDOVER; }

/* Which kinds the text uses, each with its own use. */
static uint32_t kinds_of_text(uint32_t text, uint32_t *list, use **uses) {
    uint32_t count = 0;
    for (uint32_t k = 0; k < kind_count; k++)
        for (uint32_t i = 0; i < kinds[k].use_count; i++)
            if (kinds[k].uses[i].text == text) list[count] = k, uses[count++] = &kinds[k].uses[i];
    return count;
}

typedef struct {
    fp_state_set first, second[FP_STATE_COUNT];
} reach; /* second: by the state that the real one is in */

static bool reach_by(reach *r, const fp_state_set *rows) {
    reach before = *r;
    for (fp_state_set rest = before.first; rest; rest &= rest - 1) {
        uint32_t s = (uint32_t)__builtin_ctzll(rest);
        fp_state_set second = 0;
        for (fp_state_set from = before.second[s]; from; from &= from - 1) second |= rows[__builtin_ctzll(from)];
        r->first |= rows[s];
        for (fp_state_set to = rows[s]; to; to &= to - 1) r->second[__builtin_ctzll(to)] |= second;
    }
    return memcmp(r, &before, sizeof before) != 0;
}

/* Copies push each other down. */
static bool reach_deeper(reach *r, fp_counter counter) {
    if (fp_counter_info_of(counter)->counts != FP_COUNTS_OPS) return false;
    fp_relation down = fp_relation_identity();
    for (uint32_t s = FP_STATE_IN_FLIGHT; s + 1 < FP_STATE_COUNT; s++) down.rows[s] = FP_STATE_BIT(s + 1);
    return reach_by(r, down.rows);
}

/* The states that accesses may be in, by the relations of this text: from where they start to where nothing new
 * comes. */
static void find_reached(uint32_t text) {
    static uint32_t list[KINDS_MAX];
    static use *uses[KINDS_MAX];
    uint32_t count = kinds_of_text(text, list, uses);
    for (uint32_t i = 0; i < count; i++) {
        const relation_kind *what = &kinds[list[i]].what;
        if (uses[i]->reached) continue; /* with another one of its world */
        fp_class klass = { .counter = what->counter };
        reach r = { .first = fp_access_initial(&klass) };
        for (fp_state_set rest = r.first; rest; rest &= rest - 1)
            r.second[__builtin_ctzll(rest)] = FP_STATE_BIT(FP_STATE_PERFORMED);
        for (bool changed = true; changed;) {
            changed = reach_deeper(&r, what->counter);
            for (uint32_t j = i; j < count; j++)
                if (same_world(what, &kinds[list[j]].what)) changed |= reach_by(&r, kinds[list[j]].relation.rows);
        }
        fp_state_set second = 0;
        for (uint32_t s = 0; s < FP_STATE_COUNT; s++) second |= r.second[s];
        for (uint32_t j = i; j < count; j++)
            if (same_world(what, &kinds[list[j]].what)) uses[j]->reached = r.first, uses[j]->second = second;
    }
}

/* ---- flips that nobody can see ---- */
/* What is asked of the states of one lane: which of them an overlap makes harmful, which not, how deep a copy is at
 * least. Every answer is a union over the states, and so is every relation: a state adds nothing beside one that
 * gives all of its answers now and behind every sequence of relations. `covers[t]`: the states that state t makes
 * superfluous; the greatest relation that the answers and every kind of this world allow. */
typedef struct {
    uint32_t kind;
    bool second;
    fp_state_set covers[FP_STATE_COUNT];
} world; /* kind: one that stands for it */
static world worlds[2 * KINDS_MAX];
static uint32_t world_count;

static uint64_t answers_of(const relation_kind *what, bool second, uint32_t state) {
    if (what->lane == FP_LANE_FLAG) return 1; /* whether there is one at all */
    if (what->lane == FP_LANE_HANDOVER) return state == FP_STATE_SIGNALLED ? 2 : 1;
    fp_state_set all = ~FP_STATE_BIT(FP_STATE_ORDERED_GROUP),
                 issued = FP_STATE_BIT(FP_STATE_ISSUED) | FP_STATE_BIT(FP_STATE_WAVE_ISSUED);
    const fp_state_set harmful[] = { all, FP_SET_IN_FLIGHT, FP_SET_IN_FLIGHT | issued,
                                     FP_SET_IN_FLIGHT | FP_STATE_BIT(FP_STATE_ISSUED),
                                     (all & ~FP_SET_WAVE) | FP_SET_IN_FLIGHT };
    uint64_t answers = 0;
    for (uint32_t i = 0; i < sizeof harmful / sizeof *harmful; i++)
        answers |= UINT64_C(1) << (2 * i + (harmful[i] >> state & 1));
    return second ? answers & 0xAAA : answers; /* it is only asked whether there is harm */
}

static bool answers_more(const world *w, uint32_t state, uint32_t other) {
    const relation_kind *what = &kinds[w->kind].what;
    if (answers_of(what, w->second, other) & ~answers_of(what, w->second, state)) return false;
    return w->second || other < FP_STATE_IN_FLIGHT || (state >= FP_STATE_IN_FLIGHT && state <= other);
}

static bool row_covers(const world *w, fp_state_set row, fp_state_set other) {
    fp_state_set covered = 0;
    for (; row; row &= row - 1) covered |= w->covers[__builtin_ctzll(row)];
    return !(other & ~covered);
}

static bool relation_allows(const world *w, const fp_relation *relation, uint32_t state, uint32_t other) {
    bool ordered = w->second || !(relation->ordered >> other & 1) || (relation->ordered >> state & 1);
    return ordered && row_covers(w, relation->rows[state], relation->rows[other]);
}

static const world *world_of(uint32_t kind, bool second) {
    for (uint32_t i = 0; i < world_count; i++)
        if (worlds[i].second == second && same_world(&kinds[worlds[i].kind].what, &kinds[kind].what)) return &worlds[i];
    world *w = &worlds[world_count++];
    w->kind = kind, w->second = second;
    for (uint32_t s = 0; s < FP_STATE_COUNT; s++)
        for (uint32_t t = 0; t < FP_STATE_COUNT; t++)
            if (answers_more(w, s, t)) w->covers[s] |= FP_STATE_BIT(t);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < kind_count; k++) {
            if (!same_world(&kinds[k].what, &kinds[kind].what)) continue;
            for (uint32_t s = 0; s < FP_STATE_COUNT; s++)
                for (fp_state_set rest = w->covers[s]; rest; rest &= rest - 1) {
                    uint32_t t = (uint32_t)__builtin_ctzll(rest);
                    if (s == t || relation_allows(w, &kinds[k].relation, s, t)) continue;
                    w->covers[s] &= ~FP_STATE_BIT(t);
                    changed = true;
                }
        }
    }
    return w;
}

/* The flipped row and the real one cover each other. */
static bool nobody_sees(uint32_t kind, bool second, uint32_t row, uint32_t column) {
    const fp_relation *relation = &kinds[kind].relation;
    uint8_t lane = kinds[kind].what.lane;
    if (column == FP_STATE_COUNT)
        return second || lane == FP_LANE_FLAG || lane == FP_LANE_HANDOVER; /* these are not asked for that */
    fp_state_set real = relation->rows[row], flipped = real ^ FP_STATE_BIT(column);
    const world *w = world_of(kind, second);
    return row_covers(w, real, flipped) && row_covers(w, flipped, real);
}

/* ---- flips ---- */
static long tries = 40;
static bool prove_equal; /* flips that nobody sees are tried all the same */

static bool noticed_by_behaviour(uint32_t kind, uint32_t state) {
    kind_row *row = &kinds[kind];
    long tried = 0;
    for (uint32_t i = 0; i < row->use_count && tried < tries; i++) {
        use one = row->uses[i];
        if (!((one.reached | one.second) >> state & 1)) continue;
        tried++;
        if (findings_of(&texts[one.text]) == texts[one.text].findings) continue;
        memmove(row->uses + 1, row->uses, i * sizeof *row->uses);
        row->uses[0] = one;
        return true;
    }
    return false;
}

static bool noticed_by_tables(uint32_t kind) {
    const seen_relation *seen = &kinds[kind].seen;
    flip.forced = true;
    bool agrees = table_agrees(&seen->context, &seen->sync, &seen->klass, seen->lane, true);
    flip.forced = false;
    if (!agrees) return true;
    return kinds[kind].in_words && findings_of(&texts[0]) != texts[0].findings;
}

/* executed: some kernel has an access in that state there; second: only had it been performed from the start */
typedef struct {
    uint32_t kind, row, column;
    bool executed, second;
} flip_place;
typedef struct {
    long flips, executed, behaviour, equal, tables, unnoticed;
} score; /* equal: executed, but nobody can see it */

static void try_flip(flip_place at, score *sum, bool print) {
    const relation_kind *what = &kinds[at.kind].what;
    bool equal = at.executed && nobody_sees(at.kind, at.second, at.row, at.column);
    flip.kind = at.kind, flip.row = at.row, flip.column = at.column, flip.active = true;
    bool behaves = at.executed && !(equal && !prove_equal) && noticed_by_behaviour(at.kind, at.row),
         tabled = noticed_by_tables(at.kind);
    flip.active = false;
    if (equal && behaves) printf("seen, though nobody should: ");
    sum->flips++;
    sum->executed += at.executed;
    sum->behaviour += behaves;
    sum->equal += equal;
    sum->tables += tabled;
    sum->unnoticed += !behaves && !tabled;
    bool wrong = equal && behaves;
    if (equal && !wrong && tabled) return;
    if (wrong) print = true, behaves = false, sum->unnoticed++;
    if ((behaves || tabled) && !(print && at.executed && !behaves)) return;
    printf("%s: sync kind %d scope %d spaces %d halves %d%s count %d, lane %d%s, meeting %d, class counter %d space "
           "%d%s, %s: state %u to %u (%u texts)\n",
           tabled ? "by tables only" : "unnoticed", what->kind, what->scope, what->spaces, what->halves,
           what->bare ? " bare" : "", what->count, what->lane, what->own_group ? " own" : "", what->meeting,
           what->counter, what->space, what->plain ? " plain" : "", what->nvidia ? "NVIDIA" : "others", at.row,
           at.column, kinds[at.kind].use_count);
}

static flip_place *all_flips(uint32_t *count) {
    flip_place *all = NULL;
    uint32_t capacity = 0;
    *count = 0;
    for (uint32_t kind = 0; kind < kind_count; kind++) {
        uint32_t rows = kinds[kind].what.counter == FP_COUNTER_NONE ? (uint32_t)FP_STATE_IN_FLIGHT : (uint32_t)ROWS;
        fp_state_set reached = 0, second = 0;
        for (uint32_t i = 0; i < kinds[kind].use_count; i++)
            reached |= kinds[kind].uses[i].reached, second |= kinds[kind].uses[i].second;
        if (is_note(&kinds[kind].what)) second = 0;
        for (uint32_t row = 0; row < rows; row++)
            for (uint32_t column = 0; column <= rows; column++) {
                if (*count == capacity) all = realloc(all, (capacity = 2 * capacity + 1024) * sizeof *all);
                all[(*count)++] = (flip_place){ kind, row, column == rows ? (uint32_t)FP_STATE_COUNT : column,
                                                (reached | second) >> row & 1, !(reached >> row & 1) };
            }
    }
    return all;
}

static uint64_t next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

int main(int argc, char **argv) {
    long kernels = 30, sample = -1;
    uint64_t seed = 1;
    bool verbose = false;
    texts[text_count++] = (text_row){ NULL, 0, 0, "the relation table" };
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--kernels") == 0 && i + 1 < argc)
            kernels = atol(argv[++i]);
        else if (strcmp(argv[i], "--tries") == 0 && i + 1 < argc)
            tries = atol(argv[++i]);
        else if (strcmp(argv[i], "--sample") == 0 && i + 1 < argc)
            sample = atol(argv[++i]);
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--verbose") == 0)
            verbose = true;
        else if (strcmp(argv[i], "--prove") == 0)
            prove_equal = true;
        else
            add_file(argv[i]);
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    add_kernels(kernels);
    recording = true;
    for (current_text = 0; current_text < text_count; current_text++)
        texts[current_text].findings = findings_of(&texts[current_text]);
    recording = false;
    for (uint32_t text = 1; text < text_count; text++) find_reached(text);
    uint32_t count;
    flip_place *flips = all_flips(&count);
    score sum = { 0 };
    printf("%u texts, %u kinds of relation, %u bits\n", text_count, kind_count, count);
    if (sample >= 0) {
        for (long i = 0; i < sample; i++) try_flip(flips[next_random(&seed) % count], &sum, verbose);
    } else {
        for (uint32_t i = 0; i < count; i++) try_flip(flips[i], &sum, verbose);
    }
    printf("%ld flips: %ld noticed by the table's tests, %ld by nothing; of %ld in rows that a kernel reaches %ld "
           "noticed by behaviour, %ld that nobody can see (%llu runs)\n",
           sum.flips, sum.tables, sum.unnoticed, sum.executed, sum.behaviour, sum.equal, (unsigned long long)runs);
    free(flips);
    return sum.unnoticed ? 1 : 0;
}
