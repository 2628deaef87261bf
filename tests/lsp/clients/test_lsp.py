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

    capabilities = client_capabilities(request.param)
    lsp_client.pulls = bool(capabilities.text_document and capabilities.text_document.diagnostic)
    result = await lsp_client.initialize_session(lsp.InitializeParams(capabilities=capabilities, root_uri=None, process_id=os.getpid()))
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
    line = 'func.func @"\U0001f4a5"(%v: f32, %lds: memref<64xf32, 3>, %i: index) { memref.store %v, %lds[%i] : memref<64xf32, 3>'
    open_kernel(client, line + "\n  return\n}\n")
    (found,) = await diagnostics(client, 1)
    before = line[: line.index("memref.store")]
    columns = {"utf-8": len(before.encode()), "utf-16": len(before) + 1, "utf-32": len(before)}
    assert found.code == "racing-store" and found.range.start.character == columns[client.encoding]
