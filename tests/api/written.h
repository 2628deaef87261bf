/* written.h - a result as text, so that two results can be compared byte for byte. */
#ifndef FP_TESTS_WRITTEN_H
#define FP_TESTS_WRITTEN_H
#include <fencepost.h>

/* Everything that a result says but for memory used; ends with a NUL; the caller frees it. */
char *write_result(const struct fp_document *document, const fp_result *result);
/* One finding without its fixes, its fixes, one kernel: lines that end with a line break; likewise. */
char *written_finding(const struct fp_document *document, const fp_finding *finding);
char *written_fixes(const fp_finding *finding);
char *written_kernel(const fp_kernel_info *kernel);
/* Does an edited document say something else than a fresh one with the same text, or does what it says first, without
 * advice, lack an error or a warning? Then that and the text are printed; NULL name: not. */
bool differs_from_fresh(struct fp_engine *engine, struct fp_document *document, const char *name, long round);
/* The whole of a file, or exit status 2 with a message. */
fp_str read_file(const char *path);
uint64_t next_random(uint64_t *state);
/* The line that `at` stands in, with its line break. */
fp_span line_around(fp_str all, uint32_t at);

/* Text that grows; the caller frees `data`. */
typedef struct {
    char *data;
    size_t len, capacity;
} writer;
__attribute__((format(printf, 2, 3))) void write_words(writer *w, const char *format, ...);
#endif
