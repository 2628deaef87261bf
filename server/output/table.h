/* table.h - rows of words as an aligned table, as one record a row, or as JSON. */
#ifndef FP_TABLE_H
#define FP_TABLE_H
#include "base/arena.h"
#include "output/out.h"
#include "output/style.h"

typedef struct {
    const char *title, *key;
    bool listed, number;
} fp_table_column; /* listed: in the table, not only in records; number: in JSON a number or null */
typedef struct {
    const fp_table_column *columns;
    size_t column_count;
    const fp_str *cells; /* row by row */
    size_t row_count;
} fp_table;

void fp_table_write(struct fp_out *out, const fp_table *table, const fp_style *style);
void fp_table_write_records(struct fp_out *out, const fp_table *table, const fp_style *style);
void fp_table_write_json(struct fp_out *out, const fp_table *table);
#endif
