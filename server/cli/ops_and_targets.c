/* fencepost ops, fencepost targets: what the analysis knows, as tables. */
#include "base/str.h"
#include "base/vec.h"
#include "cli/commands.h"
#include "files/sink.h"
#include "output/table.h"
#include <inttypes.h>

typedef FP_VEC(fp_str) cells;

/* Rows whose name contains one of the words; every row without words. */
static bool is_wanted(const struct fp_arguments *arguments, fp_str name) {
    for (uint32_t i = 0; i < arguments->operands.len; i++)
        if (fp_str_contains(name, arguments->operands.data[i])) return true;
    return arguments->operands.len == 0;
}

static fp_exit print(const struct fp_arguments *arguments, const fp_table *table) {
    struct fp_out out = { 0 };
    const fp_style *style = fp_style_get(fp_wants_colors(arguments));
    if (arguments->table_format)
        fp_table_write_json(&out, table);
    else if (arguments->operands.len)
        fp_table_write_records(&out, table, style);
    else
        fp_table_write(&out, table, style);
    fp_exit result = fp_sink_print(arguments->output_file, fp_out_str(&out));
    fp_out_drop(&out);
    return result;
}

/* `command` is the one that lists the table, and the plural of what it has. */
static fp_exit refuse(struct fp_arena *keep, const char *what, fp_str name, fp_str nearest, const char *command) {
    fp_log(FP_LOG_ERROR, "there is no %s '%.*s'%.*s", what, FP_STR_ARG(name),
           FP_STR_ARG(fp_nearest_or_list(keep, nearest, command, command)));
    return FP_EXIT_FAILED;
}

fp_exit fp_command_ops(struct fp_arena *keep, const struct fp_arguments *arguments) {
    static const fp_table_column columns[] = {
        { "op", "name", true, false },       { "effect", "effect", true, false },
        { "reads", "reads", true, false },   { "writes", "writes", true, false },
        { "alias", "alias", false, false },  { "counter", "counter", true, false },
        { "count", "count", false, false },  { "id", "id", false, false },
        { "orders", "orders", true, false }, { "targets", "targets", true, false },
        { "note", "note", false, false },
    };
    cells all = { 0 };
    fp_table table = { .columns = columns, .column_count = sizeof columns / sizeof *columns };
    for (size_t i = 0; i < fp_op_count(); i++) {
        const fp_op_row op = fp_op_at(i);
        if (!is_wanted(arguments, op.name)) continue;
        const fp_str row[] = { op.name,  op.effect, op.reads,  op.writes,  op.alias, op.counter,
                               op.count, op.id,     op.orders, op.targets, op.note };
        for (size_t c = 0; c < table.column_count; c++) *FP_PUSH(keep, &all) = row[c];
        table.row_count++;
    }
    if (table.row_count == 0 && arguments->operands.len)
        return refuse(keep, "op", arguments->operands.data[0], fp_op_nearest(arguments->operands.data[0]), "ops");
    table.cells = all.data;
    return print(arguments, &table);
}

static fp_str number(struct fp_arena *keep, uint32_t value) {
    return value ? fp_str_printf(keep, "%" PRIu32, value) : (fp_str){ "", 0 };
}

fp_exit fp_command_targets(struct fp_arena *keep, const struct fp_arguments *arguments) {
    static const fp_table_column columns[] = {
        { "chip", "chip", true, false },
        { "vendor", "vendor", true, false },
        { "sold as", "products", true, false },
        { "wave", "waveSizes", true, false },
        { "shared bytes", "sharedBytes", true, true },
        { "threads", "maxThreads", true, true },
        { "split barrier", "splitBarrier", true, false },
        { "named barriers", "namedBarriers", true, false },
        { "reserved ids", "reservedIds", false, false },
        { "back-off barrier", "backoffBarrier", true, false },
        { "counters", "counters", false, false },
        { "async copies", "asyncCopies", false, false },
        { "lds_barrier becomes", "ldsBarrierLowering", false, false },
        { "source", "source", false, false },
    };
    cells all = { 0 };
    fp_table table = { .columns = columns, .column_count = sizeof columns / sizeof *columns };
    for (size_t i = 0; i < fp_target_count(); i++) {
        if (!is_wanted(arguments, fp_target_name(i))) continue;
        fp_target_row *target = FP_NEW(keep, fp_target_row, 1);
        fp_target_read(i, target);
        const fp_str row[] = {
            target->chip,
            target->vendor,
            target->products,
            target->wave_sizes,
            number(keep, target->shared_bytes),
            number(keep, target->max_threads),
            target->split_barrier,
            target->named_barriers,
            target->reserved_ids,
            target->backoff_barrier,
            target->counters,
            target->async_copies,
            target->lds_barrier_lowering,
            target->source,
        };
        for (size_t c = 0; c < table.column_count; c++) *FP_PUSH(keep, &all) = row[c];
        table.row_count++;
    }
    if (table.row_count == 0 && arguments->operands.len)
        return refuse(keep, "target", arguments->operands.data[0], fp_target_nearest(arguments->operands.data[0]),
                      "targets");
    table.cells = all.data;
    return print(arguments, &table);
}
