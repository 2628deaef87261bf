#include "trial/part.h"
#include "engine/pieces.h"

/* What is told of the frame is only to be known again. */
static fp_finding of_frame(const fp_finding *finding, fp_relocation there) {
    fp_span start = { finding->span.start, finding->span.start + 1 };
    return (fp_finding){ .rule = finding->rule,
                         .level = finding->level,
                         .span = fp_relocate(there, start),
                         .hazard = finding->hazard,
                         .related_count = finding->related_count };
}

/* What `whole` says in the part's stretches, in the order of the text. */
static fp_checked_text part_of(const fp_trial_part *part, const fp_result *whole) {
    fp_relocation there = part->there;
    fp_findings *found = FP_NEW(part->keep, fp_findings, 1);
    FP_VEC(fp_kernel_info) kernels = { 0 };
    for (uint32_t s = 0; s < there.count; s++) {
        fp_span stretch = there.from[s];
        uint32_t count = (uint32_t)whole->finding_count;
        uint32_t i = FP_COUNT_BELOW(whole->findings, count, span.start, stretch.start);
        for (; i < count && whole->findings[i].span.start < stretch.end; i++) {
            bool takes = fp_relocation_takes(there, whole->findings[i].span);
            *FP_PUSH(part->keep, found) = takes ? fp_relocate_finding(part->keep, there, &whole->findings[i])
                                                : of_frame(&whole->findings[i], there);
        }
    }
    for (size_t i = 0; i < whole->kernel_count; i++) {
        if (!fp_relocation_takes(there, whole->kernels[i].span)) continue;
        fp_kernel_info kernel = { .span = fp_relocate(there, whole->kernels[i].span),
                                  .work = whole->kernels[i].work,
                                  .launched_here = whole->kernels[i].launched_here };
        *FP_PUSH(part->keep, &kernels) = kernel;
    }
    fp_result *result = FP_NEW(part->keep, fp_result, 1);
    *result = (fp_result){
        .findings = found->data, .finding_count = found->len, .kernels = kernels.data, .kernel_count = kernels.len
    };
    return (fp_checked_text){ result, found };
}

void fp_trial_part_drop(fp_trial_part *part) {
    fp_mender_drop(part->mender);
    fp_arena_drop(part->keep);
    *part = (fp_trial_part){ 0 };
}

bool fp_trial_part_at(fp_trial_part *part, struct fp_mender *whole, fp_str text, uint32_t place) {
    const struct fp_document *document = whole->borrowed ? whole->before : NULL;
    if (part->keep && fp_relocation_takes(part->there, (fp_span){ place, place })) return true;
    fp_trial_part_drop(part);
    if (!document || !document->pieces || document->text.data != text.data) return false;
    part->keep = fp_arena_new();
    part->back = fp_document_stretches_at(document, part->keep, place);
    part->there = (fp_relocation){ part->back.to, part->back.from, part->back.lent, part->back.count };
    part->text = fp_stretches_text(part->keep, text, part->back);
    part->checked = part_of(part, document->result);
    part->mender = fp_mender_of_part(whole, text.len, part->text, &part->checked);
    return true;
}
