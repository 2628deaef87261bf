/* Every schedule of random small programs against what is said of them as text of single threads.
 *
 *   streams_texts [--count N] [--seed N] [--states N] [--clusters] [--only gpu|nvvm|amd] [--print] [--no-fix] [--write
 * DIR]
 *
 * A program of roles (threads.h) is printed in each kind of text that has ops for it and linted; its schedules are the
 * truth. A program that can hang, race or lack a fence must not be silent; one that cannot, and whose run is well
 * formed, must be; an error must name what some schedule does. What `fix` does to a program that is right is done to
 * the program: it must be right still. With --write each text becomes a file, for other readers of MLIR. */
#include "schedules.h"
#include "threads.h"
#include <fencepost.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROLE_STEPS = STREAMS_MAX * STEPS_MAX };

/* What the schedules of a program of roles show, by its steps. */
typedef struct {
    bool let_go;    /* .. and none does where they have left */
    bool partial;   /* some count of the kernel's loops is too large to be looked at */
    bool ends_free; /* waves that end leave the barriers that others wait at: where some schedule hangs they go on */
    bool in_groups; /* threads of a role are taken together */
    bool hangs_running; /* some schedule hangs whose loops run at least once */
    bool too_large, hangs, wrong, races, unfenced, well_formed, silent;
    bool race[ROLE_STEPS][ROLE_STEPS];
} fp_role_truth;

typedef struct {
    bool hang, breach, race, fence, stated; /* said, at warning or above; that something is not known */
    uint32_t warnings;
    const char *wrong;
} fp_said;

typedef struct {
    uint64_t texts, skipped, hangs, hangs_missed, races, races_missed, fences, fences_missed, right, alarmed, stated,
        wrong_missed, false_errors, touched, broken, rewritten;
} fp_tally;

static struct fp_engine *engine;
static struct fp_mender *mender;
static bool print_all;
static const char *folder; /* where texts are written; NULL: nowhere */

/* ---- truth ---- */

/* In text of single threads nobody asks for a fence between a read and a copy that overwrites. */
static bool counts(const fp_run_evidence *e) { return e->kind != FP_RUN_MISSING_FENCE || e->first_writes; }

static bool writes(const step *at) {
    bool any = false;
    for (uint32_t i = 0; i < at->event.access_count; i++) any |= at->access[i].writes;
    return any;
}

static void run_truth(const struct program *p, fp_role_truth *truth) {
    program_source source;
    fp_event_source events = program_events(&source, p);
    struct fp_arena *keep = fp_arena_new();
    fp_run_result result = fp_run_all(keep, &events, fp_run_limits_default());
    truth->well_formed = result.well_formed;
    truth->silent = result.end == FP_RUN_ENDED;
    for (uint32_t i = 0; i < result.evidence_count; i++) truth->silent &= !counts(result.evidence[i]);
    fp_arena_drop(keep);
}

/* Do all end in every schedule where threads that end arrive on the workgroup's barrier and leave it? `too_large`: the
 * arrivals at the ends do not fit into the program, or its schedules are too many. */
static bool ends_when_left(const struct program *threads, uint32_t object, uint64_t states, bool *too_large) {
    static struct program leaving;
    static fp_truth truth;
    leaving = *threads;
    int64_t own[STREAMS_MAX] = { 0 }, left = roles_count_of(threads, object);
    uint32_t silent =
        0; /* streams that never come to it: they share the threads that are left, as waves of one role do */
    for (fp_stream s = 1; s < leaving.stream_count; s++) {
        for (uint32_t i = 0; i < leaving.len[s]; i++)
            if (leaving.steps[s][i].event.kind == FP_EVENT_ARRIVE && leaving.steps[s][i].event.object == object)
                own[s] = leaving.steps[s][i].event.arrivals;
        silent += own[s] == 0, left -= own[s];
    }
    for (fp_stream s = 1; s < leaving.stream_count; s++) {
        bool shared = own[s] != 0 || (left > 0 && left % silent == 0);
        if (!shared) return false;
        *too_large |= leaving.len[s] == STEPS_MAX;
        if (*too_large) return false;
        step *at = program_step(&leaving, s, FP_EVENT_ARRIVE, object, 0);
        at->event.arrivals = own[s] ? own[s] : left / silent, at->event.leaves = true;
    }
    schedules_run(&leaving, states, &truth);
    *too_large |= truth.too_large;
    return !truth.hangs;
}

static uint32_t origin_of(const threads_program *threads, uint32_t stream, uint32_t i, const fp_step_origins *origins) {
    uint32_t role = threads->role[stream], at = threads->program.steps[stream][i].text;
    return role * STEPS_MAX + (origins && at != END_STEP ? origins->step[role][at] : at);
}

/* `origins`: of the program's steps those of the one that was printed; NULL: it is that one. */
static void find_truth(const struct program *roles, fp_text_kind kind, const fp_text *text, uint64_t states,
                       const fp_step_origins *origins, fp_role_truth *truth) {
    static threads_program threads;
    static fp_truth all;
    bool amd = kind == TEXT_AMD;
    memset(truth, 0, sizeof *truth);
    truth->ends_free = amd;
    truth->in_groups = roles_width(roles) > 1;
    threads_make(&threads, roles, amd ? text->wave : 1, amd);
    truth->too_large = threads.program.overflow;
    if (truth->too_large) return;
    schedules_run(&threads.program, states, &all);
    truth->too_large = all.too_large;
    truth->hangs = all.hangs, truth->wrong = all.wrong;
    truth->let_go = !all.hangs;
    if (all.hangs && text->of_all != FP_NONE)
        truth->let_go = ends_when_left(&threads.program, text->of_all, states, &truth->too_large);
    truth->ends_free |= all.hangs && truth->let_go;
    for (uint32_t a = 0; a < EVENTS_ALL_MAX; a++)
        for (uint32_t b = 0; b < EVENTS_ALL_MAX; b++) {
            uint32_t s = a / STEPS_MAX, t = b / STEPS_MAX;
            truth->unfenced |= all.unfenced[a][b] && writes(&threads.program.steps[s][a % STEPS_MAX]);
            if (!all.race[a][b]) continue;
            truth->races = true;
            truth
                ->race[origin_of(&threads, s, a % STEPS_MAX, origins)][origin_of(&threads, t, b % STEPS_MAX, origins)] =
                true;
        }
    program_number(&threads.program, false);
    run_truth(&threads.program, truth);
}

static void add_races(fp_role_truth *all, const fp_role_truth *one) {
    for (uint32_t a = 0; a < ROLE_STEPS; a++)
        for (uint32_t b = 0; b < ROLE_STEPS; b++) all->race[a][b] |= one->race[a][b];
}

static void add_truth(fp_role_truth *all, const fp_role_truth *one) {
    all->hangs |= one->hangs, all->wrong |= one->wrong, all->races |= one->races, all->unfenced |= one->unfenced;
    all->well_formed &= one->well_formed, all->silent &= one->silent, all->let_go &= one->let_go;
    add_races(all, one);
}

/* Where the kernel's argument says how often loops run: the truth for all counts that are small enough, none included.
 */
static void find_truth_of_text(const struct program *roles, fp_text_kind kind, const fp_text *text, uint64_t states,
                               fp_role_truth *truth) {
    enum { COUNTS_MAX = 8 };
    static struct program varied;
    static fp_step_origins origins;
    static fp_role_truth one;
    find_truth(roles, kind, text, states, NULL, truth);
    truth->hangs_running = truth->hangs;
    for (uint32_t count = 0; text->asked_count && !truth->too_large && count <= COUNTS_MAX; count++) {
        if (count == text->asked[0].count) continue;
        bool fits = text_vary(text, roles, count, &varied, &origins);
        if (fits) find_truth(&varied, kind, text, states, &origins, &one);
        truth->partial |= !fits || one.too_large;
        if (text->left_out.by && count % text->left_out.by == text->left_out.rest)
            truth->too_large |= !fits || one.too_large;
        if (!fits) continue;
        if (one.too_large) continue;
        add_truth(truth, &one);
        truth->hangs_running |= count && one.hangs;
    }
}

static bool is_harmed(const fp_role_truth *truth) {
    return truth->hangs || truth->wrong || truth->races || truth->unfenced;
}

/* ---- what is said ---- */

static bool is_one_of(fp_str name, const char *const *names) {
    for (; *names; names++)
        if (strlen(*names) == name.len && memcmp(*names, name.data, name.len) == 0) return true;
    return false;
}

static fp_text_origin origin_at(const fp_text *text, const struct fp_document *document, uint32_t offset) {
    uint32_t line = fp_document_position(document, offset).line;
    return line >= 1 && line <= text->lines ? text->origin[line - 1] : (fp_text_origin){ 0 };
}

/* Does some iteration of the one race with some iteration of the other? */
static bool any_race(const fp_role_truth *truth, fp_text_origin a, fp_text_origin b) {
    for (uint32_t i = 0; a.first && i < a.count; i++)
        for (uint32_t k = 0; b.first && k < b.count; k++) {
            uint32_t x = a.first - 1u + i * a.stride, y = b.first - 1u + k * b.stride;
            if (truth->race[x][y] || truth->race[y][x]) return true;
        }
    return false;
}

/* Does the end of a workgroup race with some iteration of it? */
static bool ends_too_early(const fp_role_truth *truth, fp_text_origin a) {
    for (uint32_t i = 0; a.first && i < a.count; i++)
        for (uint32_t role = 1; role < STREAMS_MAX; role++)
            if (truth->race[a.first - 1u + i * a.stride][role * STEPS_MAX + END_STEP]) return true;
    return false;
}

/* Does some schedule let the finding's two steps race? */
static bool is_true_race(const fp_text *text, const struct fp_document *document, const fp_finding *finding,
                         const fp_role_truth *truth) {
    fp_text_origin a = origin_at(text, document, finding->span.start);
    for (size_t i = 0; i < finding->related_count; i++) {
        fp_text_origin b = origin_at(text, document, finding->related[i].span.start);
        if (any_race(truth, a, b) || (!a.first && ends_too_early(truth, b))) return true;
    }
    return false;
}

static fp_said listen(const fp_text *text, const fp_role_truth *truth) {
    static const char *const hangs[] = { "deadlock", "wait-without-signal", "unbalanced-barrier", NULL };
    static const char *const breaches[] = { "early-arrival",          "missed-phase",          "wrong-byte-count",
                                            "uninitialized-resource", "uninitialized-barrier", "double-signal",
                                            "unjoined-barrier",       "divergent-barrier",     NULL };
    static const char *const races[] = { "missing-barrier", "missing-async-wait", "racing-store", "missing-fence",
                                         NULL };
    static const char *const fences[] = { "missing-proxy-fence", NULL };
    static const char *const harmless[] = { "double-wait", NULL };
    static const char *const unreadable[] = { "syntax-error", NULL };
    static const char *const stated[] = { "unknown-protocol", "unknown-op", NULL };
    fp_said said = { 0 };
    struct fp_document *document = fp_document_open(engine, (fp_str){ text->data, text->len });
    const fp_result *result = fp_document_check(document, NULL);
    for (size_t i = 0; i < result->finding_count; i++) {
        const fp_finding *finding = &result->findings[i];
        const fp_rule_info *rule = fp_rule_at(finding->rule);
        said.stated |= is_one_of(rule->name, stated);
        if (is_one_of(rule->name, unreadable)) said.wrong = "the text is not read";
        if (print_all)
            printf("    %u: %.*s [%.*s] %.*s\n", fp_document_position(document, finding->span.start).line,
                   (int)fp_level_name(finding->level).len, fp_level_name(finding->level).data, (int)rule->name.len,
                   rule->name.data, (int)finding->brief.len, finding->brief.data);
        if (finding->level < FP_LEVEL_WARNING) continue;
        bool hang = is_one_of(rule->name, hangs), race = is_one_of(rule->name, races);
        said.hang |= hang;
        said.race |= race;
        said.breach |= is_one_of(rule->name, breaches);
        said.fence |= is_one_of(rule->name, fences);
        said.warnings +=
            rule->claim != FP_CLAIM_USELESS && rule->claim != FP_CLAIM_SAVING && !is_one_of(rule->name, harmless);
        if (finding->level < FP_LEVEL_ERROR || !truth->well_formed || (truth->hangs && truth->ends_free)) continue;
        if (hang && !truth->hangs_running) said.wrong = "an error tells of a hang, and no schedule hangs";
        if (race && !truth->partial && !is_true_race(text, document, finding, truth))
            said.wrong = "an error tells of a race, and no schedule has it";
    }
    fp_document_close(document);
    return said;
}

/* ---- fixes ---- */

/* The program without the steps whose lines the fix has taken out; false: it has done something else. */
static bool without_lines(struct program *roles, const fp_text *text, const fp_fixed_text *fixed) {
    static bool gone[ROLE_STEPS], printed[ROLE_STEPS];
    memset(gone, 0, sizeof gone);
    memset(printed, 0, sizeof printed);
    for (uint32_t line = 0; line < text->lines; line++)
        for (uint32_t k = 0; text->origin[line].first && k < text->origin[line].count; k++)
            printed[text->origin[line].first - 1u + k * text->origin[line].stride] = true;
    for (size_t i = 0; i < fixed->edit_count; i++) {
        const fp_edit *edit = &fixed->edits[i];
        if (edit->text.len) return false;
        for (uint32_t line = 0, at = 0; line < text->lines; line++) {
            const char *end = memchr(text->data + at, '\n', text->len - at);
            if (at >= edit->span.start && at < edit->span.end) {
                fp_text_origin origin = text->origin[line];
                if (!origin.first) return false;
                for (uint32_t k = 0; k < origin.count; k++) gone[origin.first - 1u + k * origin.stride] = true;
            }
            if (!end) break;
            at = (uint32_t)(end - text->data) + 1;
        }
    }
    for (uint32_t s = 0; s < roles->stream_count; s++) {
        uint32_t len = 0;
        bool waits_too = false; /* a barrier of threads is printed with its arrival */
        for (uint32_t i = 0; i < roles->len[s]; i++) {
            const step *at = &roles->steps[s][i];
            bool alone = printed[s * STEPS_MAX + i];
            bool drop = gone[s * STEPS_MAX + i] || (waits_too && !alone && at->event.kind == FP_EVENT_WAIT_OWN);
            waits_too = drop && at->event.kind == FP_EVENT_ARRIVE;
            if (!drop) roles->steps[s][len++] = *at;
        }
        roles->len[s] = len;
    }
    return true;
}

static const char *check_fix(const struct program *roles, const fp_text *text, fp_text_kind kind, uint64_t states,
                             fp_tally *tally) {
    static struct program changed;
    static fp_role_truth after;
    fp_mender_begin(mender, NULL);
    fp_fixed_text fixed =
        fp_mender_fix(mender, (fp_str){ text->data, text->len }, (fp_fix_wishes){ .least = FP_LEVEL_HINT });
    if (!fixed.changed) return NULL;
    tally->touched++;
    changed = *roles;
    if (print_all) printf("  fixed\n%.*s", (int)fixed.text.len, fixed.text.data);
    if (!without_lines(&changed, text, &fixed)) {
        tally->rewritten++;
        return NULL;
    }
    find_truth(&changed, kind, text, states, NULL, &after);
    if (after.too_large || !is_harmed(&after)) return NULL;
    tally->broken++;
    return "a fix breaks it";
}

/* ---- one text ---- */

static const char *judge(const fp_role_truth *truth, const fp_said *said, fp_tally *tally) {
    const char *wrong = NULL;
    bool told = said->hang || said->breach || said->stated;
    tally->hangs += truth->hangs;
    tally->races += truth->races;
    tally->fences += truth->unfenced;
    tally->stated += said->stated;
    if (truth->unfenced && !told && !said->fence && !said->race)
        tally->fences_missed++, wrong = "a missing fence is missed";
    if (truth->races && !told && !said->race) tally->races_missed++, wrong = "a race is missed";
    if (truth->hangs && !truth->let_go && !told) tally->hangs_missed++, wrong = "a hang is missed";
    /* Threads that arrive one by one fit into a phase where all of them at once do not. */
    if (truth->wrong && !truth->in_groups && !told && !said->warnings)
        tally->wrong_missed++, wrong = "a wrong arrival is missed";
    if (truth->silent && !is_harmed(truth)) {
        tally->right++;
        tally->alarmed += said->warnings > 0;
        if (said->warnings) wrong = "a right program is alarmed";
    }
    if (said->wrong) tally->false_errors++, wrong = said->wrong;
    return wrong;
}

static const char *const text_names[] = { "gpu", "nvvm", "amd" };
static bool fixes = true;
static uint64_t shown;

static void write_file(const fp_text *text, fp_text_kind kind, uint64_t seed) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s-%" PRIu64 ".mlir", folder, text_names[kind], seed);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(text->data, 1, text->len, file) != text->len || fclose(file) != 0) {
        perror(path);
        exit(2);
    }
}

static void check(const struct program *roles, fp_text_kind kind, uint64_t states, fp_tally *tally) {
    static fp_text text;
    static fp_role_truth truth;
    text_print(&text, roles, kind);
    if (!text.fails) find_truth_of_text(roles, kind, &text, states, &truth);
    if (text.fails || truth.too_large) {
        tally->skipped++;
        return;
    }
    tally->texts++;
    if (folder) write_file(&text, kind, roles->seed);
    fp_said said = listen(&text, &truth);
    const char *wrong = judge(&truth, &said, tally);
    if (!wrong && fixes && text.asked_count == 0 && truth.silent && !is_harmed(&truth))
        wrong = check_fix(roles, &text, kind, states, tally);
    if ((wrong && shown++ < 20) || print_all) {
        printf("%s: %s; hangs %d, wrong %d, races %d, unfenced %d, well formed %d, silent %d\n", text_names[kind],
               wrong ? wrong : "agreed", truth.hangs, truth.wrong, truth.races, truth.unfenced, truth.well_formed,
               truth.silent);
        if (print_all) program_print(roles);
        if (print_all) fwrite(text.data, 1, text.len, stdout);
        if (!print_all) printf("  %s, seed %" PRIu64 ", faults:%s\n", roles->kind, roles->seed, roles->faults);
    }
}

static void print_tally(fp_text_kind kind, const fp_tally *t) {
    printf("%-5s %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64
           " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 "\n",
           text_names[kind], t->texts, t->hangs, t->hangs_missed, t->races, t->races_missed, t->fences,
           t->fences_missed, t->right, t->alarmed, t->stated, t->false_errors, t->touched, t->broken, t->rewritten);
}

int main(int argc, char **argv) {
    uint64_t programs = 100, seed = 1, states = 60000;
    int only = -1;
    bool clusters = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--print") == 0) print_all = true;
        if (strcmp(argv[i], "--clusters") == 0) clusters = true;
        if (strcmp(argv[i], "--no-fix") == 0) fixes = false;
        if (i + 1 == argc) break;
        if (strcmp(argv[i], "--count") == 0) programs = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--seed") == 0) seed = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--states") == 0) states = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--write") == 0) folder = argv[i + 1];
        if (strcmp(argv[i], "--only") == 0)
            for (int k = 0; k < TEXTS; k++)
                if (strcmp(argv[i + 1], text_names[k]) == 0) only = k;
    }
    engine = fp_engine_new(NULL);
    mender = fp_mender_new(engine);
    static struct program roles;
    fp_tally tally[TEXTS] = { 0 };
    for (uint64_t i = 0; i < programs; i++) {
        if (clusters)
            roles_make_clusters(&roles, seed + i);
        else
            roles_make(&roles, seed + i);
        for (int k = 0; k < TEXTS && !roles.overflow; k++)
            if (only < 0 || only == k) check(&roles, (fp_text_kind)k, states, &tally[k]);
    }
    fp_mender_drop(mender);
    fp_engine_drop(engine);
    printf("text   texts  hangs missed  races missed fences missed  right alarms stated errors  fixed broken others\n");
    uint64_t failures = 0, texts = 0;
    for (int k = 0; k < TEXTS; k++) {
        const fp_tally *t = &tally[k];
        print_tally((fp_text_kind)k, t);
        failures += t->hangs_missed + t->races_missed + t->fences_missed + t->wrong_missed + t->alarmed +
                    t->false_errors + t->broken;
        texts += t->texts;
    }
    return failures != 0 || texts == 0;
}
