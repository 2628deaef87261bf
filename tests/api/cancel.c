/* cancel.c - a check is cancelled before it begins, and as each of its steps begins: it says nothing then, no finding
 * is made any more, and the next check is whole. */
#include "base/watch.h"
#include "written.h"
#include <stdio.h>
#include <stdlib.h>

/* Of the engine's own header. */
void fp_document_watch(struct fp_document *document, const fp_watch *watch);

typedef struct {
    fp_watched step; /* cancels where this one begins; FP_WATCH_COUNT: the check is cancelled from the start */
    volatile bool cancelled;
    bool went_on; /* rules were asked all the same */
} canceller;

static void begins(void *context, fp_watched step) {
    canceller *c = context;
    if (c->cancelled && step == FP_WATCH_RULES) c->went_on = true;
    if (step == c->step) c->cancelled = true;
}

static int check_step(struct fp_engine *engine, const char *name, fp_str text, fp_watched step) {
    struct fp_document *document = fp_document_open(engine, text);
    canceller c = { .step = step, .cancelled = step == FP_WATCH_COUNT };
    fp_watch watch = { begins, &c, NULL };
    fp_document_watch(document, &watch);
    const fp_result *result = fp_document_check(document, &c.cancelled);
    int failed = 0;
    if (c.cancelled && (result->finding_count || result->kernel_count || c.went_on))
        failed = printf("%s: a check that step %d cancelled says something\n", name, (int)step);
    c.step = FP_WATCH_COUNT, c.cancelled = false;
    fp_document_watch(document, NULL);
    failed |= differs_from_fresh(engine, document, name, (long)step);
    fp_document_close(document);
    return failed;
}

int main(int argc, char **argv) {
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        fp_str text = read_file(argv[i]);
        struct fp_engine *engine = fp_engine_new(NULL);
        for (int step = FP_WATCH_PARSE; step <= FP_WATCH_COUNT; step++)
            if (step < FP_WATCH_RULES || step == FP_WATCH_COUNT)
                failed |= check_step(engine, argv[i], text, (fp_watched)step);
        fp_engine_drop(engine);
        free((void *)text.data);
    }
    return failed != 0;
}
