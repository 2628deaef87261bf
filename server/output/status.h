/* status.h - how a function of this folder that meets the world ends. Its out parameters are untouched unless it is
 * FP_OK. */
#ifndef FP_STATUS_H
#define FP_STATUS_H

#define FP_STATUSES(X)      \
    X(OK, "ok")             \
    X(USAGE, "wrong usage") \
    X(IO, "input or output failed") X(CONFIG, "bad configuration") X(CLOSED, "the reader has gone")
#define FP_STATUS_ENUM(name, text) FP_##name,
typedef enum { FP_STATUSES(FP_STATUS_ENUM) } fp_status;

/* Exit status of the program. */
typedef enum { FP_EXIT_CLEAN = 0, FP_EXIT_FINDINGS = 1, FP_EXIT_FAILED = 2 } fp_exit;
#endif
