/* text_words.c - arithmetic, conditions and loops in the words of arith, scf and cf, or of llvm. */
#include "text.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- numbers ---- */

typedef struct {
    const char *arith, *llvm;
    bool compares;
} op_words;

static const op_words words_of[] = {
    [TEXT_ADD] = { "arith.addi", "llvm.add", false },
    [TEXT_SUB] = { "arith.subi", "llvm.sub", false },
    [TEXT_MUL] = { "arith.muli", "llvm.mul", false },
    [TEXT_DIV] = { "arith.divui", "llvm.udiv", false },
    [TEXT_REM] = { "arith.remui", "llvm.urem", false },
    [TEXT_AND] = { "arith.andi", "llvm.and", false },
    [TEXT_XOR] = { "arith.xori", "llvm.xor", false },
    [TEXT_SHR] = { "arith.shrui", "llvm.lshr", false },
    [TEXT_EQ] = { "arith.cmpi eq,", "llvm.icmp \"eq\"", true },
    [TEXT_NE] = { "arith.cmpi ne,", "llvm.icmp \"ne\"", true },
    [TEXT_LT] = { "arith.cmpi ult,", "llvm.icmp \"ult\"", true },
    [TEXT_GE] = { "arith.cmpi uge,", "llvm.icmp \"uge\"", true },
    [TEXT_BOTH] = { "arith.andi", "llvm.and", false },
};

static const char *type_of(const fp_text *text) { return text->words.index ? "index" : "i32"; }

uint32_t text_number(fp_text *text, int64_t value) {
    if (text->words.llvm) return text_value(text, "llvm.mlir.constant(%" PRId64 " : i32) : i32", value);
    return text_value(text, "arith.constant %" PRId64 " : %s", value, type_of(text));
}

uint32_t text_argument(fp_text *text) {
    uint32_t zero = text_number(text, 0);
    return text_value(text, "%s %%n, %%v%u : %s", text->words.llvm ? "llvm.add" : "arith.addi", zero, type_of(text));
}

uint32_t text_compute(fp_text *text, fp_text_op op, uint32_t a, uint32_t b) {
    const op_words *words = &words_of[op];
    return text_value(text, "%s %%v%u, %%v%u : %s", text->words.llvm ? words->llvm : words->arith, a, b,
                      op == TEXT_BOTH ? "i1" : type_of(text));
}

uint32_t text_compute_by(fp_text *text, fp_text_op op, uint32_t a, int64_t b) {
    return text_compute(text, op, a, text_number(text, b));
}

uint32_t text_select(fp_text *text, uint32_t condition, uint32_t a, uint32_t b) {
    if (text->words.llvm) return text_value(text, "llvm.select %%v%u, %%v%u, %%v%u : i1, i32", condition, a, b);
    return text_value(text, "arith.select %%v%u, %%v%u, %%v%u : %s", condition, a, b, type_of(text));
}

/* ---- conditions ---- */

static const char *branch_of(const fp_text *text) { return text->words.llvm ? "llvm.br" : "cf.br"; }
static const char *branch_if(const fp_text *text) { return text->words.llvm ? "llvm.cond_br" : "cf.cond_br"; }

static fp_text_open *push(fp_text *text) {
    text->fails |= text->open_count == TEXT_DEPTH_MAX;
    fp_text_open *open = &text->open[text->open_count % TEXT_DEPTH_MAX];
    text->open_count++;
    *open = (fp_text_open){ .name = text->names++ };
    return open;
}

static fp_text_open *top(fp_text *text) { return &text->open[(text->open_count - 1) % TEXT_DEPTH_MAX]; }

void text_enter(fp_text *text, uint32_t condition) {
    fp_text_open *open = push(text);
    if (!text->words.blocks) {
        text_line(text, "    scf.if %%v%u {", condition);
        return;
    }
    text_line(text, "    %s %%v%u, ^in%u, ^out%u", branch_if(text), condition, open->name, open->name);
    text_line(text, "  ^in%u:", open->name);
}

void text_otherwise(fp_text *text) {
    fp_text_open *open = top(text);
    open->otherwise = true;
    if (!text->words.blocks) {
        text_line(text, "    } else {");
        return;
    }
    text_line(text, "    %s ^end%u", branch_of(text), open->name);
    text_line(text, "  ^out%u:", open->name);
}

void text_leave(fp_text *text) {
    fp_text_open open = *top(text);
    text->open_count--;
    if (!text->words.blocks) {
        text_line(text, "    }");
        return;
    }
    const char *to = open.otherwise ? "end" : "out";
    text_line(text, "    %s ^%s%u", branch_of(text), to, open.name);
    text_line(text, "  ^%s%u:", to, open.name);
}

void text_switch(fp_text *text, uint32_t number, uint32_t count) {
    fp_text_open *open = push(text);
    if (!text->words.blocks) {
        uint32_t index = text->words.index ? number : text_value(text, "arith.index_cast %%v%u : i32 to index", number);
        text_line(text, "    scf.index_switch %%v%u", index);
        return;
    }
    char end[20] = "";
    if (text->words.llvm) snprintf(end, sizeof end, "^end%u ", open->name);
    text_line(text, "    %s %%v%u : i32, %s[", text->words.llvm ? "llvm.switch" : "cf.switch", number, end);
    if (!text->words.llvm) text_line(text, "      default: ^end%u,", open->name);
    for (uint32_t i = 1; i <= count; i++)
        text_line(text, "      %u: ^case%u_%u%s", i, open->name, i, i < count ? "," : "");
    text_line(text, "    ]");
}

void text_case(fp_text *text, uint32_t which) {
    if (text->words.blocks)
        text_line(text, "  ^case%u_%u:", top(text)->name, which);
    else
        text_line(text, "    case %u {", which);
}

void text_case_end(fp_text *text) {
    if (text->words.blocks)
        text_line(text, "    %s ^end%u", branch_of(text), top(text)->name);
    else
        text_line(text, "      scf.yield"), text_line(text, "    }");
}

void text_switch_end(fp_text *text) {
    if (text->words.blocks) {
        text_line(text, "  ^end%u:", top(text)->name);
    } else {
        text_line(text, "    default {");
        text_case_end(text);
    }
    text->open_count--;
}

/* ---- loops ---- */

/* "(%v1, %v2 : i32, i32)", behind the name of a block. */
static void list_values(fp_text *text, char *list, size_t size, uint32_t counter, const fp_carried *carried) {
    size_t len = (size_t)snprintf(list, size, "(%%v%u", counter);
    for (uint32_t i = 0; i < carried->count; i++)
        len += (size_t)snprintf(list + len, size - len, ", %%v%u", carried->value[i]);
    for (uint32_t i = 0; i <= carried->count; i++)
        len += (size_t)snprintf(list + len, size - len, "%s%s", i ? ", " : " : ", type_of(text));
    snprintf(list + len, size - len, ")");
}

static void name_inside(fp_text *text, fp_text_open *open, fp_carried *carried) {
    open->counter = text->names++;
    for (uint32_t i = 0; i < carried->count; i++) carried->value[i] = text->names++;
}

static void open_blocks(fp_text *text, fp_text_open *open, fp_carried *carried, uint32_t from, uint32_t end) {
    char list[256], *at = list;
    list_values(text, list, sizeof list, from, carried);
    text_line(text, "    %s ^head%u%s", branch_of(text), open->name, list);
    name_inside(text, open, carried);
    at += snprintf(list, sizeof list, "(%%v%u: %s", open->counter, type_of(text));
    for (uint32_t i = 0; i < carried->count; i++)
        at += snprintf(at, sizeof list - (size_t)(at - list), ", %%v%u: %s", carried->value[i], type_of(text));
    text_line(text, "  ^head%u%s):", open->name, list);
    open->carried = *carried;
    open->end = end;
    open->at_end = text_draws(text, 3);
    if (open->at_end) return;
    uint32_t goes_on = text_compute(text, TEXT_LT, open->counter, end);
    text_line(text, "    %s %%v%u, ^body%u, ^exit%u", branch_if(text), goes_on, open->name, open->name);
    text_line(text, "  ^body%u:", open->name);
}

static void open_structured(fp_text *text, fp_text_open *open, fp_carried *carried, uint32_t from, uint32_t end,
                            uint32_t by) {
    char list[256] = "", types[128] = "";
    size_t len = 0, types_len = 0;
    fp_carried before = *carried;
    open->results = text->names++;
    name_inside(text, open, carried);
    for (uint32_t i = 0; i < carried->count; i++) {
        len += (size_t)snprintf(list + len, sizeof list - len, "%s%%v%u = %%v%u", i ? ", " : "", carried->value[i],
                                before.value[i]);
        types_len +=
            (size_t)snprintf(types + types_len, sizeof types - types_len, "%s%s", i ? ", " : "", type_of(text));
    }
    const char *of = text->words.index ? "" : " : i32";
    if (carried->count)
        text_line(text, "    %%v%u:%u = scf.for %%v%u = %%v%u to %%v%u step %%v%u iter_args(%s) -> (%s)%s {",
                  open->results, carried->count, open->counter, from, end, by, list, types, of);
    else
        text_line(text, "    scf.for %%v%u = %%v%u to %%v%u step %%v%u%s {", open->counter, from, end, by, of);
}

/* The first number behind the loop's last one, that has `each` between two; the last step may pass it by `less`. */
static uint32_t number_of_end(fp_text *text, uint32_t start, uint32_t count, uint32_t each, uint32_t less, bool asked) {
    if (!asked) return text_number(text, start + count * each - less);
    uint32_t steps = text_compute_by(text, TEXT_MUL, text_argument(text), each);
    uint32_t from = start >= less ? start - less : start;
    return from ? text_compute_by(text, TEXT_ADD, steps, from) : steps;
}

uint32_t text_open_loop(fp_text *text, uint32_t count, bool asked, fp_carried *carried) {
    static const uint32_t steps[] = { 1, 1, 1, 32, 5 }, starts[] = { 0, 0, 0, 2 };
    uint32_t each = steps[text_chooses(text, 5)], start = starts[text_chooses(text, 4)] * each;
    uint32_t less = each > 1 && text_draws(text, 3); /* an end that the last step passes */
    uint32_t from = text_number(text, start), end = number_of_end(text, start, count, each, less, asked);
    uint32_t by = text_number(text, each);
    fp_text_open *open = push(text);
    open->by = by;
    if (text->words.blocks)
        open_blocks(text, open, carried, from, end);
    else
        open_structured(text, open, carried, from, end, by);
    if (asked) text->asked[text->asked_count - 1].at_end = open->at_end;
    uint32_t turn = start ? text_compute_by(text, TEXT_SUB, open->counter, start) : open->counter;
    return each > 1 ? text_compute_by(text, TEXT_DIV, turn, each) : turn;
}

static void close_blocks(fp_text *text, const fp_text_open *open, fp_carried *carried) {
    char list[256];
    uint32_t next = text_compute(text, TEXT_ADD, open->counter, open->by);
    list_values(text, list, sizeof list, next, carried);
    if (open->at_end) {
        uint32_t goes_on = text_compute(text, TEXT_LT, next, open->end);
        text_line(text, "    %s %%v%u, ^head%u%s, ^exit%u", branch_if(text), goes_on, open->name, list, open->name);
    } else {
        text_line(text, "    %s ^head%u%s", branch_of(text), open->name, list);
        *carried = open->carried;
    }
    text_line(text, "  ^exit%u:", open->name);
}

static void close_structured(fp_text *text, const fp_text_open *open, fp_carried *carried) {
    char list[256] = "";
    size_t len = 0;
    for (uint32_t i = 0; i < carried->count; i++)
        len += (size_t)snprintf(list + len, sizeof list - len, "%s%%v%u", i ? ", " : "", carried->value[i]);
    for (uint32_t i = 0; i < carried->count; i++)
        len += (size_t)snprintf(list + len, sizeof list - len, "%s%s", i ? ", " : " : ", type_of(text));
    if (carried->count) text_line(text, "      scf.yield %s", list);
    text_line(text, "    }");
    uint32_t none = carried->count ? text_number(text, 0) : 0;
    for (uint32_t i = 0; i < carried->count; i++)
        carried->value[i] = text_value(text, "arith.addi %%v%u#%u, %%v%u : %s", open->results, i, none, type_of(text));
}

void text_close_loop(fp_text *text, fp_carried *carried) {
    fp_text_open open = *top(text);
    if (text->words.blocks)
        close_blocks(text, &open, carried);
    else
        close_structured(text, &open, carried);
    text->open_count--;
}
