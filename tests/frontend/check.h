/* check.h - a test's checks: each failure is a line with its place, and the process says how many there were. */
#ifndef CHECK_H
#define CHECK_H
#include "base/str.h"
#include <stdio.h>
#include <stdlib.h>

static unsigned check_failures;
#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition), check_failures++; \
    } while (0)
#define CHECK_STR(left, right)                                                                  \
    do {                                                                                        \
        fp_str check_left = (left), check_right = (right);                                      \
        if (!fp_str_equal(check_left, check_right))                                             \
            printf("%s:%d: '%.*s' is not '%.*s'\n", __FILE__, __LINE__, FP_STR_ARG(check_left), \
                   FP_STR_ARG(check_right)),                                                    \
                check_failures++;                                                               \
    } while (0)
#define CHECK_INT(left, right)                                                                           \
    do {                                                                                                 \
        long long check_left = (long long)(left), check_right = (long long)(right);                      \
        if (check_left != check_right)                                                                   \
            printf("%s:%d: %s is %lld, not %lld\n", __FILE__, __LINE__, #left, check_left, check_right), \
                check_failures++;                                                                        \
    } while (0)

static inline int check_result(void) {
    if (check_failures) printf("%u checks failed\n", check_failures);
    return check_failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
#endif
