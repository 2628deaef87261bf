/* files_packed.h - compressed files: how they are known, and their text.
 *
 * The libraries are looked for when the first compressed file comes: a program without them says how to unpack by
 * hand.
 * Failure    FP_IO, with what went wrong appended to `why`: no library, damaged data, more than FP_UNPACKED_BYTES_MAX.
 */
#ifndef FP_FILES_PACKED_H
#define FP_FILES_PACKED_H
#include "output/out.h"
#include "output/status.h"

enum { FP_UNPACKED_BYTES_MAX = 1 << 30 }; /* a few kilobytes can stand for terabytes of zeros */

typedef struct fp_packing fp_packing;
const fp_packing *fp_packing_of(fp_str start);     /* by the first bytes; NULL: it is not compressed */
fp_str fp_packing_name(const fp_packing *packing); /* "gzip" */
fp_status fp_packing_unpack(const fp_packing *packing, fp_str packed, struct fp_out *text, struct fp_out *why);
#endif
