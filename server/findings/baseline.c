#include "findings/baseline.h"
#include "base/arena.h"
#include "base/hash.h"
#include "base/str.h"
#include "files/files_path.h"
#include "files/files_read.h"
#include "output/json.h"
#include "report/fingerprint.h"
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FP_BASELINE_VERSION = 2, FP_FINGERPRINT_DIGITS = 16 };

typedef struct {
    uint64_t print;
    fp_str file; /* as the baseline names it */
    bool gone;   /* there is no such file any more: it may have another name now */
} noted;

struct fp_baseline {
    fp_str folder;
    noted *entries;
    uint32_t count;
    fp_map map;
};

static fp_str path_from(struct fp_arena *keep, fp_str folder, fp_str path) {
    fp_str whole = fp_path_absolute(keep, path);
    bool root = fp_str_equal(folder, FP_STR("/"));
    if (!root && fp_str_starts(whole, folder) && whole.len > folder.len && whole.data[folder.len] == '/')
        return fp_str_slice(whole, folder.len + 1, whole.len);
    return whole;
}

static bool holds(const struct fp_baseline *baseline, uint64_t print, fp_str file) {
    for (fp_map_probe p = fp_map_find(&baseline->map, print); fp_map_next(&p);) {
        const noted *entry = &baseline->entries[p.value];
        if (entry->print == print && (entry->gone || fp_str_equal(entry->file, file))) return true;
    }
    return false;
}

fp_finding_list fp_baseline_unknown(const struct fp_baseline *baseline, struct fp_arena *keep,
                                    const fp_report_file *file) {
    const uint64_t *prints = fp_fingerprints(keep, file, (fp_str){ 0 });
    fp_str path = path_from(keep, baseline->folder, file->path);
    fp_finding *left = FP_NEW(keep, fp_finding, file->finding_count + 1);
    size_t count = 0;
    for (size_t i = 0; i < file->finding_count; i++)
        if (!holds(baseline, prints[i], path)) left[count++] = file->findings[i];
    return (fp_finding_list){ left, count };
}

/* ---- reading ---- */

static bool parse_print(const cJSON *entry, uint64_t *print) {
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(entry, "fingerprint");
    if (!cJSON_IsString(text) || strlen(text->valuestring) != FP_FINGERPRINT_DIGITS) return false;
    if (strspn(text->valuestring, "0123456789abcdef") != FP_FINGERPRINT_DIGITS) return false;
    *print = strtoull(text->valuestring, NULL, 16);
    return true;
}

/* Is the file that the entry names gone? */
static bool is_gone(struct fp_arena *keep, const struct fp_baseline *baseline, fp_str file) {
    fp_str path = fp_str_starts(file, FP_STR("/")) ? file : fp_path_join(keep, baseline->folder, file);
    struct stat unused;
    return stat(fp_str_printf(keep, "%.*s", FP_STR_ARG(path)).data, &unused) != 0;
}

/* Entries of one file stand beside each other. */
static void read_file_name(struct fp_arena *keep, const cJSON *entry, struct fp_baseline *baseline) {
    const cJSON *file = cJSON_GetObjectItemCaseSensitive(entry, "file");
    noted *here = &baseline->entries[baseline->count];
    fp_str name = cJSON_IsString(file) ? fp_str_of(file->valuestring) : (fp_str){ "", 0 };
    if (baseline->count && fp_str_equal(here[-1].file, name)) {
        here->file = here[-1].file, here->gone = here[-1].gone;
        return;
    }
    here->file = fp_str_copy(keep, name);
    here->gone = is_gone(keep, baseline, here->file);
}

/* The reason why the tree is no baseline; NULL: it is one. */
static const char *read_tree(struct fp_arena *keep, const cJSON *root, struct fp_baseline *baseline) {
    if (!root) return "this is not valid JSON";
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(root, "version"),
                *findings = cJSON_GetObjectItemCaseSensitive(root, "findings");
    if (!cJSON_IsNumber(version) || !cJSON_IsArray(findings))
        return "this is not a baseline: 'fencepost lint --write-baseline FILE' makes one";
    if (version->valuedouble != (double)FP_BASELINE_VERSION)
        return "another version of fencepost wrote this baseline; write it anew with --write-baseline";
    baseline->entries = FP_NEW(keep, noted, (size_t)cJSON_GetArraySize(findings) + 1);
    const cJSON *entry;
    cJSON_ArrayForEach(entry, findings) {
        if (!parse_print(entry, &baseline->entries[baseline->count].print))
            return "a finding in it has no fingerprint of 16 hexadecimal digits";
        read_file_name(keep, entry, baseline);
        fp_map_put(keep, &baseline->map, baseline->entries[baseline->count].print, baseline->count);
        baseline->count++;
    }
    return NULL;
}

fp_status fp_baseline_read(struct fp_arena *keep, fp_str path, struct fp_baseline **baseline, struct fp_out *why) {
    struct fp_out text = { 0 }, trouble = { 0 };
    fp_status status = fp_file_read(path, &text, &trouble);
    const char *wrong = NULL;
    if (status == FP_OK) {
        struct fp_baseline *read = FP_NEW(keep, struct fp_baseline, 1);
        read->folder = fp_path_folder(fp_path_absolute(keep, path));
        cJSON *root = text.len ? cJSON_ParseWithLength(text.data, text.len) : NULL;
        wrong = read_tree(keep, root, read);
        cJSON_Delete(root);
        if (wrong)
            status = FP_CONFIG;
        else
            *baseline = read;
    }
    if (status != FP_OK) {
        fp_str reason = wrong ? fp_str_of(wrong) : fp_out_str(&trouble);
        fp_out_printf(why, "%.*s: %.*s", FP_STR_ARG(path), FP_STR_ARG(reason));
    }
    fp_out_drop(&text);
    fp_out_drop(&trouble);
    return status;
}

/* ---- writing ---- */

static void begin(struct fp_out *out, const fp_report_options *options) {
    (void)options;
    fp_out_printf(out, "{\"version\": %d,\n \"findings\": [", FP_BASELINE_VERSION);
}

static void write_file(struct fp_out *out, const fp_report_file *file, const fp_report_options *options) {
    struct fp_arena *arena = fp_arena_new();
    fp_str path = path_from(arena, options->folder, file->path);
    const uint64_t *prints = fp_fingerprints(arena, file, (fp_str){ 0 });
    for (size_t i = 0; i < file->finding_count; i++) {
        struct fp_json json = { .out = out };
        fp_out_text(out, i ? ",\n  " : "\n  ");
        fp_json_open(&json, '{');
        fp_json_member_str(&json, "file", path);
        fp_json_member_str(&json, "rule", fp_rule_at(file->findings[i].rule)->name);
        fp_json_member_str(&json, "kernel", file->findings[i].kernel);
        fp_fingerprint_member(&json, "fingerprint", prints[i]);
        fp_json_close(&json, '}');
    }
    fp_arena_drop(arena);
}

static void end(struct fp_out *out, const fp_totals *totals, const fp_report_options *options) {
    (void)totals, (void)options;
    fp_out_text(out, "]}\n");
}

const fp_report_format fp_report_baseline = {
    .for_people = false, .separator = ",", .begin = begin, .file = write_file, .end = end
};
