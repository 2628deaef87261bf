/* fencepost lsp: the language server. */
#include "base/str.h"
#include "cli/commands.h"
#include "files/files_path.h"
#include "transport/transport.h"

fp_exit fp_command_lsp(struct fp_arena *keep, const struct fp_arguments *arguments) {
    fp_wire wire = { .pipe = arguments->pipe,
                     .port = arguments->port ? arguments->port : arguments->socket,
                     .client_process = arguments->client_process };
    if (wire.port > 65535) {
        fp_log(FP_LOG_ERROR, "lsp: --port: %u is no port", wire.port);
        return FP_EXIT_FAILED;
    }
    fp_lsp_host host = { .target = arguments->target, .no_config = arguments->no_config };
    if (arguments->config.len) host.config = fp_path_absolute(keep, arguments->config);
    return fp_transport_run(wire, host);
}
