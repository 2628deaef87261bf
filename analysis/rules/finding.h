/* finding.h - how findings are made: what they say, their places and fixes, the names that several families of rules
 * use, order.
 *
 * A finding is data: a phrase (phrase.h) whose sentence tells its rule and variant, related places with phrases of
 * their own, fixes with a phrase for a title. Words are made when results are handed out (render.h).
 * Ownership  phrases are copied into the context's `keep`: FP_PHRASE may be given as it is. Texts are borrowed.
 */
#ifndef FP_FINDING_H
#define FP_FINDING_H
#include "check/placement.h"
#include "rules/rule.h"

/* Pushes a finding with its rule's default level and the context's kernel; the pointer is valid until the next push. */
fp_finding *fp_finding_push(fp_rule_context *context, fp_span span, fp_phrase phrase);
/* Says, as information on the kernel, that something was left out to bound the time. */
fp_finding *fp_finding_limit(fp_rule_context *context, fp_phrase phrase);
/* One more argument of what the finding says. */
void fp_finding_add(fp_rule_context *context, fp_finding *finding, fp_phrase_argument argument);
/* Appends a related place, unless it is there already and says the same. */
void fp_finding_relate(fp_rule_context *context, fp_finding *finding, fp_span span, fp_phrase phrase);
/* Gives the finding one more fix, its edits in the order of the text. The first safe fix is the preferred one. */
void fp_finding_offer(fp_rule_context *context, fp_finding *finding, fp_fix fix);
/* A fix of at most FP_FIX_EDITS_MAX edits, written where it is offered. */
enum { FP_FIX_EDITS_MAX = 4 }; /* a split barrier with the waits before its signal */
typedef struct {
    fp_phrase title;
    bool safe;
    fp_edit edits[FP_FIX_EDITS_MAX];
    size_t edit_count;
} fp_small_fix;
void fp_finding_fix(fp_rule_context *context, fp_finding *finding, fp_small_fix fix);
/* An edit that takes the op out: with its whole line when nothing else stands there. */
fp_edit fp_edit_removal(const fp_rule_context *context, fp_span op);

/* What syncs can tell of an access; one that stands for what a callee does has no class of this kernel: an ordinary
 * access of workgroup memory. */
fp_class fp_class_of(const struct fp_kernel *kernel, const fp_access *access);

fp_str fp_op_name_at(const fp_rule_context *context,
                     fp_span span);             /* name of the op whose text starts at span, without quotes */
fp_str fp_buffer_name(const fp_access *access); /* "%lds"; "workgroup memory" when it has no name */
fp_phrase fp_position_phrase(const fp_rule_context *context,
                             fp_position_in_text at); /* before line 12, behind line 9 */
/* The op that waits for `counter` on the kernel's target: "nvgpu.device_async_wait". In the dialect of `beside`, else
 * in one that the kernel synchronises with; empty: none. */
fp_str fp_wait_op(const fp_rule_context *context, fp_counter counter, fp_str beside);
/* A wait for `counter` with its count: "rocdl.s.wait.dscnt 0", "amdgpu.memory_counter_wait load(2)"; empty: the chip
 * has no such counter, or no op that waits for it by count. */
fp_phrase fp_wait_for_count(const fp_rule_context *context, fp_counter counter, int32_t count);
/* What the kernel's fixes write: their texts live in the context's `keep`. */
fp_emission fp_emission_of(const fp_rule_context *context);
/* The op that orders the threads of one wave on the kernel's target ("nvvm.bar.warp.sync"); empty: none known. */
fp_str fp_wave_barrier(const fp_rule_context *context);

/* By place, then rule name. */
void fp_findings_sort(fp_findings *findings);
/* Sorts, and keeps one of several findings of a rule on one place, the one that says most: a helper is judged for each
 * kernel that calls it, a wait by two checks. */
void fp_findings_merge(fp_findings *findings);
#endif
