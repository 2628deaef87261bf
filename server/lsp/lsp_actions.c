/* lsp_actions.c - code actions: the engine's fixes, one by one and together, the comment that allows a finding, and
 * the other way to write a barrier.
 *
 * A fix is tried before it is offered (fencepost.h), several together when their edits are asked for.
 * Clients that resolve get no edits at first, only what finds them again: the range that was asked for and the
 * action's place in the list. */
#include "base/line_ends.h"
#include "base/span.h"
#include "fencepost_editor.h"
#include "findings/allow.h"
#include "lsp/lsp_state.h"
#include <stdlib.h>
#include <string.h>

/* ---- workspace edits ---- */

static void write_text_edits(struct fp_json *json, const struct fp_lsp_view *view, const fp_edit *edits, size_t count) {
    fp_json_open(json, '[');
    for (size_t i = 0; i < count; i++) {
        fp_json_open(json, '{');
        fp_json_key(json, "range");
        fp_lsp_write_range(json, view, edits[i].span);
        fp_json_member_str(json, "newText", edits[i].text);
        fp_json_close(json, '}');
    }
    fp_json_close(json, ']');
}

void fp_lsp_write_edit(struct fp_json *json, const struct fp_lsp_view *view, const fp_edit *edits, size_t count) {
    fp_json_open(json, '{');
    if (view->client->document_changes) {
        fp_json_member_open(json, "documentChanges", '[');
        fp_json_open(json, '{');
        fp_json_member_open(json, "textDocument", '{');
        fp_json_member_str(json, "uri", view->uri);
        fp_json_key(json, "version");
        if (view->has_version)
            fp_json_int(json, view->version);
        else
            fp_json_null(json);
        fp_json_close(json, '}');
        fp_json_key(json, "edits");
        write_text_edits(json, view, edits, count);
        fp_json_close(json, '}');
        fp_json_close(json, ']');
    } else {
        fp_json_member_open(json, "changes", '{');
        fp_json_key_str(json, view->uri);
        write_text_edits(json, view, edits, count);
        fp_json_close(json, '}');
    }
    fp_json_close(json, '}');
}

/* ---- which actions are asked for ---- */

enum { FP_FINDINGS_OFFERED_MAX = 64 }; /* more in one range is a whole file, and nobody reads such a menu */

typedef struct {
    fp_lsp_ask *ask;
    fp_span asked, lines;            /* lines: those that `asked` touches, whole */
    const cJSON *only, *diagnostics; /* only NULL: every kind */
    bool late, resolving, muted; /* edits are left for codeAction/resolve; this is one; what is counted but not meant */
    uint32_t count, wanted;      /* actions for findings so far; the action that is resolved */
    fp_rule pages[FP_FINDINGS_OFFERED_MAX]; /* rules whose page is offered */
    uint32_t page_count;
} offer;

enum { FP_ACTION_CONVERT = 1 << 24, FP_ACTION_FIX_ALL }; /* numbers of those that are no finding's */

/* "source" asks for "source.fixAll" and what is below. */
static bool is_wanted(const offer *o, fp_str kind) {
    const cJSON *only;
    if (!cJSON_IsArray(o->only)) return !fp_str_starts(kind, FP_STR("source"));
    cJSON_ArrayForEach(only, o->only) {
        fp_str asked = fp_json_string(only);
        bool below = fp_str_starts(kind, asked) && (kind.len == asked.len || kind.data[asked.len] == '.');
        if (asked.len == 0 || below) return true;
    }
    return false;
}

static void write_data(offer *o, uint32_t number) {
    struct fp_json *json = &o->ask->json;
    fp_json_member_open(json, "data", '{');
    fp_json_member_str(json, "uri", o->ask->view->uri);
    fp_json_member_uint(json, "revision", o->ask->view->revision);
    fp_json_member_uint(json, "start", o->asked.start);
    fp_json_member_uint(json, "end", o->asked.end);
    fp_json_member_uint(json, "action", number);
    fp_json_close(json, '}');
}

/* open: what its edits are is found out when they are asked for */
typedef struct {
    fp_str title, kind;
    const fp_finding *finding;
    bool preferred, open;
    const fp_edit *edits;
    size_t count;
    uint32_t number;
} action;

/* Is the action of that number and kind asked for? Edits are made for no other. */
static bool is_due(const offer *o, fp_str kind, uint32_t number) {
    return o->resolving ? number == o->wanted : !o->muted && is_wanted(o, kind);
}

/* Title, kind and finding. Titles begin with a capital, as those of other servers in the same menu do. */
static void open_action(const offer *o, const action *a) {
    struct fp_json *json = &o->ask->json;
    char first = a->title.data[0];
    if (first >= 'a' && first <= 'z') first = (char)(first - 'a' + 'A');
    fp_json_open(json, '{');
    fp_json_key(json, "title");
    fp_json_str(json, fp_str_printf(o->ask->keep, "%c%.*s", first, (int)a->title.len - 1, a->title.data + 1));
    fp_json_member_str(json, "kind", a->kind);
    if (!a->finding) return;
    fp_json_member_open(json, "diagnostics", '[');
    fp_lsp_write_diagnostic(json, o->ask->view, a->finding);
    fp_json_close(json, ']');
}

static void write_action(offer *o, action a) {
    struct fp_json *json = &o->ask->json;
    if (!a.open && a.count == 0) return;
    open_action(o, &a);
    if (a.preferred) fp_json_member_bool(json, "isPreferred", true);
    if (o->late) {
        write_data(o, a.number);
    } else {
        fp_json_key(json, "edit");
        fp_lsp_write_edit(json, o->ask->view, a.edits, a.count);
    }
    fp_json_close(json, '}');
}

/* ---- fixes on trial ---- */

static struct fp_mender *mender_of(fp_lsp_ask *ask) {
    struct fp_lsp_view *view = ask->view;
    if (!view->mender) view->mender = fp_mender_beside(view->document);
    fp_mender_begin(view->mender, ask->cancelled);
    return view->mender;
}

static bool has_safe_fix(const fp_finding *finding) { return fp_fix_choice(finding, false) != NULL; }

/* Which findings' fixes are applied together: empty kernel and FP_RULE_NONE leave the choice open. */
typedef struct {
    fp_str kernel;
    fp_rule rule;
} selection;

static uint32_t count_fixable(const fp_lsp_ask *ask, selection wanted) {
    uint32_t count = 0;
    for (size_t i = 0; i < ask->view->checked.findings.len; i++) {
        const fp_finding *finding = &ask->view->checked.findings.data[i];
        bool rule = wanted.rule == FP_RULE_NONE || finding->rule == wanted.rule,
             kernel = wanted.kernel.len == 0 || fp_str_equal(finding->kernel, wanted.kernel);
        count += rule && kernel && has_safe_fix(finding);
    }
    return count;
}

enum { NO_KERNEL = UINT32_MAX };
static uint32_t kernel_number(const fp_lsp_ask *ask, fp_str name) {
    const fp_result *result = ask->view->checked.result;
    for (size_t i = 0; i < result->kernel_count; i++)
        if (fp_str_equal(result->kernels[i].name, name)) return (uint32_t)i;
    return NO_KERNEL;
}

/* What `fencepost fix` would make of the findings of `wanted`, all tried together. */
static fp_fixed_text fix_together(fp_lsp_ask *ask, selection wanted) {
    fp_fix_wishes wishes = { .least = ask->view->least,
                             .one_kernel = wanted.kernel.len != 0,
                             .one_rule = wanted.rule != FP_RULE_NONE,
                             .kernel = kernel_number(ask, wanted.kernel),
                             .rule = wanted.rule };
    return fp_mender_fix(mender_of(ask), fp_document_text(ask->view->document), wishes);
}

/* The edit that `fencepost.fixAll` is to make; null when there is nothing to fix. */
void fp_lsp_answer_fix_all(fp_lsp_ask *ask) {
    selection wanted = { fp_json_string(cJSON_GetArrayItem(fp_member(ask->params, "arguments"), 1)), FP_RULE_NONE };
    if (wanted.kernel.len && kernel_number(ask, wanted.kernel) == NO_KERNEL) return;
    fp_fixed_text fixed = fix_together(ask, wanted);
    if (fixed.edit_count) fp_lsp_write_edit(&ask->json, ask->view, fixed.edits, fixed.edit_count);
}

/* ---- the comment ---- */

static fp_edit suppression(offer *o, const fp_finding *finding) {
    return fp_allow_edit(o->ask->keep, fp_document_text(o->ask->view->document), finding->span.start,
                         fp_rule_at(finding->rule)->name, FP_STR("on purpose"));
}

/* ---- offers ---- */

/* Several findings' fixes as one action. */
static void offer_together(offer *o, action a, selection wanted) {
    bool late = o->late && !o->resolving;
    if (!is_due(o, a.kind, a.number)) return;
    a.open = late || o->resolving; /* when nothing comes of it in the end it does nothing */
    if (!late) {
        fp_fixed_text fixed = fix_together(o->ask, wanted);
        a.edits = fixed.edits, a.count = fixed.edit_count;
    }
    write_action(o, a);
}

static void offer_fixes(offer *o, const fp_finding *finding) {
    fp_str quickfix = FP_STR("quickfix"), text = fp_document_text(o->ask->view->document);
    fp_trial guessed;
    const fp_fix *guess = fp_mender_guess(mender_of(o->ask), text, finding, true, &guessed, NULL);
    for (size_t i = 0; i < finding->fix_count; i++) {
        const fp_fix *fix = &finding->fixes[i];
        uint32_t number = o->count++;
        if (!is_due(o, quickfix, number) || (fix->guess && fix != guess)) continue;
        fp_trial trial = fix == guess ? guessed : fp_mender_try(mender_of(o->ask), text, finding, fix);
        fp_str title = trial.title.len ? trial.title : fix->title;
        if (!fix->safe) title = fp_str_printf(o->ask->keep, "%.*s (check that this is right)", FP_STR_ARG(title));
        write_action(o, (action){ title, quickfix, finding, fix->preferred && fix->safe, false, trial.edits,
                                  trial.edit_count, number });
    }
}

static void offer_for(offer *o, const fp_finding *finding) {
    struct fp_arena *keep = o->ask->keep;
    fp_str rule = fp_rule_at(finding->rule)->name, quickfix = FP_STR("quickfix");
    offer_fixes(o, finding);
    uint32_t alike = has_safe_fix(finding) && finding->kernel.len
                         ? count_fixable(o->ask, (selection){ finding->kernel, finding->rule })
                         : 0;
    uint32_t every = o->count++, all = o->count++, here = o->count++;
    action together = { .kind = quickfix,
                        .finding = finding,
                        .title = fp_str_printf(keep, "fix every %.*s in this kernel", FP_STR_ARG(rule)),
                        .number = every };
    if (alike > 1) offer_together(o, together, (selection){ finding->kernel, finding->rule });
    together.title = fp_str_printf(keep, "apply all safe fixes in @%.*s", FP_STR_ARG(finding->kernel)),
    together.number = all;
    if (alike && count_fixable(o->ask, (selection){ finding->kernel, FP_RULE_NONE }) > alike)
        offer_together(o, together, (selection){ finding->kernel, FP_RULE_NONE });
    if (!fp_allow_possible(finding)) return;
    fp_edit comment = suppression(o, finding);
    if (is_due(o, quickfix, here))
        write_action(o, (action){ fp_str_printf(keep, "allow %.*s here", FP_STR_ARG(rule)), quickfix, finding, false,
                                  false, &comment, 1, here });
}

/* Where the client can show a page, and there is one; once for the findings of a rule. */
static void offer_page(offer *o, const fp_finding *finding) {
    struct fp_json *json = &o->ask->json;
    const struct fp_lsp_view *view = o->ask->view;
    for (uint32_t i = 0; i < o->page_count; i++)
        if (o->pages[i] == finding->rule) return;
    if (o->resolving || o->muted || !view->client->show_document || !fp_lsp_rule_pages(view).len) return;
    o->pages[o->page_count++] = finding->rule;
    fp_str title = fp_str_printf(o->ask->keep, "open the page of %.*s", FP_STR_ARG(fp_rule_at(finding->rule)->name));
    open_action(o, &(action){ .title = title, .kind = FP_STR("quickfix"), .finding = finding });
    fp_json_member_open(json, "command", '{');
    fp_json_member_str(json, "title", title);
    fp_json_member_text(json, "command", "fencepost.goTo");
    fp_json_member_open(json, "arguments", '[');
    fp_lsp_write_rule_page(json, view, finding->rule);
    fp_json_close(json, ']');
    fp_json_close(json, '}');
    fp_json_close(json, '}');
}

/* Diagnostics that know their finding say which ones are meant; without any, the range does. */
static bool is_meant(const offer *o, size_t index) {
    const fp_finding *finding = &o->ask->view->checked.findings.data[index];
    const cJSON *diagnostic;
    bool told = false;
    cJSON_ArrayForEach(diagnostic, o->diagnostics) {
        uint32_t number;
        if (!fp_member_uint(diagnostic, "data.finding", &number)) continue;
        if (number == finding->span.start &&
            fp_str_equal(fp_member_str(diagnostic, "code"), fp_rule_at(finding->rule)->name))
            return true;
        told = true;
    }
    return !told;
}

static void offer_conversion(offer *o) {
    fp_str kind = FP_STR("refactor.rewrite");
    if (!is_due(o, kind, FP_ACTION_CONVERT)) return;
    fp_fix fix = fp_document_convert_barrier(o->ask->keep, o->ask->view->document, o->asked.start);
    write_action(o, (action){ fix.title, kind, NULL, false, false, fix.edits, fix.edit_count, FP_ACTION_CONVERT });
}

/* How near a finding is to what was asked for: at it, on its line, with another place on its line. */
typedef enum { DISTANCE_AT, DISTANCE_LINE, DISTANCE_RELATED, DISTANCE_COUNT, DISTANCE_FAR = DISTANCE_COUNT } distance;

static distance distance_of(const offer *o, const fp_finding *finding) {
    if (fp_span_touches(finding->span, o->asked)) return DISTANCE_AT;
    if (fp_span_touches(finding->span, o->lines)) return DISTANCE_LINE;
    for (size_t i = 0; i < finding->related_count; i++)
        if (fp_span_touches(finding->related[i].span, o->lines)) return DISTANCE_RELATED;
    return DISTANCE_FAR;
}

static fp_span whole_lines(const offer *o) {
    fp_str text = fp_document_text(o->ask->view->document);
    fp_span lines = o->asked;
    while (lines.start > 0 && !fp_is_line_end(text.data[lines.start - 1])) lines.start--;
    while (lines.end < text.len && !fp_is_line_end(text.data[lines.end])) lines.end++;
    return lines;
}

static void offer_findings(offer *o) {
    const fp_finding_list *findings = &o->ask->view->checked.findings;
    uint32_t offered = 0;
    for (distance near = DISTANCE_AT; near < DISTANCE_COUNT; near++) {
        for (size_t i = 0; i < findings->len && offered < FP_FINDINGS_OFFERED_MAX; i++) {
            if (distance_of(o, &findings->data[i]) != near) continue;
            offered++;
            o->muted = !is_meant(o, i);
            offer_for(o, &findings->data[i]);
            offer_page(o, &findings->data[i]);
        }
    }
    o->muted = false;
}

static void offer_all(offer *o) {
    o->lines = whole_lines(o);
    if (o->resolving || is_wanted(o, FP_STR("quickfix"))) offer_findings(o);
    offer_conversion(o);
    action on_save = { .title = FP_STR("apply all safe fixes"),
                       .kind = FP_STR("source.fixAll.fencepost"),
                       .number = FP_ACTION_FIX_ALL };
    if (count_fixable(o->ask, (selection){ .rule = FP_RULE_NONE }))
        offer_together(o, on_save, (selection){ .rule = FP_RULE_NONE });
}

void fp_lsp_answer_code_action(fp_lsp_ask *ask) {
    offer o = { .ask = ask,
                .only = fp_member(ask->params, "context.only"),
                .diagnostics = fp_member(ask->params, "context.diagnostics"),
                .late = ask->view->client->action_resolve };
    if (!fp_lsp_ask_span(ask, fp_member(ask->params, "range"), &o.asked)) return;
    fp_json_open(&ask->json, '[');
    if (ask->view->client->action_literals) offer_all(&o); /* a client without them could only run commands */
    fp_json_close(&ask->json, ']');
}

void fp_lsp_answer_resolve_action(fp_lsp_ask *ask) {
    uint32_t revision;
    offer o = { .ask = ask, .resolving = true };
    bool whole = fp_member_uint(ask->params, "data.revision", &revision) &&
                 fp_member_uint(ask->params, "data.start", &o.asked.start) &&
                 fp_member_uint(ask->params, "data.end", &o.asked.end) &&
                 fp_member_uint(ask->params, "data.action", &o.wanted);
    if (!whole) {
        ask->trouble = (fp_rpc_trouble){ FP_RPC_INVALID_PARAMS, "the action is none of this server's" };
    } else if (revision != ask->view->revision) {
        ask->trouble =
            (fp_rpc_trouble){ FP_RPC_CONTENT_MODIFIED, "the document has changed since the action was offered" };
    } else {
        offer_all(&o);
        if (!ask->json.out->len) ask->trouble = (fp_rpc_trouble){ FP_RPC_INVALID_PARAMS, "no such action was offered" };
    }
}
