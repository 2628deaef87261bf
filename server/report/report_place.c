/* report_place.c - places in words: where a finding comes from and which pass printed it. */
#include "base/str.h"
#include "files/files_path.h"
#include "report/report.h"

/* As people name it: from the current folder, if it lies there. */
static fp_str source_file(struct fp_arena *keep, const fp_source_place *source) {
    return fp_str_starts(source->file, FP_STR("/")) ? fp_path_shown(keep, source->file) : source->file;
}

fp_str fp_report_path(struct fp_arena *keep, const fp_report_options *options, fp_str path) {
    bool is_file = path.len && !fp_str_starts(path, FP_STR("<")); /* else <stdin>, or it is about the whole run */
    return options->root.len && is_file ? fp_path_from(keep, options->root, fp_path_absolute(keep, path)) : path;
}

void fp_report_rule_page(struct fp_out *url, fp_str pages, fp_rule rule) {
    fp_out_bytes(url, pages);
    if (!fp_str_ends(pages, FP_STR("/"))) fp_out_text(url, "/");
    fp_out_bytes(url, fp_rule_at(rule)->name);
    fp_out_text(url, ".md");
}

fp_report_place fp_report_place_of(struct fp_arena *keep, const fp_report_file *file, const fp_report_options *options,
                                   fp_span span) {
    fp_report_place place = { .file = file->path,
                              .from = fp_document_position(file->document, span.start),
                              .to = fp_document_position(file->document, span.end),
                              .source = fp_document_source(file->document, span.start) };
    if (!options->sources || !place.source) return place;
    const fp_source_place *own = fp_source_own(place.source);
    place.in_source = true;
    place.file = fp_report_path(keep, options, source_file(keep, own));
    place.from = place.to = (fp_position){ own->line, own->column };
    return place;
}

static fp_str place_words(struct fp_arena *keep, const fp_source_place *place) {
    fp_str file = source_file(keep, place);
    return fp_str_printf(keep, "%.*s:%u:%u", FP_STR_ARG(file), place->line, place->column);
}

fp_str fp_report_source_words(struct fp_arena *keep, const fp_source_place *source) {
    const fp_source_place *own = fp_source_own(source);
    fp_str words = place_words(keep, own);
    if (own->name.len) words = fp_str_printf(keep, "%.*s (%.*s)", FP_STR_ARG(words), FP_STR_ARG(own->name));
    if (own == source) return words;
    return fp_str_printf(keep, "%.*s, inlined from %.*s", FP_STR_ARG(words), FP_STR_ARG(place_words(keep, source)));
}

fp_str fp_report_with_source(struct fp_arena *keep, const fp_report_file *file, fp_str message, fp_span span) {
    const fp_source_place *source = fp_document_source(file->document, span.start);
    if (!source) return message;
    return fp_str_printf(keep, "%.*s (%.*s)", FP_STR_ARG(message),
                         FP_STR_ARG(place_words(keep, fp_source_own(source))));
}

const fp_history *fp_report_history_of(const fp_report_file *file, const fp_finding *finding) {
    size_t low = 0, high = file->history_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (file->history[middle].start < finding->span.start)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < file->history_count && file->history[low].start == finding->span.start; low++)
        if (file->history[low].rule == finding->rule) return &file->history[low];
    return NULL;
}

/* "since Canonicalizer (canonicalize), in 5 of 30 dumps"; "in the dump after CSE (cse)" */
static fp_str history_words(struct fp_arena *keep, const fp_history *history) {
    if (!history->in) return fp_str_printf(keep, "in front of the first dump, and in %u dumps", history->dumps - 1);
    fp_str pass = history->in->pass;
    const char *when = history->in->before ? "before" : "after";
    if (history->of == 1) return fp_str_printf(keep, "in the dump %s %.*s", when, FP_STR_ARG(pass));
    if (history->dumps == history->of)
        return fp_str_printf(keep, "since the dump %s %.*s, in all %u dumps of the kernel", when, FP_STR_ARG(pass),
                             history->of);
    return fp_str_printf(keep, "since the dump %s %.*s, in %u of %u dumps of the kernel", when, FP_STR_ARG(pass),
                         history->dumps, history->of);
}

size_t fp_report_notes(struct fp_arena *keep, const fp_report_file *file, const fp_report_options *options,
                       const fp_finding *finding, fp_str notes[FP_REPORT_NOTES_MAX]) {
    size_t count = 0;
    fp_report_place place = fp_report_place_of(keep, file, options, finding->span);
    const fp_history *history = fp_report_history_of(file, finding);
    if (place.in_source) {
        fp_position at = fp_document_position(file->document, finding->span.start);
        notes[count++] = fp_str_printf(keep, "in the IR: %.*s:%u:%u", FP_STR_ARG(file->path), at.line, at.column);
    }
    const fp_source_place *own = place.source ? fp_source_own(place.source) : NULL;
    if (place.in_source && own != place.source) {
        notes[count++] = fp_str_printf(keep, "inlined from %.*s", FP_STR_ARG(place_words(keep, place.source)));
    } else if (place.source && !place.in_source) {
        fp_str words = fp_report_source_words(keep, place.source);
        bool kernel = finding->kernel.len != 0;
        notes[count++] = fp_str_printf(keep, "from %.*s%s%.*s", FP_STR_ARG(words), kernel ? ", in " : "",
                                       FP_STR_ARG(finding->kernel));
    }
    if (history) notes[count++] = history_words(keep, history);
    return count;
}
