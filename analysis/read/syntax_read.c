#include "base/cancel.h"
#include "base/chars.h"
#include "read/op_text.h"
#include "read/syntax_tree.h"
#include <assert.h>
#include <string.h>

typedef struct {
    struct fp_syntax *syntax;
    struct fp_arena *keep; /* of error messages */
    fp_str text;
    fp_ir_arrays *out;
    fp_syntax_errors *errors;
    fp_read_extent extent;
    bool remembers;             /* the tokens of what it reads, and looks for those that it has read before */
    fp_argument_list arguments; /* of the ops being read, innermost last */
} reader;

/* What the text of one op says before its regions are read. */
typedef struct {
    fp_node node, child; /* the op; its part that the reader has come to */
    fp_op op;
    uint32_t first_region, region_count; /* in syntax->regions */
    uint32_t first_argument;             /* in the arguments of the reader */
    bool damaged, isolated;
} op_head;

/* ---- values ---- */

static fp_value push_value(reader *r, fp_value_info info) {
    *FP_PUSH(r->syntax->reading, &r->out->values) = info;
    return r->out->values.len - 1;
}

/* `%a#2` of a single result or of a pack whose members have no names of their own. */
static fp_value find_member(reader *r, fp_str name) {
    size_t hash_sign = fp_str_find(name, '#');
    int64_t k;
    uint32_t count;
    if (hash_sign == name.len || !fp_str_int(fp_str_slice(name, hash_sign + 1, name.len), &k)) return FP_NONE;
    fp_value first = fp_scopes_find(&r->syntax->scopes, fp_str_slice(name, 0, hash_sign), &count);
    return first != FP_NONE && k < count ? first + (uint32_t)k : FP_NONE;
}

static fp_value find_value(reader *r, fp_span span) {
    fp_str name = fp_str_slice(r->text, span.start, span.end);
    uint32_t count;
    fp_value value = fp_scopes_find(&r->syntax->scopes, name, &count);
    if (value == FP_NONE) value = find_member(r, name);
    if (value == FP_NONE) {
        value = push_value(r, (fp_value_info){ .name = name, .def = FP_NONE, .block = FP_NONE, .span = span });
        fp_scopes_open(&r->syntax->scopes, name, value);
    }
    return value;
}

/* ---- tokens of one op ---- */

static fp_token *push_token(reader *r, fp_token token) {
    fp_token *slot = FP_PUSH(r->syntax->reading, &r->out->tokens);
    *slot = token;
    return slot;
}

/* The region of the op that opens at `at`; the tokens are read in the order of the text. */
static bool find_region(reader *r, op_head *head, uint32_t at) {
    const struct fp_syntax *syntax = r->syntax;
    fp_node behind = fp_node_behind(syntax, head->node);
    while (head->child < behind && (fp_syntax_kind_of(syntax, head->child) != FP_OUTLINE_REGION ||
                                    fp_node_span(syntax, head->child).start < at))
        head->child = fp_node_behind(syntax, head->child);
    return head->child < behind && fp_node_span(syntax, head->child).start == at;
}

/* `{name =` begins no region: the outline need not be asked. */
static bool is_surely_dictionary(const reader *r, uint32_t open, uint32_t end) {
    fp_lexer lexer = fp_lex_start(r->text, (fp_span){ open + 1, end });
    fp_lex_blanks(&lexer);
    uint32_t at = lexer.at;
    while (at < end && fp_is_word(r->text.data[at])) at++;
    while (at < end && r->text.data[at] == ' ') at++;
    return at > lexer.at && at < end && r->text.data[at] == '=';
}

/* A group in which no value stands is not looked into: its two brackets are all that anybody asks for. */
static void skip_plain_group(reader *r, fp_lexer *lexer, fp_token *open) {
    bool closed;
    uint32_t end = fp_lex_group_end(r->text, open->span.start, lexer->end, &closed);
    if (!closed || memchr(r->text.data + open->span.start, '%', end - open->span.start)) {
        *FP_PUSH(r->syntax->work, &r->syntax->open_brackets) = r->out->tokens.len - 1;
        return;
    }
    open->partner = 1;
    push_token(r, (fp_token){ .span = { end - 1, end }, .kind = FP_TOKEN_CLOSE, .open = open->open, .partner = 1 });
    lexer->at = end;
    lexer->before = FP_TOKEN_CLOSE;
}

static void close_bracket(reader *r, op_head *head, fp_token *close, uint32_t first_bracket) {
    struct fp_syntax *syntax = r->syntax;
    uint32_t index = r->out->tokens.len - 1;
    if (syntax->open_brackets.len == first_bracket ||
        r->out->tokens.data[syntax->open_brackets.data[syntax->open_brackets.len - 1]].open != close->open) {
        head->damaged = true;
        return;
    }
    uint32_t open = syntax->open_brackets.data[--syntax->open_brackets.len], between = index - open;
    if (between > FP_BRACKET_TOKENS_MAX) return;
    r->out->tokens.data[open].partner = close->partner = between & FP_BRACKET_TOKENS_MAX;
}

/* Tokens from behind the name to the end; regions are remembered and stepped over. */
static void lex_tokens(reader *r, op_head *head, fp_lexer *lexer) {
    struct fp_syntax *syntax = r->syntax;
    uint32_t first_token = r->out->tokens.len, first_bracket = syntax->open_brackets.len;
    fp_token token;
    while (fp_lex_next(lexer, &token)) {
        if (token.kind == FP_TOKEN_OPEN && token.open == FP_BRACKET_DICT &&
            syntax->open_brackets.len <= first_bracket + 1) {
            if (!is_surely_dictionary(r, token.span.start, lexer->end) && find_region(r, head, token.span.start)) {
                *FP_PUSH(syntax->work, &syntax->regions) = head->child;
                *FP_PUSH(syntax->work, &syntax->region_tokens) = r->out->tokens.len - first_token;
                lexer->at = fp_node_span(syntax, head->child).end;
                lexer->before = FP_TOKEN_CLOSE;
                continue;
            }
        }
        fp_token *stored = push_token(r, token);
        if (token.kind == FP_TOKEN_OPEN) {
            if (token.open == FP_BRACKET_DICT || token.open == FP_BRACKET_ANGLE)
                skip_plain_group(r, lexer, stored);
            else
                *FP_PUSH(syntax->work, &syntax->open_brackets) = r->out->tokens.len - 1;
        } else if (token.kind == FP_TOKEN_CLOSE) {
            close_bracket(r, head, stored, first_bracket);
        }
    }
    head->damaged |= syntax->open_brackets.len > first_bracket;
    syntax->open_brackets.len = first_bracket;
    head->damaged |= lexer->damaged;
    head->region_count = syntax->regions.len - head->first_region;
}

static void read_tokens(reader *r, op_head *head, fp_lexer *lexer) {
    struct fp_syntax *syntax = r->syntax;
    fp_known_tokens *known = &syntax->known_tokens;
    fp_span span = { lexer->at, lexer->end };
    uint32_t first = r->out->tokens.len;
    bool plain = r->remembers && fp_node_behind(syntax, head->node) == head->node + 1;
    if (plain && fp_known_tokens_take(syntax->reading, known, r->text, span, &r->out->tokens)) return;
    lex_tokens(r, head, lexer);
    if (plain && !head->damaged) fp_known_tokens_add(syntax->reading, known, r->text, span, &r->out->tokens, first);
}

/* ---- results and the name ---- */

static bool is_punctuation(const reader *r, const fp_token *token, char c) {
    return token->kind == FP_TOKEN_PUNCTUATION && token->span.end == token->span.start + 1 &&
           r->text.data[token->span.start] == c;
}

enum { FP_PACK_MAX = 1 << 20 }; /* results of one pack; a larger count is a typing mistake */

static void push_results(reader *r, fp_op op, fp_span span, int64_t count) {
    fp_str name = fp_str_slice(r->text, span.start, span.end);
    uint32_t number = r->out->ops.data[op].result_count;
    for (int64_t k = 0; k < count; k++) {
        fp_str member = count == 1 ? name : fp_str_printf(r->syntax->strings, "%.*s#%d", FP_STR_ARG(name), (int)k);
        push_value(r, (fp_value_info){ .name = member, .def = op, .index = number++, .block = FP_NONE, .span = span });
    }
    r->out->ops.data[op].result_count = number;
}

/* `%a:2, %b =`; true when the `=` is there. */
static bool read_results(reader *r, fp_op op, fp_lexer *lexer) {
    fp_token token;
    while (fp_lex_next(lexer, &token)) {
        if (is_punctuation(r, &token, '=')) return true;
        if (is_punctuation(r, &token, ',')) continue;
        if (token.kind != FP_TOKEN_VALUE) {
            lexer->at = token.span.start;
            return false;
        }
        int64_t count = 1;
        fp_lex_blanks(lexer);
        fp_lexer ahead = *lexer;
        fp_token colon, number;
        if (lexer->at < lexer->end && r->text.data[lexer->at] == ':' && fp_lex_next(&ahead, &colon) &&
            is_punctuation(r, &colon, ':') && fp_lex_next(&ahead, &number) && number.kind == FP_TOKEN_INT) {
            if (!fp_str_int(fp_str_slice(r->text, number.span.start, number.span.end), &count) || count < 0 ||
                count > FP_PACK_MAX)
                count = 1;
            *lexer = ahead;
        }
        push_results(r, op, token.span, count);
    }
    return false;
}

static bool read_name(reader *r, fp_op_node *op, fp_lexer *lexer) {
    fp_lex_blanks(lexer);
    uint32_t start = lexer->at;
    if (start >= lexer->end) return false;
    char c = r->text.data[start];
    if (c == '"') {
        fp_token token;
        if (!fp_lex_next(lexer, &token)) return false;
        op->name_span = token.span;
        op->generic = true;
        uint32_t closing = lexer->damaged ? 0 : 1;
        op->name = fp_str_slice(r->text, token.span.start + 1, token.span.end - closing);
    } else if (fp_is_word(c) && !fp_is_digit(c)) {
        while (lexer->at < lexer->end && fp_is_word(r->text.data[lexer->at])) lexer->at++;
        op->name_span = (fp_span){ start, lexer->at };
        op->name = fp_str_slice(r->text, start, lexer->at);
    } else {
        return false;
    }
    const fp_known_op *known = fp_syntax_op(r->syntax, op->name);
    op->info = known->info;
    if (known->name.data != known->text.data) op->name = known->name; /* spelled out by the table */
    lexer->before = FP_TOKEN_PUNCTUATION;
    return true;
}

/* ---- uses, successors, arguments ---- */

enum { FP_BRACKETS_TRACKED = 64 }; /* uses inside deeper brackets are said to stand in the last one of these */

static void read_uses(reader *r, fp_op_node *op) {
    uint32_t groups = 0, outside = 0,
             enclosed = 0; /* groups opened so far; values outside of all but parentheses; other brackets now open */
    struct {
        uint32_t group;
        uint8_t kind;
    } stack[FP_BRACKETS_TRACKED], now = { 0, FP_BRACKET_TOP };
    uint32_t depth = 0;
    const fp_token *tokens = r->out->tokens.data;
    uint32_t end = op->first_token + op->token_count;
    for (uint32_t i = op->first_token; i < end; i++) {
        const fp_token token = tokens[i];
        if (token.kind == FP_TOKEN_OPEN) {
            if (depth < FP_BRACKETS_TRACKED) stack[depth].group = now.group, stack[depth].kind = now.kind;
            depth++;
            now.group = ++groups;
            now.kind = token.open;
            enclosed += token.open != FP_BRACKET_PAREN;
        } else if (token.kind == FP_TOKEN_CLOSE && depth && token.partner) {
            enclosed -= now.kind != FP_BRACKET_PAREN && now.kind != FP_BRACKET_TOP && enclosed;
            depth--;
            if (depth < FP_BRACKETS_TRACKED) now.group = stack[depth].group, now.kind = stack[depth].kind;
        } else if (token.kind == FP_TOKEN_VALUE && token.open != FP_DEFINES) {
            fp_use use = { find_value(r, token.span), token.span, now.kind,
                           (uint16_t)(now.group > UINT16_MAX ? UINT16_MAX : now.group), outside };
            *FP_PUSH(r->syntax->reading, &r->out->uses) = use;
            outside += enclosed == 0;
        } else if (token.kind == FP_TOKEN_BLOCK) {
            bool arguments =
                i + 1 < end && tokens[i + 1].kind == FP_TOKEN_OPEN && tokens[i + 1].open == FP_BRACKET_PAREN;
            fp_successor successor = { FP_NONE, token.span, r->out->uses.len, 0 };
            uint32_t last = arguments && tokens[i + 1].partner ? i + 1 + tokens[i + 1].partner : i;
            for (uint32_t k = i; k < last; k++) successor.use_count += tokens[k].kind == FP_TOKEN_VALUE;
            *FP_PUSH(r->syntax->reading, &r->out->successors) = successor;
        }
    }
}

/* The arguments of the op's region `region` that the op prints itself: among those from number `first` on. */
static void push_arguments(reader *r, fp_op op, uint32_t region, fp_block block, uint32_t first) {
    fp_block_info *info = &r->out->blocks.data[block];
    info->first_arg = r->out->values.len;
    for (uint32_t i = first; i < r->arguments.len; i++) {
        const fp_argument *argument = &r->arguments.data[i];
        if (argument->region != region) continue;
        fp_span span = r->out->tokens.data[r->out->ops.data[op].first_token + argument->token].span;
        fp_str name = fp_str_slice(r->text, span.start, span.end);
        fp_value value = push_value(r, (fp_value_info){ .name = name,
                                                        .type = argument->type,
                                                        .def = op,
                                                        .index = info->arg_count++,
                                                        .block = block,
                                                        .span = span });
        fp_scopes_define(&r->syntax->scopes, name, value, 1);
    }
}

/* ---- blocks and regions ---- */

static fp_block push_block(reader *r, fp_op op, uint32_t region, fp_block previous) {
    fp_block block = r->out->blocks.len;
    *FP_PUSH(r->syntax->reading, &r->out->blocks) = (fp_block_info){
        .op = op, .region = region, .first = FP_NONE, .last = FP_NONE, .next = FP_NONE, .next_region = FP_NONE
    };
    if (previous != FP_NONE) r->out->blocks.data[previous].next = block;
    return block;
}

/* `^bb0(%a: i32, %b: f32):` */
static void read_label(reader *r, fp_node node, fp_block block) {
    fp_lexer lexer = fp_lex_start(r->text, fp_node_span(r->syntax, node));
    fp_token token, name = { 0 };
    fp_span type = { 0, 0 };
    fp_value open = FP_NONE; /* argument whose type is being read */
    int depth = 0;
    bool colon = false;
    while (fp_lex_next(&lexer, &token)) {
        depth += (token.kind == FP_TOKEN_OPEN) - (token.kind == FP_TOKEN_CLOSE);
        if (token.kind == FP_TOKEN_BLOCK && name.span.end == 0) name = token;
        colon = depth == 0 && is_punctuation(r, &token, ':');
        if (depth == 1 && token.kind == FP_TOKEN_VALUE) {
            fp_block_info *info = &r->out->blocks.data[block];
            if (info->arg_count == 0) info->first_arg = r->out->values.len;
            fp_str text = fp_str_slice(r->text, token.span.start, token.span.end);
            open = push_value(
                r, (fp_value_info){
                       .name = text, .def = info->op, .index = info->arg_count++, .block = block, .span = token.span });
            fp_scopes_define(&r->syntax->scopes, text, open, 1);
            type = (fp_span){ 0, 0 };
        } else if (open != FP_NONE) {
            if ((depth == 1 && is_punctuation(r, &token, ',')) || depth == 0) {
                open = FP_NONE;
            } else if (type.end || !is_punctuation(r, &token, ':')) {
                if (!type.end) type.start = token.span.start;
                type.end = token.span.end;
                r->out->values.data[open].type = fp_str_slice(r->text, type.start, type.end);
            }
        }
    }
    fp_str label = fp_str_slice(r->text, name.span.start, name.span.end);
    r->out->blocks.data[block].label = label;
    if (label.len) fp_scopes_define(&r->syntax->scopes, label, block, 1);
    if (!colon || depth || lexer.damaged) fp_syntax_find_errors(r->syntax, r->keep, r->text, node, true, r->errors);
}

static fp_span first_byte(const reader *r, fp_node node) {
    uint32_t start = fp_node_span(r->syntax, node).start;
    return (fp_span){ start, start + 1 };
}

typedef struct {
    fp_op op;
    uint32_t region, depth;
    fp_block block;
    fp_op previous;
} region_place;

static fp_op read_op(reader *r, fp_node node, fp_op parent, fp_block block, uint32_t depth);

static bool ends_block(const fp_op_node *op) {
    fp_effect effect = op->info ? op->info->effect : FP_EFFECT_NONE;
    return op->successor_count > 0 || effect == FP_EFFECT_YIELD || effect == FP_EFFECT_RETURN;
}

static void append_op(reader *r, region_place *place, fp_node node) {
    fp_op op = read_op(r, node, place->op, place->block, place->depth);
    fp_block_info *block = &r->out->blocks.data[place->block];
    if (block->first == FP_NONE)
        block->first = op;
    else
        r->out->ops.data[place->previous].next = op;
    if (block->last == FP_NONE || !ends_block(&r->out->ops.data[block->last])) block->last = op;
    place->previous = op;
}

static void start_block(reader *r, region_place *place, fp_node node) {
    const fp_block_info *now = &r->out->blocks.data[place->block];
    bool is_entry =
        now->first == FP_NONE && now->arg_count == 0 && now->label.len == 0; /* the entry block's own label */
    if (!is_entry) place->block = push_block(r, place->op, place->region, place->block);
    read_label(r, node, place->block);
}

static void read_region(reader *r, fp_node region, region_place place) {
    const struct fp_syntax *syntax = r->syntax;
    place.depth++;
    for (fp_node node = region + 1, end = fp_node_behind(syntax, region);
         node < end && !fp_is_cancelled(syntax->cancelled); node = fp_node_behind(syntax, node)) {
        switch (fp_syntax_kind_of(syntax, node)) {
        case FP_OUTLINE_OP:
        case FP_OUTLINE_ROW: /* a line that begins no op may still hold regions */ append_op(r, &place, node); break;
        case FP_OUTLINE_LABEL: start_block(r, &place, node); break;
        case FP_OUTLINE_UNEXPECTED:
        case FP_OUTLINE_INCOMPLETE: fp_syntax_find_errors(r->syntax, r->keep, r->text, node, true, r->errors); break;
        case FP_OUTLINE_FILE:
        case FP_OUTLINE_SECTION:
        case FP_OUTLINE_SPLIT:
        case FP_OUTLINE_REGION:
        case FP_OUTLINE_ATTRIBUTE:
        case FP_OUTLINE_TYPE:
        case FP_OUTLINE_METADATA:
        case FP_OUTLINE_KIND_COUNT: break;
        }
    }
}

/* Successors of the ops that stand directly in the region just read: their labels are all known now. */
static void resolve_successors(reader *r, fp_block first_block) {
    for (fp_block block = first_block; block != FP_NONE; block = r->out->blocks.data[block].next) {
        for (fp_op at = r->out->blocks.data[block].first; at != FP_NONE; at = r->out->ops.data[at].next) {
            const fp_op_node *node = &r->out->ops.data[at];
            for (uint32_t i = 0; i < node->successor_count; i++) {
                fp_successor *successor = &r->out->successors.data[node->first_successor + i];
                successor->block = fp_scopes_find_here(
                    &r->syntax->scopes, fp_str_slice(r->text, successor->span.start, successor->span.end));
            }
        }
    }
}

static void read_regions(reader *r, const op_head *head, uint32_t depth) {
    struct fp_syntax *syntax = r->syntax;
    uint32_t arguments_end = r->arguments.len;
    const fp_op_node *owner = &r->out->ops.data[head->op];
    bool default_last =
        owner->info && owner->info->region == FP_REGION_SWITCH && !owner->generic; /* it is region 0 of the op */
    fp_block previous = FP_NONE;
    for (uint32_t region = 0; region < head->region_count; region++) {
        fp_scope_mark mark = fp_scopes_enter(&syntax->scopes, head->isolated);
        fp_block block = push_block(r, head->op, region, FP_NONE);
        if (region == 0)
            r->out->ops.data[head->op].first_block = block;
        else
            r->out->blocks.data[previous].next_region = block;
        previous = block;
        push_arguments(r, head->op, region, block, head->first_argument);
        fp_node node =
            syntax->regions
                .data[head->first_region + (default_last ? (region ? region - 1 : head->region_count - 1) : region)];
        if (depth < FP_REGION_DEPTH_MAX) {
            read_region(r, node,
                        (region_place){
                            .op = head->op, .region = region, .depth = depth, .block = block, .previous = FP_NONE });
        } else {
            fp_syntax_add_error(r->keep, r->errors, first_byte(r, node), fp_phrase_of(FP_SAYS_SYNTAX_ERROR_TOO_DEEP));
            r->out->ops.data[head->op].damaged = true;
        }
        r->arguments.len = arguments_end;
        resolve_successors(r, block);
        fp_scopes_leave(&syntax->scopes, mark);
    }
}

/* ---- ops ---- */

static bool has_symbol(const reader *r, const fp_op_node *op) {
    for (uint32_t i = 0; i < op->token_count; i++) {
        fp_token_kind kind = r->out->tokens.data[op->first_token + i].kind;
        if (kind == FP_TOKEN_SYMBOL) return true;
        if (kind != FP_TOKEN_WORD && kind != FP_TOKEN_STRING) return false;
    }
    return false;
}

/* What stands in the op but its regions. Kept out of read_op, which calls itself through the regions: its frame is
 * small enough for FP_REGION_DEPTH_MAX of them on a thread's stack. */
static __attribute__((noinline)) op_head read_head(reader *r, fp_node node, fp_op parent, fp_block block) {
    struct fp_syntax *syntax = r->syntax;
    op_head head = { .node = node, .child = node + 1, .op = r->out->ops.len, .first_region = syntax->regions.len };
    fp_op_node op = { .span = fp_node_span(syntax, node),
                      .parent = parent,
                      .next = FP_NONE,
                      .block = block,
                      .first_block = FP_NONE,
                      .first_result = r->out->values.len };
    *FP_PUSH(syntax->reading, &r->out->ops) = op;

    fp_lexer lexer = fp_lex_start(r->text, op.span);
    fp_lex_blanks(&lexer);
    bool has_results = lexer.at < lexer.end && r->text.data[lexer.at] == '%';
    if (has_results && !read_results(r, head.op, &lexer)) head.damaged = true;
    op.result_count = r->out->ops.data[head.op].result_count;
    if (!read_name(r, &op, &lexer)) head.damaged = true, op.name_span = (fp_span){ lexer.at, lexer.at };
    op.first_token = r->out->tokens.len;
    read_tokens(r, &head, &lexer);
    op.token_count = r->out->tokens.len - op.first_token;
    op.region_count = head.region_count;

    head.first_argument = r->arguments.len;
    bool function_like = false;
    if (head.region_count && !op.info) function_like = has_symbol(r, &op);
    if (op.info)
        head.isolated = op.info->region == FP_REGION_FUNC || op.info->region == FP_REGION_MODULE;
    else
        head.isolated = function_like;
    if (head.region_count && !op.generic)
        fp_syntax_arguments(syntax->work, r->text, op.info, function_like, r->out->tokens.data + op.first_token,
                            op.token_count, syntax->region_tokens.data + head.first_region, head.region_count,
                            &r->arguments);
    op.first_use = r->out->uses.len;
    op.first_successor = r->out->successors.len;
    read_uses(r, &op);
    op.use_count = r->out->uses.len - op.first_use;
    op.successor_count = r->out->successors.len - op.first_successor;
    if (head.damaged || fp_syntax_kind_of(syntax, node) != FP_OUTLINE_OP)
        op.damaged = fp_syntax_find_errors(syntax, r->keep, r->text, node, false, r->errors) > 0;
    r->out->ops.data[head.op] = op;
    return head;
}

static fp_op read_op(reader *r, fp_node node, fp_op parent, fp_block block, uint32_t depth) {
    struct fp_syntax *syntax = r->syntax;
    op_head head = read_head(r, node, parent, block);
    if (parent == FP_NONE && head.region_count)
        syntax->first_region = fp_node_span(syntax, syntax->regions.data[head.first_region]).start;
    if (head.region_count) {
        if (r->extent != FP_READ_HEAD) read_regions(r, &head, depth);
        r->arguments.len = head.first_argument;
        syntax->regions.len = syntax->region_tokens.len = head.first_region;
    }
    fp_op_node *op = &r->out->ops.data[head.op];
    op->end = r->out->ops.len;
    for (uint32_t i = 0; i < op->result_count; i++) {
        fp_value value = op->first_result + i;
        fp_scopes_define(&syntax->scopes, r->out->values.data[value].name, value, 1);
    }
    return head.op;
}

/* Uses that stand before their definition in the text. */
static void resolve_forwards(reader *r) {
    const struct fp_scopes *scopes = &r->syntax->scopes;
    if (scopes->forwards.len == 0) return;
    fp_value *to = FP_NEW(r->syntax->strings, fp_value, r->out->values.len);
    for (fp_value v = 0; v < r->out->values.len; v++) to[v] = v;
    for (uint32_t i = 0; i < scopes->forwards.len; i++) {
        fp_scope_forward forward = scopes->forwards.data[i];
        to[forward.from] = forward.to;
        r->out->values.data[forward.from].name = (fp_str){ 0 }; /* stands for nothing any more */
    }
    for (uint32_t i = 0; i < r->out->uses.len; i++) r->out->uses.data[i].value = to[r->out->uses.data[i].value];
}

enum { FP_REMEMBERED_BYTES = 1 << 10 }; /* text of units that are soon read all the same */

void fp_syntax_read_op(struct fp_syntax *syntax, struct fp_arena *keep, fp_str text, fp_node node,
                       fp_read_extent extent, fp_syntax_errors *errors) {
    fp_ir_arrays *out = &syntax->buffers;
    fp_span span = fp_node_span(syntax, node);
    fp_known_tokens_turn(&syntax->known_tokens, &out->tokens);
    out->ops.len = out->values.len = out->blocks.len = out->uses.len = out->tokens.len = out->successors.len = 0;
    if (extent == FP_READ_ALL) fp_syntax_reserve(syntax, span.end - span.start);
    syntax->open_brackets.len = syntax->regions.len = syntax->region_tokens.len = 0;
    fp_arena_reset(syntax->strings, (fp_arena_mark_t){ 0 });
    fp_scopes_begin(&syntax->scopes, syntax->reading);
    syntax->first_region = 0;
    reader r = { .syntax = syntax,
                 .keep = keep,
                 .text = text,
                 .out = out,
                 .errors = errors,
                 .extent = extent,
                 .remembers =
                     syntax->is_edited && extent == FP_READ_ALL && span.end - span.start >= FP_REMEMBERED_BYTES,
                 .arguments = syntax->arguments };
    r.arguments.len = 0;
    uint32_t known = errors->len;
    fp_op root = read_op(&r, node, FP_NONE, FP_NONE, 0);
    assert(root == 0);
    out->half_typed = errors->len > known;
    syntax->arguments = r.arguments;
    resolve_forwards(&r);
}
