/* checklist.c - what the server has to offer, feature by feature: each method is in its table, advertised where the
 * protocol wants that, has a line in the page and a place in a transcript; and nothing is advertised, or in the
 * table, that is not in this list.
 *
 *     lsp_checklist PAGE TRANSCRIPT.. */
#include "harness.h"
#include "lsp/lsp_state.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Method, member of ServerCapabilities (as a path; empty: needs none). */
static const struct {
    const char *method, *capability;
} wanted[] = {
    { "initialize", "positionEncoding" },
    { "initialized", "" },
    { "shutdown", "" },
    { "exit", "" },
    { "$/cancelRequest", "" },
    { "$/setTrace", "" },
    { "$/progress", "" },
    { "textDocument/didOpen", "textDocumentSync.openClose" },
    { "textDocument/didChange", "textDocumentSync.change" },
    { "textDocument/didSave", "textDocumentSync.save" },
    { "textDocument/didClose", "textDocumentSync.openClose" },
    { "textDocument/diagnostic", "diagnosticProvider" },
    { "workspace/diagnostic", "diagnosticProvider.workspaceDiagnostics" },
    { "textDocument/codeAction", "codeActionProvider" },
    { "codeAction/resolve", "codeActionProvider.resolveProvider" },
    { "workspace/executeCommand", "executeCommandProvider.commands" },
    { "fencepost/show", "experimental" },
    { "fencepost/kernels", "experimental" },
    { "textDocument/hover", "hoverProvider" },
    { "textDocument/definition", "definitionProvider" },
    { "textDocument/references", "referencesProvider" },
    { "textDocument/documentHighlight", "documentHighlightProvider" },
    { "textDocument/rename", "renameProvider" },
    { "textDocument/prepareRename", "renameProvider.prepareProvider" },
    { "textDocument/documentSymbol", "documentSymbolProvider" },
    { "workspace/symbol", "workspaceSymbolProvider" },
    { "textDocument/foldingRange", "foldingRangeProvider" },
    { "textDocument/selectionRange", "selectionRangeProvider" },
    { "textDocument/semanticTokens/full", "semanticTokensProvider.full" },
    { "textDocument/semanticTokens/full/delta", "semanticTokensProvider.full.delta" },
    { "textDocument/semanticTokens/range", "semanticTokensProvider.range" },
    { "textDocument/inlayHint", "inlayHintProvider" },
    { "textDocument/codeLens", "codeLensProvider" },
    { "textDocument/documentLink", "documentLinkProvider" },
    { "textDocument/completion", "completionProvider" },
    { "textDocument/prepareCallHierarchy", "callHierarchyProvider" },
    { "callHierarchy/incomingCalls", "callHierarchyProvider" },
    { "callHierarchy/outgoingCalls", "callHierarchyProvider" },
    { "window/workDoneProgress/cancel", "diagnosticProvider.workDoneProgress" },
    { "workspace/didChangeConfiguration", "" },
    { "workspace/didChangeWatchedFiles", "" },
    { "workspace/didChangeWorkspaceFolders", "workspace.workspaceFolders.changeNotifications" },
};
enum { WANTED_COUNT = sizeof wanted / sizeof *wanted };

static int failures;

static void fail(const char *subject, const char *what) {
    printf("%s: %s\n", subject, what);
    failures++;
}

static void append_file(struct fp_out *text, const char *path) {
    FILE *file = fopen(path, "rb");
    char buffer[4096];
    size_t count;
    if (!file) {
        fail(path, "cannot be read");
        return;
    }
    while ((count = fread(buffer, 1, sizeof buffer, file)) > 0) fp_out_bytes(text, (fp_str){ buffer, count });
    fclose(file);
}

static bool has_quoted(const struct fp_out *text, const char *form, const char *method) {
    char quoted[200];
    snprintf(quoted, sizeof quoted, form, method);
    return fp_str_contains(fp_out_str(text), fp_str_of(quoted));
}

static void check_methods(const struct fp_out *page, const struct fp_out *transcripts, const cJSON *capabilities) {
    for (size_t i = 0; i < WANTED_COUNT; i++) {
        const char *method = wanted[i].method;
        if (!fp_method_find(method)) fail(method, "is not in the method table");
        if (!has_quoted(page, "| `%s` |", method)) fail(method, "has no line in the page");
        bool started = strncmp(method, "initialize", 10) == 0 && has_quoted(transcripts, "! start %s", "");
        if (!started && !has_quoted(transcripts, "\"method\": \"%s\"", method)) fail(method, "comes in no transcript");
        const cJSON *member = wanted[i].capability[0] ? fp_member(capabilities, wanted[i].capability) : NULL;
        if (wanted[i].capability[0] && (!member || cJSON_IsFalse(member) || cJSON_IsNull(member)))
            fail(wanted[i].capability, "is not advertised");
    }
}

static void check_nothing_else(const cJSON *capabilities) {
    for (size_t m = 0; m < FP_METHOD_COUNT; m++) {
        bool listed = false;
        for (size_t i = 0; i < WANTED_COUNT; i++) listed |= strcmp(wanted[i].method, fp_methods[m].name) == 0;
        if (!listed) fail(fp_methods[m].name, "is in the table, but in no list of features");
    }
    const cJSON *member;
    cJSON_ArrayForEach(member, capabilities) {
        bool listed = false;
        size_t length = strlen(member->string);
        for (size_t i = 0; i < WANTED_COUNT; i++) listed |= strncmp(wanted[i].capability, member->string, length) == 0;
        if (!listed) fail(member->string, "is advertised for no method");
    }
}

int main(int argc, char **argv) {
    struct fp_out page = { 0 }, transcripts = { 0 };
    if (argc < 3) return 2;
    append_file(&page, argv[1]);
    for (int i = 2; i < argc; i++) append_file(&transcripts, argv[i]);
    harness *h = harness_new();
    harness_request(h, 1, "initialize", cJSON_Parse("{\"capabilities\": {}}"));
    cJSON *response = harness_response(h, 1);
    check_methods(&page, &transcripts, fp_member(response, "result.capabilities"));
    check_nothing_else(fp_member(response, "result.capabilities"));
    cJSON_Delete(response);
    harness_drop(h);
    fp_out_drop(&page);
    fp_out_drop(&transcripts);
    printf("%d methods, %d failures\n", (int)WANTED_COUNT, failures);
    return failures != 0;
}
