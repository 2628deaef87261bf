/* Faults put into right kernels of several streams: which are told, and of those that are not, which does a run of all
 * streams show to change nothing?
 *
 *   streams_text_faults_test FOLDER.. [--every N] [--files N] [--list | --list-shown | --list-unjudged] [--fixes |
 * --list-mended | --list-unmended]
 *
 * A kernel is right when nothing but costs is said of it at warning or above. Each of its sync ops is dropped, written
 * twice, given the other parity or the next slot, and each arrival is moved in front of the last use before it. `told`:
 * something new is said at warning or above. `remarked`: as information. `shown`: the runs of the changed kernel are
 * complete, hide no more than before and find nothing, so that the change is none. `unjudged`: nothing is said of a
 * barrier inside one stream, which the runs do not judge, or of a kernel that they cannot follow. `missed`: nothing is
 * said, and nothing shows that this is right; none may be. `--list` names those that are missed, `--list-shown` those
 * that are shown, `--list-unjudged` those that are unjudged.
 * `--every N` makes one change in N, `--files N` reads one file in N.
 *
 * `--fixes`: of the changes that are told, how many are `mended`, which is that some finding of it offers a fix?
 * `--list-unmended` names the others, `--list-mended` the fixes. `--mended PERCENT`: so many must be of those that
 * fixes are made for: a wait, arrival, commit, expect or fence that is dropped, and a parity that is inverted.
 *
 * In text of single threads, of which the corpus has little (folders of lowered kernels may be given), the ops that
 * meet others, wait, or start copies are dropped and written twice. What their runs do not follow, operands of products
 * say, they cannot miss: read what `--list-shown` names.
 *
 * In all kernels of streams, right or not, what is called superfluous is dropped as well: no run may find more then. */
#include "load.h"
#include "rules/places.h"
#include "streams/decide.h"
#include "walk.h"
#include <fencepost.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_THERE = 77 };
typedef enum { DROPPED, DOUBLED, INVERTED, SHIFTED, MOVED, CHANGES } change;
typedef enum { TOLD, REMARKED, SHOWN, UNJUDGED, MISSED, OUTCOMES } outcome;
static const char *const change_names[CHANGES] = { "dropped", "doubled", "parity inverted", "slot shifted",
                                                   "arrive moved" };
static const char *const outcome_names[OUTCOMES] = { "told", "remarked", "shown", "unjudged", "missed" };

enum { DOES_MAX = FP_DOES_ARRIVE_NAMED + 1, OF_THREADS, KINDS };
static const char *const does_names[KINDS] = {
    [FP_DOES_INIT] = "init",
    [FP_DOES_INVALIDATE] = "inval",
    [FP_DOES_ARRIVE] = "arrive",
    [FP_DOES_EXPECT] = "expect",
    [FP_DOES_WAIT] = "wait",
    [FP_DOES_ARRIVE_AFTER] = "commit",
    [FP_DOES_CLOSE_GROUP] = "group",
    [FP_DOES_WAIT_QUEUE] = "wait for works",
    [FP_DOES_FENCE] = "fence",
    [FP_DOES_MEET] = "cluster barrier",
    [FP_DOES_MEET_ARRIVE] = "cluster arrive",
    [FP_DOES_MEET_WAIT] = "cluster wait",
    [FP_DOES_MEET_NAMED] = "named barrier",
    [FP_DOES_ARRIVE_NAMED] = "named arrive",
    [DOES_MAX] = "barrier",
    [OF_THREADS] = "single threads",
};

static int list = -1; /* the outcome that is listed */
static bool with_fixes, list_unmended, list_mended;
static uint32_t least_mended; /* percent */
static uint32_t mended[CHANGES][KINDS];
static uint32_t every = 1, drawn, every_file = 1, files, kernels, useless, confirmed, of_runs,
                counts[CHANGES][KINDS][OUTCOMES];
static struct fp_engine *engine;

/* ---- what is said, and what the runs show ---- */
typedef struct {
    uint32_t warnings;
    uint64_t remarks; /* what is said as information, without places */
} said;

static uint64_t hash_without_lines(fp_str message) {
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < message.len; i++) {
        if (fp_str_starts(fp_str_slice(message, i, message.len), FP_STR("line"))) break;
        hash = (hash ^ (unsigned char)message.data[i]) * 1099511628211u;
    }
    return hash;
}

static said count_said(const fp_result *result) {
    said s = { 0, 0 };
    for (size_t i = 0; i < result->finding_count; i++) {
        fp_claim claim = fp_rule_at(result->findings[i].rule)->claim;
        if (claim == FP_CLAIM_USELESS || claim == FP_CLAIM_WEAK || claim == FP_CLAIM_SAVING) continue;
        s.warnings += result->findings[i].level >= FP_LEVEL_WARNING;
        if (result->findings[i].level == FP_LEVEL_INFORMATION)
            s.remarks += hash_without_lines(result->findings[i].message);
    }
    return s;
}

typedef struct {
    bool complete;
    bool followed; /* the runs judge each kernel: none hides its roles or was given up */
    uint32_t faults, unknowns;
} shown;

static shown run_text(fp_str text) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_syntax *syntax = fp_syntax_new();
    struct fp_program program = load_text(keep, syntax, text, &(fp_lower_options){ 0 }).program;
    shown s = { true, true, 0, 0 };
    for (uint32_t k = 0; k < program.count; k++) {
        const struct fp_streams *streams =
            program.kernels[k]->is_entry ? fp_streams_decide(keep, program.kernels[k], &program, NULL) : NULL;
        if (!streams) continue;
        s.complete &= streams->complete;
        s.followed &= !streams->given_up && streams->roles_hidden_at == FP_NONE;
        s.faults += streams->fault_count;
        s.unknowns += streams->unknown_count;
    }
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
    return s;
}

/* ---- changes ---- */
typedef struct {
    const char *path;
    struct fp_arena *keep;
    const struct fp_ir *ir;
    const bool *of_threads; /* by op: of text of single threads, that meets others, waits or copies; NULL: other text */
    struct fp_document *document;
    said before;
    shown runs;
    const fp_finding *findings; /* of the kernel as it is */
    size_t finding_count;
} subject;

static bool does(const subject *s, fp_op op, fp_does what) {
    return s->ir->ops[op].info && s->ir->ops[op].info->does == what;
}

static fp_str with(const subject *s, fp_span span, fp_str text) {
    return fp_str_printf(s->keep, "%.*s%.*s%.*s", (int)span.start, s->ir->text.data, FP_STR_ARG(text),
                         (int)(s->ir->text.len - span.end), s->ir->text.data + span.end);
}

static uint32_t line_of(const subject *s, fp_op op) {
    uint32_t line = 1;
    for (uint32_t i = 0; i < s->ir->ops[op].span.start; i++) line += s->ir->text.data[i] == '\n';
    return line;
}

static uint32_t kind_of(const subject *s, fp_op op) {
    const fp_op_info *info = s->ir->ops[op].info;
    if (s->of_threads) return OF_THREADS;
    return info->does == FP_DOES_NOTHING ? DOES_MAX : info->does;
}

/* Is the op called superfluous as it is? */
static bool is_useless(const subject *s, fp_op op) {
    for (size_t i = 0; i < s->finding_count; i++)
        if (s->findings[i].span.start == s->ir->ops[op].span.start &&
            fp_rule_at(s->findings[i].rule)->claim == FP_CLAIM_USELESS)
            return true;
    return false;
}

static bool is_loud(const fp_finding *finding) {
    fp_claim claim = fp_rule_at(finding->rule)->claim;
    return finding->level >= FP_LEVEL_WARNING && claim != FP_CLAIM_USELESS && claim != FP_CLAIM_WEAK &&
           claim != FP_CLAIM_SAVING;
}

/* Does a finding of the changed kernel offer a fix? */
static void try_fixes(const subject *s, fp_op op, change c, fp_str text, const fp_result *result) {
    struct fp_mender *mender = fp_mender_beside(s->document);
    const fp_fix *fix = NULL;
    fp_mender_begin(mender, NULL);
    for (size_t i = 0; i < result->finding_count && !fix; i++) {
        if (!is_loud(&result->findings[i])) continue;
        const fp_finding *offered = fp_mender_offers(mender, text, &result->findings[i], 1);
        if (offered->fix_count) fix = &offered->fixes[0];
    }
    mended[c][kind_of(s, op)] += fix != NULL;
    if (fix ? list_mended : list_unmended) {
        printf("%s:%u: %s %s:", s->path, line_of(s, op), does_names[kind_of(s, op)], change_names[c]);
        for (size_t i = 0; i < result->finding_count; i++)
            if (is_loud(&result->findings[i])) printf(" %.*s", FP_STR_ARG(fp_rule_at(result->findings[i].rule)->name));
        if (fix) printf(": %.*s", FP_STR_ARG(fix->title));
        printf("\n");
    }
    fp_mender_drop(mender);
}

static void judge(const subject *s, fp_op op, change c, fp_str text) {
    if (drawn++ % every || text.len == 0) return;
    fp_document_edit(s->document, (fp_span){ 0, (uint32_t)fp_document_text(s->document).len }, text);
    const fp_result *result = fp_document_check(s->document, NULL);
    said now = count_said(result);
    outcome o = kind_of(s, op) == DOES_MAX ? UNJUDGED : MISSED;
    if (now.warnings > s->before.warnings) {
        o = TOLD;
    } else if (now.remarks != s->before.remarks) {
        o = REMARKED;
    } else if (c == DROPPED && is_useless(s, op)) {
        o = SHOWN;
    } else if (kind_of(s, op) != DOES_MAX) {
        shown runs = run_text(text);
        if (!runs.followed)
            o = UNJUDGED;
        else if (runs.complete && runs.faults <= s->runs.faults && runs.unknowns <= s->runs.unknowns)
            o = SHOWN;
    }
    counts[c][kind_of(s, op)][o]++;
    if (o == TOLD && with_fixes) try_fixes(s, op, c, text, result);
    if (list == (int)o)
        printf("%s:%u: %s %s %s\n", s->path, line_of(s, op), does_names[kind_of(s, op)], change_names[c],
               outcome_names[o]);
}

static bool has_users(const subject *s, fp_op op) {
    const fp_op_node *node = &s->ir->ops[op];
    for (uint32_t i = 0; i < s->ir->use_count; i++)
        if (s->ir->uses[i].value - node->first_result < node->result_count) return true;
    return false;
}

static void drop(const subject *s, fp_op op) {
    if (!has_users(s, op)) judge(s, op, DROPPED, with(s, s->ir->ops[op].span, (fp_str){ "", 0 }));
}

static void write_twice(const subject *s, fp_op op) {
    const fp_op_node *node = &s->ir->ops[op];
    fp_str text = fp_ir_text(s->ir, (fp_span){ node->name_span.start, node->span.end });
    if (!has_users(s, op) && !node->generic)
        judge(s, op, DOUBLED,
              with(s, (fp_span){ node->span.end, node->span.end }, fp_str_printf(s->keep, "\n%.*s", FP_STR_ARG(text))));
}

/* The text with `use` renamed and lines in front of the op. */
static fp_str rewritten(const subject *s, fp_op op, const fp_use *use, fp_str name, fp_str lines) {
    fp_span span = s->ir->ops[op].span;
    return with(s, span,
                fp_str_printf(s->keep, "%.*s%.*s%.*s%.*s", FP_STR_ARG(lines), (int)(use->span.start - span.start),
                              s->ir->text.data + span.start, FP_STR_ARG(name), (int)(span.end - use->span.end),
                              s->ir->text.data + use->span.end));
}

static void invert(const subject *s, fp_op op) {
    const fp_use *use = does(s, op, FP_DOES_WAIT) ? fp_ir_operand(s->ir, op, s->ir->ops[op].info->phase) : NULL;
    if (!use || use->value == FP_NONE) return;
    fp_str type = fp_ir_value_type(s->ir, use->value), phase = s->ir->values[use->value].name;
    fp_str lines =
        fp_str_printf(s->keep, "%%fault1 = arith.constant 1 : %.*s\n%%fault = arith.xori %.*s, %%fault1 : %.*s\n",
                      FP_STR_ARG(type), FP_STR_ARG(phase), FP_STR_ARG(type));
    judge(s, op, INVERTED, rewritten(s, op, use, FP_STR("%fault"), lines));
}

static const fp_use *object_use(const subject *s, fp_op op) {
    const fp_op_info *info = s->ir->ops[op].info;
    bool none = info->object.ods == -1 && info->object.text == -1 && !info->object.word;
    return fp_ir_operand(s->ir, op, none ? info->read : info->object);
}

/* The next slot of the array. */
static void shift(const subject *s, fp_op op) {
    const fp_use *use = object_use(s, op);
    fp_op view = use && use->value != FP_NONE && s->ir->values[use->value].block == FP_NONE
                     ? s->ir->values[use->value].def
                     : FP_NONE;
    if (view == FP_NONE || !s->ir->ops[view].info || s->ir->ops[view].info->view != FP_VIEW_SLOT) return;
    fp_subscripts slots = fp_ir_list(s->ir, view, 0);
    const fp_use *array = fp_ir_operand(s->ir, view, s->ir->ops[view].info->read);
    if (slots.len != 1 || !slots.data[0].is_value || !array || !fp_value_is_seen(s->ir, slots.data[0].value, op) ||
        !fp_value_is_seen(s->ir, array->value, op))
        return;
    fp_str index = s->ir->values[slots.data[0].value].name, type = fp_ir_value_type(s->ir, slots.data[0].value),
           from = fp_ir_value_type(s->ir, array->value), to = fp_ir_value_type(s->ir, use->value);
    size_t digits = fp_str_find(from, '<') + 1, end = digits;
    while (end < from.len && from.data[end] >= '0' && from.data[end] <= '9') end++;
    int64_t size;
    if (!fp_str_int(fp_str_slice(from, digits, end), &size) || size < 2) return;
    fp_str lines = fp_str_printf(
        s->keep,
        "%%fault1 = arith.constant 1 : %.*s\n%%fault2 = arith.constant %lld : %.*s\n%%fault3 = arith.addi %.*s, "
        "%%fault1 : %.*s\n"
        "%%fault4 = arith.remsi %%fault3, %%fault2 : %.*s\n%%fault = ttg.memdesc_index %.*s[%%fault4] : %.*s -> %.*s\n",
        FP_STR_ARG(type), (long long)size, FP_STR_ARG(type), FP_STR_ARG(index), FP_STR_ARG(type), FP_STR_ARG(type),
        FP_STR_ARG(s->ir->values[array->value].name), FP_STR_ARG(from), FP_STR_ARG(to));
    judge(s, op, SHIFTED, rewritten(s, op, use, FP_STR("%fault"), lines));
}

static bool is_seen(const subject *s, fp_op op, fp_op at) {
    for (uint32_t i = 0; i < s->ir->ops[op].use_count; i++) {
        fp_value value = s->ir->uses[s->ir->ops[op].first_use + i].value;
        if (value == FP_NONE || !fp_value_is_seen(s->ir, value, at)) return false;
    }
    return true;
}

/* An arrival goes in front of the last access or start of work before it, with the view that it needs. */
static void move(const subject *s, fp_op op) {
    if (!does(s, op, FP_DOES_ARRIVE) && !does(s, op, FP_DOES_ARRIVE_AFTER)) return;
    fp_op use = FP_NONE, view = FP_NONE;
    for (fp_op before = s->ir->blocks[s->ir->ops[op].block].first; before != op; before = s->ir->ops[before].next)
        if (does(s, before, FP_DOES_ACCESS) || does(s, before, FP_DOES_START) || does(s, before, FP_DOES_START_BYTES))
            use = before;
    const fp_use *object = object_use(s, op);
    if (use == FP_NONE || has_users(s, op) || !object || object->value == FP_NONE) return;
    if (!is_seen(s, op, use)) view = s->ir->values[object->value].def;
    if (view != FP_NONE && (view <= use || view >= op || !is_seen(s, view, use))) return;
    fp_span from = s->ir->ops[use].span, at = s->ir->ops[op].span;
    fp_str text = s->ir->text, made = view == FP_NONE ? (fp_str){ "", 0 } : fp_ir_text(s->ir, s->ir->ops[view].span);
    fp_span gap = view == FP_NONE ? (fp_span){ at.start, at.start } : s->ir->ops[view].span;
    judge(s, op, MOVED,
          fp_str_printf(s->keep, "%.*s%.*s\n%.*s\n%.*s%.*s%.*s", (int)from.start, text.data, FP_STR_ARG(made),
                        FP_STR_ARG(fp_ir_text(s->ir, at)), (int)(gap.start - from.start), text.data + from.start,
                        (int)(at.start - gap.end), text.data + gap.end, (int)(text.len - at.end), text.data + at.end));
}

static const bool *find_of_threads(struct fp_arena *keep, const struct fp_kernel *kernel) {
    if (!fp_machine_needs_threads(kernel)) return NULL;
    bool *found = FP_NEW(keep, bool, kernel->ir->op_count + 1);
    for (uint32_t i = 0; i < kernel->syncs.len; i++) found[kernel->syncs.data[i].op] |= !kernel->syncs.data[i].implied;
    for (uint32_t i = 0; i < kernel->accesses.len; i++)
        found[kernel->accesses.data[i].op] |=
            kernel->classes.data[kernel->accesses.data[i].klass].counter != FP_COUNTER_NONE;
    return found;
}

static bool is_sync(const subject *s, fp_op op) {
    const fp_op_info *info = s->ir->ops[op].info;
    if (s->of_threads) return s->of_threads[op];
    if (!info) return false;
    if (info->does == FP_DOES_NOTHING) return info->effect == FP_EFFECT_BARRIER;
    return info->does != FP_DOES_ACCESS && info->does != FP_DOES_START && info->does != FP_DOES_START_BYTES;
}

/* What is called superfluous, at whatever level, goes: a run must find as much as before. */
static void drop_useless(subject *s, const struct fp_kernel *kernel) {
    s->ir = kernel->ir;
    for (fp_op op = kernel->op; op < s->ir->ops[kernel->op].end; op++) {
        if (!is_useless(s, op) || has_users(s, op)) continue;
        shown runs = run_text(with(s, s->ir->ops[op].span, (fp_str){ "", 0 }));
        bool as_before =
            runs.faults <= s->runs.faults && runs.unknowns <= s->runs.unknowns && runs.complete >= s->runs.complete;
        useless++;
        confirmed += as_before;
        of_runs += kind_of(s, op) < DOES_MAX;
        if (!as_before)
            printf("%s:%u: called superfluous, and the run without it finds more\n", s->path, line_of(s, op));
    }
}

static void change_kernel(subject *s, const struct fp_kernel *kernel) {
    s->ir = kernel->ir;
    kernels++;
    for (fp_op op = kernel->op; op < s->ir->ops[kernel->op].end; op++) {
        if (!is_sync(s, op) || s->ir->ops[op].block == FP_NONE) continue;
        fp_arena_mark_t mark = fp_arena_mark(s->keep);
        drop(s, op);
        if (kind_of(s, op) != DOES_MAX) write_twice(s, op);
        if (!s->of_threads) {
            invert(s, op);
            shift(s, op);
            move(s, op);
        }
        fp_arena_reset(s->keep, mark);
    }
}

/* ---- files ---- */
static void change_file(const char *path) {
    if (files++ % every_file != 0) return;
    struct fp_arena *keep = fp_arena_new(), *texts = fp_arena_new();
    struct fp_syntax *syntax = fp_syntax_new();
    fp_str text = read_bytes(keep, path);
    struct fp_program program = load_text(keep, syntax, text, &(fp_lower_options){ 0 }).program;
    subject s = { .path = path, .keep = texts, .document = fp_document_open(engine, text) };
    bool needed = false;
    for (uint32_t k = 0; k < program.count; k++)
        needed |= program.kernels[k]->is_entry && fp_machine_needed(program.kernels[k]);
    if (needed) {
        const fp_result *result = fp_document_check(s.document, NULL);
        fp_finding *findings = FP_NEW(keep, fp_finding, result->finding_count + 1);
        if (result->finding_count) memcpy(findings, result->findings, result->finding_count * sizeof *findings);
        s.findings = findings, s.finding_count = result->finding_count;
        s.before = count_said(result);
        s.runs = run_text(text);
    }
    for (uint32_t k = 0; k < program.count && needed; k++) {
        if (!program.kernels[k]->is_entry || !fp_machine_needed(program.kernels[k])) continue;
        s.of_threads = find_of_threads(keep, program.kernels[k]);
        drop_useless(&s, program.kernels[k]);
        if (s.before.warnings == 0) change_kernel(&s, program.kernels[k]);
    }
    fp_document_close(s.document);
    fp_syntax_drop(syntax);
    fp_arena_drop(keep);
    fp_arena_drop(texts);
}

static void print_table(void) {
    printf("%u kernels\n%-16s %-16s", kernels, "change", "of");
    for (int o = 0; o < OUTCOMES; o++) printf(" %8s", outcome_names[o]);
    printf(with_fixes ? "   mended\n" : "\n");
    for (int c = 0; c < CHANGES; c++) {
        uint32_t sums[OUTCOMES] = { 0 }, sum = 0;
        for (int d = 0; d < KINDS; d++) {
            uint32_t all = 0;
            for (int o = 0; o < OUTCOMES; o++) sums[o] += counts[c][d][o], all += counts[c][d][o];
            if (all == 0) continue;
            printf("%-16s %-16s", change_names[c], does_names[d]);
            for (int o = 0; o < OUTCOMES; o++) printf(" %8u", counts[c][d][o]);
            if (with_fixes) printf(" %8u", mended[c][d]);
            printf("\n");
            sum += mended[c][d];
        }
        printf("%-16s %-16s", change_names[c], "all");
        for (int o = 0; o < OUTCOMES; o++) printf(" %8u", sums[o]);
        if (with_fixes) printf(" %8u", sum);
        printf("\n");
    }
}

/* Are fixes made for what the change does to such an op? */
static bool has_fixes(change c, int what) {
    bool step = what == FP_DOES_WAIT || what == FP_DOES_ARRIVE || what == FP_DOES_ARRIVE_AFTER ||
                what == FP_DOES_EXPECT || what == FP_DOES_FENCE;
    return c == INVERTED || (c == DROPPED && step);
}

static bool enough_are_mended(void) {
    uint32_t made = 0, all = 0;
    for (int c = 0; c < CHANGES; c++)
        for (int d = 0; d < KINDS; d++)
            if (has_fixes(c, d)) made += mended[c][d], all += counts[c][d][TOLD];
    if (least_mended) printf("%u of %u mended of those that fixes are made for\n", made, all);
    return made * 100 >= all * least_mended;
}

int main(int argc, char **argv) {
    engine = fp_engine_new(NULL);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--list") == 0) list = MISSED;
        if (strcmp(argv[i], "--list-shown") == 0) list = SHOWN;
        if (strcmp(argv[i], "--list-unjudged") == 0) list = UNJUDGED;
        if (strcmp(argv[i], "--list-mended") == 0) list_mended = true;
        if (strcmp(argv[i], "--list-unmended") == 0) list_unmended = true;
        if (strcmp(argv[i], "--mended") == 0 && i + 1 < argc) least_mended = (uint32_t)strtoul(argv[++i], NULL, 10);
        with_fixes |= list_mended || list_unmended || least_mended || strcmp(argv[i], "--fixes") == 0;
        if (strcmp(argv[i], "--every") == 0 && i + 1 < argc) every = (uint32_t)strtoul(argv[++i], NULL, 10);
        if (strcmp(argv[i], "--files") == 0 && i + 1 < argc) every_file = (uint32_t)strtoul(argv[++i], NULL, 10);
    }
    if (every == 0) every = 1;
    if (every_file == 0) every_file = 1;
    bool any = false;
    for (int i = 1; i < argc; i++) any |= walk_files(argv[i], change_file);
    fp_engine_drop(engine);
    if (!any) return printf("skipped: no corpus\n"), NOT_THERE;
    print_table();
    uint32_t missed = 0;
    for (int c = 0; c < CHANGES; c++)
        for (int d = 0; d < KINDS; d++) missed += counts[c][d][MISSED];
    printf(
        "%u called superfluous, %u confirmed by the run without it; %u of them are more than barriers of one stream\n",
        useless, confirmed, of_runs);
    return missed != 0 || confirmed != useless || !enough_are_mended();
}
