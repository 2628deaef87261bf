#include "files/files_write.h"
#include "files/files_draft.h"
#include <errno.h>
#include <string.h>

fp_status fp_file_replace(fp_str path, fp_str bytes, const fp_str *expected, struct fp_out *why) {
    fp_draft draft;
    fp_draft_outcome result = FP_DRAFT_FAILED;
    if (fp_draft_begin(&draft, path)) {
        if (fp_file_write_all(draft.file, bytes))
            result = fp_draft_finish(&draft, expected);
        else
            fp_draft_drop(&draft);
    }
    switch (result) {
    case FP_DRAFT_TAKEN: return FP_OK;
    case FP_DRAFT_CHANGED: fp_out_text(why, "somebody else has changed it meanwhile; it is left as it is"); break;
    case FP_DRAFT_FAILED: fp_out_printf(why, "cannot be written: %s", strerror(errno)); break;
    }
    return FP_IO;
}
