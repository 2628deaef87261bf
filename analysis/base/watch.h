/* watch.h - tells somebody outside which part of a check begins, so that he can measure: analysis itself reads no
 * clock; and that a kernel is wrong for sure, for those who want to know no more and cancel the check.
 *
 * Cost  one comparison per part when nobody watches.
 */
#ifndef FP_WATCH_H
#define FP_WATCH_H
#include <stddef.h>

/* enumerator, name */
#define FP_STEPS(X)         \
    X(PARSE, "parse")       \
    X(READ, "read ops")     \
    X(GROUP, "group units") \
    X(LOWER, "lower")       \
    X(FOLD, "fold")         \
    X(JUDGE, "judge barriers") X(PLACE, "place fixes") X(RULES, "findings") X(KEEP, "keep") X(DONE, "done")
typedef enum {
#define FP_STEP_ENUM(name, text) FP_WATCH_##name,
    FP_STEPS(FP_STEP_ENUM)
#undef FP_STEP_ENUM
        FP_WATCH_COUNT
} fp_watched;

typedef struct {
    void (*begins)(void *context, fp_watched part);
    void *context;
    void (*fails)(void *context); /* NULL: nobody wants to know */
} fp_watch;
static inline void fp_watch_tell(const fp_watch *watch, fp_watched part) {
    if (watch) watch->begins(watch->context, part);
}
static inline void fp_watch_fails(const fp_watch *watch) {
    if (watch && watch->fails) watch->fails(watch->context);
}
#endif
