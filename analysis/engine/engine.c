#include "engine/engine.h"
#include "base/cancel.h"
#include "check/savings.h"
#include "engine/kernel_info.h"
#include "engine/pipeline.h"
#include "engine/result.h"
#include "engine/sync_notes.h"
#include "order/relation.h"
#include "rules/finding.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    ARENA_KEPT_BYTES = 16 << 20,
    WAITING_BYTES_MAX = 64 << 20, /* of judged groups that wait for advice; more of them are judged again then */
    WAITING_TEXT_MAX = 8 << 20,   /* of the text of a group that may: its ops and accesses take some eight times that */
    RELATIONS_BYTES_MAX = 4 << 20 /* of relations that the next check begins with */
};

/* ---- Engines ---- */
struct fp_engine *fp_engine_new(const fp_options *options) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_engine *engine = FP_NEW(keep, struct fp_engine, 1);
    engine->keep = keep;
    if (!options) return engine;
    engine->options = *options;
    engine->options.target = fp_str_copy(keep, options->target);
    engine->options.fallback_target = fp_str_copy(keep, options->fallback_target);
    engine->own_rows = fp_own_rows_make(keep, options->ops, options->op_count);
    engine->options.ops = NULL, engine->options.op_count = 0;
    if (options->levels) {
        fp_level *levels = FP_NEW(keep, fp_level, FP_RULE_COUNT);
        memcpy(levels, options->levels, FP_RULE_COUNT * sizeof *levels);
        engine->options.levels = levels;
    }
    if (options->variant_count) {
        fp_variant_level *variants = FP_NEW(keep, fp_variant_level, options->variant_count);
        memcpy(variants, options->variants, options->variant_count * sizeof *variants);
        engine->options.variants = variants;
    }
    return engine;
}

void fp_engine_drop(struct fp_engine *engine) {
    if (!engine) return;
    while (engine->documents) fp_document_close(engine->documents);
    fp_arena_drop(engine->keep);
}

struct fp_engine *fp_engine_share(const struct fp_engine *engine) {
    struct fp_arena *keep = fp_arena_new();
    struct fp_engine *other = FP_NEW(keep, struct fp_engine, 1);
    *other = (struct fp_engine){ .keep = keep, .options = engine->options, .own_rows = engine->own_rows };
    return other;
}

/* ---- Documents ---- */
/* Empty, with its memory at hand for the next keystroke, unless that is much. */
static void recycle(struct fp_arena **arena) {
    if (!*arena) return;
    if (fp_arena_bytes(*arena) <= ARENA_KEPT_BYTES) {
        fp_arena_reset(*arena, (fp_arena_mark_t){ 0 });
    } else {
        fp_arena_drop(*arena);
        *arena = NULL;
    }
}

static void forget_waiting(struct fp_document *document) {
    for (uint32_t i = 0; i < document->waiting.len; i++) fp_pipeline_drop(&document->waiting.data[i].pipeline);
    document->waiting = (fp_waiting_groups){ 0 };
    document->waiting_bytes = 0;
    recycle(&document->work);
}

static void forget_words(struct fp_document *document) {
    fp_arena_drop(document->words);
    document->words = NULL;
    document->known_words = NULL;
    document->words_stale = false;
}

static void forget_result(struct fp_document *document) {
    if (document->pieces) fp_engine_drop(document->pieces->engine);
    document->pieces = NULL;
    forget_waiting(document);
    recycle(&document->arena);
    document->context = NULL;
    document->groups = (fp_unit_groups){ 0 };
    document->by_unit = NULL;
    document->notes = (fp_sync_notes){ 0 };
    document->kept_notes = (fp_kept_notes_list){ 0 };
    document->result = NULL;
    document->found = (fp_findings){ 0 };
    document->worded = NULL;
    if (document->words_stale) forget_words(document);
}

static void take_text(struct fp_document *document) {
    document->text = fp_text_store_text(document->store);
    document->lines = fp_text_store_lines(document->store);
}

/* Takes `store` and `syntax` over. */
static struct fp_document *open_document(struct fp_engine *engine, struct fp_text_store *store,
                                         struct fp_syntax *syntax) {
    struct fp_arena *home = fp_arena_new();
    struct fp_document *document = FP_NEW(home, struct fp_document, 1);
    *document = (struct fp_document){ .engine = engine, .home = home, .next = engine->documents };
    if (document->next) document->next->previous = document;
    engine->documents = document;
    document->syntax = syntax;
    fp_syntax_set_own_rows(document->syntax, &engine->own_rows);
    document->cache = fp_result_cache_new();
    document->store = store;
    take_text(document);
    return document;
}

struct fp_document *fp_document_open(struct fp_engine *engine, fp_str text) {
    return open_document(engine, fp_text_store_new(text), fp_syntax_new());
}

struct fp_document *fp_document_open_lent(struct fp_engine *engine, fp_str text) {
    return open_document(engine, fp_text_store_lent(text), fp_syntax_new());
}

struct fp_document *fp_document_open_beside(struct fp_engine *engine, const struct fp_document *document) {
    return open_document(engine, fp_text_store_new(document->text), fp_syntax_share(document->syntax));
}

struct fp_document *fp_document_open_alike(const struct fp_document *document) {
    struct fp_document *alike = fp_document_open_beside(document->engine, document);
    fp_result_cache_drop(alike->cache);
    alike->cache = fp_result_cache_copy(document->cache);
    return alike;
}

void fp_document_close(struct fp_document *document) {
    if (!document) return;
    if (document->next) document->next->previous = document->previous;
    if (document->previous)
        document->previous->next = document->next;
    else
        document->engine->documents = document->next;
    forget_result(document);
    forget_words(document);
    fp_relations_bound(&document->relations, 0);
    fp_arena_drop(document->arena);
    fp_arena_drop(document->work);
    fp_result_cache_drop(document->cache);
    fp_syntax_drop(document->syntax);
    fp_text_store_drop(document->store);
    fp_arena_drop(document->home);
}

void fp_document_watch(struct fp_document *document, const fp_watch *watch) {
    fp_syntax_set_watch(document->syntax, watch);
}

void fp_document_rest(struct fp_document *document) {
    if (document->waiting.len == 0) {
        fp_relations_bound(&document->relations, 0);
        fp_arena_drop(document->work);
        document->work = NULL;
    }
    if (document->arena) fp_arena_trim(document->arena);
    fp_syntax_rest(document->syntax);
    fp_result_cache_rest(document->cache);
}

fp_str fp_document_text(const struct fp_document *document) { return document->text; }

void fp_document_edit(struct fp_document *document, fp_span span, fp_str text) {
    if (span.end > document->text.len) span.end = (uint32_t)document->text.len;
    if (span.start > span.end) span.start = span.end;
    forget_result(document);
    fp_syntax_edit(document->syntax, document->text, span, text);
    fp_text_store_edit(document->store, span, text);
    take_text(document);
}

uint32_t fp_document_markers(const struct fp_document *document, const uint32_t **offsets) {
    return fp_text_store_markers(document->store, offsets);
}

fp_position fp_document_position(const struct fp_document *document, uint32_t offset) {
    return fp_lines_position(document->lines, document->text, offset);
}

uint32_t fp_document_offset(const struct fp_document *document, fp_position position) {
    return fp_lines_offset(document->lines, document->text, position);
}

/* ---- Checking ---- */
bool fp_document_read(struct fp_document *document, const volatile bool *cancelled) {
    if (document->context) return true;
    if (!document->arena) document->arena = fp_arena_new();
    struct fp_unit_context *context = fp_units_read(document->arena, document->syntax, document->text, cancelled);
    if (fp_is_cancelled(cancelled)) return false;
    document->context = context;
    fp_watch_tell(context->watch, FP_WATCH_GROUP);
    document->groups = fp_unit_groups_find(document->arena, context, document->lines);
    fp_units_remember(context);
    document->by_unit = FP_NEW(document->arena, struct fp_kernel *, context->units.len + 1);
    return true;
}

/* Is the sync a wait that the run of the streams has found to be superfluous? */
static bool is_idle(const struct fp_streams *streams, const fp_sync *sync) {
    for (uint32_t i = 0; streams && i < streams->idle_wait_count; i++)
        if (streams->idle_waits[i].op == sync->op) return true;
    return false;
}

/* Syncs that order something, of which neither the algebra nor a run has said whether they are needed. */
static uint32_t count_unjudged(const struct fp_kernel *kernel, const fp_analysis *analysis,
                               const struct fp_streams *streams) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < kernel->syncs.len; i++) {
        const fp_sync *sync = &kernel->syncs.data[i];
        count += fp_sync_traits_of[sync->kind].orders && !sync->implied &&
                 analysis->syncs[i].verdict == FP_VERDICT_UNJUDGED && !is_idle(streams, sync);
    }
    return count;
}

static void run_rules(struct fp_document *document, struct fp_arena *keep, fp_pipeline *pipeline, uint32_t index,
                      fp_known_spellings *spellings, fp_unit_group_result *result) {
    struct fp_kernel *kernel = pipeline->program->kernels[index];
    const fp_analysis *analysis = &pipeline->analyses[index];
    fp_rule_context context = { .keep = keep,
                                .context = document->context,
                                .lines = document->lines,
                                .kernel = kernel,
                                .program = pipeline->program,
                                .analysis = analysis,
                                .cures = fp_pipeline_cures(pipeline, index),
                                .guesses = fp_pipeline_was_asked(pipeline, index, FP_ADVICE_GUESSES),
                                .streams = pipeline->streams[index],
                                .spellings = spellings,
                                .strategy = document->engine->options.strategy,
                                .mlir = document->engine->options.mlir,
                                .findings = &result->findings };
    fp_rules_of_kernel(&context);
    fp_sync_notes_collect(keep, kernel, analysis, &result->notes);
    uint64_t events = context.streams ? context.streams->events : 0;
    *FP_PUSH(keep, &result->kernels) = fp_kernel_info_of(keep, kernel, analysis, events);
    result->statistics.accesses += kernel->accesses.len;
    result->statistics.syncs += fp_kernel_sync_count(kernel);
    result->statistics.unjudged_syncs += count_unjudged(kernel, analysis, context.streams);
    result->statistics.meets += analysis->meets;
    result->statistics.bounded_runs += analysis->bounded_runs;
    result->statistics.bounded_calls += analysis->bounded_calls;
    result->statistics.bounded_conditions += analysis->bounded_conditions;
    result->statistics.bounded_cases += analysis->bounded_cases;
    result->statistics.contradicted += analysis->contradicted;
    result->statistics.stream_runs += context.streams ? context.streams->vector_count : 0;
    result->statistics.stream_events += events;
    result->statistics.limits += context.limits;
    result->statistics.placements_cut += context.cures && context.cures->gave_up;
    result->statistics.savings_cut += analysis->savings && analysis->savings->gave_up;
    result->statistics.overlaps += fp_addresses_misses(kernel->addresses);
    result->statistics.overlap_budget_overruns += fp_addresses_overruns(kernel->addresses);
    for (uint32_t d = 0; d < FP_DECISION_COUNT; d++)
        result->statistics.decided[d] += fp_addresses_decided(kernel->addresses, (fp_decision)d);
}

static bool is_relevant(struct fp_document *document, const fp_unit_group *group) {
    for (uint32_t i = 0; i < group->unit_count; i++)
        if (fp_units_relevant(document->context, group->units[i])) return true;
    return false;
}

/* The level that a finding is reported at: what was asked for its variant, else for its rule. What is wrong for sure,
 * or only perhaps, is never reported at more than the rule itself thinks of this case; unless, of rules that do not
 * go by proofs, somebody asked for more than is usual. */
static fp_level applied_level(const fp_options *options, const fp_finding *finding) {
    const fp_level *own = fp_rules_asked_variant(options, finding->phrase.sentence);
    fp_claim claim = fp_rule_at(finding->rule)->claim;
    if (own) {
        bool doubtful = finding->hazard || claim == FP_CLAIM_UNORDERED || claim == FP_CLAIM_WRONG;
        return doubtful && finding->level < *own ? finding->level : *own;
    }
    fp_level usual = fp_rule_at(finding->rule)->level, wanted = fp_rules_asked(options, finding->rule);
    bool has_own_level = finding->hazard || (finding->level != usual && wanted <= usual);
    return has_own_level && finding->level < wanted ? finding->level : wanted;
}

/* Applies the levels that were asked for to the findings from `first` on; those switched off go. */
static void apply_levels(const fp_options *options, fp_findings *findings, uint32_t first) {
    uint32_t kept = first;
    for (uint32_t i = first; i < findings->len; i++) {
        fp_finding finding = findings->data[i];
        finding.level = applied_level(options, &finding);
        if (finding.level != FP_LEVEL_OFF) findings->data[kept++] = finding;
    }
    findings->len = kept;
}

/* After an edit in one of the kernels all of the group are judged anew. */
static void share_work(fp_unit_group_result *result) {
    uint64_t work = 0;
    for (uint32_t i = 0; i < result->kernels.len; i++) work += result->kernels.data[i].work;
    for (uint32_t i = 0; i < result->kernels.len; i++) result->kernels.data[i].work = work;
}

/* What the rules say of the pipeline's kernels. */
static void judge_group(struct fp_document *document, struct fp_arena *keep, fp_pipeline *pipeline,
                        fp_unit_group_result *result) {
    fp_watch_tell(document->context->watch, FP_WATCH_RULES);
    result->statistics.ops = pipeline->ops;
    fp_known_spellings spellings = { 0 };
    for (uint32_t k = 0; k < pipeline->program->count; k++) run_rules(document, keep, pipeline, k, &spellings, result);
    share_work(result);
    apply_levels(&document->engine->options, &result->findings, 0);
    fp_findings_merge(&result->findings);
    for (uint32_t i = 0; i < result->findings.len; i++)
        if (result->findings.data[i].level > result->worst) result->worst = result->findings.data[i].level;
}

/* Puts what was found into the result cache and appends it to `all`. */
static void keep_group(struct fp_document *document, const fp_unit_group *group, const fp_unit_group_result *result,
                       fp_unit_group_result *all) {
    fp_watch_tell(document->context->watch, FP_WATCH_KEEP);
    fp_result_cache_key key = fp_result_cache_key_of_group(document->arena, document->context, document->lines, group);
    if (!fp_result_cache_put(document->cache, document->arena, document->context, document->lines, &key,
                             document->found_least, result, all))
        fp_unit_group_result_append(document->arena, all, result, document->found_least);
}

/* Appends what the cache has of the group; false: nothing, or too little. */
static bool recall_group(struct fp_document *document, const fp_unit_group *group, fp_advice advice,
                         fp_unit_group_result *all) {
    fp_result_cache_key key = fp_result_cache_key_of_group(document->arena, document->context, document->lines, group);
    fp_result_cache_wish wish = { document->found_least, advice };
    return fp_result_cache_lend(document->cache, document->arena, document->context, document->lines, &key, wish, all);
}

/* A check of the document's groups: what it wants to know, and what was found so far. */
typedef struct {
    struct fp_document *document;
    fp_advice advice;
    fp_more_advice more;
    const volatile bool *cancelled;
    fp_unit_group_result all;
} checking;

/* Judges the group by its pipeline; false when that was cancelled. */
static bool judge_pipeline(checking *c, fp_pipeline *pipeline, const fp_unit_group *group) {
    bool done = !fp_is_cancelled(c->cancelled);
    if (done) {
        fp_unit_group_result result = { .worst = FP_LEVEL_OFF, .open = fp_pipeline_open(pipeline) };
        judge_group(c->document, c->document->work, pipeline, &result);
        keep_group(c->document, group, &result, &c->all);
    }
    fp_pipeline_forget(group, c->document->by_unit);
    return done;
}

/* Will the group be able to wait for advice? What is known of a large one takes too many bytes. */
static fp_more_advice more_of(const checking *c, const fp_unit_group *group) {
    size_t bytes = 0;
    for (uint32_t i = 0; i < group->unit_count; i++) {
        fp_span span = c->document->context->units.data[group->units[i]].span;
        bytes += span.end - span.start;
    }
    return bytes <= WAITING_TEXT_MAX ? c->more : FP_MORE_ADVICE_NEVER;
}

/* May it wait, now that its trees take so many bytes? */
static bool can_wait(const checking *c, fp_more_advice more, size_t bytes) {
    size_t all = fp_arena_bytes(c->document->work) + c->document->waiting_bytes + bytes;
    return more == FP_MORE_ADVICE_FOLLOWS && bytes > 0 && all <= WAITING_BYTES_MAX;
}

/* Groups that wait go on with those that there are. */
static struct fp_relations *relations_of(struct fp_document *document) {
    if (document->waiting.len == 0) fp_relations_bound(&document->relations, RELATIONS_BYTES_MAX);
    if (!document->relations) document->relations = fp_relations_new();
    return document->relations;
}

/* What the lowering of a large unit has asked about its ops is hardly asked again, and takes a tenth of all memory. */
enum { ANSWERS_BYTES_MAX = 1 << 20 };

static void begin_answers(struct fp_document *document, fp_more_advice more) {
    if (more == FP_MORE_ADVICE_FOLLOWS) return; /* groups that wait go on asking */
    document->answers.arena = fp_arena_new();
    document->context->answers = &document->answers;
}

static void bound_answers(struct fp_document *document) {
    struct fp_answers *answers = document->context->answers;
    if (!answers || fp_arena_bytes(answers->arena) <= ANSWERS_BYTES_MAX) return;
    fp_arena_reset(answers->arena, (fp_arena_mark_t){ 0 });
    fp_arena_trim(answers->arena);
    answers->emptied++;
}

static void end_answers(struct fp_document *document) {
    fp_arena_drop(document->answers.arena);
    document->answers.arena = NULL;
    document->context->answers = NULL;
}

/* Analyses one group in the document's `work` and appends what was found; false when cancelled. */
static bool check_group(checking *c, uint32_t number) {
    struct fp_document *document = c->document;
    const fp_unit_group *group = &document->groups.data[number];
    fp_arena_mark_t mark = fp_arena_mark(document->work);
    fp_more_advice more = more_of(c, group);
    begin_answers(document, more);
    fp_pipeline pipeline =
        fp_pipeline_lower(document->work, document->context, group, &document->engine->options, document->by_unit);
    bound_answers(document);
    pipeline.program->relations = relations_of(document);
    fp_pipeline_analyse(document->work, &pipeline, c->advice, more, c->cancelled);
    bool done = judge_pipeline(c, &pipeline, group);
    size_t bytes = fp_pipeline_bytes(&pipeline);
    if (done && can_wait(c, more, bytes)) {
        *FP_PUSH(document->arena, &document->waiting) = (fp_waiting_group){ number, bytes, pipeline };
        document->waiting_bytes += bytes;
    } else {
        fp_pipeline_drop(&pipeline);
        fp_arena_reset(document->work, mark);
    }
    end_answers(document);
    return done;
}

/* The group among those that wait for advice; NULL: it is not. */
static fp_waiting_group *find_waiting(struct fp_document *document, uint32_t group) {
    for (uint32_t i = 0; i < document->waiting.len; i++)
        if (document->waiting.data[i].group == group) return &document->waiting.data[i];
    return NULL;
}

/* Goes on with a group that waits; false when cancelled. Trees that were cancelled are of no more use. */
static bool advise_group(checking *c, fp_waiting_group *waiting) {
    const fp_unit_group *group = &c->document->groups.data[waiting->group];
    fp_pipeline_advise(c->document->work, &waiting->pipeline, group, c->advice, c->cancelled);
    bool done = judge_pipeline(c, &waiting->pipeline, group);
    fp_pipeline_drop(&waiting->pipeline);
    c->document->waiting_bytes -= waiting->bytes;
    *waiting = c->document->waiting.data[--c->document->waiting.len];
    return done;
}

static bool check_groups(checking *c) {
    struct fp_document *document = c->document;
    for (uint32_t g = 0; g < document->groups.len; g++) {
        if (fp_is_cancelled(c->cancelled)) return false;
        if (!is_relevant(document, &document->groups.data[g]) ||
            recall_group(document, &document->groups.data[g], c->advice, &c->all))
            continue;
        fp_waiting_group *waiting = find_waiting(document, g);
        if (!(waiting ? advise_group(c, waiting) : check_group(c, g))) return false;
    }
    return true;
}

static void check_file(struct fp_document *document, struct fp_unit_context *text, fp_unit_group_result *all) {
    uint32_t first = all->findings.len, kept = first;
    fp_rule_context context = {
        .keep = document->arena, .context = text, .lines = document->lines, .findings = &all->findings
    };
    fp_rules_of_file(&context);
    apply_levels(&document->engine->options, &all->findings, first);
    for (uint32_t i = first; i < all->findings.len; i++)
        if (all->findings.data[i].level >= document->found_least) all->findings.data[kept++] = all->findings.data[i];
    all->findings.len = kept;
}

/* ---- Wishes ---- */
/* A comment that names a rule wants to know of its findings at all levels. */
static bool wants_savings(const struct fp_document *document, fp_wishes wishes, const fp_commented_text *text) {
    fp_level reached = fp_rules_savings_level(&document->engine->options);
    if (reached != FP_LEVEL_OFF && reached >= wishes.least && reached >= wishes.savings) return true;
    for (fp_rule rule = 0; rule < FP_RULE_COUNT; rule++)
        if (fp_rules_reports_savings(rule) && fp_may_suppress(text, rule)) return true;
    return false;
}

static fp_advice wanted_advice(const struct fp_document *document, fp_wishes wishes, const fp_commented_text *text) {
    fp_advice advice = wishes.fixes ? FP_ADVICE_PLACEMENT : FP_ADVICE_NONE;
    if (wishes.fixes && !wishes.no_guesses) advice |= FP_ADVICE_GUESSES;
    return wants_savings(document, wishes, text) ? advice | FP_ADVICE_SAVINGS : advice;
}

bool fp_document_lacks(const struct fp_document *document, fp_wishes wishes) {
    fp_commented_text text = fp_document_comments(document);
    return document->result && document->open & wanted_advice(document, wishes, &text);
}

/* Before the first check of a text. */
static void age_cache(struct fp_document *document) {
    fp_watch_tell(document->context->watch, FP_WATCH_KEEP);
    if (document->cache_used) fp_result_cache_age(document->cache); /* the result that borrowed of it is no more */
    document->cache_used = false;
}

static const fp_result no_result;

/* Reads the document and checks its groups; false when cancelled. `goes_on`: its result only lacks something. */
static bool find(checking *c, bool goes_on) {
    struct fp_document *document = c->document;
    if (fp_is_cancelled(c->cancelled) || !fp_document_read(document, c->cancelled)) return false;
    document->context->cancelled = c->cancelled;
    if (!goes_on) age_cache(document);
    if (!document->work) document->work = fp_arena_new();
    FP_RESERVE(document->arena, &c->all.findings, document->findings_before);
    bool done = check_groups(c);
    c->all.statistics.arena_bytes = fp_arena_bytes(document->work);
    return done;
}

static void end_check(struct fp_document *document) {
    if (document->waiting.len == 0) recycle(&document->work);
    if (!document->context) return;
    fp_units_forget_irs(document->context);
    fp_watch_tell(document->context->watch, FP_WATCH_DONE);
    document->context->cancelled = NULL;
}

static checking start_check(struct fp_document *document, fp_wishes wishes, const volatile bool *cancelled) {
    fp_commented_text text = fp_document_comments(document);
    return (checking){ .document = document,
                       .advice = wanted_advice(document, wishes, &text),
                       .more = wishes.more_follows ? FP_MORE_ADVICE_FOLLOWS : FP_MORE_ADVICE_NEVER,
                       .cancelled = cancelled };
}

static void wish_for(struct fp_document *document, fp_level least) {
    fp_commented_text text = fp_document_comments(document);
    document->least = least;
    document->found_least = fp_has_suppressions(&text) ? FP_LEVEL_HINT : least; /* a comment may name a hint */
}

void fp_document_conclude(struct fp_document *document, struct fp_unit_context *text, fp_unit_group_result *all) {
    check_file(document, text, all);
    document->result = fp_result_make(document, text, all);
    document->worded = NULL;
    document->open = all->open;
    document->findings_before = all->findings.len + 1;
}

const fp_unit_group_result *fp_document_find(struct fp_document *document, fp_wishes wishes,
                                             const volatile bool *cancelled) {
    checking c = start_check(document, wishes, cancelled);
    wish_for(document, wishes.least);
    bool done = find(&c, false);
    end_check(document);
    if (!done) return NULL;
    fp_unit_group_result *all = FP_NEW(document->arena, fp_unit_group_result, 1);
    *all = c.all;
    return all;
}

const fp_result *fp_document_judge(struct fp_document *document, fp_wishes wishes, const volatile bool *cancelled) {
    checking c = start_check(document, wishes, cancelled);
    bool goes_on = document->result && document->least == wishes.least;
    if (goes_on && !(document->open & c.advice)) return document->result;
    if (document->result && (!goes_on || !document->context)) forget_result(document), goes_on = false;
    wish_for(document, wishes.least);
    bool done = find(&c, goes_on);
    if (done) {
        document->cache_used = true;
        fp_document_conclude(document, document->context, &c.all);
    }
    end_check(document);
    return done ? document->result : &no_result;
}
