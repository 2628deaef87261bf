#include "cli/compare_write.h"
#include "base/str.h"
#include "output/json.h"
#include "output/table.h"

enum { COLUMN_COUNT = 9 };
static const fp_table_column columns[COLUMN_COUNT] = {
    { "kernel", "kernel", true, false },   { "barriers", "barriers", true, false },
    { "waits", "waits", true, false },     { "fences", "fences", true, false },
    { "signals", "signals", true, false }, { "redundant", "redundant", true, false },
    { "new", "new", true, false },         { "gone", "gone", true, false },
    { "same", "same", true, false },
};

typedef FP_VEC(fp_str) cells;

static fp_str visible(struct fp_arena *keep, fp_str text) {
    struct fp_out out = { 0 };
    fp_out_visible(&out, text);
    fp_str copy = fp_str_copy(keep, fp_out_str(&out));
    fp_out_drop(&out);
    return copy;
}

/* "3 -> 1"; "3" where nothing changed; one side alone where there is no other. */
static fp_str change(struct fp_arena *keep, const uint32_t *before, const uint32_t *after) {
    if (before && after && *before != *after) return fp_str_printf(keep, "%u -> %u", *before, *after);
    return fp_str_printf(keep, "%u", before ? *before : *after);
}

static void push_counts(struct fp_arena *keep, cells *row, const fp_compared_counts *before,
                        const fp_compared_counts *after) {
#define CHANGE(field) *FP_PUSH(keep, row) = change(keep, before ? &before->field : NULL, after ? &after->field : NULL)
    CHANGE(barriers);
    CHANGE(waits);
    CHANGE(fences);
    CHANGE(signals);
    CHANGE(redundant);
#undef CHANGE
}

static void push_numbers(struct fp_arena *keep, cells *row, uint32_t new, uint32_t gone, uint32_t same) {
    const uint32_t numbers[] = { new, gone, same };
    for (int i = 0; i < 3; i++) *FP_PUSH(keep, row) = fp_str_printf(keep, "%u", numbers[i]);
}

static const fp_compared_kernel *kernel_of(const fp_compared_pair *pair) {
    return pair->after ? pair->after : pair->before;
}

/* Do several files have a kernel of that name? */
static bool is_ambiguous(const fp_comparison *comparison, const fp_compared_kernel *kernel) {
    for (uint32_t i = 0; i < comparison->len; i++) {
        const fp_compared_kernel *other = kernel_of(&comparison->pairs[i]);
        if (fp_str_equal(other->name, kernel->name) && !fp_str_equal(other->file, kernel->file)) return true;
    }
    return false;
}

static fp_str name_of(struct fp_arena *keep, const fp_comparison *comparison, const fp_compared_pair *pair) {
    const fp_compared_kernel *kernel = kernel_of(pair);
    fp_str name = visible(keep, kernel->name);
    if (is_ambiguous(comparison, kernel))
        name = fp_str_printf(keep, "%.*s in %.*s", FP_STR_ARG(name), FP_STR_ARG(visible(keep, kernel->file)));
    bool same = !pair->before || fp_str_equal(pair->before->name, kernel->name);
    fp_str old = same ? name : visible(keep, pair->before->name);
    if (!pair->before) return fp_str_printf(keep, "%.*s (only new)", FP_STR_ARG(name));
    if (!pair->after) return fp_str_printf(keep, "%.*s (only old)", FP_STR_ARG(name));
    return same ? name : fp_str_printf(keep, "%.*s (was %.*s)", FP_STR_ARG(name), FP_STR_ARG(old));
}

static fp_table make_table(struct fp_arena *keep, const fp_comparison *comparison, bool all, cells *list) {
    size_t rows = 0;
    uint32_t paired = 0;
    for (uint32_t i = 0; i < comparison->len; i++) {
        const fp_compared_pair *pair = &comparison->pairs[i];
        paired += pair->before && pair->after;
        if (!all && !fp_compared_differs(pair)) continue;
        *FP_PUSH(keep, list) = name_of(keep, comparison, pair);
        push_counts(keep, list, pair->before ? &pair->before->counts : NULL, pair->after ? &pair->after->counts : NULL);
        push_numbers(keep, list, pair->new.len, pair->gone.len, pair->same);
        rows++;
    }
    fp_str pairs = paired == 1 ? FP_STR("the pair") : fp_str_printf(keep, "all %u pairs", paired);
    *FP_PUSH(keep, list) = rows || !paired ? pairs : fp_str_printf(keep, "%.*s (no difference)", FP_STR_ARG(pairs));
    push_counts(keep, list, &comparison->before, &comparison->after);
    push_numbers(keep, list, comparison->new, comparison->gone, comparison->same);
    return (fp_table){ .columns = columns, .column_count = COLUMN_COUNT, .cells = list->data, .row_count = rows + 1 };
}

static void write_lines(struct fp_out *out, const char *title, const fp_compared_finding *const *findings,
                        uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        fp_out_text(out, title);
        fp_out_visible(out, findings[i]->line);
        fp_out_text(out, "\n");
    }
}

static void write_text(struct fp_arena *keep, struct fp_out *out, const fp_comparison *comparison,
                       const fp_compare_wishes *wishes) {
    cells rows = { 0 };
    fp_table table = make_table(keep, comparison, wishes->all, &rows);
    fp_table_write(out, &table, wishes->style);
    if (comparison->new || comparison->gone) fp_out_text(out, "\n");
    for (uint32_t i = 0; i < comparison->len; i++) {
        write_lines(out, "new   ", comparison->pairs[i].new.data, comparison->pairs[i].new.len);
        write_lines(out, "gone  ", comparison->pairs[i].gone.data, comparison->pairs[i].gone.len);
    }
}

/* ---- Markdown ---- */

/* In a cell of a table a bar would begin the next cell. */
static void write_cell(struct fp_out *out, fp_str cell) {
    for (size_t i = 0; i < cell.len; i++) {
        if (cell.data[i] == '|' || cell.data[i] == '\\' || cell.data[i] == '`') fp_out_text(out, "\\");
        fp_out_bytes(out, fp_str_slice(cell, i, i + 1));
    }
}

static void write_markdown_list(struct fp_out *out, const fp_comparison *comparison, bool new) {
    uint32_t total = new ? comparison->new : comparison->gone;
    if (total == 0) return;
    fp_out_printf(out, "\n**%s**\n\n```\n", new ? "New findings" : "Gone findings");
    for (uint32_t i = 0; i < comparison->len; i++) {
        const fp_compared_pair *pair = &comparison->pairs[i];
        write_lines(out, "", new ? pair->new.data : pair->gone.data, new ? pair->new.len : pair->gone.len);
    }
    fp_out_text(out, "```\n");
}

static void write_markdown(struct fp_arena *keep, struct fp_out *out, const fp_comparison *comparison,
                           const fp_compare_wishes *wishes) {
    cells rows = { 0 };
    fp_table table = make_table(keep, comparison, wishes->all, &rows);
    for (int c = 0; c < COLUMN_COUNT; c++) fp_out_printf(out, "| %s ", columns[c].title);
    fp_out_text(out, "|\n");
    for (int c = 0; c < COLUMN_COUNT; c++) fp_out_text(out, c ? "|--:" : "|---");
    fp_out_text(out, "|\n");
    for (size_t row = 0; row < table.row_count; row++) {
        for (size_t c = 0; c < COLUMN_COUNT; c++) {
            fp_out_text(out, "| ");
            write_cell(out, rows.data[row * COLUMN_COUNT + c]);
            fp_out_text(out, " ");
        }
        fp_out_text(out, "|\n");
    }
    write_markdown_list(out, comparison, true);
    write_markdown_list(out, comparison, false);
}

/* ---- JSON ---- */

static void write_counts(struct fp_json *json, const char *key, const fp_compared_counts *counts) {
    fp_json_key(json, key);
    if (!counts) {
        fp_json_null(json);
        return;
    }
    fp_json_open(json, '{');
    fp_json_member_uint(json, "barriers", counts->barriers);
    fp_json_member_uint(json, "waits", counts->waits);
    fp_json_member_uint(json, "fences", counts->fences);
    fp_json_member_uint(json, "signals", counts->signals);
    fp_json_member_uint(json, "redundant", counts->redundant);
    fp_json_close(json, '}');
}

static void write_findings(struct fp_json *json, const char *key, const fp_compared_finding *const *findings,
                           uint32_t count) {
    fp_json_member_open(json, key, '[');
    for (uint32_t i = 0; i < count; i++) fp_json_raw(json, findings[i]->json);
    fp_json_close(json, ']');
}

static void write_pair(struct fp_out *out, const fp_compared_pair *pair) {
    struct fp_json json = { .out = out };
    const fp_compared_kernel *kernel = pair->after ? pair->after : pair->before;
    fp_json_open(&json, '{');
    fp_json_member_str(&json, "name", kernel->name);
    if (pair->before && pair->after && !fp_str_equal(pair->before->name, kernel->name))
        fp_json_member_str(&json, "was", pair->before->name);
    write_counts(&json, "before", pair->before ? &pair->before->counts : NULL);
    write_counts(&json, "after", pair->after ? &pair->after->counts : NULL);
    write_findings(&json, "new", pair->new.data, pair->new.len);
    write_findings(&json, "gone", pair->gone.data, pair->gone.len);
    fp_json_member_uint(&json, "same", pair->same);
    fp_json_close(&json, '}');
}

static void write_unmatched(struct fp_json *json, const fp_comparison *comparison, const char *key, bool new) {
    fp_json_member_open(json, key, '[');
    for (uint32_t i = 0; i < comparison->len; i++) {
        const fp_compared_pair *pair = &comparison->pairs[i];
        if (new && !pair->before) fp_json_str(json, pair->after->name);
        if (!new && !pair->after) fp_json_str(json, pair->before->name);
    }
    fp_json_close(json, ']');
}

static void write_json(struct fp_out *out, const fp_comparison *comparison) {
    fp_out_text(out, "{\"version\": \"" FENCEPOST_VERSION "\",\n \"kernels\": [");
    for (uint32_t i = 0; i < comparison->len; i++) {
        fp_out_text(out, i ? ",\n  " : "\n  ");
        write_pair(out, &comparison->pairs[i]);
    }
    fp_out_text(out, "],\n \"total\": ");
    struct fp_json json = { .out = out };
    fp_json_open(&json, '{');
    write_counts(&json, "before", &comparison->before);
    write_counts(&json, "after", &comparison->after);
    fp_json_member_uint(&json, "new", comparison->new);
    fp_json_member_uint(&json, "gone", comparison->gone);
    fp_json_member_uint(&json, "same", comparison->same);
    fp_json_close(&json, '}');
    fp_out_text(out, ",\n \"unmatched\": ");
    json.comma = false;
    fp_json_open(&json, '{');
    write_unmatched(&json, comparison, "old", false);
    write_unmatched(&json, comparison, "new", true);
    fp_json_close(&json, '}');
    fp_out_text(out, "}\n");
}

void fp_compare_write(struct fp_arena *keep, struct fp_out *out, const fp_comparison *comparison,
                      fp_compare_format format, const fp_compare_wishes *wishes) {
    switch (format) {
    case FP_COMPARE_TABLE: write_text(keep, out, comparison, wishes); break;
    case FP_COMPARE_JSON: write_json(out, comparison); break;
    case FP_COMPARE_MARKDOWN: write_markdown(keep, out, comparison, wishes); break;
    }
}
