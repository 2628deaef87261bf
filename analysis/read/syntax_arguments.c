#include "read/ir_tokens.h"
#include "read/syntax_tree.h"

/* One op's tokens; `tokens` reads them, `writable` marks those that define something. */
typedef struct {
    struct fp_arena *scratch;
    fp_tokens tokens;
    fp_token *writable;
    fp_argument_list *arguments;
} op_tokens;

static bool is_kind(const op_tokens *op, uint32_t i, fp_token_kind kind) {
    return i < op->tokens.len && op->tokens.data[i].kind == kind;
}
static bool is_text(const op_tokens *op, uint32_t i, fp_str text) { return fp_tokens_is(&op->tokens, i, text); }
static bool is_open(const op_tokens *op, uint32_t i, fp_bracket_kind kind) {
    return fp_tokens_open(&op->tokens, i, kind);
}
static uint32_t behind(const op_tokens *op, uint32_t i) { return fp_tokens_behind(&op->tokens, i); }

/* A bracket without an end reaches to the end of the op. */
static uint32_t group_end(const op_tokens *op, uint32_t open) {
    uint32_t end = behind(op, open);
    return is_kind(op, end - 1, FP_TOKEN_CLOSE) ? end - 1 : end;
}

static void add(op_tokens *op, uint32_t token, uint32_t region, fp_str type) {
    op->writable[token].open = FP_DEFINES;
    *FP_PUSH(op->scratch, op->arguments) = (fp_argument){ token, region, type };
}

/* Text of the type that begins at token `i`: up to a comma, an attribute dictionary or the end of the group. */
static fp_str type_at(const op_tokens *op, uint32_t i, uint32_t end) {
    uint32_t last = i;
    if (i >= end) return (fp_str){ 0 };
    for (uint32_t at = i; at < end && !is_text(op, at, FP_STR(",")) && !is_open(op, at, FP_BRACKET_DICT);
         at = behind(op, at))
        last = behind(op, at) - 1;
    if (last >= end) last = end - 1;
    return fp_str_slice(op->tokens.text, op->tokens.data[i].span.start, op->tokens.data[last].span.end);
}

/* `(%a: type {attributes}, ..)` */
static void add_typed(op_tokens *op, uint32_t open, uint32_t region) {
    uint32_t end = group_end(op, open);
    for (uint32_t i = open + 1; i < end; i = behind(op, i)) {
        bool first = i == open + 1 || is_text(op, i - 1, FP_STR(","));
        if (first && is_kind(op, i, FP_TOKEN_VALUE) && is_text(op, i + 1, FP_STR(":")))
            add(op, i, region, type_at(op, i + 2, end));
    }
}

/* `(%a, %b)` */
static void add_listed(op_tokens *op, uint32_t open) {
    uint32_t end = group_end(op, open);
    for (uint32_t i = open + 1; i < end; i = behind(op, i))
        if (is_kind(op, i, FP_TOKEN_VALUE)) add(op, i, 0, FP_STR("index"));
}

/* The k-th of `T`, `(T, U)` or `T, U` from token `i` on. */
static fp_str listed_type(const op_tokens *op, uint32_t i, uint32_t k) {
    uint32_t end = op->tokens.len;
    if (is_open(op, i, FP_BRACKET_PAREN)) end = group_end(op, i), i++;
    for (; i < end && k; i = behind(op, i)) k -= is_text(op, i, FP_STR(","));
    return type_at(op, i, end);
}

static uint32_t find_top(const op_tokens *op, uint32_t from, fp_str text) {
    return fp_tokens_find(&op->tokens, from, text);
}
static uint32_t find_paren(const op_tokens *op, uint32_t from) {
    uint32_t i = from;
    while (i < op->tokens.len && !is_open(op, i, FP_BRACKET_PAREN)) i = behind(op, i);
    return i;
}

/* `(%x = %init, ..)`; their types stand from token `types` on, else they are `otherwise`. */
static void add_initialised(op_tokens *op, uint32_t open, uint32_t types, fp_str otherwise) {
    uint32_t end = group_end(op, open), k = 0;
    for (uint32_t i = open + 1; i < end; i = behind(op, i))
        if (is_kind(op, i, FP_TOKEN_VALUE) && is_text(op, i + 1, FP_STR("=")))
            add(op, i, 0, types < op->tokens.len ? listed_type(op, types, k++) : otherwise);
}

static void add_function(op_tokens *op) {
    uint32_t i = find_paren(op, 0);
    if (i >= op->tokens.len) return;
    add_typed(op, i, 0);
    for (i = behind(op, i); i < op->tokens.len; i = behind(op, i))
        if (is_open(op, i, FP_BRACKET_PAREN) && is_kind(op, i - 1, FP_TOKEN_WORD))
            add_typed(op, i, 0); /* workgroup(..) private(..) */
}

static void add_for(op_tokens *op) {
    uint32_t types = find_top(op, 0, FP_STR("->")) + 1, k = 0;
    for (uint32_t i = 0; i < op->tokens.len; i = behind(op, i)) {
        if (is_kind(op, i, FP_TOKEN_VALUE) && is_text(op, i + 1, FP_STR("="))) {
            uint32_t colon = find_top(op, i, FP_STR(":"));
            add(op, i, 0,
                colon < op->tokens.len && k == 0 ? type_at(op, colon + 1, op->tokens.len) : (fp_str)FP_STR("index"));
            k++;
        }
        if (is_open(op, i, FP_BRACKET_PAREN)) add_initialised(op, i, types, (fp_str){ 0 });
    }
}

static void add_lists(op_tokens *op) {
    uint32_t i = find_paren(op, 0), types = find_top(op, 0, FP_STR("->")) + 1;
    if (i >= op->tokens.len) return;
    add_listed(op, i);
    for (i = behind(op, i); i < op->tokens.len; i = behind(op, i))
        if (is_open(op, i, FP_BRACKET_PAREN)) add_initialised(op, i, types, (fp_str){ 0 });
}

/* Ids and sizes of `blocks(%x, %y, %z) in (%sx = %n, ..)`: where the two groups of a word open. */
typedef struct {
    uint32_t ids, sizes;
} launch_groups;
static launch_groups find_launch(const op_tokens *op, fp_str word) {
    uint32_t at = find_top(op, 0, word);
    uint32_t ids = at + 1 < op->tokens.len && is_open(op, at + 1, FP_BRACKET_PAREN) ? at + 1 : op->tokens.len;
    uint32_t in = ids < op->tokens.len ? behind(op, ids) : op->tokens.len;
    return (launch_groups){ ids, is_text(op, in, FP_STR("in")) && is_open(op, in + 1, FP_BRACKET_PAREN)
                                     ? in + 1
                                     : op->tokens.len };
}

static void add_launch(op_tokens *op) {
    const launch_groups groups[] = { find_launch(op, FP_STR("blocks")), find_launch(op, FP_STR("threads")),
                                     find_launch(op, FP_STR("clusters")) };
    const uint32_t order[] = { groups[0].ids,   groups[1].ids, groups[0].sizes,
                               groups[1].sizes, groups[2].ids, groups[2].sizes };
    for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
        if (order[k] >= op->tokens.len) continue;
        if (k == 0 || k == 1 || k == 4)
            add_listed(op, order[k]);
        else
            add_initialised(op, order[k], op->tokens.len, FP_STR("index"));
    }
    for (uint32_t i = 0; i < op->tokens.len; i = behind(op, i))
        if (is_open(op, i, FP_BRACKET_PAREN) && i && is_kind(op, i - 1, FP_TOKEN_WORD))
            add_typed(op, i, 0); /* workgroup(..) private(..) */
}

static void add_before(op_tokens *op, const uint32_t *region_tokens, uint32_t region_count, bool word_in_front) {
    for (uint32_t region = 0; region < region_count; region++) {
        uint32_t start = region ? region_tokens[region - 1] : 0, found = op->tokens.len;
        for (uint32_t i = start; i < region_tokens[region]; i = behind(op, i)) {
            bool typed = is_open(op, i, FP_BRACKET_PAREN) && is_kind(op, i + 1, FP_TOKEN_VALUE) &&
                         is_text(op, i + 2, FP_STR(":"));
            if (typed && (i > start && is_kind(op, i - 1, FP_TOKEN_WORD)) == word_in_front) found = i;
        }
        if (found < op->tokens.len) add_typed(op, found, region);
    }
}

void fp_syntax_arguments(struct fp_arena *scratch, fp_str text, const fp_op_info *info, bool function_like,
                         fp_token *tokens, uint32_t token_count, const uint32_t *region_tokens, uint32_t region_count,
                         fp_argument_list *arguments) {
    op_tokens op = { scratch, { text, tokens, token_count }, tokens, arguments };
    fp_argument_form kind = info ? info->arguments : function_like ? FP_ARGUMENTS_FUNC : FP_ARGUMENTS_FOR;
    switch (kind) {
    case FP_ARGUMENTS_NONE: return;
    case FP_ARGUMENTS_FUNC: add_function(&op); return;
    case FP_ARGUMENTS_FOR: add_for(&op); return;
    case FP_ARGUMENTS_INITS: {
        uint32_t open = find_paren(&op, 0);
        if (open < op.tokens.len) add_initialised(&op, open, find_top(&op, 0, FP_STR(":")) + 1, (fp_str){ 0 });
        return;
    }
    case FP_ARGUMENTS_LIST: add_lists(&op); return;
    case FP_ARGUMENTS_LAUNCH: add_launch(&op); return;
    case FP_ARGUMENTS_BEFORE: add_before(&op, region_tokens, region_count, false); return;
    case FP_ARGUMENTS_PARTITIONS: add_before(&op, region_tokens, region_count, true); return;
    }
}
