"""From a keystroke to the diagnostics of a language server: keystroke.py KINDS ROUNDS FILE -- COMMAND..

KINDS, with commas between: access (the subscripts of an access change places), barrier (one goes, and comes back), bound (of a loop), comment (behind an op),
header (a comment behind line 1), alias (one on line 1 that kernels use), burst (20 accesses at once, to the last diagnostics). One line for each: p50, p95, max, processor time per edit in ms; then a
line with the ms that opening took and the resident memory in MiB after it and at the end. Every edit but those of bursts waits for the diagnostics of the one before.
A kind that takes longer than KIND_SECONDS has fewer rounds, LEAST_ROUNDS at least.
"""
import glob
import json
import pathlib
import re
import subprocess
import sys
import time

kinds, rounds, path, _, *command = sys.argv[1:]
lines = pathlib.Path(path).read_text().split("\n")
server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
URI = "file:///nowhere/bench.mlir"
BURST = 20
KIND_SECONDS, LEAST_ROUNDS = 12, 6
PATTERNS = {  # what is replaced, and by what
    "access": (r"(?:load|store) .*\[(%\w+, %\w+)\]", lambda old: ", ".join(reversed(old.split(", ")))),
    "barrier": (r"^ *(gpu\.barrier)$", lambda old: ""),
    "bound": (r"(?:scf|affine)\.for .* to (%\w+) ", lambda old: "%c64"),
    "comment": (r"^ .*\w()$", lambda old: " // x"),
    "header": (r"^#\w+ = .*>()$", lambda old: " // x"),
    "alias": (r"^#\w+ = .*\* (\d+)", lambda old: "65"),
}
version = 1


def send(method, params, **more):
    body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    server.stdin.flush()


def receive():
    length = 0
    while (line := server.stdout.readline()) != b"\r\n":
        if not line:
            sys.exit("the server has ended")
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    return server.stdout.read(length)


def wait():
    wanted = b'"version": %d,' % version, b'"version":%d' % version
    while True:
        body = receive()
        if b"publishDiagnostics" in body and (wanted[0] in body or wanted[1] in body):
            return


def processor_ms():
    return sum(int(pathlib.Path(name).read_text().split()[0]) for name in glob.glob(f"/proc/{server.pid}/task/*/schedstat")) / 1e6


def resident_mib():
    return int(re.search(r"VmRSS:\s*(\d+)", pathlib.Path(f"/proc/{server.pid}/status").read_text())[1]) / 1024


def edit(line, column, old, new):
    global version
    version += 1
    lines[line] = lines[line][:column] + new + lines[line][column + len(old) :]
    span = {"start": {"line": line, "character": column}, "end": {"line": line, "character": column + len(old)}}
    change = {"range": span, "text": new} if incremental else {"text": "\n".join(lines)}
    send("textDocument/didChange", {"textDocument": {"uri": URI, "version": version}, "contentChanges": [change]})


def places(kind):
    pattern, change = PATTERNS["access" if kind == "burst" else kind]
    searched = lines[:1] if kind in ("header", "alias") else lines
    found = ((i, re.search(pattern, line)) for i, line in enumerate(searched))
    return [(i, match.start(1), match[1], change(match[1])) for i, match in found if match]


def measure(kind):
    times, count, here = [], 0, places(kind)
    before, started = processor_ms(), time.monotonic()
    for round in range(int(rounds)):
        if round >= LEAST_ROUNDS and round % 2 == 0 and time.monotonic() - started > KIND_SECONDS:
            break
        line, column, old, new = here[(round // 2 * 7919) % len(here)]
        begin = time.monotonic()
        for n in range(BURST - 1 if kind == "burst" else 1):
            edit(line, column, *((new, old) if (round + n) % 2 else (old, new)))
            count += 1
        if kind == "burst" and round % 2 == 0:  # back to where it was when the round is over
            edit(line, column, new, old)
            count += 1
        wait()
        times.append((time.monotonic() - begin) * 1e3)
    times.sort()
    print(f"{kind} {times[len(times) // 2]:.1f} {times[len(times) * 95 // 100]:.1f} {times[-1]:.1f} {(processor_ms() - before) / count:.2f}", flush=True)


send("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, id=1)
sync = json.loads(receive())["result"]["capabilities"]["textDocumentSync"]
incremental = (sync["change"] if isinstance(sync, dict) else sync) == 2  # a server that wants whole texts gets them
send("initialized", {})
begin = time.monotonic()
send("textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "mlir", "version": 1, "text": "\n".join(lines)}})
wait()
opened = (time.monotonic() - begin) * 1e3
time.sleep(0.2)
first = resident_mib()
for kind in kinds.split(","):
    measure(kind)
print(f"open {opened:.0f} {first:.0f} {resident_mib():.0f}")
server.kill()
