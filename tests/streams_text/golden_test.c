/* The events of small kernels as text, against golden files (golden.h): of the first vector of each kernel, printed of
 * all. X.cf.mlir is X.mlir with its control flow as a graph: its events are X's. */
#include "golden.h"
#include "streams/machine.h"

static const char *const classes[] = { "strict", "regular", "irregular" };

static fp_str head_of(struct fp_arena *keep, const struct fp_machine *machine) {
    fp_str head = fp_str_printf(keep, "-- %s", classes[fp_machine_vector_class(machine)]);
    for (uint32_t i = 0; i < fp_machine_leaf_count(machine); i++) {
        const fp_machine_leaf *leaf = fp_machine_leaf_at(machine, i);
        head =
            fp_str_printf(keep, "%.*s, %.*s = %lld (unit %lld, ring %lld)", FP_STR_ARG(head), FP_STR_ARG(leaf->name),
                          (long long)fp_machine_leaf_value(machine, i), (long long)leaf->unit, (long long)leaf->ring);
    }
    return head;
}

static fp_str dump(struct fp_arena *keep, struct fp_syntax *syntax, fp_str text, golden_use use) {
    struct fp_program program = load_text(keep, syntax, text, &(fp_lower_options){ .target = { NULL, 0 } }).program;
    uint32_t vectors = use == GOLDEN_PRINTED ? FP_MACHINE_VECTORS_MAX : 1;
    fp_str all = FP_STR("");
    for (uint32_t k = 0; k < program.count; k++) {
        if (!program.kernels[k]->is_entry || !fp_machine_needed(program.kernels[k])) continue;
        struct fp_machine *machine = fp_machine_new(keep, program.kernels[k], &program, (fp_premise){ 0 });
        for (uint32_t v = 0; v < vectors && fp_machine_next_vector(machine); v++) {
            fp_str events = fp_machine_dump(keep, machine), head = head_of(keep, machine);
            all = fp_str_printf(keep, "%.*s%.*s\n%.*s", FP_STR_ARG(all), FP_STR_ARG(head), FP_STR_ARG(events));
        }
    }
    return all;
}

int main(int argc, char **argv) { return golden_main(argc, argv, &(golden_kind){ "events", "cf", dump, NULL }); }
