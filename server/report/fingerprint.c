#include "report/fingerprint.h"
#include "base/arena.h"
#include "base/chars.h"
#include "base/hash.h"
#include "base/str.h"
#include <inttypes.h>
#include <stdio.h>

static uint64_t add_str(uint64_t hash, fp_str text) { return fp_hash_mix(hash, fp_hash_bytes(text.data, text.len)); }

/* The name of the op that begins at `at`, results in front of it or not: "memref.load" of `%v, %w = "memref.load"(..)`.
 */
static fp_str op_name_at(fp_str text, uint32_t at) {
    fp_str line = fp_str_slice(text, at, text.len);
    line = fp_str_slice(line, 0, fp_str_find(line, '\n'));
    if (line.len && line.data[0] == '%') {
        size_t equals = fp_str_find(line, '=');
        if (equals == line.len) return (fp_str){ 0 };
        line = fp_str_trim(fp_str_slice(line, equals + 1, line.len));
    }
    size_t start = line.len && line.data[0] == '"', end = start;
    while (end < line.len && (fp_is_word(line.data[end]) || line.data[end] == '.')) end++;
    return fp_str_slice(line, start, end);
}

/* The buffer, if it has a name that outlasts a compilation. */
static fp_str lasting_buffer(const fp_finding *finding) {
    fp_str none = { 0 };
    if (!finding->hazard) return none;
    return fp_str_starts(finding->hazard->resource, FP_STR("@")) ? finding->hazard->resource : none;
}

uint64_t fp_fingerprint_cause(const fp_report_file *file, const fp_finding *finding, fp_cause_scope scope) {
    fp_str text = fp_document_text(file->document);
    uint64_t hash = add_str(0, fp_rule_at(finding->rule)->name);
    if (scope == FP_CAUSE_IN_KERNEL) hash = add_str(hash, finding->kernel);
    hash = add_str(hash, op_name_at(text, finding->span.start));
    hash = add_str(hash, lasting_buffer(finding));
    if (finding->related_count) hash = add_str(hash, op_name_at(text, finding->related[0].span.start));
    return hash;
}

uint64_t fp_fingerprint_next(fp_cause_ranks *ranks, uint64_t cause) {
    for (bool taken = true; taken;) {
        taken = false;
        for (fp_map_probe p = fp_map_find(&ranks->seen, cause); fp_map_next(&p) && !taken;)
            taken = ranks->given.data[p.value] == cause;
        if (taken) cause = fp_hash_mix(cause, 1);
    }
    fp_map_put(ranks->keep, &ranks->seen, cause, ranks->given.len);
    *FP_PUSH(ranks->keep, &ranks->given) = cause;
    return cause;
}

const uint64_t *fp_fingerprints(struct fp_arena *keep, const fp_report_file *file, fp_str path) {
    uint64_t *prints = FP_NEW(keep, uint64_t, file->finding_count + 1);
    fp_cause_ranks ranks = { .keep = keep };
    for (size_t i = 0; i < file->finding_count; i++) {
        uint64_t cause = fp_fingerprint_cause(file, &file->findings[i], FP_CAUSE_IN_KERNEL);
        prints[i] = fp_fingerprint_next(&ranks, path.len ? add_str(cause, path) : cause);
    }
    return prints;
}

uint64_t fp_fingerprint_of_words(fp_str file, fp_str kernel, fp_str words) {
    return add_str(add_str(add_str(0, file), kernel), words);
}

void fp_fingerprint_member(struct fp_json *json, const char *key, uint64_t fingerprint) {
    char digits[17];
    snprintf(digits, sizeof digits, "%016" PRIx64, fingerprint);
    fp_json_member_text(json, key, digits);
}
