#include "library.h"
#include "base/memory.h"
#include "base/str.h"
#include "cli/commands.h"
#include "cli/compare_write.h"
#include "config/config_merge.h"
#include "files/files_path.h"
#include "findings/check.h"
#include "findings/history.h"
#include "output/json.h"
#include "report/report.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

const EXPORT char *fencepost_version(void) { return FENCEPOST_VERSION; }

static bool target_is_known(fp_str target, struct fp_out *why) {
    if (target.len == 0 || fp_target_is_name(target)) return true;
    fp_str nearest = fp_target_nearest(target);
    fp_out_text(why, "target: there is no target '");
    fp_out_visible(why, target);
    fp_out_text(why, "'");
    if (nearest.len) fp_out_printf(why, "; did you mean '%.*s'?", FP_STR_ARG(nearest));
    return false;
}

/* As Python reads files: without libuv, which the module does not hold. */
static fp_status read_file(fp_str path, struct fp_out *text, struct fp_out *why) {
    char piece[4096], *name = fp_memory_zeroed(1, path.len + 1);
    memcpy(name, path.data, path.len);
    FILE *file = fopen(name, "rb");
    size_t len = 0;
    while (file && (len = fread(piece, 1, sizeof piece, file)) > 0) fp_out_bytes(text, (fp_str){ piece, len });
    bool good = file && !ferror(file);
    if (!good) fp_out_text(why, strerror(errno));
    if (file) fclose(file);
    free(name);
    return good ? FP_OK : FP_IO;
}

static fp_status read_settings(struct fp_arena *keep, const fencepost_request *request, fp_settings *settings,
                               struct fp_out *why) {
    const fp_config *config = NULL;
    uint64_t per_file = 0;
    if (!target_is_known(request->target, why)) return FP_CONFIG;
    if (request->config.len) {
        fp_config *parsed = FP_NEW(keep, fp_config, 1);
        fp_status status = fp_config_parse(keep, request->config_path, request->config, parsed, why);
        if (status == FP_OK) status = fp_config_read_extended(keep, parsed, read_file, why);
        if (status != FP_OK) return status;
        config = parsed;
        per_file = fp_config_per_file(config, fp_config_inside(keep, config, fp_path_absolute(keep, request->name)));
    }
    *settings = fp_config_merge(keep, config, per_file, &(fp_config_source){ 0 }, 0);
    if (request->target.len) settings->options.target = request->target;
    for (int axis = 0; axis < 3; axis++) settings->options.block[axis] = request->block[axis];
    if (request->least_level) settings->min_level = (fp_level)request->least_level;
    if (!settings->min_level) settings->min_level = FP_LEVEL_WARNING;
    return FP_OK;
}

static void answer_with(fencepost_answer *answer, struct fp_out *out, bool failed) {
    *answer = (fencepost_answer){ .data = out->data, .len = out->len, .failed = failed };
}

/* An engine with the settings of the request, which live in `keep`, and the least level that is asked for. NULL: the
 * answer says why not. */
static struct fp_engine *engine_for(struct fp_arena *keep, const fencepost_request *request, fp_level *least,
                                    fencepost_answer *answer) {
    struct fp_out why = { 0 };
    fp_settings settings = { 0 };
    if (read_settings(keep, request, &settings, &why) == FP_OK) {
        fp_out_drop(&why);
        *least = settings.min_level;
        return fp_engine_new(&settings.options);
    }
    answer_with(answer, &why, true);
    return NULL;
}

static void write_rendered(struct fp_out *out, const fp_report_file *file) {
    fp_report_options plain = { .style = fp_style_get(false), .width = FP_LINE_WIDTH };
    struct fp_json json = { .out = out };
    fp_json_open(&json, '[');
    for (size_t i = 0; i < file->finding_count; i++) {
        fp_report_file one = *file;
        one.findings = &file->findings[i];
        one.finding_count = 1;
        struct fp_out text = { 0 };
        fp_report_full.file(&text, &one, &plain);
        fp_json_str(&json, fp_out_str(&text));
        fp_out_drop(&text);
    }
    fp_json_close(&json, ']');
}

static const char *claim_name(fp_claim claim) {
    switch (claim) {
    case FP_CLAIM_UNORDERED: return "unordered";
    case FP_CLAIM_WRONG: return "wrong";
    case FP_CLAIM_USELESS: return "useless";
    case FP_CLAIM_WEAK: return "weak";
    case FP_CLAIM_SAVING: return "saving";
    case FP_CLAIM_OTHER: return "other";
    }
    return "other"; /* reached only for a corrupt value */
}

static void write_unjudged(struct fp_out *out, const struct fp_document *document, const fp_result *result) {
    struct fp_json json = { .out = out };
    fp_json_open(&json, '[');
    for (size_t i = 0; i < result->unjudged_count; i++) {
        const fp_unjudged *unjudged = &result->unjudged[i];
        fp_json_open(&json, '{');
        fp_json_member_str(&json, "kernel", unjudged->kernel);
        fp_json_member_str(&json, "reason", unjudged->reason);
        fp_json_member_uint(&json, "line", fp_document_position(document, unjudged->span.start).line);
        fp_json_close(&json, '}');
    }
    fp_json_close(&json, ']');
}

static void write_findings(struct fp_out *out, const fencepost_request *request, struct fp_document *document,
                           fp_report_file *file, const fp_result *result) {
    fp_report_options options = { .style = fp_style_get(false), .width = FP_LINE_WIDTH };
    fp_out_text(out, "{\"rendered\": ");
    write_rendered(out, file);
    fp_out_text(out, ", \"unjudged\": ");
    write_unjudged(out, file->document, result);
    fp_out_printf(out, ", \"functions\": %zu", result->function_count);
    struct fp_mender *mender = NULL;
    if (request->try_fixes) {
        mender = fp_mender_beside(document);
        file->findings = fp_mender_offers(mender, fp_document_text(document), file->findings, file->finding_count);
    }
    fp_out_text(out, ", \"findings\": [");
    fp_report_json.file(out, file, &options);
    fp_out_text(out, "]}");
    fp_mender_drop(mender);
}

static void check(const fencepost_request *request, fencepost_answer *answer) {
    struct fp_arena *keep = fp_arena_new();
    fp_level least;
    struct fp_engine *engine = engine_for(keep, request, &least, answer);
    if (engine) {
        struct fp_document *document = fp_document_open(engine, request->text);
        fp_checked checked = fp_check_document(keep, document, least);
        fp_report_file file = { .path = request->name,
                                .document = document,
                                .findings = checked.findings.data,
                                .finding_count = checked.findings.len,
                                .kernels = checked.result->kernels,
                                .kernel_count = checked.result->kernel_count };
        (void)fp_history_merge(keep, document, &file, FP_HISTORY_ALL);
        struct fp_out out = { 0 };
        write_findings(&out, request, document, &file, checked.result);
        answer_with(answer, &out, false);
        fp_engine_drop(engine);
    }
    fp_arena_drop(keep);
}

static void fix(const fencepost_request *request, fencepost_answer *answer) {
    struct fp_arena *keep = fp_arena_new();
    fp_level least;
    struct fp_engine *engine = engine_for(keep, request, &least, answer);
    if (engine) {
        struct fp_mender *mender = fp_mender_new(engine);
        fp_fix_wishes wishes = { .unsafe = request->unsafe_fixes, .least = least };
        struct fp_out out = { 0 };
        fp_out_bytes(&out, fp_mender_fix(mender, request->text, wishes).text);
        answer_with(answer, &out, false);
        fp_mender_drop(mender);
        fp_engine_drop(engine);
    }
    fp_arena_drop(keep);
}

/* Appends the kernels of the text; false: the answer says why not. */
static bool add_side(struct fp_arena *keep, const fencepost_request *request, fp_compared_kernels *side,
                     fencepost_answer *answer) {
    fp_level least;
    struct fp_engine *engine = engine_for(keep, request, &least, answer);
    if (!engine) return false;
    struct fp_document *document = fp_document_open(engine, request->text);
    const fp_result *result = fp_document_check(document, NULL);
    fp_report_file file = { .path = request->name,
                            .document = document,
                            .findings = result->findings,
                            .finding_count = result->finding_count,
                            .kernels = result->kernels,
                            .kernel_count = result->kernel_count };
    fp_compare_add(keep, side, &file, (fp_str){ "", 0 }, least);
    fp_engine_drop(engine);
    return true;
}

static void compare(const fencepost_request *old, const fencepost_request *new, fencepost_answer *answer) {
    struct fp_arena *keep = fp_arena_new();
    fp_compared_kernels before = { 0 }, after = { 0 };
    if (add_side(keep, old, &before, answer) && add_side(keep, new, &after, answer)) {
        fp_comparison comparison = fp_compare(keep, &before, &after);
        struct fp_out out = { 0 };
        fp_compare_wishes all = { .style = fp_style_get(false), .all = true };
        fp_compare_write(keep, &out, &comparison, FP_COMPARE_JSON, &all);
        answer_with(answer, &out, false);
    }
    fp_arena_drop(keep);
}

/* ---- a stack of their own ---- */

/* A thread that Python makes may have half a megabyte of stack, or less: text that nests deeply takes more. */
enum { FENCEPOST_STACK_BYTES = 16 << 20 };

typedef struct {
    void (*work)(const fencepost_request *request, fencepost_answer *answer); /* NULL: compare both */
    const fencepost_request *request, *other;
    fencepost_answer *answer;
} job;

static void *run(void *context) {
    const job *it = context;
    if (it->work)
        it->work(it->request, it->answer);
    else
        compare(it->request, it->other, it->answer);
    return NULL;
}

/* Without a thread to be had, the caller's own stack has to do. */
static void run_with_stack(job it) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    bool runs = pthread_attr_setstacksize(&attributes, FENCEPOST_STACK_BYTES) == 0 &&
                pthread_create(&thread, &attributes, run, &it) == 0;
    pthread_attr_destroy(&attributes);
    if (runs)
        pthread_join(thread, NULL);
    else
        run(&it);
}

EXPORT void fencepost_check(const fencepost_request *request, fencepost_answer *answer) {
    run_with_stack((job){ .work = check, .request = request, .answer = answer });
}

EXPORT void fencepost_fix(const fencepost_request *request, fencepost_answer *answer) {
    run_with_stack((job){ .work = fix, .request = request, .answer = answer });
}

EXPORT void fencepost_compare(const fencepost_request *old, const fencepost_request *new, fencepost_answer *answer) {
    run_with_stack((job){ .request = old, .other = new, .answer = answer });
}

EXPORT void fencepost_claims(fencepost_answer *answer) {
    struct fp_out out = { 0 };
    struct fp_json json = { .out = &out };
    fp_json_open(&json, '{');
    for (size_t rule = 0; rule < fp_rule_count(); rule++) {
        const fp_rule_info *info = fp_rule_at((fp_rule)rule);
        const char *name = claim_name(info->claim);
        fp_json_key_str(&json, info->name);
        fp_json_str(&json, fp_str_of(name));
    }
    fp_json_close(&json, '}');
    answer_with(answer, &out, false);
}

EXPORT void fencepost_drop(fencepost_answer *answer) {
    free(answer->data);
    *answer = (fencepost_answer){ 0 };
}
