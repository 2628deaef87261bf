/* report_kernels.c - what each kernel of a file was checked for, and who said so: the lines of --verbose. */
#include "base/str.h"
#include "report/report.h"
#include <inttypes.h>

void fp_report_kernels(struct fp_out *out, const fp_report_file *file) {
    for (size_t i = 0; i < file->kernel_count; i++) {
        const fp_kernel_info *kernel = &file->kernels[i];
        fp_out_visible(out, file->path);
        fp_out_printf(out, ":%" PRIu32 ": kernel ", fp_document_position(file->document, kernel->span.start).line);
        fp_out_visible(out, kernel->name);
        fp_out_printf(out, ": target %.*s (", FP_STR_ARG(kernel->target));
        fp_out_visible(out, kernel->target_source);
        fp_out_text(out, "), block ");
        if (kernel->block[0])
            fp_out_printf(out, "%" PRIu32 "x%" PRIu32 "x%" PRIu32, kernel->block[0], kernel->block[1],
                          kernel->block[2]);
        else
            fp_out_text(out, "unknown");
        if (kernel->block_source.len) fp_out_text(out, " (");
        fp_out_visible(out, kernel->block_source);
        fp_out_text(out, kernel->block_source.len ? "), " : ", ");
        fp_out_count(out, kernel->access_count, "access");
        fp_out_text(out, ", ");
        fp_out_count(out, kernel->sync_count, "synchronisation");
        fp_out_printf(out, ", %" PRIu64 " bytes of workgroup memory\n", kernel->shared_bytes);
    }
}
