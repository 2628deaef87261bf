#include "cli/unjudged.h"
#include "base/str.h"
#include <inttypes.h>

enum { FP_UNJUDGED_LINES_MAX = 20 }; /* of one cause there are often many */

void fp_unjudged_add(fp_unjudged_list *list, fp_report_unjudged entry) {
    entry.file = fp_str_copy(list->keep, entry.file);
    entry.kernel = fp_str_copy(list->keep, entry.kernel);
    entry.reason = fp_str_copy(list->keep, entry.reason);
    *FP_PUSH(list->keep, &list->list) = entry;
}

void fp_unjudged_add_file(fp_unjudged_list *list, fp_str file, const fp_unjudged *entries, size_t count) {
    for (size_t i = 0; i < count; i++)
        fp_unjudged_add(list,
                        (fp_report_unjudged){ .file = file, .kernel = entries[i].kernel, .reason = entries[i].reason });
}

void fp_unjudged_add_list(fp_unjudged_list *list, const fp_unjudged_list *more) {
    for (uint32_t i = 0; i < more->list.len; i++) fp_unjudged_add(list, more->list.data[i]);
}

/* What the run was asked to look at, if one name says it. */
static fp_str subject(const struct fp_arguments *arguments, const fp_inputs *inputs) {
    if (inputs->len == 1) return inputs->data[0].shown;
    if (arguments->operands.len == 1) return arguments->operands.data[0];
    return arguments->operands.len ? (fp_str){ 0 } : FP_STR(".");
}

void fp_unjudged_add_run(fp_unjudged_list *list, const struct fp_arguments *arguments, const fp_inputs *inputs,
                         const fp_totals *totals) {
    for (uint32_t i = 0; i < inputs->empty_count; i++)
        fp_unjudged_add(list, (fp_report_unjudged){
                                  .file = inputs->empty[i].folder, .reason = inputs->empty[i].reason, .said = true });
    for (uint32_t i = 0; i < inputs->unread_count; i++)
        fp_unjudged_add(list, (fp_report_unjudged){ .file = inputs->unread[i].path,
                                                    .reason = inputs->unread[i].reason,
                                                    .unreadable = true,
                                                    .said = true });
    if (list->list.len || inputs->incomplete || totals->kernels) return;
    fp_report_unjudged entry = { .file = subject(arguments, inputs) };
    if (inputs->len == 0)
        entry.reason = FP_STR("the configuration excludes every file");
    else if (list->functions == 1)
        entry.reason = FP_STR("its function neither touches workgroup memory nor synchronises");
    else
        entry.reason = fp_str_printf(
            list->keep, "none of %" PRIu64 " functions touches workgroup memory or synchronises", list->functions);
    fp_unjudged_add(list, entry);
}

void fp_unjudged_say(const fp_unjudged_list *list, const struct fp_arguments *arguments) {
    fp_log_level level = arguments->fail_unjudged ? FP_LOG_ERROR : FP_LOG_WARNING;
    uint32_t said = 0, left = 0;
    for (uint32_t i = 0; i < list->list.len; i++) {
        const fp_report_unjudged *entry = &list->list.data[i];
        if (entry->said) continue;
        if (said == FP_UNJUDGED_LINES_MAX && !arguments->verbose) {
            left++;
            continue;
        }
        said++;
        fp_str place = entry->line ? fp_str_printf(list->keep, "%.*s:%" PRIu32, FP_STR_ARG(entry->file), entry->line)
                                   : entry->file;
        fp_str kernel = entry->kernel.len ? fp_str_printf(list->keep, "kernel %.*s, ", FP_STR_ARG(entry->kernel))
                                          : (fp_str){ "", 0 };
        fp_log(level, "%.*s%s%.*snot judged: %.*s", FP_STR_ARG(place), place.len ? ": " : "", FP_STR_ARG(kernel),
               FP_STR_ARG(entry->reason));
    }
    if (left) fp_log(level, "%" PRIu32 " more could not be judged (--verbose names them)", left);
}
