/* compare.h - what is said of a text that is analysed whole, against what is said of it in parts (barrier intervals).
 *
 * Compared are all findings with everything in them, the kernels, and the notes of barriers. What may differ, and why, is told by `may_differ` and
 * `agree` in compare.c, nowhere else.
 */
#ifndef INTERVALS_COMPARE_H
#define INTERVALS_COMPARE_H
#include <fencepost.h>
#include <stdbool.h>
#include <stdio.h>

enum { RULES_MAX = 64 };
typedef struct {
    uint64_t texts, cut, kernels, parts, findings;         /* cut: texts of which some kernel was analysed in parts */
    uint64_t differing;                                    /* texts */
    uint64_t by_rule[RULES_MAX + 2], left_out[RULES_MAX];  /* differences: by rule, of kernels, of notes; of those that may differ */
} tally;

typedef struct {
    uint64_t parts;
    bool same, broken;                      /* broken: some of the text does not parse */
    uint64_t rules;                         /* bits of those that differ; RULES_MAX - 1: something else does */
} comparison;
/* Checks `text` whole, and cut at about one in `one_in` of the barriers that may end a part. Differences are printed to `out` (NULL: nowhere) behind `name`, and
 * counted in `sum` (may be NULL). */
comparison compare_cut(const char *name, fp_str text, uint32_t one_in, tally *sum, FILE *out);

/* The same for people: prints differences, if there are any, and the shortest text of some of its lines that they are left of. */
bool show_if_differs(const char *name, fp_str text, uint32_t one_in, tally *sum);

/* From now on only what this rule says is compared, or "kernels", or "notes": for whoever looks for one fault among many. */
void compare_only(const char *rule);

/* Does this build cut anything at all? Of a kernel with three barriers that each order one pair. */
bool can_cut(void);
void print_tally(const tally *sum);
#endif
