/* after.c - fixed kernels, executed: random kernels of tests/oracle, mended by the tool, run thread by thread before
 * and after.
 *
 *   fix_after [--count N] [--seed S] [--family NAME] [--unsafe] [--hints] [--show]
 *
 * Of each kernel: no race is new, of global memory neither; none is left that a barrier somewhere would order (left;
 * not asked of every family), save for pairs that the tool calls no more than worth knowing, and without --unsafe
 * those that threads of one warp alone have; a second run changes nothing (again). With --hints what could cost less
 * is mended, too. Of kernels without any synchronisation: what was inserted against every cheaper set of barriers,
 * executed (not minimal; deeper loops weigh more). Of kernels with barriers nearly everywhere: hardly anything races,
 * and stays so. The text that the fix made is read back line by line into the tree that the oracle executes. */
#include "program.h"
#include <fencepost.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 400, OWNERS_MAX = 400, INSERTS_MAX = 24, POSITIONS_MAX = 30, SETS_MAX = 300 };
enum { SMALL = 2 /* that many in a short run say nothing */ };
typedef struct {
    int block, index, depth;
    bool divergent;
} owner; /* where in the tree something stands that is inserted before the line */
typedef struct {
    const char *lines[LINES_MAX];
    int lengths[LINES_MAX];
    int count;
} text_lines;
typedef struct {
    int was[LINES_MAX + 1];
} line_map; /* by line of the fixed text: the line that it was; 0: inserted */
typedef struct {
    owner at;
    sync_row row;
    int count;
} insertion;
typedef enum { AS_MADE, STRIPPED, DENSE, FORM_COUNT } form;
typedef struct {
    long kernels, races, left, fresh, again, skipped, stripped, inserted, not_minimal, cut;
} tally;

/* What fixes insert; %d is a count. */
static const sync_row inserted_rows[] = {
    { .text = "amdgpu.lds_barrier", .releases = LOCAL, .barrier = true, .arrives = true, .waits = true },
    { .text = "gpu.barrier memfence [#gpu.address_space<workgroup>]",
      .releases = LOCAL,
      .barrier = true,
      .arrives = true,
      .waits = true },
    { .text = "gpu.barrier", .releases = LOCAL | GLOBAL, .barrier = true, .arrives = true, .waits = true },
    { .text = "nvvm.barrier0", .releases = LOCAL | GLOBAL, .barrier = true, .arrives = true, .waits = true },
    { .text = "spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>",
      .releases = LOCAL,
      .barrier = true,
      .arrives = true,
      .waits = true },
    { .text = "rocdl.s.wait.dscnt 0", .lands = LOCAL },
    { .text = "amdgpu.memory_counter_wait ds(0)", .lands = LOCAL },
    { .text = "rocdl.s.barrier.signal id = -1", .arrives = true },
    { .text = "rocdl.s.barrier.wait id = -1", .waits = true },
    { .text = "nvvm.cp.async.commit.group", .commits = COUNTER_GROUP },
    { .text = "nvvm.cp.async.wait.group %d", .waits_for = COUNTER_GROUP },
    { .text = "rocdl.s.wait.asynccnt %d", .waits_for = COUNTER_ASYNC },
    { .text = "rocdl.s.barrier", .barrier = true, .arrives = true, .waits = true },
    { .text = "amdgpu.memory_counter_wait load(%d) ds(0)", .lands = LOCAL, .waits_for = COUNTER_LOAD },
    { .text = "amdgpu.memory_counter_wait load(%d)", .waits_for = COUNTER_LOAD },
    { .text = "rocdl.asyncmark", .commits = COUNTER_MARK },
    { .text = "rocdl.wait.asyncmark %d", .waits_for = COUNTER_MARK },
    { .text = "llvm.fence syncscope(\"workgroup\") release {llvm.mmra = "
              "#llvm.mmra_tag<\"amdgpu-synchronize-as\":\"local\">}",
      .releases = LOCAL },
};
static const sync_row whole = {
    .text = "gpu.barrier", .releases = LOCAL | GLOBAL, .barrier = true, .arrives = true, .waits = true
};

static struct fp_engine *engine;
static bool show, unsafe, hints;

/* ---- lines and what they belong to ---- */
static void split_lines(fp_str text, text_lines *lines) {
    lines->count = 0;
    for (size_t at = 0; at < text.len && lines->count < LINES_MAX;) {
        size_t end = at;
        while (end < text.len && text.data[end] != '\n') end++;
        while (at < end && text.data[at] == ' ') at++;
        lines->lines[lines->count] = text.data + at;
        lines->lengths[lines->count++] = (int)(end - at);
        at = end + 1;
    }
}

static bool same_line(const text_lines *a, int i, const text_lines *b, int k) {
    return a->lengths[i] == b->lengths[k] && memcmp(a->lines[i], b->lines[k], (size_t)a->lengths[i]) == 0;
}

typedef struct {
    const program *p;
    owner owners[OWNERS_MAX];
    int cursor;
} walker; /* owners: by line; cursor: the next one */

static void own_up_to(walker *w, int line, owner at) {
    for (; w->cursor <= line && w->cursor < OWNERS_MAX; w->cursor++) w->owners[w->cursor] = at;
}

static void walk(walker *w, int block, int depth, bool divergent) {
    const node *b = &w->p->nodes[block];
    for (int i = 0; i < b->child_count; i++) {
        const node *n = &w->p->nodes[b->children[i]];
        if (n->removed) continue;
        if (n->kind == NODE_BLOCK) {
            walk(w, b->children[i], depth, divergent);
            continue;
        }
        own_up_to(w, n->line, (owner){ block, i, depth, divergent });
        bool parts = n->kind == NODE_IF && n->condition != IF_FLAG;
        for (int arm = 0; arm < n->child_count; arm++) {
            int inner = depth + (n->kind == NODE_FOR);
            walk(w, n->children[arm], inner, divergent || parts);
            own_up_to(
                w, w->cursor,
                (owner){ n->children[arm], w->p->nodes[n->children[arm]].child_count, inner, divergent || parts });
        }
    }
}

/* ---- a program with more in it ---- */
static int add_sync(program *p, const insertion *in) {
    if (p->node_count == NODES_MAX) return -1;
    p->nodes[p->node_count] = (node){ .kind = NODE_SYNC, .loop = -1, .count = in->count, .row = in->row };
    return p->node_count++;
}

/* All that goes before one child: that child becomes a block with them. False: there is no room. */
static bool insert_at(program *p, owner at, const insertion *list, int count) {
    if (p->node_count + count + 1 > NODES_MAX || count + 1 > CHILDREN_MAX) return false;
    int wrapper = p->node_count++;
    node block = { .kind = NODE_BLOCK, .loop = -1, .count = -1 }, *b = &p->nodes[at.block];
    for (int i = 0; i < count; i++) block.children[block.child_count++] = add_sync(p, &list[i]);
    if (at.index < b->child_count) {
        block.children[block.child_count++] = b->children[at.index];
        b->children[at.index] = wrapper;
    } else if (b->child_count < CHILDREN_MAX) {
        b->children[b->child_count++] = wrapper;
    } else {
        return false;
    }
    p->nodes[wrapper] = block;
    return true;
}

static bool same_place(owner a, owner b) { return a.block == b.block && a.index == b.index; }

/* From the last place of a block to its first, so that indices stay what they are. */
static bool insert_all(program *p, const insertion *list, int count) {
    bool done[INSERTS_MAX + POSITIONS_MAX] = { false };
    for (int round = 0; round < count; round++) {
        int best = -1;
        for (int i = 0; i < count; i++)
            if (!done[i] && (best < 0 || list[i].at.index > list[best].at.index)) best = i;
        if (best < 0) return true;
        insertion here[INSERTS_MAX];
        int together = 0;
        for (int i = 0; i < count; i++) {
            if (done[i] || !same_place(list[i].at, list[best].at) || together == INSERTS_MAX) continue;
            here[together++] = list[i];
            done[i] = true;
        }
        if (!insert_at(p, here[0].at, here, together)) return false;
    }
    return true;
}

static bool read_row(const char *line, int length, insertion *in) {
    char text[200];
    if (length >= (int)sizeof text) return false;
    memcpy(text, line, (size_t)length);
    text[length] = 0;
    for (size_t i = 0; i < sizeof inserted_rows / sizeof *inserted_rows; i++) {
        const char *number = strstr(inserted_rows[i].text, "%d");
        size_t head = number ? (size_t)(number - inserted_rows[i].text) : strlen(inserted_rows[i].text);
        bool fits = strncmp(text, inserted_rows[i].text, head) == 0 && (number || text[head] == 0);
        if (!fits) continue;
        in->row = inserted_rows[i];
        in->count = number ? atoi(text + head) : -1;
        return true;
    }
    return false;
}

/* The tree of the fixed text: kept lines are those of a longest common subsequence. False: it holds what this test
 * cannot read, or has no room for. */
static bool read_back(const program *p, fp_str before, fp_str after, program *made, insertion *list, int *count,
                      line_map *map) {
    static text_lines a, b;
    static int common[LINES_MAX + 1][LINES_MAX + 1];
    static walker w;
    split_lines(before, &a);
    split_lines(after, &b);
    if (a.count >= LINES_MAX - 1 || b.count >= LINES_MAX - 1) return false;
    for (int i = a.count; i >= 0; i--)
        for (int k = b.count; k >= 0; k--) {
            if (i == a.count || k == b.count)
                common[i][k] = 0;
            else if (same_line(&a, i, &b, k))
                common[i][k] = common[i + 1][k + 1] + 1;
            else
                common[i][k] = common[i + 1][k] > common[i][k + 1] ? common[i + 1][k] : common[i][k + 1];
        }
    w = (walker){ .p = p, .cursor = 1 };
    walk(&w, 0, 0, false);
    own_up_to(&w, a.count, (owner){ 0, p->nodes[0].child_count, 0, false });
    *made = *p;
    *count = 0;
    *map = (line_map){ { 0 } };
    for (int i = 0, k = 0; i < a.count || k < b.count;) {
        if (i < a.count && k < b.count && same_line(&a, i, &b, k)) {
            map->was[++k] = ++i;
        } else if (k < b.count && (i == a.count || common[i][k + 1] >= common[i + 1][k])) {
            if (*count == INSERTS_MAX || i + 1 >= OWNERS_MAX || !read_row(b.lines[k], b.lengths[k], &list[*count]))
                return false;
            list[(*count)++].at = w.owners[i + 1];
            k++;
        } else {
            for (int n = 0; n < made->node_count; n++)
                if (made->nodes[n].line == i + 1 && made->nodes[n].kind == NODE_SYNC) made->nodes[n].removed = true;
            i++;
        }
    }
    return insert_all(made, list, *count);
}

/* ---- what holds afterwards ---- */
static fp_fixed_text fix(struct fp_mender *mender, fp_str text) {
    return fp_mender_fix(mender, text,
                         (fp_fix_wishes){ .unsafe = unsafe, .least = hints ? FP_LEVEL_HINT : FP_LEVEL_WARNING });
}

static bool changes_again(fp_str text) {
    struct fp_mender *mender = fp_mender_new(engine);
    bool changes = fix(mender, text).changed;
    fp_mender_drop(mender);
    return changes;
}

static void run(const program *p, pair_set *races) {
    races->count = 0;
    races->overflow = false;
    program_execute(p, NULL, races);
}

/* Not between a signal and its wait, which stand in one block: a whole barrier would arrive twice there. */
static int find_positions(const program *p, int block, int depth, bool divergent, owner *positions, int count,
                          bool *open) {
    const node *b = &p->nodes[block];
    for (int i = 0; i < b->child_count; i++) {
        const node *n = &p->nodes[b->children[i]];
        if (n->removed) continue;
        if (n->kind == NODE_SYNC && n->row.arrives != n->row.waits) *open = n->row.arrives;
        bool parts = n->kind == NODE_IF && n->condition != IF_FLAG;
        if (!divergent && !*open && n->kind != NODE_BLOCK && n->kind != NODE_SYNC && count < POSITIONS_MAX)
            positions[count++] = (owner){ block, i, depth, false };
        if (n->kind == NODE_BLOCK) count = find_positions(p, b->children[i], depth, divergent, positions, count, open);
        for (int arm = 0; n->kind != NODE_BLOCK && arm < n->child_count; arm++)
            count = find_positions(p, n->children[arm], depth + (n->kind == NODE_FOR), divergent || parts, positions,
                                   count, open);
        if (n->kind == NODE_FOR && !divergent && !*open && count < POSITIONS_MAX)
            positions[count++] = (owner){ n->children[0], p->nodes[n->children[0]].child_count, depth + 1, false };
    }
    return count;
}

/* Would a barrier somewhere in `p` order the pair? */
static bool can_be_ordered(const program *p, line_pair pair) {
    owner positions[POSITIONS_MAX];
    bool open = false;
    int count = find_positions(p, 0, 0, false, positions, 0, &open);
    static pair_set races;
    static program with;
    for (int i = 0; i < count; i++) {
        insertion one = { positions[i], whole, -1 };
        with = *p;
        if (!insert_all(&with, &one, 1)) continue;
        run(&with, &races);
        if (!pairs_have(&races, pair.earlier, pair.later, false)) return true;
    }
    return false;
}

static unsigned cost_of(int depth) { return 1u << (8 * depth); }

typedef struct {
    const program *p;
    const pair_set *allowed;
    owner positions[POSITIONS_MAX];
    int count, tried;
    insertion chosen[POSITIONS_MAX];
    int chosen_count;
} search;

static bool is_subset(const pair_set *a, const pair_set *b) {
    for (int i = 0; i < a->count; i++)
        if (!pairs_have(b, a->pairs[i].earlier, a->pairs[i].later, a->pairs[i].concurrent)) return false;
    return true;
}

/* A set of barriers at positions from `from` on, with those chosen, that costs less than `cost` and leaves no other
 * race. */
static bool find_cheaper(search *s, int from, unsigned cost) {
    static pair_set races;
    static program with;
    with = *s->p;
    if (s->tried++ < SETS_MAX && insert_all(&with, s->chosen, s->chosen_count)) {
        run(&with, &races);
        if (is_subset(&races, s->allowed)) return true;
    }
    for (int i = from; i < s->count && s->tried < SETS_MAX; i++) {
        unsigned its = cost_of(s->positions[i].depth);
        if (its >= cost) continue;
        s->chosen[s->chosen_count++] = (insertion){ s->positions[i], whole, -1 };
        if (find_cheaper(s, i + 1, cost - its)) return true;
        s->chosen_count--;
    }
    return false;
}

/* All pairs of the finding: other consumers may share its producers. */
static void add_pairs(const struct fp_document *document, const fp_finding *finding, const line_map *map,
                      pair_set *pairs) {
    for (size_t c = 0; c <= finding->related_count; c++) {
        bool own = c == finding->related_count;
        if (!own && finding->related[c].role != FP_ROLE_CONSUMER) continue;
        fp_span at = own ? finding->span : finding->related[c].span;
        uint32_t consumer = fp_document_position(document, at.start).line;
        for (size_t k = 0; k < finding->related_count; k++) {
            uint32_t producer = fp_document_position(document, finding->related[k].span.start).line;
            bool known = finding->related[k].role == FP_ROLE_PRODUCER && producer <= LINES_MAX && consumer <= LINES_MAX;
            if (known) pairs_add(pairs, (line_pair){ map->was[producer], map->was[consumer], false, false });
        }
    }
}

/* Pairs that are no more than worth knowing, which are not mended, and those whose only fix is not known to be safe,
 * because threads of one warp need less. */
static void find_untouched(fp_str text, const line_map *map, pair_set *untouched) {
    struct fp_document *document = fp_document_open(engine, text);
    const fp_result *result = fp_document_check(document, NULL);
    untouched->count = 0;
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *finding = &result->findings[i];
        bool remark =
            finding->level<FP_LEVEL_WARNING, declined = finding->fix_count> 0 && !finding->fixes[0].safe && !unsafe;
        if (finding->hazard && (remark || declined)) add_pairs(document, finding, map, untouched);
    }
    fp_document_close(document);
}

static const node *access_at(const program *p, int line) {
    for (int i = 0; i < p->node_count; i++)
        if (p->nodes[i].line == line && (p->nodes[i].kind == NODE_ACCESS || p->nodes[i].kind == NODE_COPY))
            return &p->nodes[i];
    return NULL;
}

static bool writes(const node *n) { return n->kind == NODE_COPY || n->access == ACCESS_WRITE; }

/* Two writes of which one goes nobody knows where, and two stores by threads of one wave: worth knowing, and not
 * mended. A finding that tells of worse beside it does not show that. */
static bool is_remark(const program *p, line_pair pair) {
    const node *a = access_at(p, pair.earlier), *b = access_at(p, pair.later);
    if (!a || !b || !writes(a) || !writes(b)) return false;
    bool stores = a->kind == NODE_ACCESS && b->kind == NODE_ACCESS;
    return a->form == AT_OPAQUE || b->form == AT_OPAQUE || (stores && pair.one_wave);
}

/* Of the op that a place is before; 0: the end of a block. */
static int line_at(const program *p, owner at) {
    const node *b = &p->nodes[at.block];
    return at.index < b->child_count ? p->nodes[b->children[at.index]].line : 0;
}

/* ---- one kernel ---- */
static void check_minimal(const program *p, const program *made, const insertion *list, int count, tally *sum) {
    static pair_set after;
    static search s;
    unsigned cost = 0;
    for (int i = 0; i < count; i++)
        if (list[i].row.waits) cost += cost_of(list[i].at.depth), sum->inserted++;
    sum->stripped++;
    if (cost == 0) return;
    run(made, &after);
    s = (search){ .p = p, .allowed = &after };
    bool open = false;
    s.count = find_positions(p, 0, 0, false, s.positions, 0, &open);
    bool cheaper = find_cheaper(&s, 0, cost);
    sum->cut += !cheaper && s.tried >= SETS_MAX;
    sum->not_minimal += cheaper;
    for (int i = 0; i < s.chosen_count && cheaper && show; i++)
        printf("would do: before line %d\n", line_at(p, s.chosen[i].at));
}

static void complain(const char *what, uint64_t seed, const program *p, fp_str before, fp_str after) {
    if (show)
        printf("---- %s: family %s, seed %llu\n%.*s-- fixed\n%.*s", what, family_names[p->family],
               (unsigned long long)seed, (int)before.len, before.data, (int)after.len, after.data);
}

/* Barriers of all memory in place of its syncs, in about two of three places: hardly anything races, and each barrier
 * has others to rest on. */
static void make_dense(program *p, uint64_t seed) {
    owner positions[POSITIONS_MAX];
    insertion list[INSERTS_MAX];
    bool open = false;
    int count = 0;
    for (int i = 0; i < p->node_count; i++) p->nodes[i].removed |= p->nodes[i].kind == NODE_SYNC;
    int found = find_positions(p, 0, 0, false, positions, 0, &open);
    for (int i = 0; i < found && count < INSERTS_MAX; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        if ((seed >> 33) % 3) list[count++] = (insertion){ positions[i], whole, -1 };
    }
    insert_all(p, list, count);
}

static void check(program *p, uint64_t seed, form as, bool all_cured, tally *sum) {
    char *data = NULL;
    size_t length = 0;
    static pair_set before, after, untouched, all_before = { .global = true }, all_after = { .global = true };
    static program made;
    static line_map map;
    insertion list[INSERTS_MAX];
    int count = 0;
    for (int i = 0; i < p->node_count && as == STRIPPED; i++)
        if (p->nodes[i].kind == NODE_SYNC) p->nodes[i].removed = true;
    if (as == DENSE) make_dense(p, seed);
    FILE *out = open_memstream(&data, &length);
    program_print(p, out);
    fclose(out);
    struct fp_mender *mender = fp_mender_new(engine);
    fp_str text = { data, length };
    fp_fixed_text fixed = fix(mender, text);
    sum->kernels++;
    if (!read_back(p, text, fixed.text, &made, list, &count, &map)) {
        sum->skipped++;
        complain("not read back", seed, p, text, fixed.text);
    } else {
        run(p, &before);
        run(&made, &after);
        sum->races += before.count;
        run(p, &all_before);
        run(&made, &all_after);
        bool left = false, fresh = !is_subset(&all_after, &all_before);
        find_untouched(fixed.text, &map, &untouched);
        for (int i = 0; i < after.count && !left && all_cured; i++) {
            line_pair pair = after.pairs[i];
            bool other = pair.earlier == pair.later || pair.concurrent ||
                         pairs_have(&untouched, pair.earlier, pair.later, false) || is_remark(p, pair);
            left = !other && can_be_ordered(&made, pair);
            if (left && show) printf("left: line %d before line %d\n", pair.earlier, pair.later);
        }
        sum->left += left;
        sum->fresh += fresh;
        if (left) complain("left", seed, p, text, fixed.text);
        for (int i = 0; i < all_after.count && fresh && show; i++) {
            line_pair pair = all_after.pairs[i];
            if (!pairs_have(&all_before, pair.earlier, pair.later, pair.concurrent))
                printf("new: line %d before line %d\n", pair.earlier, pair.later);
        }
        if (fresh) complain("new", seed, p, text, fixed.text);
        long worse = sum->not_minimal;
        if (as == STRIPPED) check_minimal(p, &made, list, count, sum);
        if (sum->not_minimal > worse) complain("not minimal", seed, p, text, fixed.text);
    }
    if (fixed.changed && changes_again(fixed.text)) {
        sum->again++;
        complain("changes again", seed, p, text, fixed.text);
    }
    fp_mender_drop(mender);
    free(data);
}

int main(int argc, char **argv) {
    static const struct {
        family_kind kind;
        bool all_cured;
        long left_allowed; /* per 1000 kernels, in a race with a copy */
    } families[] = { { FAMILY_MONOLITHIC, true, 0 },     { FAMILY_SPLIT, true, 0 },    { FAMILY_GROUP_COPIES, true, 5 },
                     { FAMILY_COUNTED_COPIES, true, 5 }, { FAMILY_BARE, true, 0 },     { FAMILY_FENCES, false, 0 },
                     { FAMILY_LDS_DMA, false, 0 },       { FAMILY_TURNING, false, 0 }, { FAMILY_CARRIED, false, 0 } };
    static const char *const names[FORM_COUNT] = { "", " stripped", " dense" };
    long count = 30;
    uint64_t seed = 1;
    int only = -1;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--show") == 0)
            show = true;
        else if (strcmp(argv[i], "--unsafe") == 0)
            unsafe = true;
        else if (strcmp(argv[i], "--count") == 0 && i + 1 < argc)
            count = atol(argv[++i]);
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--hints") == 0)
            hints = true;
        else if (strcmp(argv[i], "--family") == 0 && i + 1 < argc) {
            for (int f = 0; f < FAMILY_COUNT; f++)
                if (strcmp(argv[i + 1], family_names[f]) == 0) only = f;
            if (only < 0) return 2;
            i++;
        } else
            return 2;
    }
    engine = fp_engine_new(NULL);
    bool failed = false;
    printf("%-24s %8s %8s %6s %6s %6s %8s %9s %12s %6s\n", "family", "kernels", "races", "left", "new", "again",
           "skipped", "inserted", "not minimal", "cut");
    for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
        long races = 0, forms = 0;
        for (form as = AS_MADE; as < FORM_COUNT; as++) {
            family_kind family = families[f].kind;
            bool plain = family == FAMILY_MONOLITHIC || family == FAMILY_SPLIT || family == FAMILY_BARE;
            bool fits = as == AS_MADE || (as == STRIPPED && plain) ||
                        (as == DENSE && (family == FAMILY_FENCES || family == FAMILY_MONOLITHIC));
            tally sum = { 0 };
            if (!fits || (only >= 0 && only != (int)family)) continue;
            for (long k = 0; k < count; k++) {
                static program p;
                program_make(&p, family, seed + (uint64_t)k);
                check(&p, seed + (uint64_t)k, as, families[f].all_cured, &sum);
            }
            printf("%-13s%-11s %8ld %8ld %6ld %6ld %6ld %8ld %9ld %12ld %6ld\n", family_names[family], names[as],
                   sum.kernels, sum.races, sum.left, sum.fresh, sum.again, sum.skipped, sum.inserted, sum.not_minimal,
                   sum.cut);
            long left = families[f].left_allowed ? sum.left - SMALL : sum.left;
            failed = failed || left * 1000 > families[f].left_allowed * sum.kernels || sum.fresh || sum.again ||
                     sum.skipped > 1 + sum.kernels / 10 || sum.not_minimal > 1 + sum.stripped / 20;
            races += sum.races;
            forms++;
        }
        failed = failed || (forms && races == 0); /* nothing was tried */
    }
    fp_engine_drop(engine);
    return failed ? 1 : 0;
}
