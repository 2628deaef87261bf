#include "facts/assembly.h"
#include "base/chars.h"

/* ---- Tables ---- */

typedef enum { GIVES_NUMBER, GIVES_MOVED, GIVES_CHOSEN, GIVES_TRUTH, GIVES_JUMP } outcome;
static const struct {
    fp_str name;
    outcome gives;
} computing[] = {
#define FP_COMPUTES(name, gives) { { name, sizeof(name) - 1 }, GIVES_##gives },
#include "facts/computing.def"
};

static const struct {
    fp_str name, op;
} elections[] = {
#define FP_ELECTION(name, op) { { name, sizeof(name) - 1 }, { op, sizeof(op) - 1 } },
#include "facts/registers.def"
};
enum { COMPUTING = sizeof computing / sizeof *computing, ELECTIONS = sizeof elections / sizeof *elections };

static bool find_computing(fp_str mnemonic, outcome *found) {
    fp_str name = fp_str_slice(mnemonic, 0, fp_str_find(mnemonic, '.'));
    for (size_t i = 0; i < COMPUTING; i++)
        if (fp_str_equal(computing[i].name, name)) return *found = computing[i].gives, true;
    return false;
}

static const fp_op_info *find_election(fp_str mnemonic) {
    for (size_t i = 0; i < ELECTIONS; i++)
        if (fp_str_equal(elections[i].name, mnemonic)) return fp_op_info_find(elections[i].op);
    return NULL;
}

bool fp_assembly_may_elect(fp_str assembly) {
    for (size_t i = 0; i < ELECTIONS; i++)
        if (fp_str_contains(assembly, elections[i].name)) return true;
    return false;
}

/* Is the word one of those between the dots of the mnemonic? */
static bool says(fp_str mnemonic, fp_str word) {
    for (fp_str rest = mnemonic; rest.len;) {
        size_t dot = fp_str_find(rest, '.');
        if (fp_str_equal(fp_str_slice(rest, 0, dot), word)) return true;
        rest = fp_str_slice(rest, dot + (dot < rest.len), rest.len);
    }
    return false;
}

/* ---- Words ---- */

static bool is_word_byte(char c) { return fp_is_word(c) || c == '%'; }

/* How many bytes at the start of the text separate words: blanks, their escapes in an MLIR string (backslash and n, t
 * or two hexadecimal digits), comments. */
static size_t gap_at(fp_str text) {
    if (fp_char_is(text.data[0], FP_CHAR_SPACE)) return 1;
    if (text.data[0] == '\\' && text.len > 1) return text.data[1] == 'n' || text.data[1] == 't' ? 2 : 3;
    if (fp_str_starts(text, FP_STR("/*"))) return fp_str_find_part(text, FP_STR("*/")) + 2;
    if (!fp_str_starts(text, FP_STR("//"))) return 0;
    size_t line = fp_str_find(text, '\n'), escaped = fp_str_find(text, '\\');
    return line < escaped ? line : escaped;
}

/* The next word, `shared::cta` being one, or else the next byte; empty behind the last one. */
static fp_str take_word(fp_str *text) {
    for (size_t gap; text->len && (gap = gap_at(*text)) > 0;) *text = fp_str_slice(*text, gap, text->len);
    size_t end = 0;
    if (text->len && text->data[0] == '-') end = 1;
    while (end < text->len) {
        bool joins = text->data[end] == ':' && end + 1 < text->len && text->data[end + 1] == ':';
        if (!joins && !is_word_byte(text->data[end])) break;
        end += joins ? 2 : 1;
    }
    fp_str word = fp_str_slice(*text, 0, end ? end : 1);
    *text = fp_str_slice(*text, word.len, text->len);
    return word;
}

static bool is_byte(fp_str word, char byte) { return word.len == 1 && word.data[0] == byte; }

static bool number_in(fp_str word, int64_t *number) {
    if (word.len && word.data[word.len - 1] == 'U') word.len--;
    return fp_str_int(word, number);
}

/* ---- Values ---- */

enum { ELECTED, OTHER, THREADS };

/* What a register holds. A number is one in each of the two threads, or nothing has been written there. */
typedef struct {
    bool is_number, written[THREADS];
    int64_t number[THREADS];
    fp_made_of made_of; /* unless it is a number */
    bool two_valued;    /* likewise */
} value;

static value number_of(int64_t number) {
    return (value){ .is_number = true, .written = { true, true }, .number = { number, number } };
}
static value made(fp_made_of of, bool two_valued) { return (value){ .made_of = of, .two_valued = two_valued }; }
static const value unwritten = { .is_number = true };

static bool is_alike(value v) { return v.number[0] == v.number[1] && v.written[0] == v.written[1]; }

/* What an unwritten register holds nobody may use. */
static fp_assembly_result result_of(value v) {
    if (!v.is_number) return (fp_assembly_result){ v.made_of, v.two_valued };
    bool truth = true;
    for (uint32_t t = 0; t < THREADS; t++) truth &= v.number[t] == 0 || v.number[t] == 1;
    if (is_alike(v)) return (fp_assembly_result){ FP_MADE_OF_OPERANDS, truth };
    bool elected = v.written[ELECTED] && v.written[OTHER] && v.number[ELECTED] == 1 && v.number[OTHER] == 0;
    return (fp_assembly_result){ elected ? FP_MADE_OF_ELECTION : FP_MADE_OF_MORE, truth };
}

/* Either of the two, or both put together. Who is elected goes into nothing that is known. */
static fp_made_of joined(fp_made_of a, fp_made_of b) {
    fp_made_of both = a > b ? a : b;
    return both == FP_MADE_OF_ELECTION ? FP_MADE_OF_MORE : both;
}

/* ---- Registers ---- */

enum { REGISTERS_MAX = 32, SOURCES_MAX = 12, TARGETS_MAX = 8 };

typedef struct {
    fp_str name;
    bool is_range; /* `%r<4>`: %r0 to %r3 */
    value value;
} named_register;

typedef struct {
    fp_str rest;
    const fp_assembly_operand *operands;
    uint32_t operand_count, outputs;
    named_register registers[REGISTERS_MAX];
    uint32_t register_count;
    named_register beyond; /* takes what does not fit */
    bool failed;           /* nothing is known of any result */
    fp_str label;          /* instructions up to there are jumped over by some threads; empty: none are */
    value jumps;           /* which ones do */
    fp_assembly_results results;
} run;

static named_register *push_register(run *r, fp_str name, value v) {
    r->failed |= r->register_count == REGISTERS_MAX;
    if (r->failed) return &r->beyond;
    r->registers[r->register_count] = (named_register){ .name = name, .value = v };
    return &r->registers[r->register_count++];
}

/* NULL: the text declares none of this name. */
static named_register *find_register(run *r, fp_str name) {
    int64_t number;
    bool in_range = false;
    for (uint32_t i = 0; i < r->register_count; i++) {
        named_register *found = &r->registers[i];
        if (!found->is_range && fp_str_equal(found->name, name)) return found;
        in_range |= found->is_range && fp_str_starts(name, found->name) &&
                    fp_str_int(fp_str_slice(name, found->name.len, name.len), &number);
    }
    return in_range ? push_register(r, name, unwritten) : NULL;
}

/* `$2`, which counts the results first. */
static value operand_value(const run *r, int64_t number) {
    if (number < r->outputs) return made(FP_MADE_OF_MORE, false);
    if (number - r->outputs >= r->operand_count) return made(FP_MADE_OF_OPERANDS, false);
    const fp_assembly_operand *operand = &r->operands[number - r->outputs];
    return operand->known ? number_of(operand->number) : made(FP_MADE_OF_OPERANDS, false);
}

static value read_word(run *r, fp_str word) {
    int64_t number;
    named_register *found = find_register(r, word);
    if (found) return found->value;
    if (number_in(word, &number)) return number_of(number);
    if (fp_is_digit(word.data[0])) return made(FP_MADE_OF_OPERANDS, false); /* 0f3F800000 */
    if (word.len > 1 && word.data[0] == '$' && number_in(fp_str_slice(word, 1, word.len), &number))
        return operand_value(r, number);
    return made(FP_MADE_OF_MORE, false); /* a register of the chip */
}

/* ---- Instructions ---- */

typedef struct {
    fp_str mnemonic;
    fp_str targets[TARGETS_MAX];
    value sources[SOURCES_MAX];
    uint32_t target_count, source_count;
    bool is_predicated, is_negated;
    value predicate;
} instruction;

static value without_some(value old, value v, value when) {
    fp_made_of of = joined(joined(result_of(old).made_of, result_of(v).made_of), result_of(when).made_of);
    return made(of, result_of(old).two_valued && result_of(v).two_valued);
}

/* Writes a register in the threads that do the instruction. */
static void write(run *r, const instruction *in, fp_str name, value v) {
    if (is_byte(name, '_') || fp_is_digit(name.data[0]) || name.data[0] == '-') return;
    named_register *found = find_register(r, name);
    if (!found) found = push_register(r, name, unwritten);
    value old = found->value;
    if (r->label.len) v = without_some(old, v, r->jumps);
    if (!in->is_predicated) {
        found->value = v;
    } else if (in->predicate.is_number && old.is_number && v.is_number) {
        for (uint32_t t = 0; t < THREADS; t++) {
            if ((in->predicate.number[t] != 0) == in->is_negated) continue;
            found->value.number[t] = v.number[t], found->value.written[t] = v.written[t];
        }
    } else {
        found->value = without_some(old, v, in->predicate);
    }
}

static bool are_numbers(const instruction *in, uint32_t count) {
    for (uint32_t i = 0; i < count && i < in->source_count; i++)
        if (!in->sources[i].is_number) return false;
    return in->source_count == count;
}

/* What the instruction gives of numbers; false: that is not known. */
static bool compute_numbers(const instruction *in, outcome gives, value *given) {
    const value *s = in->sources;
    bool equal = says(in->mnemonic, FP_STR("eq")), differs = says(in->mnemonic, FP_STR("ne"));
    *given = s[0];
    switch (gives) {
    case GIVES_MOVED: return are_numbers(in, 1) && in->target_count == 1;
    case GIVES_CHOSEN:
        if (!are_numbers(in, 3)) return false;
        for (uint32_t t = 0; t < THREADS; t++) {
            const value *chosen = s[2].number[t] ? &s[0] : &s[1];
            given->number[t] = chosen->number[t], given->written[t] = chosen->written[t] && s[2].written[t];
        }
        return true;
    case GIVES_TRUTH:
        if (!are_numbers(in, 2) || in->target_count != 1 || equal == differs) return false;
        for (uint32_t t = 0; t < THREADS; t++) {
            given->number[t] = (s[0].number[t] == s[1].number[t]) == equal;
            given->written[t] = s[0].written[t] && s[1].written[t];
        }
        return true;
    case GIVES_NUMBER:
    case GIVES_JUMP: break;
    }
    return false;
}

static void compute(run *r, const instruction *in, outcome gives) {
    fp_made_of of = FP_MADE_OF_OPERANDS;
    bool moves = gives == GIVES_MOVED && in->source_count == 1 && in->target_count == 1;
    bool two_valued = gives == GIVES_TRUTH || says(in->mnemonic, FP_STR("pred"));
    for (uint32_t i = 0; i < in->source_count; i++) of = joined(of, result_of(in->sources[i]).made_of);
    if (moves) two_valued = result_of(in->sources[0]).two_valued;
    if (gives == GIVES_CHOSEN && in->source_count == 3)
        two_valued = result_of(in->sources[0]).two_valued && result_of(in->sources[1]).two_valued;
    value given;
    if (!compute_numbers(in, gives, &given)) given = made(of, two_valued);
    for (uint32_t i = 0; i < in->target_count; i++) write(r, in, in->targets[i], given);
}

/* `elect.sync lane|elected, mask` */
static void elect(run *r, const instruction *in, const fp_op_info *elects) {
    value elected = { .is_number = true, .written = { true, true }, .number = { [ELECTED] = 1 } };
    if (r->results.elects || in->target_count != 2 || in->source_count != 1 || in->is_predicated || r->label.len) {
        r->failed = true;
        return;
    }
    value mask = in->sources[0];
    r->results.elects = elects;
    r->results.elects_among_all =
        mask.is_number && mask.written[0] && is_alike(mask) && (uint32_t)mask.number[0] == UINT32_MAX;
    write(r, in, in->targets[0], made(FP_MADE_OF_MORE, false));
    write(r, in, in->targets[1], elected);
}

/* A branch forwards: what stands up to its label some threads do not do. */
static void jump(run *r, const instruction *in, fp_str label) {
    bool behind = false;
    for (fp_str rest = r->rest, word = take_word(&rest); word.len && !behind; word = take_word(&rest))
        behind = fp_str_equal(word, label) && rest.len && rest.data[0] == ':';
    r->failed |= r->label.len || !behind;
    r->label = label;
    r->jumps = in->is_predicated ? in->predicate : made(FP_MADE_OF_OPERANDS, true);
}

static void do_instruction(run *r, const instruction *in) {
    outcome gives;
    uint8_t ordering;
    const fp_op_info *elects = find_election(in->mnemonic);
    bool computes = find_computing(in->mnemonic, &gives);
    const fp_op_info *row = computes ? NULL : fp_instruction_row(in->mnemonic, &ordering);
    r->results.instruction_count++;
    if (elects) {
        elect(r, in, elects);
    } else if (computes || (row && row->effect == FP_EFFECT_PURE)) {
        compute(r, in, computes ? gives : GIVES_NUMBER);
    } else {
        bool reads = row && row->effect == FP_EFFECT_READ;
        fp_made_of of = reads && row->workgroup_side ? FP_MADE_OF_WORKGROUP
                        : reads && !ordering         ? FP_MADE_OF_MEMORY
                                                     : FP_MADE_OF_MORE;
        for (uint32_t i = 0; i < in->source_count; i++) of = joined(of, result_of(in->sources[i]).made_of);
        for (uint32_t i = 0; i < in->target_count; i++) write(r, in, in->targets[i], made(of, false));
        r->results.does_more = true;
        r->results.writes |= !reads;
        r->failed |= !row;
    }
}

/* ---- Text ---- */

/* `.reg .b32 %rx, %ry<2>;` */
static void declare(run *r) {
    for (fp_str word = take_word(&r->rest); word.len && !is_byte(word, ';'); word = take_word(&r->rest)) {
        if (is_byte(word, '<') && r->register_count) r->registers[r->register_count - 1].is_range = true;
        int64_t number;
        if (is_word_byte(word.data[0]) && word.data[0] != '.' && !number_in(word, &number))
            (void)push_register(r, word, unwritten);
    }
}

/* The operands up to the semicolon: targets stand in front of the first comma outside of braces. */
static void read_operands(run *r, instruction *in) {
    outcome gives;
    bool behind = false, jumps = find_computing(in->mnemonic, &gives) && gives == GIVES_JUMP;
    uint32_t depth = 0;
    for (fp_str word = take_word(&r->rest); word.len && !is_byte(word, ';'); word = take_word(&r->rest)) {
        bool is_name = is_word_byte(word.data[0]) || (word.len > 1 && word.data[0] == '-');
        if (is_byte(word, '{')) depth++;
        if (is_byte(word, '}')) depth--;
        if (is_byte(word, '[')) behind = true; /* a store has no target */
        behind |= is_byte(word, ',') && depth == 0;
        if (!is_name) continue;
        if (jumps) {
            jump(r, in, word);
            in->mnemonic = (fp_str){ 0 };
        } else if (!behind) {
            r->failed |= in->target_count == TARGETS_MAX;
            if (!r->failed) in->targets[in->target_count++] = word;
        } else {
            r->failed |= in->source_count == SOURCES_MAX;
            if (!r->failed) in->sources[in->source_count++] = read_word(r, word);
        }
    }
}

static void run_statement(run *r, fp_str word) {
    instruction in = { .is_predicated = false };
    if (is_byte(word, '@')) {
        word = take_word(&r->rest);
        in.is_predicated = true, in.is_negated = is_byte(word, '!');
        if (in.is_negated) word = take_word(&r->rest);
        in.predicate = read_word(r, word);
        word = take_word(&r->rest);
    }
    if (r->rest.len && r->rest.data[0] == ':') { /* a label */
        if (fp_str_equal(word, r->label)) r->label = (fp_str){ 0 };
        r->rest = fp_str_slice(r->rest, 1, r->rest.len);
        return;
    }
    if (!is_word_byte(word.data[0])) {
        r->failed = true;
    } else if (fp_str_equal(word, FP_STR(".reg"))) {
        declare(r);
    } else {
        in.mnemonic = word;
        read_operands(r, &in);
        if (in.mnemonic.len && !r->failed) do_instruction(r, &in);
    }
}

static value start_of_result(const run *r, fp_str constraints, uint32_t result) {
    uint32_t operand;
    if (!fp_assembly_begins_as(constraints, result, &operand)) return unwritten;
    return operand_value(r, (int64_t)operand + r->outputs);
}

fp_assembly_results fp_assembly_run(fp_str assembly, fp_str constraints, const fp_assembly_operand *operands,
                                    uint32_t operand_count) {
    static const fp_str names[FP_ASSEMBLY_RESULTS_MAX] = {
        { "$0", 2 }, { "$1", 2 }, { "$2", 2 }, { "$3", 2 }, { "$4", 2 }, { "$5", 2 }, { "$6", 2 }, { "$7", 2 },
    };
    run r = { .rest = assembly, .operands = operands, .operand_count = operand_count };
    r.outputs = r.results.result_count = fp_assembly_output_count(constraints);
    for (uint32_t i = 0; i < r.outputs && i < FP_ASSEMBLY_RESULTS_MAX; i++)
        (void)push_register(&r, names[i], start_of_result(&r, constraints, i));
    for (fp_str word = take_word(&r.rest); word.len && !r.failed; word = take_word(&r.rest))
        if (!is_byte(word, '{') && !is_byte(word, '}') && !is_byte(word, ';')) run_statement(&r, word);
    r.failed |= r.label.len > 0;
    if (r.failed) r.results.does_more = r.results.writes = true;
    for (uint32_t i = 0; i < FP_ASSEMBLY_RESULTS_MAX; i++)
        r.results.results[i] = r.failed || i >= r.outputs ? (fp_assembly_result){ .made_of = FP_MADE_OF_MORE }
                                                          : result_of(r.registers[i].value);
    return r.results;
}

fp_assembly_result fp_assembly_part(const fp_assembly_results *results, uint32_t part) {
    fp_assembly_result whole = { .made_of = FP_MADE_OF_OPERANDS }, unknown = { .made_of = FP_MADE_OF_MORE };
    if (part != UINT32_MAX)
        return results->result_count > 1 && part < FP_ASSEMBLY_RESULTS_MAX ? results->results[part] : unknown;
    if (results->result_count == 1) return results->results[0];
    for (uint32_t i = 0; i < results->result_count && i < FP_ASSEMBLY_RESULTS_MAX; i++)
        whole.made_of = joined(whole.made_of, results->results[i].made_of);
    return results->result_count > FP_ASSEMBLY_RESULTS_MAX ? unknown : whole;
}
