#include "base/cancel.h"
#include "base/chars.h"
#include "base/memory.h"
#include "read/outline_reader.h"
#define SCANNER_READS_MEMORY
#include "scanner_tokens.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* An item begins with a token that ends at `end`. */
static uint32_t push_item(fp_outline_reader *r, fp_outline_kind kind, uint32_t start, uint32_t end) {
    enum { TOKEN_LOOK = 4 }; /* how far behind its end a token may look */
    if (r->out.len) r->out.nodes[r->item].looked = r->reach;
    r->reach = end + TOKEN_LOOK;
    fp_frame *frame = r->depth ? fp_outline_top(r) : NULL;
    if (frame && frame->kind == FP_FRAME_SECTION && kind != FP_OUTLINE_SPLIT && frame->node == FP_NO_NODE) {
        frame->node = r->out.len;
        fp_outline_push(r, FP_OUTLINE_SECTION, start);
    }
    r->item = r->out.len;
    fp_outline_node *node = fp_outline_push(r, kind, start);
    node->end = end;
    node->from = r->from;
    node->state = r->before.state;
    node->missing = r->before.missing;
    node->top = r->before.top;
    node->column = r->before.column;
    return r->item;
}

static void push_incomplete(fp_outline_reader *r, fp_within within, uint32_t open) {
    fp_outline_node *node = fp_outline_push(r, FP_OUTLINE_INCOMPLETE, r->at);
    node->within = (uint8_t)within;
    node->from = open;
}

static void push_unexpected(fp_outline_reader *r, uint32_t start, uint32_t end) {
    fp_outline_push(r, FP_OUTLINE_UNEXPECTED, start)->end = end;
}

/* ---- the scanner ---- */

/* Asks the scanner for one of the tokens that are valid here. A look that finds none changes nothing. */
static bool find(fp_outline_reader *r, const bool *place) {
    struct look look = { .text = (const unsigned char *)r->text.data, .at = r->at, .end = (uint32_t)r->text.len };
    struct scanner_header {
        char bytes[offsetof(struct scanner, regions)];
    } kept;
    memcpy(&kept, &r->scanner, sizeof kept);
    bool any = scan(&r->scanner, &look, place);
    fp_outline_reach(r, look.at + 1);
    if (!any) {
        memcpy(&r->scanner, &kept, sizeof kept);
        return false;
    }
    r->at = look.marked;
    r->token = look.token;
    return true;
}

/* The next lexeme that is no comment; FP_LEX_END where the scanner finds that what belongs to `place` is missing. NULL:
 * nothing can be. */
static fp_lexeme next_lexeme(fp_outline_reader *r, const bool *place) {
    for (;;) {
        if (place && find(r, place)) return (fp_lexeme){ .kind = FP_LEX_END };
        fp_lexeme l = fp_outline_lex(r, false);
        if (l.kind != FP_LEX_COMMENT) return l;
        r->at = l.end;
    }
}

/* ---- brackets ---- */

static fp_within within_of(char open) {
    return open == '('   ? FP_WITHIN_PAREN
           : open == '[' ? FP_WITHIN_SQUARE
           : open == '<' ? FP_WITHIN_ANGLE
                         : FP_WITHIN_BRACE;
}

static void open_group(fp_outline_reader *r, fp_within within, fp_lexeme l) {
    r->at = l.end;
    fp_frame *frame = fp_outline_open(r, FP_FRAME_GROUP, FP_NO_NODE);
    frame->within = (uint8_t)within;
    frame->open = l.start;
    frame->regions = within == FP_WITHIN_PAREN;
}

/* What may stand inside of an op: of `{-#` the brace alone. */
static void open_bracket(fp_outline_reader *r, fp_lexeme l) {
    if (l.kind == FP_LEX_METADATA) l.end = l.start + 1;
    open_group(r, l.kind == FP_LEX_LOCATION ? FP_WITHIN_LOCATION : within_of(l.c), l);
}

static void close_group(fp_outline_reader *r) {
    const fp_frame *frame = fp_outline_top(r);
    if (frame->metadata) fp_outline_end(r, frame->node, r->at), r->between = true;
    r->depth--;
}

static bool closes(const fp_frame *frame, fp_lexeme l) {
    switch ((fp_within)frame->within) {
    case FP_WITHIN_PAREN:
    case FP_WITHIN_LOCATION:
    case FP_WITHIN_LABEL_ARGS: return l.c == ')';
    case FP_WITHIN_SQUARE: return l.c == ']';
    case FP_WITHIN_ANGLE: return l.c == '>';
    case FP_WITHIN_BRACE: return !frame->metadata && l.c == '}';
    case FP_WITHIN_NOTHING:
    case FP_WITHIN_OP:
    case FP_WITHIN_LABEL:
    case FP_WITHIN_RESULTS: break;
    }
    return false;
}

static void begin_region(fp_outline_reader *r);

static const bool *place_of_group(const fp_frame *frame) {
    static const bool paren[NOTHING + 1] = { [UNCLOSED_PAREN] = true };
    static const bool paren_or_region[NOTHING + 1] = { [UNCLOSED_PAREN] = true, [REGION_OPEN] = true };
    static const bool square[NOTHING + 1] = { [UNCLOSED_SQUARE] = true },
                                       angle[NOTHING + 1] = { [UNCLOSED_ANGLE] = true };
    static const bool brace[NOTHING + 1] = { [UNCLOSED_DICTIONARY] = true, [BRACES_COUNTED] = true };
    static const bool brace_or_region[NOTHING + 1] = {
        [UNCLOSED_DICTIONARY] = true, [BRACES_COUNTED] = true, [REGION_OPEN] = true
    };
    switch ((fp_within)frame->within) {
    case FP_WITHIN_SQUARE: return square;
    case FP_WITHIN_ANGLE: return angle;
    case FP_WITHIN_BRACE: return frame->regions ? brace_or_region : brace;
    case FP_WITHIN_NOTHING:
    case FP_WITHIN_PAREN:
    case FP_WITHIN_LOCATION:
    case FP_WITHIN_LABEL_ARGS:
    case FP_WITHIN_OP:
    case FP_WITHIN_LABEL:
    case FP_WITHIN_RESULTS: break;
    }
    return frame->regions ? paren_or_region : paren;
}

/* Behind a token of a bracket group: may a region come? In parentheses behind the comma that follows another one, in a
 * dictionary behind the type of a result, `-> i1`. */
static void note_token(const fp_outline_reader *r, fp_frame *frame, fp_lexeme l) {
    if (frame->within == FP_WITHIN_BRACE) {
        frame->regions =
            frame->behind_arrow && l.kind == FP_LEX_WORD && fp_outline_is_type(fp_str_slice(r->text, l.start, l.end));
        frame->behind_arrow = !frame->metadata && l.kind == FP_LEX_ARROW;
    } else {
        frame->regions = frame->behind_region && l.kind == FP_LEX_COMMA;
    }
    frame->behind_region = false;
}

/* One token of a bracket group. */
static void step_group(fp_outline_reader *r) {
    fp_frame *frame = fp_outline_top(r);
    bool ordinary = is_ordinary_in_group((unsigned char)fp_outline_byte(r->text, r->at));
    if (!ordinary && find(r, place_of_group(frame))) {
        if (r->token == REGION_OPEN) {
            begin_region(r);
        } else if (r->token != COMMENT && r->token != BRACES_COUNTED) {
            push_incomplete(r, (fp_within)frame->within, frame->open);
            close_group(r);
        }
        return;
    }
    fp_lexeme l = fp_outline_lex(r, frame->metadata);
    if (l.kind == FP_LEX_END) {
        push_incomplete(r, (fp_within)frame->within, frame->open);
        close_group(r);
        return;
    }
    r->at = l.end;
    if (l.kind == FP_LEX_COMMENT) return;
    note_token(r, frame, l);
    if (l.c == '>' && frame->within != FP_WITHIN_ANGLE && fp_outline_byte(r->text, l.end) == '=') {
        r->at++;
    } else if (l.kind == FP_LEX_METADATA_END || (l.kind == FP_LEX_CLOSE && closes(frame, l))) {
        close_group(r);
    } else if (l.kind == FP_LEX_OPEN || l.kind == FP_LEX_METADATA || l.kind == FP_LEX_LOCATION) {
        open_bracket(r, l);
    } else if (l.kind == FP_LEX_CLOSE || l.kind == FP_LEX_UNEXPECTED) {
        push_unexpected(r, l.start, l.end);
    }
}

/* ---- ops ---- */

/* Behind the opening brace. */
static void begin_region(fp_outline_reader *r) {
    fp_frame *around = fp_outline_top(r);
    uint32_t groups = 0;
    while (r->frames[r->depth - 1 - groups].kind == FP_FRAME_GROUP) groups++;
    bool in_dictionary = around->kind == FP_FRAME_GROUP && around->within == FP_WITHIN_BRACE;
    uint32_t node = r->out.len;
    fp_outline_node *region = fp_outline_push(r, FP_OUTLINE_REGION, r->at - 1);
    region->depth =
        (uint16_t)(r->scanner.depth - 1 > UINT16_MAX ? UINT16_MAX
                                                     : r->scanner.depth - 1); /* the scanner counts it already */
    region->within = (uint8_t)(groups > UINT8_MAX ? UINT8_MAX : groups + (in_dictionary && groups == 1));
    region->from = around->open;
    region->state = r->frames[r->depth - 1 - groups].typed;
    fp_outline_open(r, FP_FRAME_REGION, node);
    r->between = true;
}

static void close_region(fp_outline_reader *r) {
    fp_outline_end(r, fp_outline_top(r)->node, r->at);
    r->depth--;
    fp_frame *around = fp_outline_top(r);
    around->typed = true;
    around->named = around->regions = false;
    around->behind_region = true;
    r->between = false;
}

/* By typed and named. */
static const bool op_places[2][2][NOTHING + 1] = {
    { { [OP_END] = true, [REGION_OPEN] = true }, { [OP_END] = true, [REGION_OPEN] = true, [NAMED] = true } },
    { { [OP_END] = true, [REGION_OPEN] = true, [TYPED] = true },
      { [OP_END] = true, [REGION_OPEN] = true, [TYPED] = true, [NAMED] = true } },
};

static void end_op(fp_outline_reader *r) {
    fp_outline_end(r, fp_outline_top(r)->node, r->at);
    r->depth--;
    r->between = true;
}

/* In front of what may be a label: `}> ^bb1`. */
static bool successor_follows(fp_outline_reader *r) {
    uint32_t kept = r->at;
    fp_lexeme l = next_lexeme(r, NULL);
    r->at = kept;
    return l.kind == FP_LEX_LABEL;
}

/* Behind `attributes`: always a dictionary, whatever is in it. */
static void take_attributes(fp_outline_reader *r) {
    static const bool place[NOTHING + 1] = { [NO_DICTIONARY] = true };
    fp_lexeme l = next_lexeme(r, place);
    if (l.c != '{') return;
    l.end = l.start + 1;
    open_group(r, FP_WITHIN_BRACE, l);
}

/* A token or bracket at the op's own level. */
static void take_part(fp_outline_reader *r, fp_lexeme l) {
    fp_frame *frame = fp_outline_top(r);
    r->at = l.end;
    frame->named = false;
    if (l.kind == FP_LEX_COLON || l.kind == FP_LEX_ARROW) {
        frame->typed = true;
    } else if (l.kind == FP_LEX_OPEN || l.kind == FP_LEX_METADATA || l.kind == FP_LEX_LOCATION) {
        open_bracket(r, l);
    } else if (l.kind == FP_LEX_ATTRIBUTES) {
        take_attributes(r);
    } else if (l.c == '>' && l.kind == FP_LEX_CLOSE && fp_outline_byte(r->text, l.end) == '=') {
        r->at++;
    } else if (l.c == '>' && l.kind == FP_LEX_CLOSE && frame->typed && successor_follows(r)) {
        if (!find(r, op_places[true][false])) return;
        push_unexpected(r, l.start, l.end); /* the label is that of a block */
        end_op(r);
    } else if (l.kind == FP_LEX_CLOSE || l.kind == FP_LEX_UNEXPECTED) {
        push_unexpected(r, l.start, l.end);
    }
}

static void step_op(fp_outline_reader *r) {
    const fp_frame *frame = fp_outline_top(r);
    bool ordinary = is_ordinary_in_op((unsigned char)fp_outline_byte(r->text, r->at));
    if (!ordinary && find(r, op_places[frame->typed][frame->named])) {
        if (r->token == REGION_OPEN)
            begin_region(r);
        else
            end_op(r);
        return;
    }
    fp_lexeme l = fp_outline_lex(r, false);
    if (l.kind == FP_LEX_END)
        end_op(r);
    else if (l.kind == FP_LEX_COMMENT)
        r->at = l.end;
    else
        take_part(r, l);
}

static void open_op(fp_outline_reader *r, uint32_t node) {
    fp_frame *frame = fp_outline_open(r, FP_FRAME_OP, node);
    fp_outline_kind kind = (fp_outline_kind)r->out.nodes[node].kind;
    frame->named = kind == FP_OUTLINE_OP;
    frame->typed = kind != FP_OUTLINE_OP;
    r->between = false;
}

/* Behind the results: the name of the op, which may be missing. */
static void read_name(fp_outline_reader *r) {
    static const bool place[NOTHING + 1] = { [NO_NAME] = true };
    fp_lexeme l = next_lexeme(r, place);
    if (l.kind == FP_LEX_LOCATION) l.kind = FP_LEX_WORD, l.end--;
    if (l.kind == FP_LEX_WORD || l.kind == FP_LEX_ATTRIBUTES || l.kind == FP_LEX_STRING)
        r->at = l.end;
    else
        push_incomplete(r, FP_WITHIN_OP, r->at);
}

/* Behind a comma between results. */
static void read_value(fp_outline_reader *r) {
    static const bool place[NOTHING + 1] = { [NO_VALUE] = true };
    fp_lexeme l = next_lexeme(r, place);
    if (l.kind == FP_LEX_VALUE)
        r->at = l.end;
    else
        push_incomplete(r, FP_WITHIN_RESULTS, r->at);
}

/* Behind the first result: `:2, %b = name`. */
static void read_results(fp_outline_reader *r) {
    static const bool place[NOTHING + 1] = { [NO_EQUALS] = true };
    for (;;) {
        fp_lexeme l = next_lexeme(r, place);
        uint32_t digits = fp_outline_skip(r->text, l.end, FP_CHAR_SPACE);
        if (l.kind == FP_LEX_COLON && fp_is_digit(fp_outline_byte(r->text, digits))) {
            r->at = fp_outline_skip(r->text, digits, FP_CHAR_DIGIT);
        } else if (l.kind == FP_LEX_COMMA) {
            r->at = l.end;
            read_value(r);
        } else if (l.c == '=') {
            r->at = l.start + 1;
            return;
        } else {
            push_incomplete(r, FP_WITHIN_RESULTS, r->at);
            return;
        }
    }
}

static void read_op_with_results(fp_outline_reader *r, uint32_t node) {
    read_results(r);
    read_name(r);
    open_op(r, node);
}

/* ---- labels ---- */

static void end_label(fp_outline_reader *r) {
    fp_outline_end(r, fp_outline_top(r)->node, r->at);
    r->depth--;
    r->between = true;
}

static void step_label(fp_outline_reader *r) {
    static const bool place[NOTHING + 1] = { [NO_COLON] = true };
    fp_frame *frame = fp_outline_top(r);
    fp_lexeme l = next_lexeme(r, place);
    if (l.c == '(' && !frame->has_arguments) {
        frame->has_arguments = true;
        open_group(r, FP_WITHIN_LABEL_ARGS, l);
        fp_outline_top(r)->regions = false;
    } else if (l.c == ':') {
        r->at = l.start + 1;
        end_label(r);
    } else {
        push_incomplete(r, FP_WITHIN_LABEL, r->out.nodes[frame->node].start);
        end_label(r);
    }
}

/* ---- items ---- */

static bool equals_follows(fp_outline_reader *r, uint32_t at) {
    uint32_t kept = r->at;
    r->at = at;
    fp_lexeme l = next_lexeme(r, NULL);
    r->at = kept;
    return l.kind == FP_LEX_EQUALS;
}

/* A name in front of an `=`, which may yet be what is left of an op. */
static void begin_alias(fp_outline_reader *r, fp_lexeme l) {
    uint32_t node = push_item(r, FP_OUTLINE_ROW, l.start, l.end);
    r->at = l.end;
    open_op(r, node);
    if (find(r, op_places[true][false])) {
        end_op(r);
        return;
    }
    r->out.nodes[node].kind = l.kind == FP_LEX_ATTRIBUTE ? FP_OUTLINE_ATTRIBUTE : FP_OUTLINE_TYPE;
    r->at = next_lexeme(r, NULL).end;
}

static void begin_row(fp_outline_reader *r, fp_lexeme l) {
    open_op(r, push_item(r, FP_OUTLINE_ROW, l.start, l.end));
    take_part(r, l);
}

static void begin_item(fp_outline_reader *r, fp_lexeme l, bool in_section) {
    fp_str word = fp_str_slice(r->text, l.start, l.end);
    if (l.kind == FP_LEX_WORD && (fp_outline_is_type(word) || fp_outline_is_boolean(word))) l.kind = FP_LEX_NO_NAME;
    if (l.kind == FP_LEX_VALUE) {
        uint32_t node = push_item(r, FP_OUTLINE_OP, l.start, l.end);
        r->at = l.end;
        read_op_with_results(r, node);
    } else if (l.kind == FP_LEX_WORD || l.kind == FP_LEX_STRING) {
        uint32_t node = push_item(r, FP_OUTLINE_OP, l.start, l.end);
        r->at = l.end;
        open_op(r, node);
    } else if (l.kind == FP_LEX_LABEL) {
        uint32_t node = push_item(r, FP_OUTLINE_LABEL, l.start, l.end);
        r->at = l.end;
        fp_outline_open(r, FP_FRAME_LABEL, node);
        r->between = false;
    } else if (in_section && (l.kind == FP_LEX_ATTRIBUTE || l.kind == FP_LEX_TYPE) && equals_follows(r, l.end)) {
        begin_alias(r, l);
    } else if (in_section && l.kind == FP_LEX_METADATA) {
        uint32_t node = push_item(r, FP_OUTLINE_METADATA, l.start, l.end);
        open_group(r, FP_WITHIN_BRACE, l);
        fp_outline_top(r)->node = node;
        fp_outline_top(r)->metadata = true;
        r->between = false;
    } else {
        begin_row(r, l);
    }
}

/* A row that begins with a region. */
static void begin_region_row(fp_outline_reader *r) {
    open_op(r, push_item(r, FP_OUTLINE_ROW, r->at - 1, r->at));
    begin_region(r);
}

/* An op whose first result is missing. */
static void begin_op_without_value(fp_outline_reader *r) {
    uint32_t node = push_item(r, FP_OUTLINE_OP, r->at, r->at);
    push_incomplete(r, FP_WITHIN_RESULTS, r->at);
    read_op_with_results(r, node);
}

/* Something at file level that is no item opens the section too. */
static void push_stray(fp_outline_reader *r, uint32_t start, uint32_t end) {
    fp_frame *frame = fp_outline_top(r);
    if (frame->node == FP_NO_NODE) {
        frame->node = r->out.len;
        fp_outline_push(r, FP_OUTLINE_SECTION, start);
    }
    push_unexpected(r, start, end);
    r->at = end;
    r->between = true;
}

/* False at the end of the text. */
static bool step_section(fp_outline_reader *r) {
    static const bool place[NOTHING + 1] = {
        [SECTION_SPLIT] = true, [REGION_OPEN] = true, [NO_VALUE] = true, [NO_NAME] = true
    };
    enum { SPLIT_BYTES = 8 }; /* `// -----` */
    if (find(r, place)) {
        switch (r->token) {
        case SECTION_SPLIT:
            fp_outline_end_section(r);
            push_item(r, FP_OUTLINE_SPLIT, r->at - SPLIT_BYTES, r->at);
            r->between = true;
            break;
        case REGION_OPEN: begin_region_row(r); break;
        case NO_VALUE: begin_op_without_value(r); break;
        default: break;
        }
        return true;
    }
    fp_lexeme l = fp_outline_lex(r, false);
    if (l.kind == FP_LEX_END) {
        fp_outline_end_section(r);
        return false;
    }
    if (l.kind == FP_LEX_COMMENT)
        r->at = l.end;
    else if (l.c == '}')
        push_stray(r, l.start, l.end);
    else
        begin_item(r, l, true);
    return true;
}

static void step_region(fp_outline_reader *r) {
    static const bool place[NOTHING + 1] = { [UNCLOSED_REGION] = true, [REGION_CLOSE] = true, [STRAY_BRACE] = true,
                                             [REGION_OPEN] = true,     [NO_VALUE] = true,     [STRETCH_BEGIN] = true };
    if (find(r, place)) {
        switch (r->token) {
        case REGION_CLOSE: close_region(r); break;
        case UNCLOSED_REGION:
            push_incomplete(r, FP_WITHIN_BRACE, r->out.nodes[fp_outline_top(r)->node].start);
            close_region(r);
            break;
        case STRAY_BRACE:
            push_unexpected(r, r->at - 1, r->at);
            r->between = true;
            break;
        case REGION_OPEN: begin_region_row(r); break;
        case NO_VALUE: begin_op_without_value(r); break;
        default: break;
        }
        return;
    }
    fp_lexeme l = fp_outline_lex(r, false);
    if (l.kind == FP_LEX_COMMENT) {
        r->at = l.end;
    } else if (l.kind == FP_LEX_END) {
        push_incomplete(r, FP_WITHIN_BRACE, r->out.nodes[fp_outline_top(r)->node].start);
        close_region(r);
    } else {
        begin_item(r, l, false);
    }
}

/* ---- the text ---- */

static void begin_file(fp_outline_reader *r) {
    static const bool place[NOTHING + 1] = { [FILE_START] = true };
    fp_outline_note_state(r);
    r->item = 0;
    push_item(r, FP_OUTLINE_FILE, 0, 0);
    find(r, place);
    fp_outline_open(r, FP_FRAME_SECTION, FP_NO_NODE);
    r->between = true;
}

/* Until the end, or until old nodes were taken over. False: cancelled. */
static bool read_text(fp_outline_reader *r) {
    for (;;) {
        fp_frame *frame = fp_outline_top(r);
        if (r->between && (frame->kind == FP_FRAME_SECTION || frame->kind == FP_FRAME_REGION)) {
            if (fp_is_cancelled(r->cancelled)) return false;
            r->between = false;
            fp_outline_note_state(r);
            if (r->old && fp_outline_rejoin(r)) return true;
        }
        switch ((fp_frame_kind)frame->kind) {
        case FP_FRAME_SECTION:
            if (!step_section(r)) {
                r->out.nodes[r->item].looked = r->reach;
                fp_outline_end(r, 0, (uint32_t)r->text.len);
                return true;
            }
            break;
        case FP_FRAME_REGION: step_region(r); break;
        case FP_FRAME_OP: step_op(r); break;
        case FP_FRAME_LABEL: step_label(r); break;
        case FP_FRAME_GROUP: step_group(r); break;
        }
    }
}

bool fp_outline_read(fp_outline *outline, fp_str text, const fp_outline *old, const fp_stretch *edits,
                     const volatile bool *cancelled) {
    enum { BYTES_PER_NODE = 64 };
    fp_outline_reader r = { .text = text, .cancelled = cancelled };
    r.out.capacity = (uint32_t)(text.len / BYTES_PER_NODE) + BYTES_PER_NODE;
    if (old && old->len + BYTES_PER_NODE > r.out.capacity) r.out.capacity = old->len + BYTES_PER_NODE;
    r.out.nodes = fp_memory_raw(r.out.capacity * sizeof *r.out.nodes);
    if (old && old->len) {
        r.old = old;
        r.edits = *edits;
        fp_outline_resume(&r);
    }
    if (r.depth == 0) begin_file(&r);
    bool done = read_text(&r);
    free(r.frames);
    free(r.old_path);
    if (!done) {
        fp_outline_drop(&r.out);
        return false;
    }
    fp_outline_drop(outline);
    *outline = r.out;
    return true;
}
