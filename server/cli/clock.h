/* clock.h - how much time passes, as people see it. */
#ifndef FP_CLOCK_H
#define FP_CLOCK_H
#include <stdint.h>

/* Milliseconds since some fixed moment: only differences mean something. Setting the system's clock changes nothing. */
int64_t fp_clock_ms(void);
#endif
