#include "output/table.h"
#include "base/str.h"
#include "output/json.h"
#include "output/unicode.h"
#include <string.h>

enum { FP_COLUMNS_MAX = 16, FP_CELL_COLUMNS_MAX = 48 };

static fp_str cell_at(const fp_table *table, size_t row, size_t column) {
    return table->cells[row * table->column_count + column];
}

static size_t last_listed(const fp_table *table) {
    size_t last = 0;
    for (size_t c = 0; c < table->column_count; c++)
        if (table->columns[c].listed) last = c;
    return last;
}

static void write_cell(struct fp_out *out, fp_str cell, size_t width, bool last) {
    fp_out_bytes(out, cell);
    size_t columns = fp_text_width(cell);
    if (!last) fp_out_repeat(out, ' ', columns < width ? width - columns + 2 : 2);
}

void fp_table_write(struct fp_out *out, const fp_table *table, const fp_style *style) {
    size_t widths[FP_COLUMNS_MAX], last = last_listed(table);
    for (size_t c = 0; c < table->column_count; c++) {
        widths[c] = strlen(table->columns[c].title);
        for (size_t r = 0; r < table->row_count; r++) {
            size_t width = fp_text_width(cell_at(table, r, c));
            if (width > widths[c] && width <= FP_CELL_COLUMNS_MAX)
                widths[c] = width; /* a few long cells push only their own line */
        }
    }
    fp_out_text(out, style->strong);
    for (size_t c = 0; c < table->column_count; c++)
        if (table->columns[c].listed) write_cell(out, fp_str_of(table->columns[c].title), widths[c], c == last);
    fp_out_printf(out, "%s\n", style->reset);
    for (size_t r = 0; r < table->row_count; r++) {
        for (size_t c = 0; c < table->column_count; c++) {
            if (!table->columns[c].listed) continue;
            fp_str cell = cell_at(table, r, c);
            write_cell(out, cell.len ? cell : FP_STR("-"), widths[c], c == last);
        }
        fp_out_text(out, "\n");
    }
}

void fp_table_write_records(struct fp_out *out, const fp_table *table, const fp_style *style) {
    size_t width = 0;
    for (size_t c = 1; c < table->column_count; c++)
        if (strlen(table->columns[c].title) > width) width = strlen(table->columns[c].title);
    for (size_t r = 0; r < table->row_count; r++) {
        fp_str name = cell_at(table, r, 0);
        fp_out_printf(out, "%s%s%.*s%s\n", r ? "\n" : "", style->strong, FP_STR_ARG(name), style->reset);
        for (size_t c = 1; c < table->column_count; c++) {
            fp_str cell = cell_at(table, r, c);
            if (cell.len) fp_out_printf(out, "  %-*s  %.*s\n", (int)width, table->columns[c].title, FP_STR_ARG(cell));
        }
    }
}

void fp_table_write_json(struct fp_out *out, const fp_table *table) {
    fp_out_text(out, "[");
    for (size_t r = 0; r < table->row_count; r++) {
        struct fp_json json = { .out = out };
        fp_out_text(out, r ? ",\n " : "\n ");
        fp_json_open(&json, '{');
        for (size_t c = 0; c < table->column_count; c++) {
            int64_t number = 0;
            fp_str cell = cell_at(table, r, c);
            fp_json_key(&json, table->columns[c].key);
            if (!table->columns[c].number)
                fp_json_str(&json, cell);
            else if (fp_str_int(cell, &number))
                fp_json_int(&json, number);
            else
                fp_json_null(&json);
        }
        fp_json_close(&json, '}');
    }
    fp_out_text(out, "\n]\n");
}
