/* The tables of ops, chips and assembly: sorted, unique, found by name, and free of columns that contradict each
 * other. */
#include "check.h"
#include "facts/assembly.h"
#include "facts/op_table.h"
#include "facts/target.h"
#include "facts/waitcnt.h"
#include <string.h>

#define FP_OP(name, ...) name,
#define FP_SHORT(name, full) name,
static const char *const op_names[] = {
#include "facts/ops.def"
};
static const char *const address_names[] = {
#include "facts/address.def"
};
static const char *const asm_names[] = {
#include "facts/asm.def"
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static void is_sorted_and_unique(const char *const *names, size_t count) {
    for (size_t i = 1; i < count; i++) {
        int order = fp_str_compare(fp_str_of(names[i - 1]), fp_str_of(names[i]));
        if (order >= 0) printf("%s: %s\n", names[i], order ? "out of order" : "two rows"), check_failures++;
    }
}

/* Lookup is a binary search: each row must be found by its own name, and no name may have a row in both tables of
 * ops. */
static void rows_are_in_order(void) {
    is_sorted_and_unique(op_names, COUNT(op_names));
    is_sorted_and_unique(address_names, COUNT(address_names));
    is_sorted_and_unique(asm_names, COUNT(asm_names));
    CHECK_INT(fp_op_count(), COUNT(op_names) + COUNT(address_names));
    for (size_t i = 0; i < COUNT(address_names); i++)
        for (size_t k = 0; k < COUNT(op_names); k++)
            if (strcmp(address_names[i], op_names[k]) == 0)
                printf("%s: in two tables\n", op_names[k]), check_failures++;
    for (size_t i = 0; i < COUNT(asm_names); i++) {
        fp_instruction found[1];
        fp_str name = fp_str_of(asm_names[i]);
        if (fp_intrinsic_is(name))
            CHECK_STR(fp_intrinsic_find(name)->name, name);
        else if (!fp_str_starts(name, FP_STR("mapa."))) /* which only says what an address of the next one means */
            CHECK(fp_instructions_find(name, found, 1) == 1 && fp_str_equal(found[0].info->name, name));
    }
}

static void check_row(const fp_op_info *row) {
    bool reads = row->read.ods != -1 || row->read.word, writes = row->write.ods != -1 || row->write.word;
    bool named = reads || writes || row->anywhere != FP_EFFECT_NONE || row->hidden_scratch;
    bool touches = fp_effect_traits_of[row->effect].touches;
    const char *trouble = NULL;
    if (touches && !named) trouble = "an access without a buffer";
    if (row->effect == FP_EFFECT_READ && !reads) trouble = "reads nothing";
    if (row->effect == FP_EFFECT_WRITE && !writes) trouble = "writes nothing";
    if (touches && row->shape == FP_SHAPE_NONE && !row->hidden_scratch) trouble = "an access without a shape";
    if ((row->shape == FP_SHAPE_INDEXED || row->shape == FP_SHAPE_POINTER) && row->width == FP_WIDTH_NONE)
        trouble = "an access without a width";
    if ((row->width == FP_WIDTH_SIZE || row->width == FP_WIDTH_ELEMENTS) && row->count.from == FP_FROM_NONE)
        trouble = "a size without a count";
    if (row->effect == FP_EFFECT_ASYNC_COPY && row->counter == FP_COUNTER_NONE)
        trouble = "a copy that nothing completes";
    if (row->effect == FP_EFFECT_COMMIT && row->counter == FP_COUNTER_NONE) trouble = "closes no group";
    if (row->effect == FP_EFFECT_VIEW && row->view == FP_VIEW_NONE) trouble = "a view of nothing";
    if (row->view == FP_VIEW_SELECT && row->second.ods == -1) trouble = "a choice of one";
    if (row->effect == FP_EFFECT_REGION && row->region == FP_REGION_NONE) trouble = "regions that nothing runs";
    if (row->effect == FP_EFFECT_THREAD_ID && row->uniformity != FP_UNIFORM_LANE && row->uniformity != FP_UNIFORM_WAVE)
        trouble = "an id that all threads share";
    if (row->async_counter != FP_COUNTER_NONE && !row->async_name) trouble = "an asynchronous form without its word";
    bool waits = row->effect == FP_EFFECT_WAIT;
    bool object = row->read.ods != -1 || row->id.from != FP_FROM_NONE;
    if (waits && row->counter == FP_COUNTER_NONE && !object) trouble = "waits for nothing";
    if (waits && row->counter != FP_COUNTER_NONE && row->counter != FP_COUNTER_NAMED &&
        row->count.from == FP_FROM_NONE && !object && fp_operand_is_none(row->token))
        trouble = "a wait without a count";
    if (trouble) printf("%.*s: %s\n", FP_STR_ARG(row->name), trouble), check_failures++;
}

static void rows_make_sense(void) {
    for (size_t i = 0; i < fp_op_count(); i++) {
        fp_op_row listed = fp_op_at(i);
        const fp_op_info *row = fp_op_info_find(listed.name);
        CHECK(row != NULL);
        if (!row) continue;
        check_row(row);
        CHECK(fp_target_supports(fp_target_find(FP_STR("generic")), row->targets));
    }
}

static void names_are_found(void) {
    CHECK_STR(fp_op_info_find(FP_STR("memref.load"))->name, FP_STR("memref.load"));
    CHECK_STR(fp_op_info_find(FP_STR("linalg.batch_matmul"))->name, FP_STR("linalg."));
    CHECK_STR(fp_op_info_find(FP_STR("linalg.generic"))->name, FP_STR("linalg.generic"));
    CHECK_STR(fp_op_info_find(FP_STR("spirv.AtomicXor"))->name, FP_STR("spirv.Atomic"));
    CHECK_STR(fp_op_info_find(FP_STR("amdgpu.raw_buffer_atomic_umin"))->name, FP_STR("amdgpu.raw_buffer_atomic_"));
    CHECK_STR(fp_op_info_find(FP_STR("arith.divf"))->name, FP_STR("arith."));
    CHECK_STR(fp_op_info_find(FP_STR("arith.addi"))->name, FP_STR("arith.addi"));
    CHECK_STR(fp_op_info_find(FP_STR("return"))->name, FP_STR("func.return"));
    CHECK(fp_op_info_find(FP_STR("memref.load2")) == NULL);
    CHECK(fp_op_info_find(FP_STR("memref.loa")) == NULL);
    CHECK(fp_op_info_find(FP_STR("")) == NULL);
    CHECK_STR(fp_op_nearest(FP_STR("gpu.barier")), FP_STR("gpu.barrier"));
    CHECK_INT(fp_op_nearest(FP_STR("completely.different")).len, 0);
}

static bool plain_number(fp_instruction instruction, uint32_t k, int64_t expected) {
    fp_plain_operand plain = fp_instruction_plain(instruction.text, FP_STR("r,r"), k);
    return plain.kind == FP_PLAIN_NUMBER && plain.number == expected;
}

static void predicates_are_read(void) {
    fp_instruction found[4];
    uint32_t operand;
    fp_str constraints = FP_STR("=r,r,b");
    CHECK_INT(fp_instructions_find(FP_STR("@$2 bar.sync $1, 64; @!$2 bar.sync 1; @p bar.sync 1; bar.sync 1"), found, 4),
              4);
    CHECK(found[0].predicated && fp_instruction_predicate(&found[0], constraints, &operand) && operand == 1);
    CHECK(found[1].predicated && !fp_instruction_predicate(&found[1], constraints, &operand));
    CHECK(found[2].predicated && !fp_instruction_predicate(&found[2], constraints, &operand));
    CHECK(!found[3].predicated);
    fp_plain_operand plain = fp_instruction_plain(found[0].text, constraints, 0);
    CHECK(plain.kind == FP_PLAIN_OPERAND && plain.operand == 0);
    CHECK(plain_number(found[0], 1, 64));
    /* A branch forward leaves out what stands before its label; one back asks again. */
    CHECK_INT(
        fp_instructions_find(FP_STR("@!$2 bra.uni skip;\\0Await:\\0Ambarrier.try_wait.parity.shared.b64 done, [$0], $1;"
                                    "\\0A@!done bra.uni wait;\\0Askip: bar.sync 1"),
                             found, 4),
        2);
    CHECK(found[0].predicated && fp_instruction_predicate(&found[0], constraints, &operand) && operand == 1);
    CHECK(!found[1].predicated);
    CHECK_INT(fp_instructions_find(FP_STR("@$2 bra skip; bar.sync 1; skip:"), found, 4), 1);
    CHECK(found[0].predicated && !fp_instruction_predicate(&found[0], constraints, &operand));
}

static void assembly_is_read(void) {
    fp_instruction found[4];
    int64_t number;
    uint32_t operand;
    /* Instructions are separated by semicolons, line breaks and their escapes; those without a row are left out. */
    CHECK_INT(
        fp_instructions_find(FP_STR("v_mov_b32 v0, v1\\0As_waitcnt vmcnt(3) & lgkmcnt(0)\\0A\\09s_barrier"), found, 4),
        2);
    CHECK_STR(found[0].info->name, FP_STR("s_waitcnt"));
    CHECK(fp_instruction_counter(found[0].text, FP_STR("vmcnt"), &number) && number == 3);
    CHECK(fp_instruction_counter(found[0].text, FP_STR("lgkmcnt"), &number) && number == 0);
    CHECK(!fp_instruction_counter(found[0].text, FP_STR("expcnt"), &number));
    CHECK_INT(fp_instruction_plain(found[0].text, FP_STR(""), 0).kind, FP_PLAIN_NONE);
    CHECK_STR(found[1].info->name, FP_STR("s_barrier"));
    CHECK_INT(fp_instructions_find(FP_STR("s_waitcnt 0xc07f; @$2 bar.sync 1, 128;"), found, 4), 2);
    CHECK(plain_number(found[0], 0, 0xc07f));
    CHECK(plain_number(found[1], 0, 1));
    CHECK(plain_number(found[1], 1, 128));
    /* `$k` counts the outputs first. */
    CHECK_INT(fp_instructions_find(FP_STR("cp.async.cg.shared.global [ $1 + 0 ], [ $2 + 0 ], 0x10, $3;"), found, 4), 1);
    CHECK(fp_instruction_operand(&found[0], FP_STR("=r,r,l,r"), 0, &operand) && operand == 0);
    CHECK(fp_instruction_operand(&found[0], FP_STR("=r,r,l,r"), 1, &operand) && operand == 1);
    CHECK(!fp_instruction_operand(&found[0], FP_STR("=r,r,l,r"), 2, &operand));
    CHECK(plain_number(found[0], 0, 16));
    /* An address in another workgroup, and operands on a line of their own. */
    CHECK_INT(
        fp_instructions_find(
            FP_STR("mapa.shared::cluster.u32 a, $1, 3;\\0A mbarrier.arrive.shared::cluster.b64 _,\\0A [a];"), found, 4),
        1);
    CHECK(fp_instruction_operand(&found[0], FP_STR("b,r"), 0, &operand) && operand == 1);
    CHECK_INT(fp_instruction_word(found[0].peer_rank, FP_STR("b,r")).number, 3);
    CHECK_INT(fp_instructions_find(FP_STR("s_barrier\ns_barrier\ns_barrier"), found, 2), 2);
    CHECK_INT(fp_instructions_find(FP_STR(""), found, 4), 0);
    CHECK_STR(fp_intrinsic_find(FP_STR("llvm.amdgcn.s.barrier"))->name, FP_STR("llvm.amdgcn.s.barrier"));
    CHECK_STR(fp_intrinsic_find(FP_STR("llvm.amdgcn.readfirstlane.i32"))->name, FP_STR("llvm.amdgcn.readfirstlane"));
    CHECK_STR(fp_intrinsic_find(FP_STR("llvm.amdgcn.load.to.lds.p1"))->name, FP_STR("llvm.amdgcn.load.to.lds"));
    CHECK(fp_intrinsic_find(FP_STR("llvm.amdgcn.s.barrier.nothing")) == NULL);
    CHECK_STR(fp_intrinsic_find(FP_STR("llvm.exp2.f32"))->name, FP_STR("llvm.intr.exp2"));
    CHECK(fp_intrinsic_find(FP_STR("llvm.memcpy.p3.p1.i64")) == NULL);
    CHECK(fp_intrinsic_find(FP_STR("s_barrier")) == NULL);
}

/* ---- What assembly makes ---- */

static fp_assembly_result result_of(const char *text, const char *constraints) {
    fp_assembly_operand operands[2] = { { false, 0 }, { true, -1 } };
    fp_assembly_results results = fp_assembly_run(fp_str_of(text), fp_str_of(constraints), operands, 2);
    return fp_assembly_part(&results, UINT32_MAX);
}

static bool is_made_of(fp_made_of of, const char *text) { return result_of(text, "=r,r,r").made_of == of; }

static void assembly_is_executed(void) {
    CHECK(is_made_of(FP_MADE_OF_OPERANDS, "add.u32 $0, $1, 4;"));
    CHECK(is_made_of(FP_MADE_OF_OPERANDS, "{ .reg .f32 %f<3>; mov.f32 %f2, 0f3F800000; mul.f32 $0, %f2, $1; }"));
    CHECK(is_made_of(FP_MADE_OF_OPERANDS, "{ .reg .f32 %f; mov.f32 %f, 0f3F800000; mul.f32 $0, %f, $1; }"));
    CHECK(is_made_of(FP_MADE_OF_WORKGROUP, "{ .reg .u32 r; ld.shared.u32 r, [$1 + 4]; shl.b32 $0, r, 2; }"));
    CHECK(is_made_of(FP_MADE_OF_MEMORY, "mov.u32 $0, 0x0; @$2 ld.global.u32 { $0 }, [ $1 + 0 ];"));
    /* Memory that threads poll, registers of the chip, other lanes, instructions that no table knows, loops. */
    CHECK(is_made_of(FP_MADE_OF_MORE, "ld.acquire.gpu.global.u32 $0, [$1];"));
    CHECK(is_made_of(FP_MADE_OF_MORE, "{ .reg .u32 %r; mov.u32 %r, %laneid; add.u32 $0, %r, $1; }"));
    CHECK(is_made_of(FP_MADE_OF_MORE, "shfl.sync.idx.b32 $0, $1, 0, 31, 0xffffffff;"));
    CHECK(is_made_of(FP_MADE_OF_MORE, "frobnicate.b32 $0, $1;"));
    CHECK(is_made_of(FP_MADE_OF_MORE, "frobnicate.b32 [$2]; mov.b32 $0, $1;"));
    CHECK(is_made_of(FP_MADE_OF_MORE, "v_add_u32 $0, $1, 4"));
    CHECK(is_made_of(FP_MADE_OF_MORE, "again: sub.u32 $0, $1, 1; bra again;"));
    /* What only some threads do: it depends on who they are, too. */
    CHECK(is_made_of(FP_MADE_OF_OPERANDS,
                     "{ .reg .pred p; setp.eq.u32 p, $1, 0; @p bra.uni done; add.u32 $0, $1, 1; done: }"));
    CHECK(is_made_of(
        FP_MADE_OF_MORE,
        "{ .reg .pred p; .reg .u32 l; mov.u32 l, %laneid; setp.eq.u32 p, l, 0; mov.u32 $0, 1; @p mov.u32 $0, 2; }"));
    CHECK(is_made_of(FP_MADE_OF_MORE, "@%pq mov.u32 $0, 2;"));
    CHECK(result_of("{ .reg .pred p; setp.eq.u32 p, $1, 0; selp.u32 $0, 1, 0, p; }", "=r,r").two_valued);
    CHECK(!result_of("{ .reg .pred p; setp.eq.u32 p, $1, 0; selp.u32 $0, 2, 0, p; }", "=r,r").two_valued);
    /* Elections, and what is no longer 1 in the elected thread and 0 in the others. */
    CHECK(is_made_of(FP_MADE_OF_ELECTION, "{ .reg .pred p; elect.sync _|p, $2; selp.b32 $0, 1, 0, p; }"));
    CHECK(is_made_of(FP_MADE_OF_MORE, "{ .reg .pred p; elect.sync _|p, $2; selp.b32 $0, 0, 1, p; }"));
    CHECK(is_made_of(FP_MADE_OF_MORE, "{ .reg .pred p; elect.sync _|p, $2; @p mov.b32 $0, 1; }"));
    CHECK(is_made_of(FP_MADE_OF_MORE, "{ .reg .pred p; elect.sync _|p, $2; selp.b32 $0, $1, 0, p; }"));
    CHECK(is_made_of(FP_MADE_OF_MORE, "{ .reg .pred p; elect.sync $0|p, $2; }"));
    CHECK(is_made_of(FP_MADE_OF_OPERANDS, "{ .reg .pred p; elect.sync _|p, $2; selp.b32 $0, 4, 4, p; }"));
    fp_assembly_results some = fp_assembly_run(
        FP_STR("{ .reg .pred p; elect.sync _|p, 0xffff; selp.b32 $0, 1, 0, p; }"), FP_STR("=r"), NULL, 0);
    CHECK(some.elects && !some.elects_among_all);
}

/* ---- Counters: what a row of counters.def wants in the other tables ---- */
#define FP_EMIT_WAIT(counter, ...) FP_COUNTER_##counter,
static const fp_counter emitted_waits[] = {
#include "facts/emit.def"
};

typedef bool has_column(const fp_op_info *row, fp_counter counter);

static bool waits_for(const fp_op_info *row, fp_counter counter) {
    return row->effect == FP_EFFECT_WAIT && (row->counter == counter || row->other_counter == counter);
}

static bool closes_groups_of(const fp_op_info *row, fp_counter counter) {
    return (row->effect == FP_EFFECT_COMMIT && row->counter == counter) ||
           (row->commits && (row->counter == counter || row->async_counter == counter));
}

static bool some_row(has_column *has, fp_counter counter) {
    for (size_t i = 0; i < fp_op_info_count(); i++)
        if (fp_op_info_at(i) && has(fp_op_info_at(i), counter)) return true;
    return false;
}

static bool has_emitted_wait(fp_counter counter) {
    for (size_t i = 0; i < COUNT(emitted_waits); i++)
        if (emitted_waits[i] == counter) return true;
    return false;
}

static bool is_spelled_twice(fp_counter counter) {
    const fp_counter_info *info = fp_counter_info_of(counter);
    for (fp_counter other = 1; other < counter; other++) {
        const fp_counter_info *before = fp_counter_info_of(other);
        if (fp_str_equal(before->name, info->name) ||
            (info->attribute.len && fp_str_equal(before->attribute, info->attribute)) ||
            (info->older.len && fp_str_equal(before->older, info->older)))
            return true;
    }
    return false;
}

static void refuse(fp_counter counter, bool wrong, const char *what) {
    if (wrong) printf("counter %.*s: %s\n", FP_STR_ARG(fp_counter_name(counter)), what), check_failures++;
}

static void counters_are_complete(void) {
    CHECK_INT(fp_counter_name(FP_COUNTER_NONE).len, 0);
    for (int i = 1; i < FP_COUNTER_COUNT; i++) {
        fp_counter counter = (fp_counter)i;
        const fp_counter_info *info = fp_counter_info_of(counter);
        bool copies = info->moved_by == FP_MOVED_BY_COPIES && info->counts != FP_COUNTS_OBJECT;
        refuse(counter, !some_row(waits_for, counter), "no op of ops.def waits for it");
        refuse(counter, info->counts == FP_COUNTS_GROUPS && !some_row(closes_groups_of, counter),
               "no op of ops.def closes its groups");
        refuse(counter, copies && !has_emitted_wait(counter), "emit.def has no wait that a fix could insert");
        refuse(counter, (info->counts == FP_COUNTS_NOTHING) != (info->moved_by == FP_MOVED_BY_NOTHING),
               "counts what nothing moves, or nothing while something moves it");
        refuse(counter, info->counts == FP_COUNTS_OPS && !info->attribute.len,
               "waits that name several counters have no name for it");
        refuse(counter, fp_waitcnt_has(FP_STR(""), counter) && !info->older.len,
               "has bits in s_waitcnt, and no name there");
        refuse(counter, is_spelled_twice(counter), "shares a spelling with another one");
    }
}

/* A chip that has an op which waits for a counter has the counter. */
static void chips_have_their_counters(void) {
    for (size_t c = 0; c < fp_target_count(); c++) {
        const fp_target *target = &fp_chip_at(c)->target;
        for (size_t i = 0; i < fp_op_info_count() && target->vendor != FP_VENDOR_ANY; i++) {
            const fp_op_info *row = fp_op_info_at(i);
            bool counts =
                row && row->effect == FP_EFFECT_WAIT && fp_counter_info_of(row->counter)->counts == FP_COUNTS_OPS;
            if (!counts || !row->targets.len || !fp_target_supports(target, row->targets)) continue;
            if (fp_target_counts(target, fp_target_counter(target, row->counter))) continue;
            printf("%.*s: %.*s waits for %.*s, which targets.def does not give the chip\n", FP_STR_ARG(target->chip),
                   FP_STR_ARG(row->name), FP_STR_ARG(fp_counter_name(row->counter)));
            check_failures++;
        }
    }
}

static void chips_are_found(void) {
    static const struct {
        const char *name, *row;
    } chips[] = {
        { "gfx942", "gfx942" },
        { "gfx90a", "gfx90a" },
        { "gfx1250", "gfx1250" },
        { "sm_90a", "sm_90a" },
        { "", "generic" },
        { "nonsense", "generic" },
        { "gfx942:sramecc+:xnack-", "gfx942" },
    };
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i++)
        CHECK_STR(fp_target_find(fp_str_of(chips[i].name))->chip, fp_str_of(chips[i].row));
    /* A chip without a row is taken for a relative of its own family, never of another. */
    CHECK(fp_target_find(FP_STR("gfx1199"))->vendor == FP_VENDOR_AMD &&
          !fp_target_find(FP_STR("gfx1199"))->split_barrier);
    CHECK(fp_target_find(FP_STR("gfx1299"))->split_barrier);
    CHECK(fp_target_find(FP_STR("gfx908"))->barrier_empties_all &&
          !fp_target_find(FP_STR("gfx90a"))->barrier_empties_all);
    CHECK_INT(fp_target_find(FP_STR("gfx950"))->shared_bytes, 163840);
    CHECK_INT(fp_target_capacity(fp_target_find(FP_STR("gfx942")), FP_COUNTER_LOAD), 63);
    CHECK_INT(fp_target_capacity(fp_target_find(FP_STR("gfx942")), FP_COUNTER_DS), 15);
    CHECK_INT(fp_target_find(FP_STR("gfx1250"))->named_last, 16);
}

static bool supports(const char *chip, const char *targets) {
    return fp_target_supports(fp_target_find(fp_str_of(chip)), fp_str_of(targets));
}

static void ops_fit_chips(void) {
    CHECK(!supports("gfx942", "AMDGPU gfx12+") && supports("gfx1200", "AMDGPU gfx12+") &&
          supports("gfx1250", "AMDGPU gfx12+"));
    CHECK(!supports("gfx1201", "AMDGPU gfx1250+") && supports("gfx1251", "AMDGPU gfx1250+"));
    CHECK(supports("gfx90a", "AMDGPU gfx9, gfx10") && supports("gfx1030", "AMDGPU gfx9, gfx10") &&
          !supports("gfx1100", "AMDGPU gfx9, gfx10"));
    CHECK(supports("gfx1100", "AMDGPU gfx6-gfx11") && !supports("gfx1200", "AMDGPU gfx6-gfx11"));
    CHECK(supports("gfx950", "AMDGPU gfx950, gfx1250+") && !supports("gfx942", "AMDGPU gfx950, gfx1250+"));
    CHECK(!supports("sm_75", "NVIDIA sm_80+") && supports("sm_90a", "NVIDIA sm_80+") &&
          supports("sm_100", "NVIDIA sm_80+"));
    CHECK(!supports("gfx942", "NVIDIA") && supports("gfx942", "AMDGPU") && supports("gfx942", ""));
    CHECK(supports("sm_80", "NVIDIA sm_80+, AMDGPU gfx942+") && supports("gfx942", "NVIDIA sm_80+, AMDGPU gfx942+"));
    CHECK(!supports("gfx90a", "NVIDIA sm_80+, AMDGPU gfx942+"));
    CHECK(supports("generic", "AMDGPU gfx12+"));
}

int main(void) {
    rows_are_in_order();
    rows_make_sense();
    names_are_found();
    assembly_is_read();
    assembly_is_executed();
    predicates_are_read();
    counters_are_complete();
    chips_have_their_counters();
    chips_are_found();
    ops_fit_chips();
    return check_result();
}
