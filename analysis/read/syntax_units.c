#include "base/chars.h"
#include "base/hidden_comments.h"
#include "base/sort.h"
#include "base/source.h"
#include "read/syntax_tree.h"
#include "read/unit_head.h"
#include "read/unit_index.h"
#include <assert.h>
#include <string.h>

typedef struct {
    uint32_t caller;
    fp_str callee;
} call_edge;

typedef struct {
    struct fp_syntax *syntax;
    struct fp_arena *keep;
    struct fp_unit_context *context;
    struct fp_tree *tree;
    fp_syntax_errors errors;
    FP_VEC(call_edge) calls;
    uint32_t section;
    fp_span line;             /* from the start of a line to the last place in it that was asked about */
    uint32_t looked_behind;   /* the lines that begin in front of it were looked at for diagnostics of a compiler */
    uint32_t diagnostics_end; /* behind those that were met last */
    bool new_aliases;         /* the file has others than when its units were read last */
} units_reader;

/* ---- one top-level op ---- */

/* The name of the op as it is written, with its quotes; empty where it has none. */
static fp_str op_name(fp_str text, fp_span op) {
    fp_lexer lexer = fp_lex_start(text, op);
    fp_token token = { 0 };
    bool any = fp_lex_next(&lexer, &token);
    if (any && token.kind == FP_TOKEN_VALUE) {
        while ((any = fp_lex_next(&lexer, &token)) && text.data[token.span.start] != '=') {
            if (token.kind == FP_TOKEN_WORD || token.kind == FP_TOKEN_STRING) break;
        }
        if (any && text.data[token.span.start] == '=') any = fp_lex_next(&lexer, &token);
    }
    char c = any ? text.data[token.span.start] : 0;
    if (c == '"') return fp_str_slice(text, token.span.start, token.span.end);
    uint32_t end = token.span.start;
    while (any && end < op.end && fp_is_word(text.data[end])) end++;
    return any && (fp_is_letter(c) || c == '$') ? fp_str_slice(text, token.span.start, end) : (fp_str){ 0 };
}

/* Name and row of the op at `node`, before it is read. */
typedef struct {
    const fp_op_info *info;
    bool generic;
} op_peek;
static op_peek peek_op(units_reader *r, fp_node node) {
    fp_span span = fp_node_span(r->syntax, node);
    fp_str word = op_name(r->context->text, span);
    bool generic = word.len >= 2 && word.data[0] == '"';
    if (generic) word = fp_str_slice(word, 1, word.len - 1);
    return (op_peek){ word.len ? fp_syntax_op(r->syntax, word)->info : NULL, generic };
}

static fp_region_kind region_of(const fp_op_info *info) { return info ? info->region : FP_REGION_NONE; }

/* Does a region of the op just read hold functions or modules? Then it is a module of a dialect that no table knows. */
static bool holds_functions(const struct fp_ir *ir) {
    for (fp_block region = ir->ops[0].first_block; region != FP_NONE; region = ir->blocks[region].next_region) {
        for (fp_op op = ir->blocks[region].first; op != FP_NONE; op = ir->ops[op].next) {
            fp_region_kind kind = region_of(ir->ops[op].info);
            if (kind == FP_REGION_FUNC || kind == FP_REGION_MODULE) return true;
            if (!ir->ops[op].info && ir->ops[op].region_count && fp_ir_symbol(ir, op, 0).len) return true;
        }
    }
    return false;
}

static void add_calls(units_reader *r, const struct fp_ir *ir, uint32_t unit) {
    for (fp_op op = 0; op < ir->op_count; op++) {
        const fp_op_info *info = ir->ops[op].info;
        if (!info || info->effect != FP_EFFECT_CALL || info->region == FP_REGION_LAUNCH) continue;
        fp_str callee = fp_ir_symbol(ir, op, 0);
        if (callee.len) *FP_PUSH(r->keep, &r->calls) = (call_edge){ unit, callee };
    }
}

/* A slice of the unit's text as a span relative to its start. */
static fp_span relative(const units_reader *r, fp_span unit, fp_str part) {
    if (part.len == 0) return (fp_span){ 0, 0 };
    uint32_t start = (uint32_t)(part.data - r->context->text.data) - unit.start;
    return (fp_span){ start, start + (uint32_t)part.len };
}

static fp_str absolute(const units_reader *r, fp_span unit, fp_span part) {
    return fp_str_slice(r->context->text, unit.start + part.start, unit.start + part.end);
}

/* Bytes in front of it on its line. Asked in the order of the text, which may be one long line, no byte is looked at
 * twice. */
static uint32_t column_of(units_reader *r, uint32_t offset) {
    uint32_t known = offset >= r->line.end ? r->line.end : 0, back = offset - known;
    uint32_t start = known + (uint32_t)fp_source_line_start(fp_str_slice(r->context->text, known, offset), back);
    r->line = (fp_span){ known && start == known ? r->line.start : start, offset };
    return offset - r->line.start;
}

/* Notes what was read of a unit, so that the next reading can take it over. NULL for a unit with errors: these are
 * only found by reading, so it is read every time. */
static const fp_unit_memory *remember_unit(units_reader *r, const fp_unit *unit, fp_node node, bool matters, bool calls,
                                           uint32_t first_error, uint32_t first_call) {
    fp_unit_memory *memory = FP_NEW(r->keep, fp_unit_memory, 1);
    fp_span whole = fp_node_span(r->syntax, node);
    *memory = (fp_unit_memory){ .span = unit->span,
                                .section = unit->section,
                                .column = column_of(r, whole.start),
                                .in_module = unit->module != FP_NONE,
                                .declaration = unit->declaration,
                                .is_private = unit->is_private,
                                .matters = matters,
                                .calls = calls,
                                .name = relative(r, unit->span, unit->name) };
    bool same = whole.start == unit->span.start && whole.end == unit->span.end;
    if (!same || r->errors.len > first_error) {
        memory = NULL;
    } else {
        memory->callee_count = r->calls.len - first_call;
        fp_span *callees = FP_NEW(r->keep, fp_span, memory->callee_count + 1);
        for (uint32_t i = 0; i < memory->callee_count; i++)
            callees[i] = relative(r, unit->span, r->calls.data[first_call + i].callee);
        memory->callees = callees;
    }
    *FP_PUSH(r->keep, &r->context->index->memories) = memory;
    return memory;
}

static void push_recalled(units_reader *r, fp_node node, uint32_t module, fp_unit_memory *memory) {
    fp_span span = memory->span;
    fp_unit unit = { .name = absolute(r, span, memory->name),
                     .span = span,
                     .section = r->section,
                     .module = module,
                     .index = r->context->units.len,
                     .declaration = memory->declaration,
                     .is_private = memory->is_private };
    memory->section = r->section;
    *FP_PUSH(r->keep, &r->tree->nodes) = node;
    *FP_PUSH(r->keep, &r->tree->relevant) = memory->matters;
    *FP_PUSH(r->keep, &r->tree->irs) = NULL;
    *FP_PUSH(r->keep, &r->context->index->memories) = memory;
    *FP_PUSH(r->keep, &r->context->index->shapes) = 0;
    for (uint32_t i = 0; i < memory->callee_count; i++)
        *FP_PUSH(r->keep, &r->calls) = (call_edge){ unit.index, absolute(r, span, memory->callees[i]) };
    fp_unit_add_unit(r->context, unit);
}

/* Does it end where something else begins, with a bracket still open? How many braces are missing or too many is
 * counted over the whole section, and the columns of lines take of them in text order. A unit that ends with its own
 * brace, and where it did, has had the same taken: its text is divided as it was. */
static bool ends_open(const units_reader *r, fp_node node) {
    fp_node last = fp_node_behind(r->syntax, node) - 1;
    return fp_syntax_kind_of(r->syntax, last) == FP_OUTLINE_INCOMPLETE &&
           fp_node_span(r->syntax, last).start == fp_node_span(r->syntax, node).end;
}

/* Do the aliases of the unit stand for what they did? */
static bool says_the_same(const units_reader *r, const fp_unit_memory *memory) {
    if (!r->new_aliases && memory->section == r->section) return true;
    if (!memory->hashed || !memory->aliases_told) return false;
    for (uint32_t i = 0; i < memory->alias_count; i++) {
        const fp_mentioned_alias *alias = &memory->aliases[i];
        if (fp_alias_meaning(r->context, r->section, alias->name) != alias->meaning) return false;
    }
    return true;
}

/* A unit that no edit came near is not read again: its ops are when somebody asks for them. */
static bool recall_unit(units_reader *r, fp_node node, uint32_t module) {
    fp_span span = fp_node_span(r->syntax, node);
    const fp_unit_memory *known = fp_memories_find(&r->syntax->memories, span, column_of(r, span.start));
    if (!known || ends_open(r, node) || !says_the_same(r, known)) return false;
    if (module == FP_NONE && known->in_module) return false; /* at file level it may be prose */
    fp_unit_memory *memory = fp_memories_recall(r->keep, &r->syntax->memories, known, span);
    if (!memory) return false;
    push_recalled(r, node, module, memory);
    return true;
}

static void add_unit(units_reader *r, const struct fp_ir *ir, fp_node node, uint32_t module, uint32_t first_error) {
    uint32_t first_call = r->calls.len;
    fp_unit unit = { .name = fp_unit_symbol_name(ir),
                     .span = ir->ops[0].span,
                     .section = r->section,
                     .module = module,
                     .index = r->context->units.len,
                     .declaration = ir->ops[0].region_count == 0 || ir->op_count == 1,
                     .is_private = fp_unit_is_private(ir) };
    bool matters = fp_unit_matters(r->context, ir), calls = fp_unit_has_calls(ir);
    *FP_PUSH(r->keep, &r->tree->nodes) = node;
    *FP_PUSH(r->keep, &r->tree->relevant) = matters;
    if (calls) add_calls(r, ir, unit.index);
    const fp_unit_memory *memory = remember_unit(r, &unit, node, matters, calls, first_error, first_call);
    *FP_PUSH(r->keep, &r->context->index->shapes) = memory ? 0 : fp_ir_shape(ir);
    struct fp_arena *keep =
        matters || calls ? fp_syntax_ir_arena(r->syntax, unit.index, unit.span.end - unit.span.start) : NULL;
    *FP_PUSH(r->keep, &r->tree->irs) = keep ? fp_syntax_take_ir(r->syntax, keep, r->context) : NULL;
    fp_unit_add_unit(r->context, unit);
}

static void add_global(units_reader *r, const struct fp_ir *ir, uint32_t module) {
    fp_global_info global = fp_unit_read_global(ir);
    global.section = r->section;
    global.module = module;
    fp_unit_add_global(r->context, global);
}

/* What is damaged in prose is nobody's mistake: drops the errors from number `first` on that stand behind `begin`. */
static void forgive_errors(units_reader *r, uint32_t first, uint32_t begin) {
    uint32_t kept = first;
    for (uint32_t i = first; i < r->errors.len; i++)
        if (r->errors.data[i].span.start < begin) r->errors.data[kept++] = r->errors.data[i];
    r->errors.len = kept;
}

static void add_alias(units_reader *r, fp_node node) {
    fp_str text = r->context->text;
    fp_span span = fp_node_span(r->syntax, node), name = { span.start, span.start + 1 };
    while (name.end < span.end && fp_is_suffix(text.data[name.end])) name.end++;
    fp_lexer lexer =
        fp_lex_start(text, (fp_span){ name.end, span.end }); /* comments may stand before and behind the `=` */
    fp_lex_blanks(&lexer);
    if (lexer.at < span.end) lexer.at++;
    fp_lex_blanks(&lexer);
    uint32_t start = lexer.at;
    uint32_t errors = r->errors.len, end = fp_syntax_prose_behind(r->syntax, text, node);
    fp_alias_info alias = { fp_str_slice(text, name.start, name.end), fp_str_slice(text, start, span.end), span };
    fp_unit_add_alias(r->context, alias, r->section);
    fp_syntax_find_errors(r->syntax, r->keep, text, node, true, &r->errors);
    forgive_errors(r, errors, end);
}

/* ---- modules ---- */

static void read_children(units_reader *r, fp_node parent, uint32_t module, uint32_t depth);

/* Ops directly inside the regions of the op at `node`. */
static void read_regions_of(units_reader *r, fp_node node, uint32_t module, uint32_t depth) {
    for (fp_node child = node + 1, end = fp_node_behind(r->syntax, node); child < end;
         child = fp_node_behind(r->syntax, child))
        if (fp_syntax_kind_of(r->syntax, child) == FP_OUTLINE_REGION) read_children(r, child, module, depth);
}

/* The buffers hold the module's head: the op without what is in its regions. */
static void add_module(units_reader *r, fp_node node, uint32_t parent, uint32_t depth) {
    struct fp_unit_index *index = r->context->index;
    uint32_t module = r->context->modules.len;
    struct fp_ir *head = fp_syntax_take_ir(r->syntax, r->keep, r->context);
    fp_span text = { head->ops[0].name_span.start,
                     r->syntax->first_region ? r->syntax->first_region : head->ops[0].span.end };
    *FP_PUSH(r->keep, &r->context->modules) =
        (fp_module_info){ parent, r->section, fp_unit_symbol_name(head), head->ops[0].span, module };
    *FP_PUSH(r->keep, &index->module_heads) = head;
    *FP_PUSH(r->keep, &index->module_texts) = text;
    read_regions_of(r, node, module, depth + 1);
}

/* A line at file level that is no MLIR; the buffers hold the op. */
static bool pass_over(units_reader *r, const struct fp_ir *ir, fp_node node, uint32_t errors) {
    bool region = ir->ops[0].region_count && holds_functions(ir);
    fp_span span = fp_node_span(r->syntax, node);
    uint32_t passed = r->context->passed_over.last_line;
    fp_prose_signs signs = { passed && passed == fp_syntax_line(r->context, span.start), r->errors.len > errors };
    if (region || !fp_syntax_op_is_prose(r->context->text, ir, signs)) return false;
    r->errors.len = errors;
    fp_syntax_pass_over(r->context, span, span.start);
    return true;
}

/* An op outside of functions. True: it is prose. */
static bool read_outer_op(units_reader *r, fp_node node, uint32_t module, uint32_t depth) {
    if (recall_unit(r, node, module)) return false;
    bool outermost = module == FP_NONE && depth == 0;
    fp_span span = fp_node_span(r->syntax, node);
    if (outermost && fp_syntax_kind_of(r->syntax, node) != FP_OUTLINE_OP &&
        fp_syntax_row_is_prose(r->context->text, span.start)) {
        fp_syntax_pass_over(r->context, span, span.start);
        return true;
    }
    op_peek peek = peek_op(r, node);
    uint32_t errors = r->errors.len;
    if (region_of(peek.info) == FP_REGION_MODULE && depth < FP_REGION_DEPTH_MAX) {
        fp_syntax_read_op(r->syntax, r->keep, r->context->text, node, FP_READ_HEAD, &r->errors);
        struct fp_ir head = fp_syntax_view(r->syntax, r->context);
        if (outermost && r->syntax->first_region == 0 && pass_over(r, &head, node, errors)) return true;
        r->context->any_op = true;
        add_module(r, node, module, depth);
        return false;
    }
    fp_syntax_read_op(r->syntax, r->keep, r->context->text, node, FP_READ_ALL, &r->errors);
    struct fp_ir ir = fp_syntax_view(r->syntax, r->context);
    if (outermost && pass_over(r, &ir, node, errors)) return true;
    r->context->any_op |= peek.info || ir.ops[0].region_count || peek.generic;
    if (region_of(peek.info) == FP_REGION_FUNC) {
        add_unit(r, &ir, node, module, errors);
    } else if (peek.info && peek.info->symbol) {
        add_global(r, &ir, module);
    } else if (!peek.info && ir.ops[0].region_count) {
        if (holds_functions(&ir) && depth < FP_REGION_DEPTH_MAX) {
            r->errors.len = errors; /* they are found again inside */
            fp_syntax_read_op(r->syntax, r->keep, r->context->text, node, FP_READ_HEAD, &r->errors);
            add_module(r, node, module, depth);
        } else if (fp_unit_symbol_name(&ir).len) {
            add_unit(r, &ir, node, module, errors);
        }
    }
    return false;
}

/* Lines of prose behind an op or alias at file level, which the grammar takes for a part of it. */
static void pass_over_tail(units_reader *r, fp_node node, uint32_t errors) {
    uint32_t begin = fp_syntax_prose_behind(r->syntax, r->context->text, node);
    fp_span span = fp_node_span(r->syntax, node);
    if (begin == span.end) return;
    forgive_errors(r, errors, begin);
    fp_syntax_pass_over(r->context, span, begin);
}

/* Does the node at file level begin in diagnostics of a compiler? */
static bool pass_over_diagnostics(units_reader *r, fp_node node) {
    fp_span span = fp_node_span(r->syntax, node);
    uint32_t line = span.start - column_of(r, span.start);
    if (line >= r->looked_behind) {
        r->looked_behind = line + 1;
        uint32_t end = fp_syntax_diagnostics_end(r->context->text, line);
        if (end > line) r->diagnostics_end = end;
    }
    if (span.start >= r->diagnostics_end) return false;
    r->context->passed_over.last_op_end = 0;
    fp_syntax_pass_over(r->context, span, span.start);
    return true;
}

/* The ops of a section, or of a region outside of functions. */
static void read_children(units_reader *r, fp_node parent, uint32_t module, uint32_t depth) {
    bool outermost = module == FP_NONE && depth == 0;
    for (fp_node node = parent + 1, end = fp_node_behind(r->syntax, parent); node < end;
         node = fp_node_behind(r->syntax, node)) {
        fp_outline_kind kind = fp_syntax_kind_of(r->syntax, node);
        uint32_t errors = r->errors.len;
        if (outermost && pass_over_diagnostics(r, node)) continue;
        if (kind == FP_OUTLINE_OP || kind == FP_OUTLINE_ROW) {
            if (read_outer_op(r, node, module, depth)) continue;
            r->context->passed_over.last_op_end = fp_node_span(r->syntax, node).end;
            if (outermost) pass_over_tail(r, node, errors);
        } else if (kind == FP_OUTLINE_ATTRIBUTE || kind == FP_OUTLINE_TYPE) {
            if (outermost) pass_over_tail(r, node, errors);
        } else {
            fp_syntax_find_errors(r->syntax, r->keep, r->context->text, node, true, &r->errors);
        }
    }
}

/* ---- the file ---- */

static bool is_alias(fp_outline_kind kind) { return kind == FP_OUTLINE_ATTRIBUTE || kind == FP_OUTLINE_TYPE; }

/* Aliases may stand behind their uses, so they come first. */
static void read_aliases(units_reader *r, fp_node section) {
    for (fp_node node = section + 1, end = fp_node_behind(r->syntax, section); node < end;
         node = fp_node_behind(r->syntax, node))
        if (is_alias(fp_syntax_kind_of(r->syntax, node))) add_alias(r, node);
}

static void read_section(units_reader *r, fp_node section) {
    r->section = r->context->index->section_starts.len;
    *FP_PUSH(r->keep, &r->context->index->section_starts) = fp_node_span(r->syntax, section).start;
    fp_map_clear(&r->context->index->verdicts); /* an alias may stand for something else in each section */
    r->context->index->verdict_list.len = 0;
    read_aliases(r, section);
    read_children(r, section, FP_NONE, 0);
}

/* Who calls whom: a unit matters when one that it calls does, and when one that does calls it (memory may be handed
 * over). */
static void follow_calls(units_reader *r) {
    struct fp_unit_context *context = r->context;
    bool *relevant = r->tree->relevant.data;
    FP_VEC(call_edge) known = { 0 };
    FP_VEC(uint32_t) callees = { 0 };
    for (uint32_t i = 0; i < r->calls.len; i++) {
        const fp_unit *caller = &context->units.data[r->calls.data[i].caller];
        uint32_t callee = fp_unit_find(context, caller->section, caller->module, r->calls.data[i].callee);
        if (callee == FP_NONE) continue;
        context->units.data[callee].called = true;
        *FP_PUSH(r->syntax->strings, &known) = r->calls.data[i];
        *FP_PUSH(r->syntax->strings, &callees) = callee;
    }
    for (bool changed = true; changed;) { /* at most as many rounds as a chain of calls is long */
        changed = false;
        for (uint32_t i = 0; i < callees.len; i++) {
            uint32_t caller = known.data[i].caller, callee = callees.data[i];
            if (relevant[caller] == relevant[callee]) continue;
            relevant[caller] = relevant[callee] = changed = true;
        }
    }
}

static int compare_errors(const void *a, const void *b) {
    const fp_syntax_error *left = a, *right = b;
    if (left->span.start != right->span.start) return left->span.start < right->span.start ? -1 : 1;
    return (left->span.end > right->span.end) - (left->span.end < right->span.end);
}

/* Errors that touch, or have only blanks of one line between them, are one. */
static bool are_neighbours(fp_str text, fp_span a, fp_span b) {
    for (uint32_t at = a.end; at < b.start; at++)
        if (text.data[at] != ' ' && text.data[at] != '\t') return false;
    return true;
}

static void finish_errors(units_reader *r) {
    fp_sort(r->errors.data, r->errors.len, sizeof *r->errors.data, compare_errors);
    for (uint32_t i = 0; i < r->errors.len; i++) {
        fp_syntax_error error = r->errors.data[i];
        fp_syntax_error *last = r->context->errors.len ? &r->context->errors.data[r->context->errors.len - 1] : NULL;
        if (last && are_neighbours(r->context->text, last->span, error.span)) {
            if (error.span.end > last->span.end) last->span.end = error.span.end;
        } else {
            *FP_PUSH(r->keep, &r->context->errors) = error;
        }
    }
}

/* A text without a function, in another language: that is said once, instead of line by line. */
static void recognise_language(units_reader *r) {
    struct fp_unit_context *context = r->context;
    uint32_t line = 0;
    if (context->units.len || context->modules.len || context->globals.len) return;
    context->other = fp_text_kind_of(context->source, &line);
    if (!context->other) return;
    r->errors.len = 0;
    context->passed_over = (fp_passed_over){ 0 };
    fp_str rest = fp_str_slice(context->source, line, context->source.len);
    fp_span span = { line, line + (uint32_t)fp_str_find(rest, '\n') };
    fp_syntax_add_error(r->keep, &r->errors, span,
                        FP_PHRASE(FP_SAYS_SYNTAX_ERROR_OTHER_LANGUAGE, fp_arg_text(FP_ARG_NAME, context->other->name),
                                  fp_arg_text(FP_ARG_ADVICE, context->other->advice)));
}

/* ---- garbage ---- */

/* The text that is parsed. Where garbage begins and ends may hang on text far away, so that no tree before or after it
 * can be taken over. */
static fp_str without_garbage(struct fp_arena *keep, struct fp_syntax *syntax, fp_str text,
                              const fp_garbage_list *garbage) {
    bool any = garbage->stretches.len > 0;
    if (any || syntax->is_patched) fp_syntax_forget(syntax);
    syntax->is_patched = any;
    return fp_garbage_comment(keep, text, garbage);
}

static void tell_garbage(units_reader *r, const fp_garbage_list *garbage) {
    static const fp_sentence sentences[] = { [FP_GARBAGE_SIGNS] = FP_SAYS_SYNTAX_ERROR_ONLY_SIGNS,
                                             [FP_GARBAGE_DEEP] = FP_SAYS_SYNTAX_ERROR_OPEN_BRACKETS,
                                             [FP_GARBAGE_CLOSERS] = FP_SAYS_SYNTAX_ERROR_CLOSERS };
    for (uint32_t i = 0; i < garbage->stretches.len; i++) {
        fp_garbage stretch = garbage->stretches.data[i];
        fp_syntax_add_error(r->keep, &r->errors, (fp_span){ stretch.span.start, stretch.span.start + 1 },
                            FP_PHRASE(sentences[stretch.kind], fp_arg_number(FP_ARG_COUNT, FP_GARBAGE_MIN)));
    }
}

static const char *const no_text = "";

/* The aliases of the text that is read now; when they are others than last time, what was known holds of units alone
 * for which those that they mention are the same. */
static uint64_t hash_aliases(const struct fp_syntax *syntax, fp_str text) {
    uint64_t hash = 0;
    uint32_t number = 0;
    for (fp_node section = 1; section < syntax->outline.len; section = fp_node_behind(syntax, section)) {
        if (fp_syntax_kind_of(syntax, section) != FP_OUTLINE_SECTION) continue;
        number++;
        for (fp_node node = section + 1, end = fp_node_behind(syntax, section); node < end;
             node = fp_node_behind(syntax, node)) {
            if (!is_alias(fp_syntax_kind_of(syntax, node))) continue;
            fp_span span = fp_node_span(syntax, node);
            hash = fp_hash_mix(hash, fp_hash_mix(fp_str_hash(fp_str_slice(text, span.start, span.end)), number));
        }
    }
    return hash;
}

struct fp_unit_context *fp_units_read(struct fp_arena *keep, struct fp_syntax *syntax, fp_str text,
                                      const volatile bool *cancelled) {
    if (!text.data) text.data = no_text;
    if (text.len >= UINT32_MAX) text.len = UINT32_MAX - 1; /* places are 32-bit */
    fp_str source = text;
    fp_garbage_list garbage = fp_garbage_find(keep, source);
    text = without_garbage(keep, syntax, source, &garbage);
    struct fp_unit_context *context = FP_NEW(keep, struct fp_unit_context, 1);
    struct fp_tree *tree = FP_NEW(keep, struct fp_tree, 1);
    *context = (struct fp_unit_context){ .text = fp_text_plain(keep, text),
                                         .source = source,
                                         .tree = tree,
                                         .watch = syntax->watch,
                                         .keep = keep,
                                         .index = FP_NEW(keep, struct fp_unit_index, 1) };
    tree->syntax = syntax;
    fp_syntax_drop_irs(syntax);
    syntax->irs = fp_arena_new();
    fp_watch_tell(syntax->watch, FP_WATCH_PARSE);
    if (!fp_syntax_parse(syntax, text, cancelled)) return context;
    fp_watch_tell(syntax->watch, FP_WATCH_READ);
    syntax->cancelled = cancelled;
    context->index->alias_hash = hash_aliases(syntax, text);
    units_reader r = { .syntax = syntax,
                       .keep = keep,
                       .context = context,
                       .tree = tree,
                       .new_aliases = context->index->alias_hash != syntax->memories.aliases };
    for (fp_node node = 1; node < syntax->outline.len; node = fp_node_behind(syntax, node))
        if (fp_syntax_kind_of(syntax, node) == FP_OUTLINE_SECTION) read_section(&r, node);
    follow_calls(&r);
    tell_garbage(&r, &garbage);
    recognise_language(&r);
    finish_errors(&r);
    fp_syntax_shrink(syntax);
    syntax->cancelled = NULL;
    return context;
}

void fp_units_remember(struct fp_unit_context *context) {
    const struct fp_tree *tree = context->tree;
    fp_memories_take(&tree->syntax->memories, context->index);
}

void fp_units_forget_irs(struct fp_unit_context *context) {
    struct fp_tree *tree = context->tree;
    fp_syntax_drop_irs(tree->syntax);
    for (uint32_t i = 0; i < tree->irs.len; i++) tree->irs.data[i] = NULL;
}

bool fp_units_relevant(struct fp_unit_context *context, uint32_t unit) {
    assert(unit < context->units.len);
    const struct fp_tree *tree = context->tree;
    return tree->relevant.data[unit];
}

struct fp_ir *fp_units_ir(struct fp_arena *keep, struct fp_unit_context *context, uint32_t unit) {
    assert(unit < context->units.len);
    struct fp_tree *tree = context->tree;
    if (tree->irs.data[unit] && keep == context->keep) return tree->irs.data[unit];
    if (tree->irs.data[unit]) {
        struct fp_ir *copy = fp_syntax_copy_ir(keep, tree->irs.data[unit]);
        if (fp_syntax_drop_ir(tree->syntax, unit)) tree->irs.data[unit] = NULL;
        return copy;
    }
    fp_syntax_errors known = { 0 }; /* told by fp_units_read already */
    fp_syntax_read_op(tree->syntax, keep, context->text, tree->nodes.data[unit], FP_READ_ALL, &known);
    return fp_syntax_take_ir(tree->syntax, keep, context);
}
