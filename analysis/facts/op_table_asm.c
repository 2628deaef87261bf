#include "base/chars.h"
#include "facts/op_table_rows.h"
#include "facts/target.h"
#include <string.h>

static const fp_op_info asm_rows[] = {
#include "facts/asm.def"
};
enum { ASM_ROWS = sizeof asm_rows / sizeof *asm_rows };

/* `.i32`, `.p3`, `.v4f32`: which instance of an overloaded intrinsic is meant does not matter. */
static bool is_type_suffix(fp_str part) {
    while (part.len > 1 && (part.data[0] == 'n' || part.data[0] == 'x')) part = fp_str_slice(part, 1, part.len);
    if (part.len > 2 && part.data[0] == 'b' && part.data[1] == 'f') part = fp_str_slice(part, 1, part.len);
    if (part.len < 2 || !memchr("ipfv", part.data[0], 4)) return false;
    return fp_is_digit(part.data[1]);
}

enum { FP_INTRINSIC_NAME_MAX = 64 }; /* the longest name of a row is half of it */

bool fp_intrinsic_is(fp_str name) {
    return fp_str_starts(name, FP_STR(FP_INTRINSIC_PREFIX)) ||
           (fp_str_starts(name, FP_STR(FP_LIBRARY_PREFIX)) && fp_rows_find(asm_rows, ASM_ROWS, name));
}

/* LLVM's arithmetic has ops of its own: `llvm.exp2` is what llvm.intr.exp2 is. NULL: it is no arithmetic. */
static const fp_op_info *find_arithmetic(fp_str name) {
    char spelled[FP_INTRINSIC_NAME_MAX] = FP_INTRINSIC_OP_PREFIX;
    size_t front = strlen(spelled), skipped = strlen(FP_INTRINSIC_PREFIX);
    if (!fp_str_starts(name, FP_STR(FP_INTRINSIC_PREFIX)) || front + name.len - skipped > sizeof spelled) return NULL;
    memcpy(spelled + front, name.data + skipped, name.len - skipped);
    const fp_op_info *row = fp_op_info_find((fp_str){ spelled, front + name.len - skipped });
    return row && row->effect == FP_EFFECT_PURE && !row->prefix ? row : NULL;
}

/* Ids and sizes are read by ops of the same name: `llvm.nvvm.read.ptx.sreg.tid.x` is nvvm.read.ptx.sreg.tid.x. NULL: it
 * reads none. */
static const fp_op_info *find_id(fp_str name) {
    if (!fp_str_starts(name, FP_STR(FP_INTRINSIC_PREFIX))) return NULL;
    const fp_op_info *row = fp_op_info_find(fp_str_slice(name, strlen(FP_INTRINSIC_PREFIX), name.len));
    bool id = row && (row->effect == FP_EFFECT_THREAD_ID || row->effect == FP_EFFECT_BLOCK_DIM ||
                      row->effect == FP_EFFECT_UNIFORM);
    return id && row->arith != FP_ARITH_NONE && !row->prefix ? row : NULL;
}

const fp_op_info *fp_intrinsic_find(fp_str name) {
    const fp_op_info *id = find_id(name);
    if (id) return id;
    for (;;) {
        const fp_op_info *row = fp_rows_find(asm_rows, ASM_ROWS, name), *arithmetic = find_arithmetic(name);
        if (row && fp_intrinsic_is(row->name)) return row;
        if (arithmetic) return arithmetic;
        size_t dot = name.len;
        while (dot && name.data[dot - 1] != '.') dot--;
        if (dot == 0 || !is_type_suffix(fp_str_slice(name, dot, name.len))) return NULL;
        name.len = dot - 1;
    }
}

/* ---- assembly text ---- */

/* End of the instruction at `start`: `;`, a line break, or its escape in an MLIR string (backslash and two
 * hexadecimal digits, or backslash n). */
static size_t instruction_end(fp_str text, size_t start, size_t *next) {
    for (size_t i = start; i < text.len; i++) {
        if (text.data[i] == ';' || text.data[i] == '\n') return *next = i + 1, i;
        if (text.data[i] == '\\' && i + 1 < text.len) {
            if (text.data[i + 1] == 'n') return *next = i + 2, i;
            if (text.data[i + 1] == '0' && i + 2 < text.len)
                return *next = i + 3, i; /* \0A, \0D, \09: all are blanks here */
        }
    }
    return *next = text.len, text.len;
}

static fp_str take_word(fp_str *text) {
    size_t end = 0;
    while (end < text->len && text->data[end] != ' ' && text->data[end] != '\t') end++;
    fp_str word = fp_str_slice(*text, 0, end);
    *text = fp_str_trim(fp_str_slice(*text, end, text->len));
    return word;
}

/* `@$0` or `@!$0`: the number of the operand; false: it is a register of the text. */
static bool predicate_operand(fp_str word, bool *negated, uint32_t *operand) {
    size_t at = 1;
    *negated = word.len > 1 && word.data[1] == '!';
    if (*negated) at++;
    int64_t number;
    if (at >= word.len || word.data[at] != '$') return false;
    if (!fp_str_int(fp_str_slice(word, at + 1, word.len), &number) || number < 0 || number > 255) return false;
    *operand = (uint32_t)number;
    return true;
}

/* Instructions that a branch jumps over where a predicate holds, up to its label. */
typedef struct {
    fp_str label; /* empty: there are none */
    uint32_t predicate;
} jumped_over;

static bool is_branch(fp_str mnemonic) {
    return fp_str_equal(mnemonic, FP_STR("bra")) || fp_str_starts(mnemonic, FP_STR("bra."));
}

static bool has_label(fp_str text, fp_str label) {
    for (size_t i = 0; i + label.len < text.len; i++)
        if (text.data[i + label.len] == ':' && fp_str_starts(fp_str_slice(text, i, text.len), label)) return true;
    return false;
}

/* Where a branch to a label of `rest`, the text behind it, is not taken. */
static jumped_over over_of(fp_str rest, fp_str label, fp_str predicate) {
    jumped_over over = { .label = label, .predicate = FP_NO_PREDICATE };
    bool negated;
    uint32_t operand;
    if (label.len == 0 || !has_label(rest, label)) return (jumped_over){ 0 };
    if (predicate.len && predicate_operand(predicate, &negated, &operand) && negated) over.predicate = operand;
    return over;
}

/* The mnemonic behind labels and predicate; `text` goes on behind it. */
static fp_str take_mnemonic(fp_str *text, fp_str *predicate, jumped_over *over) {
    *predicate = (fp_str){ 0 };
    for (;;) {
        fp_str word = take_word(text);
        bool label = word.len > 1 && word.data[word.len - 1] == ':';
        if (label && fp_str_equal(fp_str_slice(word, 0, word.len - 1), over->label)) *over = (jumped_over){ 0 };
        if (word.len && word.data[0] == '@')
            *predicate = word;
        else if (!label)
            return word;
    }
}

/* Bits of a PTX type: 32 of `f32`, `b32`, `f16x2`; 0: the word is none. */
static int64_t type_bits(fp_str word) {
    size_t at = fp_str_starts(word, FP_STR("bf")) ? 2 : 1;
    int64_t bits, count = 1;
    if (word.len <= at || !memchr("bfsu", word.data[0], 4)) return 0;
    size_t cross = fp_str_find(word, 'x');
    if (cross < word.len && !fp_str_int(fp_str_slice(word, cross + 1, word.len), &count)) return 0;
    if (!fp_str_int(fp_str_slice(word, at, cross), &bits) || bits < 8 || bits > 256) return 0;
    return count >= 1 && count <= 8 ? bits * count : 0;
}

/* The last part of the name is the type, `.v4` in front of it says how many of them. */
static uint32_t bytes_of(fp_str mnemonic) {
    int64_t bits = 0, count = 1;
    for (fp_str rest = mnemonic; rest.len;) {
        size_t dot = fp_str_find(rest, '.');
        fp_str part = fp_str_slice(rest, 0, dot);
        bits = type_bits(part);
        if (part.len == 2 && part.data[0] == 'v' && fp_is_digit(part.data[1])) count = part.data[1] - '0';
        rest = fp_str_slice(rest, dot + (dot < rest.len), rest.len);
    }
    return (uint32_t)(bits / 8 * count);
}

/* ---- words of order ---- */

static const fp_str ordered_names[] = {
#define FP_ASM_ORDERED(name) { name, sizeof(name) - 1 },
#include "facts/orders.def"
};
static const struct {
    fp_str word;
    uint8_t says;
} order_words[] = {
#define FP_ASM_ORDER(word, says) { { word, sizeof(word) - 1 }, FP_SAYS_ORDER_##says },
#include "facts/orders.def"
};
enum {
    ORDERED_NAMES = sizeof ordered_names / sizeof *ordered_names,
    ORDER_WORDS = sizeof order_words / sizeof *order_words,
    PLAIN_NAME_MAX = 64
};

static bool is_ordered(fp_str name) {
    for (size_t i = 0; i < ORDERED_NAMES; i++)
        if (fp_str_equal(name, ordered_names[i])) return true;
    return false;
}

static bool is_order(fp_str word, uint8_t *ordering) {
    for (size_t i = 0; i < ORDER_WORDS; i++) {
        if (!fp_str_equal(word, order_words[i].word)) continue;
        *ordering |= order_words[i].says;
        return true;
    }
    return false;
}

/* The row of an instruction: of ld.acquire.cta.shared.f32 that of ld.shared. Compilers write the words of order behind
 * the space, too: atom.global.gpu.acq_rel.add.u32. */
const fp_op_info *fp_instruction_row(fp_str mnemonic, uint8_t *ordering) {
    char plain[PLAIN_NAME_MAX];
    size_t name = fp_str_find(mnemonic, '.'), from = name;
    *ordering = 0;
    for (size_t at = name; at < mnemonic.len && is_ordered(fp_str_slice(mnemonic, 0, name));) {
        size_t end = at + 1 + fp_str_find(fp_str_slice(mnemonic, at + 1, mnemonic.len), '.');
        if (is_order(fp_str_slice(mnemonic, at + 1, end), ordering) && from == at) from = end;
        at = end;
    }
    size_t length = name + mnemonic.len - from;
    if (from == name || length > sizeof plain) return fp_rows_find(asm_rows, ASM_ROWS, mnemonic);
    memcpy(plain, mnemonic.data, name);
    memcpy(plain + name, mnemonic.data + from, mnemonic.len - from);
    return fp_rows_find(asm_rows, ASM_ROWS, (fp_str){ plain, length });
}

/* In the assembly of AMD's chips a semicolon begins a comment, which ends with its line. */
static bool is_comment(fp_str assembly, size_t start, const fp_op_info *row) {
    return start > 0 && assembly.data[start - 1] == ';' && fp_targets_begin_with(row->targets, FP_VENDOR_AMD);
}

/* PTX ends an instruction with a semicolon: its operands may stand on further lines. `end`: of its first line. */
static fp_str whole_text(fp_str assembly, const fp_op_info *row, fp_str text, size_t end, size_t *next) {
    if (!fp_targets_begin_with(row->targets, FP_VENDOR_NVIDIA) || end >= assembly.len || assembly.data[end] == ';')
        return text;
    size_t more = fp_str_find(fp_str_slice(assembly, end, assembly.len), ';');
    if (end + more == assembly.len) return text;
    *next = end + more + 1;
    size_t start = text.len ? (size_t)(text.data - assembly.data) : end;
    return fp_str_trim(fp_str_slice(assembly, start, end + more));
}

/* What stands in front of the comma; `text` goes on behind it. */
static fp_str take_operand(fp_str *text) {
    size_t comma = fp_str_find(*text, ',');
    fp_str operand = fp_str_trim(fp_str_slice(*text, 0, comma));
    *text = fp_str_slice(*text, comma + (comma < text->len), text->len);
    return operand;
}

/* What stands between the k-th square brackets; empty: there are not so many. */
static fp_str address_in(fp_str text, uint32_t k) {
    for (size_t i = 0; i < text.len; i++)
        if (text.data[i] == '[' && k-- == 0)
            return fp_str_trim(
                fp_str_slice(text, i + 1, i + 1 + fp_str_find(fp_str_slice(text, i + 1, text.len), ']')));
    return (fp_str){ 0 };
}

/* Which of the addresses of an instruction is that of its object? */
static fp_operand object_of(const fp_op_info *row) {
    return row->counter == FP_COUNTER_MBARRIER && fp_operand_is_none(row->object) ? row->read : row->object;
}

/* `mapa.shared::cluster.u32 mapped, $1, $2`, as the table's row tells; a text has one at most. */
static void take_peer(fp_instruction *peer, const fp_op_info *row, fp_str text) {
    *peer = (fp_instruction){ .info = row, .peer = take_operand(&text) };
    peer->peer_of = take_operand(&text), peer->peer_rank = take_operand(&text);
}

size_t fp_instructions_find(fp_str assembly, fp_instruction *found, size_t max) {
    size_t count = 0;
    jumped_over over = { 0 };
    fp_instruction peer = { .info = NULL };
    for (size_t start = 0, next; start < assembly.len && count < max; start = next) {
        size_t end = instruction_end(assembly, start, &next);
        fp_str text = fp_str_trim(fp_str_slice(assembly, start, end)), predicate;
        while (text.len && (text.data[0] == '{' || text.data[0] == '}'))
            text = fp_str_trim(fp_str_slice(text, 1, text.len)); /* a block with registers of its own */
        fp_str mnemonic = take_mnemonic(&text, &predicate, &over);
        if (is_branch(mnemonic) && !over.label.len)
            over = over_of(fp_str_slice(assembly, next, assembly.len), text, predicate);
        uint8_t ordering;
        const fp_op_info *row = mnemonic.len ? fp_instruction_row(mnemonic, &ordering) : NULL;
        if (!row || fp_intrinsic_is(row->name) || is_comment(assembly, start, row)) continue;
        text = whole_text(assembly, row, text, end, &next);
        if (row->view == FP_VIEW_PEER) {
            take_peer(&peer, row, text);
            continue;
        }
        bool negated = false, jumped = over.label.len > 0;
        uint32_t operand = over.predicate;
        bool known = predicate.len ? !jumped && predicate_operand(predicate, &negated, &operand) && !negated : jumped;
        found[count++] = (fp_instruction){
            .info = row,
            .text = text,
            .bytes = bytes_of(mnemonic),
            .ordering = ordering,
            .to_several = row->several_name && fp_str_contains(mnemonic, fp_str_of(row->several_name)),
            .in_cluster = row->cluster_name && fp_str_contains(mnemonic, fp_str_of(row->cluster_name)),
            .in_pair = row->pair_name && fp_str_contains(mnemonic, fp_str_of(row->pair_name)),
            .of_pairs = row->of_pairs_name && fp_str_contains(mnemonic, fp_str_of(row->of_pairs_name)),
            .shape = row->tensor_form == FP_TENSOR_UNTOLD ? NULL : fp_tensor_shape_in(mnemonic),
            .packed = row->packed_name && fp_str_contains(mnemonic, fp_str_of(row->packed_name)),
            .predicated = predicate.len || jumped,
            .predicate = known ? operand : FP_NO_PREDICATE
        };
        fp_operand object = object_of(row);
        bool of_peer = peer.info && fp_operand_is_one(object) && !fp_operand_is_none(object) &&
                       fp_str_equal(address_in(text, (uint32_t)object.ods), peer.peer);
        if (!of_peer) continue;
        found[count - 1].peer = peer.peer, found[count - 1].peer_of = peer.peer_of;
        found[count - 1].peer_rank = peer.peer_rank;
    }
    return count;
}

static const struct {
    fp_str name, op;
} registers[] = {
#define FP_REGISTER(name, op) { { name, sizeof(name) - 1 }, { op, sizeof(op) - 1 } },
#include "facts/registers.def"
};

const fp_op_info *fp_assembly_row(fp_str assembly) {
    size_t next, end = instruction_end(assembly, 0, &next);
    fp_str text = fp_str_trim(fp_str_slice(assembly, 0, end));
    bool is_move = fp_str_starts(take_word(&text), FP_STR("mov."));
    fp_str target = fp_str_trim(fp_str_slice(text, 0, fp_str_find(text, ',')));
    if (!is_move || !fp_str_equal(target, FP_STR("$0")) || fp_str_trim(fp_str_slice(assembly, next, assembly.len)).len)
        return NULL;
    fp_str source = fp_str_trim(fp_str_slice(text, fp_str_find(text, ',') + 1, text.len));
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
        if (fp_str_equal(registers[i].name, source)) return fp_op_info_find(registers[i].op);
    return NULL;
}

/* Assembly's names, of registers too. */
static bool is_word_byte(char c) { return fp_is_word(c) || c == '%'; }

/* The word at `start`, which begins with a word byte or with a minus in front of one. */
static fp_str word_at(fp_str text, size_t start) {
    size_t end = start + (text.data[start] == '-');
    while (end < text.len && is_word_byte(text.data[end])) end++;
    return fp_str_slice(text, start, end);
}

bool fp_instruction_counter(fp_str text, fp_str name, int64_t *value) {
    for (size_t i = 0; i < text.len;) {
        if (!is_word_byte(text.data[i])) {
            i++;
            continue;
        }
        fp_str word = word_at(text, i);
        i += word.len;
        if (!fp_str_equal(word, name) || i >= text.len || text.data[i] != '(') continue;
        fp_str rest = fp_str_slice(text, i + 1, text.len);
        return fp_str_int(fp_str_trim(fp_str_slice(rest, 0, fp_str_find(rest, ')'))), value);
    }
    return false;
}

uint32_t fp_assembly_output_count(fp_str constraints) {
    uint32_t count = 0;
    for (size_t i = 0; i < constraints.len; i++)
        if (constraints.data[i] == '=' && (i == 0 || constraints.data[i - 1] == ',')) count++;
    return count;
}

bool fp_assembly_begins_as(fp_str constraints, uint32_t result, uint32_t *operand) {
    int64_t tied;
    for (*operand = 0; constraints.len;) {
        fp_str constraint = take_operand(&constraints);
        if (fp_str_int(constraint, &tied) && tied == result) return true;
        *operand += constraint.len && constraint.data[0] != '=';
    }
    return false;
}

/* The operand of the call that the text calls by a number, which counts outputs first. */
static bool operand_of(int64_t number, fp_str constraints, uint32_t *operand) {
    uint32_t outputs = fp_assembly_output_count(constraints);
    if (number < outputs || number > 255) return false;
    *operand = (uint32_t)number - outputs;
    return true;
}

bool fp_instruction_predicate(const fp_instruction *instruction, fp_str constraints, uint32_t *operand) {
    return instruction->predicate != FP_NO_PREDICATE && operand_of(instruction->predicate, constraints, operand);
}

/* A number, or an operand of the call that is no output; else registers of the text and the like. */
static fp_plain_operand plain_of(fp_str word, fp_str constraints) {
    fp_plain_operand plain = { .kind = FP_PLAIN_NONE };
    if (fp_str_int_nearest(word, &plain.number)) {
        plain.kind = FP_PLAIN_NUMBER;
    } else if (word.len > 1 && word.data[0] == '$' && fp_str_int(fp_str_slice(word, 1, word.len), &plain.number) &&
               operand_of(plain.number, constraints, &plain.operand)) {
        plain.kind = FP_PLAIN_OPERAND;
    }
    return plain;
}

fp_plain_operand fp_instruction_plain(fp_str text, fp_str constraints, uint32_t k) {
    int depth = 0;
    for (size_t i = 0; i < text.len;) {
        char c = text.data[i];
        if (c == '[' || c == '{') depth++;
        if (c == ']' || c == '}') depth--;
        if (!is_word_byte(c) && c != '-') {
            i++;
            continue;
        }
        fp_str word = word_at(text, i);
        i += word.len ? word.len : 1;
        fp_plain_operand plain = plain_of(word, constraints);
        if (depth == 0 && plain.kind != FP_PLAIN_NONE && k-- == 0) return plain;
        if (i < text.len && text.data[i] == '(')
            i += fp_str_find(fp_str_slice(text, i, text.len), ')'); /* vmcnt(3): not a number of its own */
    }
    return (fp_plain_operand){ .kind = FP_PLAIN_NONE };
}

fp_plain_operand fp_instruction_word(fp_str text, fp_str constraints) { return plain_of(text, constraints); }

bool fp_instruction_operand(const fp_instruction *instruction, fp_str constraints, uint32_t k, uint32_t *operand) {
    fp_str address = address_in(instruction->text, k);
    if (instruction->peer.len && fp_str_equal(address, instruction->peer)) address = instruction->peer_of;
    size_t dollar = fp_str_find(address, '$'), end = dollar + 1;
    while (end < address.len && fp_is_digit(address.data[end])) end++;
    int64_t number;
    return dollar != address.len && fp_str_int(fp_str_slice(address, dollar + 1, end), &number) &&
           operand_of(number, constraints, operand);
}

bool fp_instruction_names_start(fp_str text, uint32_t k) {
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] != '[' || k-- != 0) continue;
        fp_str rest = fp_str_slice(text, i + 1, text.len);
        rest = fp_str_slice(rest, 0, fp_str_find(rest, ']'));
        size_t plus = fp_str_find(rest, '+');
        if (plus == rest.len) return !fp_str_contains(rest, FP_STR("-"));
        int64_t offset;
        return fp_str_int(fp_str_trim(fp_str_slice(rest, plus + 1, rest.len)), &offset) && offset == 0;
    }
    return true;
}
