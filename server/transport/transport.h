/* transport.h - the language server on a wire: standard input and output, a named pipe, or a port of this machine.
 * The only user of libuv's loop.
 *
 * One loop on one thread reads, writes and keeps time; jobs run on libuv's thread pool. The loop ends when the server
 * is over, the other side closes, or the client's process is gone. A reader that does not keep up is not read from
 * until it has caught up.
 */
#ifndef FP_TRANSPORT_H
#define FP_TRANSPORT_H
#include "lsp/lsp_server.h"
#include "output/status.h"

typedef struct {
    fp_str pipe;             /* connect there; empty: not */
    uint32_t port;           /* connect there on the loopback; 0: not. Neither: standard input and output */
    uint32_t client_process; /* to watch until `initialize` says which; 0: none */
} fp_wire;

/* `host` says what the server is to know; its functions are filled in here. The exit status of the program. */
fp_exit fp_transport_run(fp_wire wire, fp_lsp_host host);
void fp_transport_heaps(void);          /* how a server takes memory from the system; called by fp_transport_run */
const char *fp_transport_library(void); /* version of libuv */
#endif
