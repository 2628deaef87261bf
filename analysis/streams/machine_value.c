/* machine_value.c - what code makes of the registers of a stream: numbers and views. */
#include "streams/machine_state.h"

enum { SPINS_MAX = 8 /* more often than a tile loop of any vector asks for the same data */ };

static fp_stream_value unknown_of(uint64_t name, uint32_t n) {
    return (fp_stream_value){ .kind = FP_VALUE_UNKNOWN, .form = n, .number = (int64_t)name };
}

static uint64_t hash_of(uint64_t hash, fp_stream_value value) {
    hash = fp_hash_mix(hash, value.kind);
    return fp_hash_mix(hash, (uint64_t)value.number);
}

static fp_stream_value select_value(const fp_machine_stream *stream, const fp_code *code, bool *done) {
    fp_stream_value condition = fp_machine_register(stream, code->a), chosen;
    *done = condition.kind == FP_VALUE_INTEGER;
    chosen = fp_machine_register(stream, condition.number ? code->b : code->c);
    if (condition.guessed && chosen.kind == FP_VALUE_INTEGER) chosen.guessed = true, chosen.apart |= condition.apart;
    return chosen;
}

static bool is_by_thread(const fp_machine_stream *stream, const fp_code *code) {
    return fp_machine_register(stream, code->a).kind == FP_VALUE_BY_THREAD ||
           fp_machine_register(stream, code->b).kind == FP_VALUE_BY_THREAD ||
           fp_machine_register(stream, code->c).kind == FP_VALUE_BY_THREAD;
}

static bool divides(fp_arith arith) { return arith >= FP_ARITH_DIVS && arith <= FP_ARITH_REMU; }

static fp_stream_value number_value(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code *code) {
    if (is_by_thread(stream, code)) return fp_machine_compute(machine, stream, code);
    fp_stream_value v[3] = { fp_machine_register(stream, code->a), fp_machine_register(stream, code->b),
                             fp_machine_register(stream, code->c) };
    uint32_t count = fp_number_operands(code->number.arith), n = 0;
    uint64_t name = fp_hash_mix(code->number.arith, code->number.predicate);
    bool known = true, guessed = false, apart = false, assumed = false, done;
    if (code->number.arith == FP_ARITH_SELECT) {
        fp_stream_value chosen = select_value(stream, code, &done);
        if (done) return chosen;
    }
    if (code->number.arith == FP_ARITH_SAME) return v[0];
    for (uint32_t i = 0; i < count; i++) {
        known &= v[i].kind == FP_VALUE_INTEGER;
        guessed |= v[i].kind == FP_VALUE_INTEGER && v[i].guessed;
        apart |= v[i].kind == FP_VALUE_INTEGER && v[i].apart;
        assumed |= v[i].assumed || v[i].handed;
        name = hash_of(name, v[i]);
        if ((v[i].guessed || v[i].kind == FP_VALUE_UNKNOWN) && v[i].form > n) n = v[i].form;
    }
    fp_stream_value result = {
        .kind = FP_VALUE_INTEGER, .guessed = guessed, .apart = apart, .assumed = assumed, .form = n
    };
    if (known && fp_number_evaluate(code->number, v[0].number, v[1].number, v[2].number, &result.number)) return result;
    if (known && divides(code->number.arith)) { /* by zero: some number, the same for all streams that divide so */
        result.guessed = true;
        return result;
    }
    return unknown_of(name, n);
}

static fp_stream_value slot_value(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code *code) {
    fp_stream_value source = fp_machine_register(stream, code->a), slot = fp_machine_register(stream, code->b);
    if (source.kind != FP_VALUE_VIEW) return source;
    if (!fp_value_settled(slot)) {
        fp_machine_hide(machine, code->op, FP_HIDDEN_SLOT, FP_NONE);
        return (fp_stream_value){ .kind = FP_VALUE_UNKNOWN, .memory = source.memory + 1 };
    }
    fp_stream_value result = fp_view_slot(&machine->forms, source, slot.number);
    /* Harmless where nothing uses it: the slot before the first. */
    return result.kind == FP_VALUE_VIEW ? result : fp_machine_outside(machine, source, slot.number);
}

static fp_stream_value view_value(struct fp_machine *machine, const fp_machine_stream *stream, const fp_code *code) {
    fp_stream_value source = fp_machine_register(stream, code->a);
    const fp_code_view *view = &machine->code.views.data[code->extra];
    if (source.kind != FP_VALUE_VIEW) return source;
    switch (code->kind) {
    case FP_CODE_SLICE: return fp_view_slice(&machine->forms, source, view->numbers, view->count, view->type);
    case FP_CODE_PERMUTE: return fp_view_permute(&machine->forms, source, view->numbers, view->count);
    case FP_CODE_COLUMNS: return fp_view_columns(&machine->forms, source, view->numbers[0], view->type);
    default: return fp_view_reinterpret(&machine->forms, source, view->type);
    }
}

/* What is read again may have changed, and the streams that ask for it as often get the same. What is only computed
 * from it is as old as that. */
static fp_stream_value opaque_value(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code) {
    const fp_code_opaque *opaque = &machine->code.opaques.data[code->extra];
    uint64_t name = opaque->name;
    uint32_t n = 0;
    for (uint32_t i = 0; i < opaque->operands.len; i++) {
        fp_stream_value v = fp_machine_register(stream, opaque->operands.data[i]);
        name = hash_of(name, v);
        if ((v.guessed || v.kind == FP_VALUE_UNKNOWN) && v.form > n) n = v.form;
    }
    if (opaque->touch != FP_NONE) {
        fp_stream_value recalled = fp_machine_recall(machine, stream, &machine->code.touches.data[opaque->touch]);
        if (recalled.kind != FP_VALUE_UNKNOWN) return recalled;
        if (opaque->leaf != FP_NONE) machine->code.leaves.data[opaque->leaf].unanswered = true;
    }
    if (opaque->place != FP_NONE) n = stream->asked[opaque->place]++;
    if (!opaque->is_number) return unknown_of(name, n);
    int64_t value = machine->values[opaque->leaf];
    /* A loop that waits for another value ends: small numbers, and the -1 that often says that no more come. */
    if (opaque->place != FP_NONE && n >= SPINS_MAX) value = (value + n) % 5 - 1;
    if (machine->code.leaves.data[opaque->leaf].kind == FP_LEAF_FLAG) value = fp_leaf_flag(value, n);
    return (fp_stream_value){
        .kind = FP_VALUE_INTEGER, .guessed = true, .apart = opaque->apart, .form = n, .number = value
    };
}

/* An argument of which nothing is supposed. */
static bool is_handed(const fp_code_leaf *leaf) { return leaf->kind == FP_LEAF_ARGUMENT && !leaf->names_phase; }

fp_stream_value fp_machine_value(struct fp_machine *machine, fp_machine_stream *stream, const fp_code *code) {
    switch (code->kind) {
    case FP_CODE_INTEGER: return fp_value_integer_of(code->constant);
    case FP_CODE_NUMBER: return number_value(machine, stream, code);
    case FP_CODE_BY_THREAD: return fp_machine_numbers(machine, machine->code.by_thread.data[code->extra]);
    case FP_CODE_ADDRESS: return fp_value_integer_of(code->constant + fp_machine_rank_bits(machine, stream->workgroup));
    case FP_CODE_PEER: return fp_machine_peer(machine, stream, code);
    case FP_CODE_ELECT: return fp_machine_elect(machine, stream, code);
    case FP_CODE_MOVE: return fp_machine_register(stream, code->a);
    case FP_CODE_ALLOC:
        return (fp_stream_value){ .kind = FP_VALUE_VIEW,
                                  .form = code->b,
                                  .memory = code->extra + stream->workgroup * machine->code.memory_count,
                                  .number = code->constant };
    case FP_CODE_SLOT: return slot_value(machine, stream, code);
    case FP_CODE_LEAF:
        return (fp_stream_value){ .kind = FP_VALUE_INTEGER,
                                  .handed = is_handed(&machine->code.leaves.data[code->extra]),
                                  .number = machine->values[code->extra] };
    case FP_CODE_ELSEWHERE: return (fp_stream_value){ .kind = FP_VALUE_UNKNOWN, .elsewhere = true };
    case FP_CODE_WORKGROUP: return fp_value_integer_of(stream->workgroup);
    case FP_CODE_OPAQUE: return opaque_value(machine, stream, code);
    default: return view_value(machine, stream, code);
    }
}
