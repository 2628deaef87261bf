/* show_ledger.h - the account of a kernel's barriers (fencepost_ledger.h) as text or JSON: for `fencepost show
 * --ledger` and for editors. */
#ifndef FP_SHOW_LEDGER_H
#define FP_SHOW_LEDGER_H
#include "fencepost_ledger.h"
#include "output/out.h"
#include "output/style.h"

typedef struct {
    const struct fp_document *document;
    fp_str file; /* as people call it */
    const fp_ledger *ledgers;
    size_t count;
} fp_ledger_page;

void fp_show_ledger_text(struct fp_out *out, const fp_ledger_page *page, const fp_style *style);
void fp_show_ledger_json(struct fp_out *out, const fp_ledger_page *page);

/* The lines of one barrier array, without its name: also for a hover. */
void fp_show_ledger_object(struct fp_out *out, const struct fp_document *document, const fp_ledger_object *object,
                           const fp_style *style);
/* "%full: 2 slots, count 1, 8192 bytes a phase; 4 phases complete" */
void fp_show_ledger_head(struct fp_out *out, const fp_ledger_object *object);
#endif
