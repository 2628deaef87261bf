#include "engine/pieces.h"
#include "base/hash.h"
#include "read/skim.h"
#include "read/unit_index.h"
#include <stdlib.h>
#include <string.h>

enum { SMALL_SHARE = 8 }; /* a text is looked through first when it has at least this part of a piece's bytes */

typedef enum { SECTION_PASSED, SECTION_KNOWN, SECTION_READ } fate;
typedef struct {
    fate fate;
    uint32_t same_as; /* of one that is known: the section that says the same */
    uint32_t piece;   /* of one that is read */
} section_plan;

/* What a piece said, with places in the whole text. */
typedef struct {
    fp_span span;
    struct fp_arena *keep;
    fp_unit_group_result found;
    struct fp_unit_context *text; /* units, modules, errors and lines of prose */
    bool done;                    /* it was not cancelled */
} piece;

typedef struct {
    struct fp_document *document;
    fp_wishes wishes;
    const volatile bool *cancelled;
    fp_skim skim;
    section_plan *plans;
    FP_VEC(piece) pieces;
    uint64_t passed_bytes, known_bytes;
} job;

/* ---- the plan ---- */

static fp_str body_of(const job *j, uint32_t section) {
    const fp_skimmed_section *s = &j->skim.sections.data[section];
    return fp_str_slice(j->document->text, s->body, s->span.end);
}

/* The first section with the same text; FP_NONE: there is none. */
static uint32_t find_same(const job *j, const fp_map *bodies, uint64_t hash, uint32_t section) {
    fp_str body = body_of(j, section);
    for (fp_map_probe p = fp_map_find(bodies, hash); fp_map_next(&p);)
        if (fp_str_equal(body_of(j, p.value), body)) return p.value;
    return FP_NONE;
}

static void plan_sections(job *j) {
    struct fp_arena *keep = j->document->arena;
    fp_map bodies = { 0 };
    j->plans = FP_NEW(keep, section_plan, j->skim.sections.len);
    for (uint32_t i = 0; i < j->skim.sections.len; i++) {
        const fp_skimmed_section *section = &j->skim.sections.data[i];
        j->plans[i] = (section_plan){ .fate = SECTION_READ };
        if (!section->plain) continue;
        if (!section->matters) {
            j->plans[i].fate = SECTION_PASSED;
            j->passed_bytes += section->span.end - section->span.start;
            continue;
        }
        uint64_t hash = fp_str_hash(body_of(j, i));
        uint32_t same = find_same(j, &bodies, hash, i);
        if (same == FP_NONE) {
            fp_map_put(keep, &bodies, hash, i);
        } else {
            j->plans[i] = (section_plan){ .fate = SECTION_KNOWN, .same_as = same };
            j->known_bytes += section->span.end - section->span.start;
        }
    }
}

/* Sections that are read and stand side by side go into one piece, up to its size. */
static void cut_pieces(job *j) {
    for (uint32_t i = 0; i < j->skim.sections.len; i++) {
        fp_span span = j->skim.sections.data[i].span;
        if (j->plans[i].fate != SECTION_READ) continue;
        piece *last = j->pieces.len ? &j->pieces.data[j->pieces.len - 1] : NULL;
        if (last && last->span.end == span.start && last->span.end - last->span.start < j->wishes.piece_bytes)
            last->span.end = span.end;
        else
            *FP_PUSH(j->document->arena, &j->pieces) = (piece){ .span = span };
        j->plans[i].piece = j->pieces.len - 1;
    }
}

/* ---- one piece ---- */

typedef struct {
    struct fp_arena *keep;
    fp_relocation pieces;
    struct fp_unit_context *to;
} relocator;

static bool is_inside(fp_span inner, fp_span outer) { return inner.start >= outer.start && inner.end <= outer.end; }

/* Adds what `from` says of the file in the one stretch that moves. */
static void add_context(const relocator *r, const struct fp_unit_context *from) {
    fp_span moved = r->pieces.from[0];
    for (uint32_t i = 0; i < from->units.len; i++) {
        fp_unit unit = from->units.data[i];
        if (!is_inside(unit.span, moved)) continue;
        unit.span = fp_relocate(r->pieces, unit.span);
        unit.name = fp_str_copy(r->keep, unit.name);
        *FP_PUSH(r->keep, &r->to->units) = unit;
    }
    for (uint32_t i = 0; i < from->modules.len; i++) {
        fp_module_info module = from->modules.data[i];
        if (!is_inside(module.span, moved)) continue;
        module.span = fp_relocate(r->pieces, module.span);
        module.name = fp_str_copy(r->keep, module.name);
        *FP_PUSH(r->keep, &r->to->modules) = module;
    }
    for (uint32_t i = 0; i < from->errors.len; i++) {
        fp_syntax_error error = from->errors.data[i];
        if (!is_inside(error.span, moved)) continue;
        error.span = fp_relocate(r->pieces, error.span);
        error.phrase = fp_relocate_phrase(r->keep, r->pieces, error.phrase);
        *FP_PUSH(r->keep, &r->to->errors) = error;
    }
    r->to->any_op |= from->any_op || from->aliases.len || from->globals.len;
}

static void add_prose(const relocator *r, const fp_passed_over *from) {
    if (from->lines && !r->to->passed_over.lines) r->to->passed_over.first = fp_relocate(r->pieces, from->first);
    r->to->passed_over.lines += from->lines;
}

static void check_piece(void *context, uint32_t index) {
    job *j = context;
    piece *p = &j->pieces.data[index];
    fp_str text = fp_str_slice(j->document->text, p->span.start, p->span.end);
    struct fp_engine *engine = fp_engine_share(j->document->engine);
    struct fp_document *document = fp_document_open(engine, text);
    const fp_unit_group_result *found = fp_document_find(document, j->wishes, j->cancelled);
    if (found) {
        fp_span from = { 0, (uint32_t)text.len + 1 }, to = { p->span.start, p->span.end + 1 };
        relocator r = { fp_arena_new(), { &from, &to, 1 }, NULL };
        p->keep = r.keep;
        p->text = r.to = FP_NEW(r.keep, struct fp_unit_context, 1);
        p->found.statistics = found->statistics;
        fp_unit_group_result_append_moved(r.keep, &p->found, found, r.pieces);
        add_context(&r, document->context);
        add_prose(&r, &document->context->passed_over);
        p->done = true;
    }
    fp_document_close(document);
    fp_engine_drop(engine);
}

static void check_pieces(job *j) {
    const fp_crew *crew = j->wishes.crew;
    if (crew && j->pieces.len > 1)
        crew->run(crew->context, j->pieces.len, check_piece, j);
    else
        for (uint32_t i = 0; i < j->pieces.len; i++) check_piece(j, i);
}

/* ---- the whole ---- */

static void add_skimmed(job *j, uint32_t section, struct fp_unit_context *whole) {
    const fp_skimmed_section *s = &j->skim.sections.data[section];
    for (uint32_t i = s->first_symbol; i < s->first_symbol + s->symbol_count; i++) {
        const fp_skimmed_symbol *symbol = &j->skim.symbols.data[i];
        if (symbol->module)
            *FP_PUSH(whole->keep, &whole->modules) =
                (fp_module_info){ .parent = FP_NONE, .section = section, .name = symbol->name, .span = symbol->span };
        else
            *FP_PUSH(whole->keep, &whole->units) =
                (fp_unit){ .name = symbol->name, .span = symbol->span, .section = section, .module = FP_NONE };
    }
}

static void add_numbers(fp_statistics *sum, const fp_statistics *part) {
    uint64_t bytes = sum->arena_bytes > part->arena_bytes ? sum->arena_bytes : part->arena_bytes;
    fp_statistics_add(sum, part);
    sum->arena_bytes = bytes; /* not all at once */
}

static void add_piece(const piece *p, struct fp_unit_context *whole, fp_unit_group_result *all) {
    fp_span all_of_it = { p->span.start, p->span.end + 1 };
    relocator r = { whole->keep, { &all_of_it, &all_of_it, 1 }, whole };
    fp_unit_group_result_append_moved(whole->keep, all, &p->found, r.pieces);
    add_numbers(&all->statistics, &p->found.statistics);
    add_context(&r, p->text);
    add_prose(&r, &p->text->passed_over);
}

static void add_known(job *j, uint32_t section, struct fp_unit_context *whole, fp_unit_group_result *all) {
    uint32_t same = j->plans[section].same_as;
    const piece *p = &j->pieces.data[j->plans[same].piece];
    fp_span from = { j->skim.sections.data[same].body, j->skim.sections.data[same].span.end + 1 },
            to = { j->skim.sections.data[section].body, j->skim.sections.data[section].span.end + 1 };
    relocator r = { whole->keep, { &from, &to, 1 }, whole };
    fp_unit_group_result_append_moved(whole->keep, all, &p->found, r.pieces);
    add_context(&r, p->text);
}

static bool merge(job *j, struct fp_unit_context *whole, fp_unit_group_result *all) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < j->skim.sections.len; i++) {
        if (j->plans[i].fate == SECTION_PASSED) add_skimmed(j, i, whole);
        if (j->plans[i].fate == SECTION_KNOWN) add_known(j, i, whole, all);
        if (j->plans[i].fate != SECTION_READ || j->plans[i].piece != next) continue;
        if (!j->pieces.data[next].done) return false;
        add_piece(&j->pieces.data[next++], whole, all);
    }
    all->statistics.passed_bytes = j->passed_bytes;
    all->statistics.known_bytes = j->known_bytes;
    return true;
}

static void keep_sections(job *j, struct fp_unit_context *whole) {
    uint32_t count = j->skim.sections.len;
    fp_span *sections = FP_NEW(whole->keep, fp_span, count);
    for (uint32_t i = 0; i < count; i++) sections[i] = j->skim.sections.data[i].span;
    j->document->pieces = FP_NEW(whole->keep, fp_text_pieces, 1);
    *j->document->pieces = (fp_text_pieces){ .whole = whole, .sections = sections, .section_count = count };
}

/* Is something gained by pieces? A text without functions may be in another language, which is found by all of it. */
static bool has_pieces(const job *j) {
    bool function = false;
    for (uint32_t i = 0; i < j->skim.symbols.len; i++) function |= !j->skim.symbols.data[i].module;
    return function && (j->passed_bytes || j->skim.sections.len > 1);
}

static const fp_result *judge_pieces(job *j) {
    struct fp_document *document = j->document;
    struct fp_unit_context *whole = FP_NEW(document->arena, struct fp_unit_context, 1);
    *whole = (struct fp_unit_context){
        .text = document->text, .source = document->text, .any_op = true, .keep = document->arena
    };
    fp_unit_group_result all = { .worst = FP_LEVEL_OFF };
    plan_sections(j);
    if (!has_pieces(j)) return NULL;
    cut_pieces(j);
    if (j->wishes.trials && j->pieces.len) return NULL;
    check_pieces(j);
    bool done = merge(j, whole, &all);
    for (uint32_t i = 0; i < j->pieces.len; i++) fp_arena_drop(j->pieces.data[i].keep);
    if (!done) return NULL;
    document->least = document->found_least = j->wishes.least;
    fp_document_conclude(document, whole, &all);
    keep_sections(j, whole);
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
    j.skim = fp_skim_text(document->arena, document->text, &document->engine->own_rows);
    const fp_result *result = judge_pieces(&j);
    return result ? result : fp_document_judge(document, wishes, cancelled);
}

struct fp_document *fp_document_section_at(const struct fp_document *document, uint32_t offset,
                                           uint32_t *offset_inside) {
    fp_text_pieces *pieces = document->pieces;
    if (!pieces) return NULL;
    uint32_t number = FP_COUNT_BELOW(pieces->sections, pieces->section_count, start, offset + 1) - 1;
    fp_span section = pieces->sections[number];
    if (!pieces->engine) pieces->engine = fp_engine_share(document->engine);
    if (pieces->open && pieces->open_section != number) fp_document_close(pieces->open), pieces->open = NULL;
    if (!pieces->open)
        pieces->open = fp_document_open(pieces->engine, fp_str_slice(document->text, section.start, section.end));
    pieces->open_section = number;
    *offset_inside = offset - section.start;
    return pieces->open;
}
