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

/* Exit status of the program. CLOSED is what a shell says of a program that SIGPIPE has ended (128 + 13): what was
 * found up to then says nothing about the rest. */
typedef enum { FP_EXIT_CLEAN = 0, FP_EXIT_FINDINGS = 1, FP_EXIT_FAILED = 2, FP_EXIT_CLOSED = 141 } fp_exit;
#endif
