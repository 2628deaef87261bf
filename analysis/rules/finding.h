/* finding.h - how findings are made: places, words that several families of rules use, order.
 *
 * Messages are lower case without a full stop; they name the op and the buffer and say what can happen before what to
 * do. Lines in messages are written as "line 12": a document that keeps findings over an edit moves these numbers
 * along (result_cache.h).
 * Ownership  strings and lists live in the context's `keep`.
 */
#ifndef FP_FINDING_H
#define FP_FINDING_H
#include "check/placement.h"
#include "rules/rule.h"

/* Pushes a finding with the rule's default level and the context's kernel; the pointer is valid until the next push. */
fp_finding *fp_finding_push(fp_rule_context *context, fp_rule rule, fp_span span, fp_str message);
/* Appends a related place, unless it has it already. */
void fp_finding_relate(fp_rule_context *context, fp_finding *finding, fp_span span, fp_str message);
/* Gives the finding one more fix, its edits in the order of the text. The first safe fix is the preferred one. */
void fp_finding_offer(fp_rule_context *context, fp_finding *finding, fp_fix fix);
/* The same, of a few edits. */
enum { FP_FIX_EDITS_MAX = 4 }; /* a split barrier with the waits before its signal */
typedef struct {
    fp_str title;
    bool safe;
    fp_edit edits[FP_FIX_EDITS_MAX];
    size_t edit_count;
} fp_fix_words;
void fp_finding_fix(fp_rule_context *context, fp_finding *finding, fp_fix_words words);
/* An edit that takes the op out: with its whole line when nothing else stands there. */
fp_edit fp_edit_removal(const fp_rule_context *context, fp_span op);

/* What syncs can tell of an access; one that stands for what a callee does has no class of this kernel: an ordinary
 * access of workgroup memory. */
fp_class fp_class_of(const struct fp_kernel *kernel, const fp_access *access);

fp_str fp_words_op(const fp_rule_context *context,
                   fp_span span); /* name of the op whose text starts at span, without quotes */
uint32_t fp_words_line(const fp_rule_context *context, fp_span span);
fp_str fp_words_position(const fp_rule_context *context,
                         fp_position_in_text at); /* "before line 12", "behind line 9" */
fp_str fp_words_buffer(const fp_access *access);  /* "%lds"; "workgroup memory" when it has no name */
fp_str fp_words_list(struct fp_arena *keep, const uint32_t *numbers,
                     uint32_t count); /* "4, 7 and 9"; long lists are cut: "4, 7, .. and 30 more" */
/* The op that waits for `counter` on the kernel's target: "nvgpu.device_async_wait". In the dialect of `beside`, else
 * in one that the kernel synchronises with; empty: none. */
fp_str fp_words_wait(const fp_rule_context *context, fp_counter counter, fp_str beside);
/* The same with its count, "rocdl.s.wait.dscnt 0" or "amdgpu.memory_counter_wait load(2)": where the counter is one
 * of the chip's, and of ops that name several. */
fp_str fp_words_counter_wait(const fp_rule_context *context, fp_counter counter, int32_t count);
/* The op that orders the threads of one wave on the kernel's target ("nvvm.bar.warp.sync"); empty: none known. */
fp_str fp_words_wave_barrier(const fp_rule_context *context);

/* By place, then rule name; one finding stays for each rule and place. */
void fp_findings_sort(fp_findings *findings);
#endif
