/* minimal.c - what a fix inserts against every set of barriers that would do: random small kernels without a barrier,
 * with loops and uniform branches.
 *
 * Cost is what placement is to keep small: barriers in the deepest loops first, then those further out. A set does
 * when no missing-barrier is left. */
#include <fencepost.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 40, POSITIONS_MAX = 10, DEPTHS = 3 };
typedef struct {
    char text[96];
    int depth, position;
} line; /* position: a barrier may stand before it, and its number; -1: not */
typedef struct {
    line lines[LINES_MAX];
    int count, positions;
} kernel;

static uint64_t state;
static int below(int bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (uint64_t)bound);
}

static void add(kernel *k, int depth, int position, const char *text) {
    line *l = &k->lines[k->count++];
    snprintf(l->text, sizeof l->text, "%s", text);
    l->depth = depth;
    l->position = position ? k->positions++ : -1;
}

static void add_access(kernel *k, int depth) {
    static int number;
    char text[96];
    const char *at = below(2) ? "%t" : "%m", *buffer = below(3) ? "%a" : "%b";
    if (below(2))
        snprintf(text, sizeof text, "memref.store %%v, %s[%s] : memref<256xf32, 3>", buffer, at);
    else
        snprintf(text, sizeof text, "%%x%d = memref.load %s[%s] : memref<256xf32, 3>", number++ % 100000, buffer, at);
    add(k, depth, 1, text);
}

static void add_block(kernel *k, int depth, int nesting, int most) {
    int count = 1 + below(most);
    for (int i = 0; i < count && k->positions < POSITIONS_MAX - 1; i++) {
        int what = nesting < 2 && k->positions < POSITIONS_MAX - 4 ? below(5) : 0;
        if (what < 3) {
            add_access(k, depth);
            continue;
        }
        add(k, depth, 1, what == 3 && depth + 1 < DEPTHS ? "scf.for %i = %c0 to %n step %c1 {" : "scf.if %p {");
        add_block(k, what == 3 && depth + 1 < DEPTHS ? depth + 1 : depth, nesting + 1, 3);
        add(k, what == 3 && depth + 1 < DEPTHS ? depth + 1 : depth, what == 3 && depth + 1 < DEPTHS,
            "}"); /* at the end of each iteration */
    }
}

static fp_str print(const kernel *k, uint32_t set, char *out, size_t room) {
    size_t len = (size_t)snprintf(
        out, room,
        "func.func @k(%%a: memref<256xf32, 3>, %%b: memref<256xf32, 3>, %%v: f32, %%n: index, %%p: i1) attributes "
        "{gpu.known_block_size = array<i32: 256, 1, 1>} {\n"
        "%%c0 = arith.constant 0 : index\n%%c1 = arith.constant 1 : index\n%%c255 = arith.constant 255 : index\n"
        "%%t = gpu.thread_id x\n%%m = arith.subi %%c255, %%t : index\n");
    for (int i = 0; i < k->count; i++) {
        if (k->lines[i].position >= 0 && (set >> k->lines[i].position & 1))
            len += (size_t)snprintf(out + len, room - len, "amdgpu.lds_barrier\n");
        len += (size_t)snprintf(out + len, room - len, "%s\n", k->lines[i].text);
    }
    len += (size_t)snprintf(out + len, room - len, "return\n}\n");
    return (fp_str){ out, len };
}

static bool is_missing(const fp_finding *finding) {
    fp_str name = fp_rule_at(finding->rule)->name;
    return name.len == 15 && memcmp(name.data, "missing-barrier", 15) == 0 && finding->level >= FP_LEVEL_WARNING;
}

static bool does(struct fp_engine *engine, fp_str text) {
    struct fp_document *document = fp_document_open(engine, text);
    const fp_result *result = fp_document_check(document, NULL);
    bool clean = true;
    for (size_t i = 0; i < result->finding_count; i++) clean &= !is_missing(&result->findings[i]);
    fp_document_close(document);
    return clean;
}

/* Deepest first: one number that compares as the list of counts does. */
static uint32_t cost_of(const kernel *k, uint32_t set) {
    uint32_t cost = 0;
    for (int i = 0; i < k->count; i++)
        if (k->lines[i].position >= 0 && (set >> k->lines[i].position & 1)) cost += 1u << (8 * k->lines[i].depth);
    return cost;
}

/* The positions before which the fixes of all findings insert, as a set; UINT32_MAX: a finding has none, or another
 * edit than one before a line. */
static uint32_t fixed_set(struct fp_engine *engine, const kernel *k, fp_str text) {
    struct fp_document *document = fp_document_open(engine, text);
    const fp_result *result = fp_document_check(document, NULL);
    uint32_t set = 0;
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *finding = &result->findings[i];
        if (!is_missing(finding)) continue;
        if (finding->fix_count != 1) set = UINT32_MAX;
        for (size_t e = 0; finding->fix_count == 1 && set != UINT32_MAX && e < finding->fixes[0].edit_count; e++) {
            uint32_t start = finding->fixes[0].edits[e].span.start;
            bool behind = start > 0 && text.data[start - 1] != '\n'; /* at the end of a line: before the next one */
            int at = (int)fp_document_position(document, start).line - 7 + behind;
            if (at < 0 || at >= k->count || k->lines[at].position < 0)
                set = UINT32_MAX;
            else
                set |= 1u << k->lines[at].position;
        }
    }
    fp_document_close(document);
    return set;
}

int main(int count, char **words) {
    int kernels = count > 1 ? atoi(words[1]) : 40, more = 0, failures = 0, inserted = 0;
    uint64_t seed = count > 2 ? strtoull(words[2], NULL, 10) : 1;
    struct fp_engine *engine = fp_engine_new(&(fp_options){ .target = FP_STR("gfx942") });
    static char text[8192];
    for (int n = 0; n < kernels; n++) {
        kernel k = { .count = 0 };
        state = seed + (uint64_t)n;
        add_block(&k, 0, 0, 6);
        uint32_t set = fixed_set(engine, &k, print(&k, 0, text, sizeof text)), best = UINT32_MAX;
        if (set == UINT32_MAX || !does(engine, print(&k, set, text, sizeof text))) {
            printf("kernel %d: the fixes do not order everything:\n%.*s", n,
                   (int)print(&k, set == UINT32_MAX ? 0 : set, text, sizeof text).len, text);
            failures++;
            continue;
        }
        uint32_t cost = cost_of(&k, set), best_set = set;
        for (uint32_t other = 0; other < 1u << k.positions; other++) {
            uint32_t its = cost_of(&k, other);
            if (its < cost && its < best && does(engine, print(&k, other, text, sizeof text)))
                best = its, best_set = other;
        }
        for (int i = 0; i < k.positions; i++) inserted += (int)(set >> i & 1);
        if (best == UINT32_MAX) continue;
        more++;
        if (count > 3) {
            printf("kernel %d: cost %x, %x would do\n%.*s", n, cost, best, (int)print(&k, set, text, sizeof text).len,
                   text);
            printf("better:\n%.*s", (int)print(&k, best_set, text, sizeof text).len, text);
        }
    }
    fp_engine_drop(engine);
    printf("%d kernels, %d barriers inserted: %d sets not minimal, %d not complete\n", kernels, inserted, more,
           failures);
    return failures != 0 || more != 0;
}
