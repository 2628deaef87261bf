"""Memory over many edits: what the server holds after the second half of them is what it held after the first.

    test_memory.py FENCEPOST FILE EDITS      100000 edits for a long run; skipped where /proc tells no sizes

The edits type, delete, paste and undo, in and across kernels, and ask for what editors ask for in between; every state of the text comes again and again, so that
nothing but a leak grows."""
import pathlib
import random
import re
import sys

from client import Client

binary, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
if not pathlib.Path("/proc/self/status").exists():
    print("skipped: no /proc")
    sys.exit(77)
URI = "file:///nowhere/k.mlir"
DOCUMENT = {"textDocument": {"uri": URI}}
lines = pathlib.Path(path).read_text().split("\n")
client = Client([binary, "lsp"])
client.start()
client.open("\n".join(lines), URI)
version = 1
seed = random.Random(16)


def resident_kib():
    return int(re.search(r"VmRSS:\s*(\d+)", pathlib.Path(f"/proc/{client.process.pid}/status").read_text())[1])


def change(line, column, length, text):
    global version
    version += 1
    span = {"start": {"line": line, "character": column}, "end": {"line": line, "character": column + length}}
    client.send("textDocument/didChange", {"textDocument": {"uri": URI, "version": version}, "contentChanges": [{"range": span, "text": text}]})


def undo(line, column, length, text, was):
    ends = text.count("\n")
    span = {"start": {"line": line, "character": column}, "end": {"line": line + ends, "character": len(text) - text.rfind("\n") - 1 if ends else column + len(text)}}
    global version
    version += 1
    client.send("textDocument/didChange", {"textDocument": {"uri": URI, "version": version}, "contentChanges": [{"range": span, "text": was}]})


def ask(line):
    position = {"line": line, "character": len(lines[line]) // 2}
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": len(lines), "character": 0}}
    for method, params in (("hover", {"position": position}), ("semanticTokens/full", {}), ("codeLens", {}), ("inlayHint", {"range": everything}),
                           ("codeAction", {"range": everything, "context": {"diagnostics": []}}), ("documentSymbol", {}), ("completion", {"position": position})):
        client.request("textDocument/" + method, {**DOCUMENT, **params})


snippets = [" ", "x", "\n", "    gpu.barrier\n", "}", "{", "// note\n", "\"", lines[len(lines) // 2] + "\n"]
sizes = []
for round in range(count // 2):
    line = seed.randrange(len(lines))
    column = seed.randrange(len(lines[line]) + 1)
    length = min(seed.choice((0, 0, 1, 8)), len(lines[line]) - column)
    text = seed.choice(snippets)
    change(line, column, length, text)
    if round % 3:
        client.until(lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["version"] == version)
    undo(line, column, length, text, lines[line][column : column + length])
    client.until(lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["version"] == version)
    client.messages.clear()
    if round % 50 == 0:
        ask(line)
    if round % max(1, count // 40) == 0:
        sizes.append(resident_kib())
print("KiB:", *sizes)
half = max(sizes[len(sizes) // 4 : len(sizes) // 2])
end = max(sizes[-len(sizes) // 4 :])
assert end <= half * 1.1 + 2048, f"{half} KiB by the middle, {end} KiB at the end"
assert client.stop() == 0
