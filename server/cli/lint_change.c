#include "cli/lint_change.h"
#include "base/memory.h"
#include "base/str.h"
#include "cli/fix_write.h"
#include "files/files_read.h"
#include "findings/allow.h"
#include <stdlib.h>

void fp_lint_change_drop(fp_lint_change *change) {
    fp_out_drop(&change->done);
    fp_out_drop(&change->trouble);
    free(change->counts);
    *change = (fp_lint_change){ .counts = NULL };
}

static bool changes_files(const struct fp_arguments *arguments) {
    return arguments->fix || arguments->add_suppressions;
}

bool fp_lint_can_change(const struct fp_arguments *arguments, const fp_inputs *inputs) {
    for (uint32_t i = 0; changes_files(arguments) && i < inputs->len; i++) {
        if (!fp_input_is_standard(inputs->data[i].path)) continue;
        fp_log(FP_LOG_ERROR, arguments->fix
                                 ? "--fix: standard input is no file that could be changed; 'fencepost fix -' "
                                   "writes the mended text"
                                 : "--add-suppressions: standard input is no file that could be changed");
        return false;
    }
    return true;
}

bool fp_lint_read(const struct fp_arguments *arguments, const fp_input *input, fp_lint_change *change,
                  struct fp_out *text) {
    const fp_packing *packing = NULL;
    if (fp_file_read_packed(input->path, text, &packing, &change->trouble) != FP_OK) return false;
    if (!packing || !changes_files(arguments)) return true;
    fp_out_printf(&change->trouble, "a compressed file (%.*s) is not changed", FP_STR_ARG(fp_packing_name(packing)));
    return false;
}

static bool replace(const fp_input *input, fp_str old_text, fp_str new_text, const char *verb, fp_lint_change *change) {
    bool other_names;
    if (fp_fixed_write(input->path, old_text, new_text, &other_names, &change->trouble) != FP_OK) return false;
    fp_fixed_say(&change->done, input->shown, verb, change->counts, other_names);
    return true;
}

bool fp_lint_fix(const struct fp_arguments *arguments, const fp_input *input, struct fp_engine *engine,
                 fp_lint_change *change, struct fp_out *text) {
    fp_fix_wishes wishes = { .unsafe = arguments->unsafe_fixes, .least = fp_least_level(arguments, input->settings) };
    struct fp_mender *mender = fp_mender_new(engine);
    fp_fixed_text fixed = fp_mender_fix(mender, fp_out_str(text), wishes);
    bool good = true;
    change->counts = fp_memory_zeroed(fp_rule_count() + 1, sizeof *change->counts);
    for (size_t rule = 0; rule < fp_rule_count(); rule++) change->counts[rule] = fixed.fixed[rule];
    if (fixed.changed) {
        good = replace(input, fp_out_str(text), fixed.text, "fixed", change);
        fp_out_drop(text);
        fp_out_bytes(text, fixed.text);
    }
    fp_mender_drop(mender);
    return good;
}

bool fp_lint_allow(struct fp_arena *keep, const fp_input *input, fp_str text, fp_finding_list findings,
                   fp_lint_change *change) {
    size_t count = 0, from = 0;
    change->counts = fp_memory_zeroed(fp_rule_count() + 1, sizeof *change->counts);
    const fp_edit *edits = fp_allow_all(keep, text, findings, change->counts, &count);
    if (count == 0) return true;
    struct fp_out allowed = { 0 };
    for (size_t i = 0; i < count; i++) {
        fp_out_bytes(&allowed, fp_str_slice(text, from, edits[i].span.start));
        fp_out_bytes(&allowed, edits[i].text);
        from = edits[i].span.end;
    }
    fp_out_bytes(&allowed, fp_str_slice(text, from, text.len));
    bool good = replace(input, text, fp_out_str(&allowed), "suppressed", change);
    fp_out_drop(&allowed);
    return good;
}
