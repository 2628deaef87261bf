#!/usr/bin/env python3
"""A server that is refused memory gives up the document that asks for too much; the others go on, and so does that one once it is smaller.

  short.py FENCEPOST
"""
import os
import pathlib
import resource
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lsp"))
import client  # noqa: E402

RACE = (HERE.parent / "cli" / "files" / "race.mlir").read_text()
LIMIT = 300 << 20
SMALL, LARGE = "file:///nowhere/small.mlir", "file:///nowhere/large.mlir"
HUGE = RACE * (12 * 2**20 // len(RACE))  # some 20 bytes are needed for each


def opened(server, uri, text):
    server.send("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "mlir", "version": 1, "text": text}})


def told(server):
    return server.until(lambda m: m.get("method") == "window/showMessage")["params"]["message"]


def found(server, uri):
    return server.until(lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == uri)["params"]["diagnostics"]


def main():
    server = client.Client([os.path.abspath(sys.argv[1]), "lsp", "--no-config"], preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT)))
    server.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}, "initializationOptions": {"target": "gfx942"}})
    server.send("initialized", {})
    opened(server, SMALL, RACE)
    assert found(server, SMALL), "a race is found"

    opened(server, LARGE, HUGE)
    words = told(server)
    assert "out of memory" in words and LARGE in words, words
    place = {"textDocument": {"uri": LARGE}, "position": {"line": 8, "character": 6}}
    server.request("textDocument/hover", place)  # is answered, be it with an error
    change = {"range": {"start": {"line": 9, "character": 0}, "end": {"line": 9, "character": 0}}, "text": "gpu.barrier\n"}
    server.send("textDocument/didChange", {"textDocument": {"uri": LARGE, "version": 2}, "contentChanges": [change]})
    server.messages = [m for m in server.messages if m.get("method") != "textDocument/publishDiagnostics"]
    server.send("textDocument/didChange", {"textDocument": {"uri": SMALL, "version": 2}, "contentChanges": [{"text": RACE + "\n"}]})
    assert found(server, SMALL), "the other document goes on"

    server.send("textDocument/didClose", {"textDocument": {"uri": LARGE}})
    server.messages = []
    opened(server, LARGE, RACE)
    while not found(server, LARGE):
        pass
    server.request("shutdown")
    server.send("exit")
    status = server.end()
    assert status == 0, (status, server.errors[-300:])


main()
