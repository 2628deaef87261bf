#include "engine/pieces.h"
#include "base/sort.h"
#include "engine/piece_plan.h"
#include "read/unit_index.h"
#include <stdlib.h>
#include <string.h>

enum { SMALL_SHARE = 8 }; /* a text is looked through first when it has at least this part of a piece's bytes */

/* What a piece said, with places in the whole text. */
typedef struct {
    struct fp_arena *keep;
    fp_unit_group_result found;
    struct fp_unit_context *text; /* units, modules, errors and lines of prose */
    bool done;                    /* it was not cancelled */
    bool damaged;                 /* its syntax is */
    bool merged;
} piece;

typedef struct {
    struct fp_document *document;
    fp_wishes wishes;
    const volatile bool *cancelled;
    fp_piece_plan plan;
    piece *pieces;    /* as in plan.pieces */
    uint32_t checked; /* so many of them were checked before */
} job;

/* ---- one piece ---- */

typedef struct {
    struct fp_arena *keep;
    fp_relocation pieces;
    struct fp_unit_context *to;
} relocator;

/* A span that may begin in one stretch and end in another, as a module does; false: it is not one to take. */
static bool move_apart(const relocator *r, fp_span span, fp_span *moved) {
    if (!fp_relocation_takes(r->pieces, (fp_span){ span.start, span.start + 1 })) return false;
    uint32_t last = span.end > span.start ? span.end - 1 : span.start;
    moved->start = fp_relocate(r->pieces, (fp_span){ span.start, span.start + 1 }).start;
    moved->end = fp_relocate(r->pieces, (fp_span){ last, last + 1 }).start + (span.end - last);
    return true;
}

/* Adds what `from` says of the file in the stretches. */
static void add_context(const relocator *r, const struct fp_unit_context *from) {
    for (uint32_t i = 0; i < from->units.len; i++) {
        fp_unit unit = from->units.data[i];
        if (!move_apart(r, unit.span, &unit.span)) continue;
        unit.name = fp_str_copy(r->keep, unit.name);
        *FP_PUSH(r->keep, &r->to->units) = unit;
    }
    for (uint32_t i = 0; i < from->modules.len; i++) {
        fp_module_info module = from->modules.data[i];
        if (!move_apart(r, module.span, &module.span)) continue;
        module.name = fp_str_copy(r->keep, module.name);
        *FP_PUSH(r->keep, &r->to->modules) = module;
    }
    for (uint32_t i = 0; i < from->errors.len; i++) {
        fp_syntax_error error = from->errors.data[i];
        if (!move_apart(r, error.span, &error.span)) continue;
        error.phrase = fp_relocate_phrase(r->keep, r->pieces, error.phrase);
        *FP_PUSH(r->keep, &r->to->errors) = error;
    }
    r->to->any_op |= from->any_op || from->aliases.len || from->globals.len;
}

static void add_prose(const relocator *r, const fp_passed_over *from) {
    if (from->lines && !r->to->passed_over.lines) r->to->passed_over.first = fp_relocate(r->pieces, from->first);
    r->to->passed_over.lines += from->lines;
}

fp_str fp_stretches_text(struct fp_arena *keep, fp_str whole, fp_relocation stretches) {
    size_t len = stretches.from[stretches.count - 1].end - 1; /* the last stretch counts a place behind the text */
    if (stretches.count == 1) return fp_str_slice(whole, stretches.to[0].start, stretches.to[0].start + len);
    char *text = FP_NEW(keep, char, len);
    for (uint32_t i = 0; i < stretches.count; i++) {
        size_t start = stretches.from[i].start, end = stretches.from[i].end < len ? stretches.from[i].end : len;
        memcpy(text + start, whole.data + stretches.to[i].start, end - start);
    }
    return (fp_str){ text, len };
}

static void check_piece(void *context, uint32_t index) {
    job *j = context;
    piece *p = &j->pieces[j->checked + index];
    fp_relocation stretches = j->plan.pieces.data[j->checked + index].stretches;
    struct fp_arena *scratch = fp_arena_new();
    struct fp_engine *engine = fp_engine_share(j->document->engine);
    fp_str text = fp_stretches_text(scratch, j->document->text, stretches);
    struct fp_document *document = fp_document_open_lent(engine, text);
    const fp_unit_group_result *found = fp_document_find(document, j->wishes, j->cancelled);
    if (found) {
        relocator r = { fp_arena_new(), stretches, NULL };
        p->keep = r.keep;
        p->text = r.to = FP_NEW(r.keep, struct fp_unit_context, 1);
        p->found.statistics = found->statistics;
        fp_unit_group_result_append_moved(r.keep, &p->found, found, r.pieces);
        add_context(&r, document->context);
        add_prose(&r, &document->context->passed_over);
        p->damaged = document->context->errors.len > 0;
        p->done = true;
    }
    fp_document_close(document);
    fp_engine_drop(engine);
    fp_arena_drop(scratch);
}

/* The pieces that have not been checked yet. */
static void check_new_pieces(job *j) {
    const fp_crew *crew = j->wishes.crew;
    uint32_t all = j->plan.pieces.len, count = all - j->checked;
    piece *pieces = FP_NEW(j->document->arena, piece, all);
    if (j->checked) memcpy(pieces, j->pieces, j->checked * sizeof *pieces);
    j->pieces = pieces;
    if (crew && count > 1)
        crew->run(crew->context, count, check_piece, j);
    else
        for (uint32_t i = 0; i < count; i++) check_piece(j, i);
    j->checked = all;
}

/* Is a part of the section damaged? */
static bool is_damaged(const job *j, uint32_t section) {
    const fp_section_plan *plan = &j->plan.sections[section];
    bool damaged = false;
    for (uint32_t i = plan->piece; i < plan->piece_end; i++)
        damaged |= j->plan.pieces.data[i].cut == section && j->pieces[i].damaged;
    return damaged;
}

/* A bracket too many may make one op of two functions: a section with damage is read as a whole. */
static void check_pieces(job *j) {
    check_new_pieces(j);
    for (uint32_t i = 0; i < j->plan.skim.sections.len; i++)
        if (is_damaged(j, i)) fp_piece_plan_mend(j->document->arena, &j->plan, i);
    check_new_pieces(j);
}

/* ---- the whole ---- */

static void add_symbol(struct fp_unit_context *whole, uint32_t section, const fp_skimmed_symbol *symbol) {
    if (symbol->module)
        *FP_PUSH(whole->keep, &whole->modules) =
            (fp_module_info){ .parent = FP_NONE, .section = section, .name = symbol->name, .span = symbol->span };
    else
        *FP_PUSH(whole->keep, &whole->units) =
            (fp_unit){ .name = symbol->name, .span = symbol->span, .section = section, .module = FP_NONE };
}

/* Functions and modules of a section that is passed over. */
static void add_skimmed(job *j, uint32_t section, struct fp_unit_context *whole) {
    const fp_skimmed_section *s = &j->plan.skim.sections.data[section];
    for (uint32_t i = s->first_symbol; i < s->first_symbol + s->symbol_count; i++)
        add_symbol(whole, section, &j->plan.skim.symbols.data[i]);
}

/* Functions that are passed over, of a section that is read. */
static void add_passed(job *j, uint32_t section, struct fp_unit_context *whole) {
    const fp_skimmed_section *s = &j->plan.skim.sections.data[section];
    uint32_t symbol = s->first_symbol, end = symbol + s->symbol_count;
    for (uint32_t part = s->first_part; part < s->first_part + s->part_count; part++) {
        if (!j->plan.passed[part]) continue;
        fp_span span = j->plan.skim.parts.data[part].span;
        while (symbol < end && j->plan.skim.symbols.data[symbol].span.start < span.start) symbol++;
        for (; symbol < end && j->plan.skim.symbols.data[symbol].span.start < span.end; symbol++)
            add_symbol(whole, section, &j->plan.skim.symbols.data[symbol]);
    }
}

static void add_numbers(fp_statistics *sum, const fp_statistics *part) {
    uint64_t bytes = sum->arena_bytes > part->arena_bytes ? sum->arena_bytes : part->arena_bytes;
    fp_statistics_add(sum, part);
    sum->arena_bytes = bytes; /* not all at once */
}

static void add_piece(const piece *p, fp_str text, struct fp_unit_context *whole, fp_unit_group_result *all) {
    fp_span all_of_it = { 0, (uint32_t)text.len + 1 };
    relocator r = { whole->keep, { &all_of_it, &all_of_it, NULL, 1 }, whole };
    fp_unit_group_result_append_moved(whole->keep, all, &p->found, r.pieces);
    add_numbers(&all->statistics, &p->found.statistics);
    add_context(&r, p->text);
    add_prose(&r, &p->text->passed_over);
}

static void add_known(job *j, uint32_t section, struct fp_unit_context *whole, fp_unit_group_result *all) {
    const fp_skimmed_section *sections = j->plan.skim.sections.data;
    uint32_t same = j->plan.sections[section].same_as;
    fp_span from = { sections[same].body, sections[same].span.end + 1 },
            to = { sections[section].body, sections[section].span.end + 1 };
    relocator r = { whole->keep, { &from, &to, NULL, 1 }, whole };
    for (uint32_t i = j->plan.sections[same].piece; i < j->plan.sections[same].piece_end; i++) {
        fp_unit_group_result_append_moved(whole->keep, all, &j->pieces[i].found, r.pieces);
        add_context(&r, j->pieces[i].text);
    }
}

static int compare_units(const void *a, const void *b) {
    const fp_unit *left = a, *right = b;
    return (left->span.start > right->span.start) - (left->span.start < right->span.start);
}

static int compare_errors(const void *a, const void *b) {
    const fp_syntax_error *left = a, *right = b;
    return (left->span.start > right->span.start) - (left->span.start < right->span.start);
}

static bool merge(job *j, struct fp_unit_context *whole, fp_unit_group_result *all) {
    for (uint32_t i = 0; i < j->plan.skim.sections.len; i++) {
        const fp_section_plan *plan = &j->plan.sections[i];
        if (plan->fate == FP_SECTION_PASSED) add_skimmed(j, i, whole);
        if (plan->fate == FP_SECTION_KNOWN) add_known(j, i, whole, all);
        if (plan->fate != FP_SECTION_READ) continue;
        for (uint32_t k = plan->piece; k < plan->piece_end; k++) {
            if (!j->pieces[k].done) return false;
            if (!j->pieces[k].merged) add_piece(&j->pieces[k], j->document->text, whole, all);
            j->pieces[k].merged = true;
        }
        add_passed(j, i, whole);
    }
    fp_sort(whole->units.data, whole->units.len, sizeof *whole->units.data, compare_units);
    fp_sort(whole->errors.data, whole->errors.len, sizeof *whole->errors.data, compare_errors);
    all->statistics.passed_bytes = j->plan.passed_bytes;
    all->statistics.known_bytes = j->plan.known_bytes;
    return true;
}

static void keep_plan(job *j, struct fp_unit_context *whole) {
    j->document->pieces = FP_NEW(whole->keep, fp_text_pieces, 1);
    fp_piece_plan *plan = FP_NEW(whole->keep, fp_piece_plan, 1);
    *plan = j->plan;
    *j->document->pieces = (fp_text_pieces){ .whole = whole, .plan = plan };
}

/* Is something gained by pieces? A text without functions may be in another language, which is found by all of it. */
static bool has_pieces(const job *j) {
    bool function = false;
    for (uint32_t i = 0; i < j->plan.skim.symbols.len; i++) function |= !j->plan.skim.symbols.data[i].module;
    return function && (j->plan.passed_bytes || j->plan.skim.sections.len > 1 || j->plan.pieces.len > 1);
}

static const fp_result *judge_pieces(job *j) {
    struct fp_document *document = j->document;
    struct fp_unit_context *whole = FP_NEW(document->arena, struct fp_unit_context, 1);
    *whole = (struct fp_unit_context){
        .text = document->text, .source = document->text, .any_op = true, .keep = document->arena
    };
    fp_unit_group_result all = { .worst = FP_LEVEL_OFF };
    if (!has_pieces(j)) return NULL;
    check_pieces(j);
    bool done = merge(j, whole, &all);
    for (uint32_t i = 0; i < j->plan.pieces.len; i++) fp_arena_drop(j->pieces[i].keep);
    if (!done) return NULL;
    document->least = document->found_least = j->wishes.least;
    fp_document_conclude(document, whole, &all);
    keep_plan(j, whole);
    return document->result;
}

const fp_result *fp_document_judge_once(struct fp_document *document, fp_wishes wishes,
                                        const volatile bool *cancelled) {
    const uint32_t *markers;
    bool fresh = !document->result && !document->context && !wishes.more_follows && wishes.piece_bytes;
    if (!fresh || document->text.len < wishes.piece_bytes / SMALL_SHARE || fp_document_markers(document, &markers))
        return fp_document_judge(document, wishes, cancelled);
    if (!document->arena) document->arena = fp_arena_new();
    job j = { .document = document, .wishes = wishes, .cancelled = cancelled };
    fp_skim skim = fp_skim_text(document->arena, document->text, &document->engine->own_rows);
    j.plan = fp_piece_plan_make(document->arena, document->text, skim, wishes.piece_bytes);
    const fp_result *result = judge_pieces(&j);
    return result ? result : fp_document_judge(document, wishes, cancelled);
}

/* The stretch that holds the place; the count of stretches: none does. */
static uint32_t stretch_at(fp_relocation stretches, uint32_t offset) {
    uint32_t behind = FP_COUNT_BELOW(stretches.to, stretches.count, start, offset + 1);
    return behind > 0 && offset < stretches.to[behind - 1].end ? behind - 1 : stretches.count;
}

static bool is_damaged_at(const fp_text_pieces *pieces, uint32_t offset) {
    fp_span section = pieces->plan->skim.sections.data[fp_piece_plan_section(pieces->plan, offset)].span;
    const fp_syntax_error *errors = pieces->whole->errors.data;
    uint32_t count = pieces->whole->errors.len, first = FP_COUNT_BELOW(errors, count, span.start, section.start);
    return first < count && errors[first].span.start < section.end;
}

fp_relocation fp_document_stretches_at(const struct fp_document *document, struct fp_arena *keep, uint32_t offset) {
    const fp_text_pieces *pieces = document->pieces;
    if (!pieces) return (fp_relocation){ .count = 0 };
    return fp_piece_plan_around(keep, document->text, pieces->plan, offset, is_damaged_at(pieces, offset));
}

struct fp_document *fp_document_section_at(const struct fp_document *document, uint32_t offset,
                                           uint32_t *offset_inside) {
    fp_text_pieces *pieces = document->pieces;
    if (!pieces) return NULL;
    if (!pieces->open || stretch_at(pieces->stretches, offset) == pieces->stretches.count) {
        fp_document_close(pieces->open);
        struct fp_arena *scratch = fp_arena_new();
        pieces->stretches = fp_document_stretches_at(document, document->arena, offset);
        if (!pieces->engine) pieces->engine = fp_engine_share(document->engine);
        pieces->open = fp_document_open(pieces->engine, fp_stretches_text(scratch, document->text, pieces->stretches));
        fp_arena_drop(scratch);
    }
    uint32_t stretch = stretch_at(pieces->stretches, offset);
    *offset_inside = pieces->stretches.from[stretch].start + offset - pieces->stretches.to[stretch].start;
    return pieces->open;
}
