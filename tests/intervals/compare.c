#include "compare.h"
#include "engine.h"
#include "fencepost_editor.h"
#include "written.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_KERNEL = RULES_MAX, ROW_NOTE, ROW_COUNT, SHOWN_MAX = 12, MANY = 16 /* places of one finding */, SHRINK_TRIES_MAX = 3000 };

/* row: a rule, ROW_KERNEL or ROW_NOTE. Fixes: of a finding. */
typedef struct { char *text, *fixes; const fp_finding *finding; uint32_t row; } said;
typedef struct {
    said *data; size_t len, capacity;
    uint64_t left_out[RULES_MAX], parts, kernels;
    bool broken;                                            /* some of the text does not parse */
    fp_str source;
    struct fp_engine *engine;
} all_said;

static bool is(fp_str text, const char *words) { return text.len == strlen(words) && memcmp(text.data, words, text.len) == 0; }

/* Gains are looked for within an interval: beyond its ends nothing can be moved there, and whether the kernel is sound is asked of the interval alone. */
static bool is_gain(const fp_finding *finding) {
    fp_str rule = fp_rule_at(finding->rule)->name;
    if (is(rule, "split-barrier") || is(rule, "hoistable-barrier")) return true;
    return is(rule, "redundant-barrier") && finding->level == FP_LEVEL_HINT && finding->related_count == 1 && is(finding->related[0].message, "the other one");
}

/* How far damage reaches is told by what is read together, and what ops are worth is not said as long as somebody types in an interval, or in the whole kernel: of
 * texts that do not parse only the places of races are compared. */
static bool same_but_for_damage(const fp_finding *a, const fp_finding *b) { return a && b && a->rule == b->rule && a->span.start == b->span.start; }

static bool is_race(const fp_finding *finding) {
    fp_str rule = fp_rule_at(finding->rule)->name;
    return is(rule, "missing-barrier") || is(rule, "missing-fence") || is(rule, "missing-async-wait");
}

static bool may_differ(const fp_finding *finding, bool broken) { return is_gain(finding) || (broken && !(is_race(finding) && finding->level >= FP_LEVEL_WARNING)); }

/* How many pairs would be left without order; of the text with the finding's first fix, if it is given. */
static size_t count_races(fp_str text, const fp_finding *finding) {
    struct fp_engine *engine = fp_engine_new(NULL);
    fp_engine_cut(engine, (fp_cut){ .bytes_min = UINT32_MAX, .one_in = 1 });
    struct fp_document *document = fp_document_open(engine, text);
    for (size_t i = finding ? finding->fixes[0].edit_count : 0; i-- > 0;) fp_document_edit(document, finding->fixes[0].edits[i].span, finding->fixes[0].edits[i].text);
    const fp_result *result = fp_document_check(document, NULL);
    size_t count = 0;
    for (size_t i = 0; i < result->finding_count; i++) count += is_race(&result->findings[i]) && result->findings[i].level >= FP_LEVEL_WARNING;
    fp_engine_drop(engine);
    return count;
}

/* Barriers for pairs that need less than a barrier are weighed against all others that are placed, in the interval or in the kernel: another fix may come out
 * best. Either must mend something. */
static bool fixes_agree(fp_str text, const said *x, const said *y) {
    if (!x->finding || strcmp(x->fixes, y->fixes) == 0) return true;
    if (!is_race(x->finding) || x->finding->fix_count == 0 || x->finding->fix_count != y->finding->fix_count) return false;
    for (size_t i = 0; i < x->finding->fix_count; i++)
        if (x->finding->fixes[i].safe != y->finding->fixes[i].safe) return false;
    size_t now = count_races(text, NULL);
    return count_races(text, x->finding) < now && count_races(text, y->finding) < now;
}

static bool rests_on_symbols(const fp_finding *finding) {
    const fp_hazard_info *hazard = finding->hazard;
    if (!hazard) return false;
    if (hazard->witness && hazard->witness->binding_count > 0) return true;
    static const char words[] = "not ruled out: depends on";
    return finding->note.len > sizeof words && memcmp(finding->note.data, words, sizeof words - 1) == 0;
}

static bool relates(const fp_finding *finding, fp_span span) {
    for (size_t i = 0; i < finding->related_count; i++)
        if (finding->related[i].span.start == span.start && finding->related[i].span.end == span.end) return true;
    return false;
}

/* Which values of arguments are tried, and in which order, rests on what the analysis met before: for certain in one, perhaps in the other, with other values, and
 * so another pair of the same accesses speaks for all. */
static bool same_but_for_symbols(const said *x, const said *y) {
    const fp_finding *a = x->finding, *b = y->finding;
    if (!a || !b || !(is_race(a) || is(fp_rule_at(a->rule)->name, "racing-store")) || !(rests_on_symbols(a) || rests_on_symbols(b))) return false;
    bool levels = a->level == b->level || (a->level >= FP_LEVEL_WARNING && b->level >= FP_LEVEL_WARNING);
    if (!levels || a->span.start != b->span.start || a->span.end != b->span.end || a->related_count != b->related_count) return false;
    for (size_t i = 0; i < a->related_count; i++)
        if (!relates(b, a->related[i].span)) return false;
    return true;
}

/* How many pairs are listed at all is bounded for what is analysed at once: where a finding has very many places, some are left out. */
static bool same_but_for_many(const said *x, const said *y) {
    const fp_finding *a = x->finding, *b = y->finding;
    if (!a || !b || !is_race(a) || a->rule != b->rule || a->level != b->level || a->related_count < MANY || b->related_count < MANY) return false;
    return a->span.start == b->span.start && a->span.end == b->span.end && strcmp(x->fixes, y->fixes) == 0;
}

static bool agree(fp_str text, bool broken, const said *x, const said *y) {
    if (broken && same_but_for_damage(x->finding, y->finding)) return true;
    return x->row == y->row && (strcmp(x->text, y->text) == 0 || same_but_for_symbols(x, y) || same_but_for_many(x, y)) && fixes_agree(text, x, y);
}

static const char *only;                            /* NULL: everything */
void compare_only(const char *rule) { only = rule; }

static fp_str name_of_row(uint32_t row) { return row == ROW_KERNEL ? FP_STR("kernels") : row == ROW_NOTE ? FP_STR("notes") : fp_rule_at((fp_rule)row)->name; }

static void add(all_said *all, said one) {
    if (only && !is(name_of_row(one.row), only)) {
        free(one.text);
        free(one.fixes);
        return;
    }
    if (all->len == all->capacity) {
        all->capacity = all->capacity ? 2 * all->capacity : 32;
        all->data = realloc(all->data, all->capacity * sizeof *all->data);
        if (!all->data) abort();
    }
    all->data[all->len++] = one;
}

#define ARG(s) (int)(s).len, (s).data

/* Which of several pairs shows what a barrier is needed for, or what it does not order, is left open. */
static void add_note(all_said *all, const fp_sync_note *note) {
    char line[600];
    int length = snprintf(line, sizeof line, "note %u-%u %.*s %.*s phase %u", note->span.start, note->span.end, ARG(note->kernel), ARG(note->verdict), note->phase);
    if (!is(note->verdict, "needed") && !is(note->verdict, "ineffective") && length > 0 && (size_t)length < sizeof line)
        length += snprintf(line + length, sizeof line - (size_t)length, " %u-%u %.*s %u-%u %.*s", note->producer.span.start, note->producer.span.end,
                           ARG(note->producer.kind), note->consumer.span.start, note->consumer.span.end, ARG(note->consumer.kind));
    if (length > 0 && (size_t)length < sizeof line - 1) memcpy(line + length, "\n", 2);
    char *copy = malloc(strlen(line) + 1);
    if (!copy) abort();
    add(all, (said){ .text = strcpy(copy, line), .row = ROW_NOTE });
}

static all_said check(fp_str text, fp_cut cut) {
    all_said all = { .source = text, .engine = fp_engine_new(NULL) };
    fp_engine_cut(all.engine, cut);
    struct fp_document *document = fp_document_open(all.engine, text);
    const fp_result *result = fp_document_check(document, NULL);
    assert(fp_rule_count() <= RULES_MAX);
    for (size_t i = 0; i < result->finding_count; i++) all.broken |= is(fp_rule_at(result->findings[i].rule)->name, "syntax-error");
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *finding = &result->findings[i];
        if (may_differ(finding, all.broken)) all.left_out[finding->rule]++;
        else add(&all, (said){ written_finding(document, finding), written_fixes(finding), finding, finding->rule });
    }
    for (size_t i = 0; i < result->kernel_count && !all.broken; i++) add(&all, (said){ .text = written_kernel(&result->kernels[i]), .row = ROW_KERNEL });
    const fp_sync_note *notes;
    uint32_t note_count = fp_document_sync_notes(document, &notes);
    for (uint32_t i = 0; i < note_count && !all.broken; i++) add_note(&all, &notes[i]);
    all.parts = fp_document_parts(document);
    all.kernels = result->kernel_count;
    return all;
}

/* Whether barriers that are too wide may all be narrow is told of the whole kernel only. */
static void leave_out_widths(all_said *whole, const all_said *cut) {
    size_t kept = 0;
    for (size_t i = 0; i < whole->len; i++) {
        said *one = &whole->data[i];
        bool left_out = one->finding && is(fp_rule_at(one->finding->rule)->name, "wide-fence") && cut->parts > 0;
        for (size_t k = 0; k < cut->len && left_out; k++) left_out = strcmp(cut->data[k].text, one->text) != 0;
        if (!left_out) {
            whole->data[kept++] = *one;
            continue;
        }
        whole->left_out[one->finding->rule]++;
        free(one->text);
        free(one->fixes);
    }
    whole->len = kept;
}

static void drop(all_said *all) {
    for (size_t i = 0; i < all->len; i++) {
        free(all->data[i].text);
        free(all->data[i].fixes);
    }
    free(all->data);
    fp_engine_drop(all->engine);
}

static bool same(const all_said *a, const all_said *b) {
    if (a->len != b->len) return false;
    for (size_t i = 0; i < a->len; i++)
        if (!agree(a->source, a->broken, &a->data[i], &b->data[i])) return false;
    return true;
}

/* Prints what only `a` holds; returns how many. */
static size_t print_only(const all_said *a, const all_said *b, const char *mark, uint64_t *by_row, uint64_t *rules, FILE *out) {
    size_t count = 0;
    bool *taken = calloc(b->len + 1, sizeof *taken);
    if (!taken) abort();
    for (size_t i = 0; i < a->len; i++) {
        size_t k = 0;
        while (k < b->len && (taken[k] || !agree(a->source, a->broken, &a->data[i], &b->data[k]))) k++;
        if (k < b->len) {
            taken[k] = true;
            continue;
        }
        uint32_t row = a->data[i].row;
        if (by_row) by_row[row]++;
        *rules |= 1ull << (row < RULES_MAX ? row : RULES_MAX - 1);
        if (out && count < SHOWN_MAX) fprintf(out, "%s %s%s", mark, a->data[i].text, a->data[i].fixes ? a->data[i].fixes : "");
        count++;
    }
    free(taken);
    return count;
}

comparison compare_cut(const char *name, fp_str text, uint32_t one_in, tally *sum, FILE *out) {
    all_said whole = check(text, (fp_cut){ .bytes_min = UINT32_MAX, .one_in = 1 }), cut = check(text, (fp_cut){ .one_in = one_in });
    leave_out_widths(&whole, &cut);
    comparison found = { .parts = cut.parts, .same = same(&whole, &cut), .broken = whole.broken };
    assert(whole.parts == 0);
    if (sum) {
        sum->texts++, sum->cut += cut.parts > 0, sum->parts += cut.parts, sum->kernels += cut.kernels, sum->findings += whole.len, sum->differing += !found.same;
        for (size_t i = 0; i < RULES_MAX; i++)
            sum->left_out[i] += whole.left_out[i] > cut.left_out[i] ? whole.left_out[i] - cut.left_out[i] : cut.left_out[i] - whole.left_out[i];
    }
    if (!found.same) {
        if (out) fprintf(out, "%s, one in %u, %" PRIu64 " parts: what is said differs (-: only whole, +: only in parts)\n", name, one_in, cut.parts);
        uint64_t *by_row = sum ? sum->by_rule : NULL;
        size_t count = print_only(&whole, &cut, "-", by_row, &found.rules, out) + print_only(&cut, &whole, "+", by_row, &found.rules, out);
        if (out && count == 0) fprintf(out, "only its order\n");
    }
    drop(&whole);
    drop(&cut);
    return found;
}

/* ---- shrinking ---- */
static size_t without_lines(const char *from, size_t length, size_t first, size_t count, char *to) {
    size_t line = 0, kept = 0;
    for (size_t i = 0; i < length; i++) {
        if (line < first || line >= first + count) to[kept++] = from[i];
        line += from[i] == '\n';
    }
    return kept;
}

static bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/* Does what follows a name at its first place make it a definition? `%a = ..`, `%a:2 = ..`, `%a, %b = ..`, `%a: type`. */
static bool defines(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == ',' || *at == '%' || is_name(*at))) at++;
    return at < end && (*at == '=' || *at == ':');
}

/* How often the text uses a name that it does not define before: near enough for texts that were whole. */
static uint32_t count_undefined(const char *data, size_t length) {
    const char *end = data + length;
    uint32_t count = 0;
    for (const char *at = data; at < end; at++) {
        if (*at != '%' || at + 1 == end || !is_name(at[1])) continue;
        const char *behind = at + 1, *first;
        while (behind < end && is_name(*behind)) behind++;
        size_t size = (size_t)(behind - at);
        for (first = data; first < at; first++)
            if (*first == '%' && memcmp(first, at, size) == 0 && !is_name(first[size])) break;
        count += first == at && !defines(behind, end);
        at = behind - 1;
    }
    return count;
}

/* Keeps what differs, and does not break what was whole. */
static char *shrink(fp_str text, uint32_t one_in, comparison wanted, size_t *length) {
    char *best = malloc(text.len + 1), *trial = malloc(text.len + 1);
    if (!best || !trial) abort();
    memcpy(best, text.data, text.len);
    size_t size = text.len, tries = 0;
    uint32_t undefined = count_undefined(text.data, text.len);
    for (size_t chunk = 256; chunk > 0; chunk /= 2)
        for (bool progress = true; progress && tries < SHRINK_TRIES_MAX;) {
            progress = false;
            size_t lines = 1;
            for (size_t i = 0; i < size; i++) lines += best[i] == '\n';
            for (size_t first = lines; first > 0 && tries < SHRINK_TRIES_MAX;) {
                first = first > chunk ? first - chunk : 0;
                size_t left = without_lines(best, size, first, chunk, trial);
                if (left == size || count_undefined(trial, left) > undefined) continue;
                tries++;
                comparison now = compare_cut("", (fp_str){ trial, left }, one_in, NULL, NULL);
                if (now.same || (now.broken && !wanted.broken) || (wanted.rules && !(now.rules & wanted.rules))) continue;
                char *old = best;
                best = trial, trial = old, size = left, progress = true;
            }
        }
    free(trial);
    *length = size;
    return best;
}

bool show_if_differs(const char *name, fp_str text, uint32_t one_in, tally *sum) {
    comparison found = compare_cut(name, text, one_in, sum, stdout);
    if (found.same) return false;
    size_t length;
    char *small = shrink(text, one_in, found, &length);
    printf("---- shrunk\n");
    compare_cut(name, (fp_str){ small, length }, one_in, NULL, stdout);
    printf("%.*s----\n", (int)length, small);
    free(small);
    return true;
}

/* ---- counts ---- */
bool can_cut(void) {
    static const char text[] = "func.func @kernel(%v: f32, %i: index, %j: index) attributes {gpu.kernel} {\n"
                               "  %lds = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>\n"
                               "  memref.store %v, %lds[%i] : memref<64xf32, #gpu.address_space<workgroup>>\n  gpu.barrier\n"
                               "  %a = memref.load %lds[%j] : memref<64xf32, #gpu.address_space<workgroup>>\n  gpu.barrier\n"
                               "  memref.store %v, %lds[%i] : memref<64xf32, #gpu.address_space<workgroup>>\n  gpu.barrier\n"
                               "  %b = memref.load %lds[%j] : memref<64xf32, #gpu.address_space<workgroup>>\n  return\n}\n";
    return compare_cut("", (fp_str){ text, sizeof text - 1 }, 1, NULL, NULL).parts > 0;
}

void print_tally(const tally *sum) {
    printf("%" PRIu64 " texts with %" PRIu64 " kernels, %" PRIu64 " texts cut into %" PRIu64 " parts, %" PRIu64 " things said, %" PRIu64 " texts of which something else is said\n",
           sum->texts, sum->kernels, sum->cut, sum->parts, sum->findings, sum->differing);
    for (uint32_t row = 0; row < ROW_COUNT; row++) {
        if (sum->by_rule[row] == 0) continue;
        fp_str name = name_of_row(row);
        printf("    %-24.*s %" PRIu64 " differ\n", ARG(name), sum->by_rule[row]);
    }
    for (uint32_t row = 0; row < RULES_MAX; row++)
        if (sum->left_out[row]) printf("    %-24.*s %" PRIu64 " more or less, which may be\n", ARG(fp_rule_at((fp_rule)row)->name), sum->left_out[row]);
}
