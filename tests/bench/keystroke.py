"""Keystroke to diagnostics of a language server: keystroke.py KIND FILE -- COMMAND..: prints p50, p95 and max in ms, of edits of KIND.

KIND: access (a line with an op is typed over), comment (a comment line grows), burst (20 edits at once, to the last diagnostics).
"""
import json
import pathlib
import subprocess
import sys
import time

kind, path, _, *command = sys.argv[1:]
text = pathlib.Path(path).read_text()
lines = text.split("\n")
server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
URI = "file:///nowhere/bench.mlir"


def send(method, params, **more):
    body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    server.stdin.flush()


def receive():
    length = 0
    while (line := server.stdout.readline()) != b"\r\n":
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    return server.stdout.read(length)


def wait(version):
    wanted = b'"version": %d,' % version, b'"version":%d' % version
    while True:
        body = receive()
        if b"publishDiagnostics" in body and (wanted[0] in body or wanted[1] in body):
            return


def edit(version, line, column, insert):
    end = column if insert else column + 1
    span = {"start": {"line": line, "character": column}, "end": {"line": line, "character": end}}
    send("textDocument/didChange", {"textDocument": {"uri": URI, "version": version}, "contentChanges": [{"range": span, "text": " " if insert else ""}]})


send("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, id=1)
receive()
send("initialized", {})
begin = time.monotonic()
send("textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "mlir", "version": 1, "text": text}})
wait(1)
opened = time.monotonic() - begin
ops = [i for i, line in enumerate(lines) if " = memref.load" in line or "memref.store" in line or " vector." in line] or [len(lines) // 2]
times, version = [], 1
for round in range(40):
    line = ops[(round // 2 * 7919) % len(ops)] if kind != "comment" else 0
    column = len(lines[line]) - len(lines[line].lstrip()) if kind != "comment" else len(lines[line])
    begin = time.monotonic()
    for _ in range(20 if kind == "burst" else 1):
        version += 1
        edit(version, line, column, version % 2 == 0)
    wait(version)
    times.append((time.monotonic() - begin) * 1e3)
times.sort()
memory = [line.split()[1] for line in open(f"/proc/{server.pid}/status") if line.startswith("VmHWM")]
print(f"{times[len(times) // 2]:.1f} {times[len(times) * 95 // 100]:.1f} {times[-1]:.1f} {opened * 1e3:.0f} {int(memory[0]) / 1024:.0f}")
server.kill()
