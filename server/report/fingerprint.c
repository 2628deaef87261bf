#include "report/fingerprint.h"
#include "base/arena.h"
#include "base/hash.h"
#include "base/line_ends.h"
#include "base/str.h"
#include <inttypes.h>
#include <stdio.h>

static uint64_t add_str(uint64_t hash, fp_str text) { return fp_hash_mix(hash, fp_hash_bytes(text.data, text.len)); }

static fp_str line_around(fp_str text, uint32_t at) {
    size_t start = at;
    while (start > 0 && !fp_is_line_end(text.data[start - 1])) start--;
    return fp_str_trim(fp_line_at(text, start));
}

const uint64_t *fp_fingerprints(struct fp_arena *keep, const fp_report_file *file, fp_str path) {
    uint64_t *prints = FP_NEW(keep, uint64_t, file->finding_count + 1);
    fp_str text = fp_document_text(file->document);
    fp_map seen = { 0 };
    for (size_t i = 0; i < file->finding_count; i++) {
        const fp_finding *finding = &file->findings[i];
        uint64_t hash = add_str(0, path);
        hash = add_str(hash, fp_rule_at(finding->rule)->name);
        hash = add_str(hash, finding->kernel);
        hash = add_str(hash, line_around(text, finding->span.start));
        for (bool taken = true; taken;) {
            taken = false;
            for (fp_map_probe p = fp_map_find(&seen, hash); fp_map_next(&p) && !taken;) taken = prints[p.value] == hash;
            if (taken) hash = fp_hash_mix(hash, 1);
        }
        prints[i] = hash;
        fp_map_put(keep, &seen, hash, (uint32_t)i);
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
