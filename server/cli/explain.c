/* fencepost explain: the page of a rule, the list of rules, or the reasoning about a line. */
#include "base/str.h"
#include "base/vec.h"
#include "cli/document.h"
#include "config/config.h"
#include "files/sink.h"
#include "findings/check.h"
#include "output/json.h"
#include "output/markdown.h"
#include "output/table.h"
#include <inttypes.h>

enum { FP_PAGE_WIDTH = 100 };

static void write_section(struct fp_out *out, const char *title, const fp_style *style) {
    fp_out_printf(out, "\n%s%s%s\n", style->strong, title, style->reset);
}

/* Names of the rule's variants, as the key `levels` of a configuration takes them. One is no choice. */
static void write_variants(struct fp_out *out, fp_rule rule, const fp_style *style) {
    struct fp_arena *scratch = fp_arena_new();
    fp_sentence variant = fp_variant_next(rule, 0);
    if (variant && fp_variant_next(rule, variant)) {
        fp_str list = { "", 0 };
        for (; variant; variant = fp_variant_next(rule, variant))
            list = fp_str_printf(scratch, "%.*s%s`%.*s`", FP_STR_ARG(list), list.len ? ", " : "",
                                 FP_STR_ARG(fp_config_variant(scratch, rule, variant)));
        write_section(out, "Variants, which may have levels of their own", style);
        fp_markdown_write(out, list, 2, FP_PAGE_WIDTH, style);
    }
    fp_arena_drop(scratch);
}

static void write_page(struct fp_out *out, fp_rule number, const fp_style *style) {
    const fp_rule_info *rule = fp_rule_at(number);
    fp_out_printf(out, "%s%.*s%s (%s%.*s%s): %.*s\n\n", style->strong, FP_STR_ARG(rule->name), style->reset,
                  style->level[rule->level], FP_STR_ARG(fp_level_name(rule->level)), style->reset,
                  FP_STR_ARG(rule->summary));
    fp_markdown_write(out, rule->page, 2, FP_PAGE_WIDTH, style);
    if (rule->fix.len) {
        write_section(out, "The fix", style);
        fp_markdown_write(out, rule->fix, 2, FP_PAGE_WIDTH, style);
    }
    if (rule->bad.len) {
        write_section(out, "Reported", style);
        fp_out_visible_lines(out, rule->bad, 2);
    }
    if (rule->good.len) {
        write_section(out, "Not reported", style);
        fp_out_visible_lines(out, rule->good, 2);
    }
    write_variants(out, number, style);
    write_section(out, "Where it is right as it is", style);
    fp_out_printf(out, "  // fencepost: ignore[%.*s] the reason, at the end of the line or alone above it\n",
                  FP_STR_ARG(rule->name));
}

static void write_page_json(struct fp_out *out, fp_rule number) {
    const fp_rule_info *rule = fp_rule_at(number);
    struct fp_json json = { .out = out };
    fp_json_open(&json, '{');
    fp_json_member_str(&json, "name", rule->name);
    fp_json_member_str(&json, "level", fp_level_name(rule->level));
    fp_json_member_str(&json, "summary", rule->summary);
    fp_json_member_str(&json, "page", rule->page);
    fp_json_member_str(&json, "fix", rule->fix);
    fp_json_member_str(&json, "bad", rule->bad);
    fp_json_member_str(&json, "good", rule->good);
    fp_json_member_open(&json, "variants", '[');
    for (fp_sentence variant = 0; (variant = fp_variant_next(number, variant));)
        fp_json_str(&json, fp_variant_name(variant));
    fp_json_close(&json, ']');
    fp_json_close(&json, '}');
    fp_out_text(out, "\n");
}

static fp_exit explain_rule(struct fp_arena *keep, const struct fp_arguments *arguments, fp_str name) {
    fp_rule rule = fp_rule_find(name);
    if (rule == FP_RULE_NONE) {
        fp_log(FP_LOG_ERROR, "there is no rule '%.*s'%.*s", FP_STR_ARG(name),
               FP_STR_ARG(fp_nearest_or_list(keep, fp_rule_nearest(name), "explain", "rules")));
        return FP_EXIT_FAILED;
    }
    struct fp_out out = { 0 };
    if (arguments->table_format)
        write_page_json(&out, rule);
    else
        write_page(&out, rule, fp_style_get(fp_wants_colors(arguments)));
    fp_exit result = fp_sink_print(arguments->output_file, fp_out_str(&out));
    fp_out_drop(&out);
    return result;
}

static fp_exit list_rules(struct fp_arena *keep, const struct fp_arguments *arguments) {
    static const fp_table_column columns[] = {
        { "rule", "name", true, false },
        { "level", "level", true, false },
        { "reports", "summary", true, false },
    };
    FP_VEC(fp_str) cells = { 0 };
    fp_table table = { .columns = columns, .column_count = 3, .row_count = fp_rule_count() };
    for (size_t i = 0; i < table.row_count; i++) {
        const fp_rule_info *rule = fp_rule_at((fp_rule)i);
        *FP_PUSH(keep, &cells) = rule->name;
        *FP_PUSH(keep, &cells) = fp_level_name(rule->level);
        *FP_PUSH(keep, &cells) = rule->summary;
    }
    table.cells = cells.data;
    struct fp_out out = { 0 };
    if (arguments->table_format)
        fp_table_write_json(&out, &table);
    else
        fp_table_write(&out, &table, fp_style_get(fp_wants_colors(arguments)));
    fp_exit result = fp_sink_print(arguments->output_file, fp_out_str(&out));
    fp_out_drop(&out);
    return result;
}

/* Takes ":NUMBER" off the end of `text`. */
static bool take_number(fp_str *text, uint32_t *number) {
    size_t colon = text->len;
    while (colon > 0 && text->data[colon - 1] != ':') colon--;
    int64_t value = 0;
    if (colon < 2 || !fp_str_int(fp_str_slice(*text, colon, text->len), &value) || value < 1 || value > UINT32_MAX)
        return false;
    *number = (uint32_t)value;
    *text = fp_str_slice(*text, 0, colon - 1);
    return true;
}

/* What is reported there, whatever its level: the finding says more than the verdict of a barrier. */
static void write_findings(struct fp_out *out, struct fp_arena *keep, struct fp_document *document, fp_position place) {
    fp_checked checked = fp_check_wished(keep, document, (fp_wishes){ .least = FP_LEVEL_HINT });
    for (size_t i = 0; i < checked.findings.len; i++) {
        const fp_finding *finding = &checked.findings.data[i];
        fp_position start = fp_document_position(document, finding->span.start);
        if (start.line != place.line || (place.column && start.column != place.column)) continue;
        fp_str name = fp_rule_at(finding->rule)->name, level = fp_level_name(finding->level);
        fp_out_printf(out, "reported on line %" PRIu32 ": %.*s[%.*s]: ", start.line, FP_STR_ARG(level),
                      FP_STR_ARG(name));
        fp_out_visible(out, finding->detail.len ? finding->detail : finding->brief);
        fp_out_text(out, "\n");
        if (finding->note.len) {
            fp_out_text(out, "    ");
            fp_out_visible(out, finding->note);
            fp_out_text(out, "\n");
        }
    }
}

static fp_exit explain_place(struct fp_arena *keep, const struct fp_arguments *arguments) {
    fp_str path = arguments->at;
    fp_position place = { 0 };
    if (!take_number(&path, &place.line)) {
        fp_log(FP_LOG_ERROR, "--at: '%.*s' is not FILE:LINE[:COLUMN]", FP_STR_ARG(arguments->at));
        return FP_EXIT_FAILED;
    }
    uint32_t first = 0;
    if (take_number(&path, &first)) place = (fp_position){ first, place.line };
    fp_open_file file;
    fp_status status = fp_open_file_open(keep, arguments, path, &file);
    if (status != FP_OK) return fp_exit_of(status);
    uint32_t lines = fp_document_position(file.document, (uint32_t)fp_document_text(file.document).len).line;
    fp_exit result = FP_EXIT_FAILED;
    if (place.line > lines) {
        fp_log(FP_LOG_ERROR, "%.*s: the file has only %" PRIu32 " lines", FP_STR_ARG(arguments->at), lines);
    } else {
        struct fp_out out = { 0 };
        fp_str text = fp_document_explain(file.document, place);
        fp_out_visible_lines(
            &out, text.len ? text : FP_STR("nothing there accesses workgroup memory or synchronises in any run"), 0);
        write_findings(&out, keep, file.document, place);
        result = fp_sink_print(arguments->output_file, fp_out_str(&out));
        fp_out_drop(&out);
    }
    fp_open_file_close(&file);
    return result;
}

fp_exit fp_command_explain(struct fp_arena *keep, const struct fp_arguments *arguments) {
    if (arguments->at.len && arguments->operands.len) {
        fp_log(FP_LOG_ERROR, "explain: either a rule or --at, not both");
        return FP_EXIT_FAILED;
    }
    if (arguments->at.len) return explain_place(keep, arguments);
    if (arguments->operands.len) return explain_rule(keep, arguments, arguments->operands.data[0]);
    return list_rules(keep, arguments);
}
