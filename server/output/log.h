/* log.h - what a run tells about itself on standard error: one line a message, "error: ..", coloured on a terminal.
 *
 * Only the main thread speaks; workers hand their messages over with their results, so that the order is the order of
 * the files.
 */
#ifndef FP_LOG_H
#define FP_LOG_H
#include "output/out.h"
#include "output/style.h"

typedef enum { FP_LOG_OFF, FP_LOG_ERROR, FP_LOG_WARNING, FP_LOG_INFO, FP_LOG_DEBUG } fp_log_level;

void fp_log_setup(fp_log_level level, fp_color color);
bool fp_log_wants(fp_log_level level);
void fp_log(fp_log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Lines that are no message: a summary, a list. Written as they are. */
void fp_log_raw(fp_str text);
const fp_style *fp_log_style(void);
#endif
