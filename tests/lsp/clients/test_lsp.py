"""pytest-lsp as a client: what the server sends is decoded into lsprotocol's types, with the capabilities that three editors send."""
import os

import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

URI = "file:///nowhere/k.mlir"
KERNEL = """func.func @f(%v: f32, %lds: memref<64xf32, 3>, %j: index) -> f32 {
  %i = gpu.thread_id x
  memref.store %v, %lds[%i] : memref<64xf32, 3>
  %r = memref.load %lds[%j] : memref<64xf32, 3>
  return %r : f32
}
"""


@pytest_lsp.fixture(params=["neovim", "visual_studio_code", "emacs"], config=ClientServerConfig(server_command=[os.environ["FENCEPOST"], "lsp"]))
async def client(request, lsp_client: LanguageClient):
    @lsp_client.feature(lsp.CLIENT_REGISTER_CAPABILITY)
    def register(params):
        lsp_client.registered = params.registrations

    lsp_client.refreshed = []
    for method in lsp.WORKSPACE_CODE_LENS_REFRESH, lsp.WORKSPACE_INLAY_HINT_REFRESH:  # that of diagnostics it has
        lsp_client.feature(method)(lambda *_, method=method: lsp_client.refreshed.append(method))

    capabilities = client_capabilities(request.param)
    lsp_client.pulls = bool(capabilities.text_document and capabilities.text_document.diagnostic)
    result = await lsp_client.initialize_session(lsp.InitializeParams(capabilities=capabilities, root_uri=None, process_id=os.getpid(),
                                                                           initialization_options={"minLevel": "hint"}))
    lsp_client.encoding = result.capabilities.position_encoding
    yield
    await lsp_client.shutdown_session()


def open_kernel(client, text=KERNEL):
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(URI, "mlir", 1, text)))


def change(client, version, event):
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(version, URI), [event]))


async def diagnostics(client, version=None):
    """Asked for or waited for, as the client does it."""
    if client.pulls:
        report = await client.text_document_diagnostic_async(lsp.DocumentDiagnosticParams(lsp.TextDocumentIdentifier(URI)))
        return report.items
    while True:
        params = await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        if params.uri == URI and (version is None or params.version == version):
            return params.diagnostics


async def test_diagnostics_follow_the_text(client: LanguageClient):
    open_kernel(client)
    (found,) = await diagnostics(client, 1)
    assert found.code == "missing-barrier" and found.source == "fencepost" and found.severity == lsp.DiagnosticSeverity.Warning
    place = lsp.Position(3, 0)
    change(client, 2, lsp.TextDocumentContentChangePartial(lsp.Range(place, place), "  amdgpu.lds_barrier\n"))
    assert list(await diagnostics(client, 2)) == []
    change(client, 3, lsp.TextDocumentContentChangeWholeDocument(KERNEL))
    (found,) = await diagnostics(client, 3)
    assert found.code == "missing-barrier"


async def test_positions_are_negotiated(client: LanguageClient):
    """The finding stands behind an astral character on its line: each encoding counts another column."""
    line = (
        'func.func @"\U0001f4a5"(%lds: memref<64xindex, 3>) attributes {gpu.kernel} { %t = gpu.thread_id x '
        "%c = arith.constant 0 : index memref.store %t, %lds[%c] : memref<64xindex, 3>"
    )
    open_kernel(client, line + "\n  return\n}\n")
    (found,) = await diagnostics(client, 1)
    before = line[: line.index("memref.store")]
    columns = {"utf-8": len(before.encode()), "utf-16": len(before) + 1, "utf-32": len(before)}
    assert found.code == "racing-store" and found.range.start.character == columns[client.encoding]


def here(line, character=4):
    return {"text_document": lsp.TextDocumentIdentifier(URI), "position": lsp.Position(line, character)}


async def test_scans_and_commands_decode(client: LanguageClient):
    """The workspace, commands, actions that are resolved, and the request of fencepost's own."""
    open_kernel(client, KERNEL.replace("  %r =", "  amdgpu.lds_barrier\n  amdgpu.lds_barrier\n  %r ="))
    (found,) = await diagnostics(client, 1)
    report = await client.workspace_diagnostic_async(lsp.WorkspaceDiagnosticParams([lsp.PreviousResultId("file:///gone.mlir", "1")]))
    assert [item.uri for item in report.items] == ["file:///gone.mlir"] and not report.items[0].items
    (symbol,) = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query="f"))
    assert symbol.name == "f" and symbol.location.uri == URI
    document = lsp.TextDocumentIdentifier(URI)
    actions = await client.text_document_code_action_async(lsp.CodeActionParams(document, found.range, lsp.CodeActionContext([found])))
    for action in actions:
        whole = action if action.edit else await client.code_action_resolve_async(action)
        assert whole.title == action.title and (whole.edit.document_changes or whole.edit.changes)
    edits = []

    @client.feature(lsp.WORKSPACE_APPLY_EDIT)
    def apply(params):
        edits.append(params.edit)
        return lsp.ApplyWorkspaceEditResult(applied=True)

    assert await client.workspace_execute_command_async(lsp.ExecuteCommandParams("fencepost.setTarget", arguments=["gfx1201"])) is None
    (rewrite,) = await client.text_document_code_action_async(
        lsp.CodeActionParams(document, lsp.Range(lsp.Position(3, 4), lsp.Position(3, 4)), lsp.CodeActionContext([], only=[lsp.CodeActionKind.Refactor])))
    assert rewrite.kind == "refactor.rewrite" and "signal" in rewrite.title
    assert await client.workspace_execute_command_async(lsp.ExecuteCommandParams("fencepost.fixAll", arguments=[URI])) is None
    assert len(edits) == 1
    picture = await client.protocol.send_request_async("fencepost/show", {"textDocument": {"uri": URI}, "kernel": "f", "format": "svg"})
    assert picture.kernel == "f" and picture.content.startswith("<svg")
    items = (await client.text_document_completion_async(lsp.CompletionParams(**here(3, 2)))).items
    assert any(item.label == "amdgpu.lds_barrier" for item in items)


async def test_every_feature_decodes(client: LanguageClient):
    """lsprotocol takes each answer apart: a field of the wrong shape or name fails here."""
    open_kernel(client, KERNEL.replace("  %r =", "  amdgpu.lds_barrier\n  amdgpu.lds_barrier\n  %r ="))
    (found,) = await diagnostics(client, 1)
    document = lsp.TextDocumentIdentifier(URI)
    everything = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
    report = await client.text_document_diagnostic_async(lsp.DocumentDiagnosticParams(document))
    again = await client.text_document_diagnostic_async(lsp.DocumentDiagnosticParams(document, previous_result_id=report.result_id))
    assert list(report.items) == [found] and (again.kind, again.result_id) == ("unchanged", report.result_id)
    hover = await client.text_document_hover_async(lsp.HoverParams(**here(3)))
    assert "orders the write of %lds on line 3 before the read of %lds on line 6" in hover.contents.value
    actions = await client.text_document_code_action_async(lsp.CodeActionParams(document, found.range, lsp.CodeActionContext([found])))
    assert [action.kind for action in actions] == ["quickfix"] * len(actions) and len(actions) >= 2
    fix_all = await client.text_document_code_action_async(
        lsp.CodeActionParams(document, everything, lsp.CodeActionContext([], only=[lsp.CodeActionKind.SourceFixAll])))
    assert [action.kind for action in fix_all] == ["source.fixAll.fencepost"]
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    assert [symbol.name for symbol in symbols] == ["f"]
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
    assert (folds[0].start_line, folds[0].end_line) == (0, 6)
    tokens = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
    assert tokens.data and len(tokens.data) % 5 == 0
    delta = await client.text_document_semantic_tokens_full_delta_async(lsp.SemanticTokensDeltaParams(document, tokens.result_id))
    assert not delta.edits
    assert (await client.text_document_semantic_tokens_range_async(lsp.SemanticTokensRangeParams(document, everything))).data == tokens.data
    assert len(await client.text_document_definition_async(lsp.DefinitionParams(**here(2, 22)))) == 1
    assert len(await client.text_document_references_async(lsp.ReferenceParams(lsp.ReferenceContext(True), **here(2, 22)))) == 3
    assert len(await client.text_document_document_highlight_async(lsp.DocumentHighlightParams(**here(3)))) == 3
    assert (await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(**here(1, 3)))).placeholder == "%i"
    edit = await client.text_document_rename_async(lsp.RenameParams(new_name="tid", **here(1, 3)))
    assert {e.new_text for e in (edit.document_changes[0].edits if edit.document_changes else edit.changes[URI])} == {"%tid"}
    assert any(item.label == "%lds" for item in (await client.text_document_completion_async(lsp.CompletionParams(**here(2, 16)))).items)
    hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(document, everything))
    assert "redundant" in [hint.label for hint in hints]
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(document))
    assert "1 redundant" in [lens.command.title for lens in lenses]
    (item,) = await client.text_document_prepare_call_hierarchy_async(lsp.CallHierarchyPrepareParams(**here(2)))
    assert not await client.call_hierarchy_incoming_calls_async(lsp.CallHierarchyIncomingCallsParams(item))
    assert not await client.call_hierarchy_outgoing_calls_async(lsp.CallHierarchyOutgoingCallsParams(item))
    (selection,) = await client.text_document_selection_range_async(lsp.SelectionRangeParams(document, [lsp.Position(2, 18)]))
    assert selection.parent.parent
    assert not await client.text_document_document_link_async(lsp.DocumentLinkParams(document))
