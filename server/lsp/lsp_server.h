/* lsp_server.h - the language server without I/O, clock and threads: bytes in, messages out, jobs for somebody's
 * thread pool.
 *
 *     struct fp_lsp *lsp = fp_lsp_new(&host);
 *     fp_lsp_feed(lsp, bytes_from_the_client);           // calls host.send and host.start
 *     ..                                                 // elsewhere: fp_lsp_job_run(job); here again:
 *                                                        fp_lsp_job_finish(lsp, job)
 *     if (fp_lsp_is_over(lsp, &status)) ..
 *
 * Each document is a queue. At most one job of a document runs at a time; it takes the whole queue (edits and
 * questions, in order), applies it, checks the text once and answers. What arrives meanwhile waits; an edit cancels
 * the check that is under way. So a burst of edits costs one check, nothing waits for a timer, and diagnostics
 * describe exactly the version they carry.
 *
 * Threads    everything but `fp_lsp_job_run` belongs to one thread. A job owns what it works on until it is finished.
 * Failure    none: what the client does wrong is answered as the protocol says, or logged.
 */
#ifndef FP_LSP_SERVER_H
#define FP_LSP_SERVER_H
#include "fencepost.h"
#include "output/log.h"

struct fp_lsp;
struct fp_lsp_job;

typedef struct {
    void *context;
    void (*send)(void *context, fp_str body); /* a message to the client, without its header */
    void (*start)(void *context, struct fp_lsp_job *job);
    int64_t (*now_ms)(void *context);
    void (*settle)(void *context);     /* a long job has ended: most of what it took is free again. May be NULL */
    bool (*is_stalled)(void *context); /* the client does not read: what would be said to it waits undone, until
                                          fp_lsp_resume. May be NULL */
    fp_str target;                     /* of the command line, empty: none */
    fp_str config;                     /* likewise: the only configuration file to read */
    bool no_config;
} fp_lsp_host;

struct fp_lsp *fp_lsp_new(const fp_lsp_host *host);
void fp_lsp_drop(struct fp_lsp *lsp);   /* no job may be under way */
void fp_lsp_resume(struct fp_lsp *lsp); /* the client reads again */
void fp_lsp_feed(struct fp_lsp *lsp, fp_str bytes);
void fp_lsp_lost(struct fp_lsp *lsp);                       /* the client went away without a word */
void fp_lsp_tick(struct fp_lsp *lsp);                       /* about once a second: requests to the client time out */
bool fp_lsp_is_behind(const struct fp_lsp *lsp);            /* more waits than should: read on when jobs have ended */
bool fp_lsp_is_over(const struct fp_lsp *lsp, int *status); /* `exit` came, or the client was lost */
uint32_t fp_lsp_client_process(const struct fp_lsp *lsp);   /* 0: not told */

void fp_lsp_job_run(struct fp_lsp_job *job);                        /* any thread */
void fp_lsp_job_finish(struct fp_lsp *lsp, struct fp_lsp_job *job); /* also of jobs that never ran */

/* The method table as a page for people (docs/lsp.md). */
void fp_lsp_describe(struct fp_out *out);
#endif
