"""A long day of a server: random edits over many documents, with questions, cancelled ones, documents that are closed and opened again, and a client that
stops reading. Then it holds hardly more memory than a new server with the same texts open, and gives it back when they are closed.

    test_soak.py FENCEPOST FOLDER EDITS [DOCUMENTS]    FOLDER: files to edit; skipped where /proc tells no sizes
"""
import json
import os
import pathlib
import random
import re
import select
import sys
import time

from client import Client

UNSENT_MAX_KIB = 8 << 10  # FP_UNSENT_MAX: what may wait for a reader
SETTLED_S, SETTLES_MAX_S = 3, 30
STALL_S = 1  # the server takes nothing for so long: it waits for the client
MORE_MAX = 1.10  # beside a new server
LONG_RUN = 5000  # edits from which on a run is long

binary, folder, edits = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
document_count = int(sys.argv[4]) if len(sys.argv) > 4 else 200
if not pathlib.Path("/proc/self/status").exists():
    print("skipped: no /proc")
    sys.exit(77)
MORE_KIB = 0 if edits >= LONG_RUN else 6 << 10  # short runs, of few documents: what has run more kinds of checks has touched more code
seed = random.Random(20)
PIECES = [" ", "x", "\n", "    gpu.barrier\n", "}", "{", "// note\n", '"', "  %t9 = gpu.thread_id x\n", "memref<4xf32, 3>", "%", "func.func @f() {\n"]
QUESTIONS = ["hover", "completion", "documentSymbol", "codeLens", "semanticTokens/full", "foldingRange", "inlayHint", "codeAction", "definition"]


class Document:
    def __init__(self, number, text):
        self.uri, self.first, self.text, self.version = f"file:///nowhere/{number}.mlir", text, text, 1

    def position(self, offset):
        before = self.text[:offset]
        return {"line": before.count("\n"), "character": offset - before.rfind("\n") - 1}


class Server:
    def __init__(self):
        self.client = Client([binary, "lsp"])
        # Offsets are characters, and the texts are ASCII.
        self.client.start(initializationOptions={"target": "gfx942", "minLevel": "hint"})

    def resident_kib(self):
        return int(re.search(r"VmRSS:\s*(\d+)", pathlib.Path(f"/proc/{self.client.process.pid}/status").read_text())[1])

    def settled_kib(self):
        """What it holds when it has had nothing to do for a while."""
        size, since, begin = self.resident_kib(), time.monotonic(), time.monotonic()
        while time.monotonic() - since < SETTLED_S and time.monotonic() - begin < SETTLES_MAX_S:
            time.sleep(0.2)
            now = self.resident_kib()
            if now != size:
                size, since = now, time.monotonic()
        return size

    def open(self, document):
        self.client.open(document.text, document.uri, document.version)

    def close(self, document):
        self.client.send("textDocument/didClose", {"textDocument": {"uri": document.uri}})

    def change(self, document, change):
        document.version += 1
        self.client.send("textDocument/didChange", {"textDocument": {"uri": document.uri, "version": document.version}, "contentChanges": [change]})

    def edit(self, document):
        text, start = document.text, seed.randrange(len(document.text) + 1)
        if abs(len(text) - len(document.first)) > 400 or seed.random() < 0.02:  # the file as it was: what is broken does not pile up
            document.text = document.first
            self.change(document, {"text": document.text})
            return
        end = min(len(text), start + seed.choice((0, 0, 0, 1, 9, 60)))
        piece = seed.choice(PIECES) if seed.random() < 0.9 else text[end : end + 80]
        span = {"start": document.position(start), "end": document.position(end)}
        document.text = text[:start] + piece + text[end:]
        self.change(document, {"range": span, "text": piece})

    def ask(self, document, question):
        place = document.position(seed.randrange(len(document.text) + 1))
        span = {"start": {"line": 0, "character": 0}, "end": {"line": 100000, "character": 0}}
        params = {"textDocument": {"uri": document.uri}, "position": place, "range": span, "context": {"diagnostics": []}}
        self.client.ids += 1
        self.client.send("textDocument/" + question, params, self.client.ids)
        return self.client.ids

    def answer(self, id):
        self.client.until(lambda m: m.get("id") == id and "method" not in m)
        self.client.messages.clear()

    def catch_up(self, documents):
        """Waits until the last version of each has its diagnostics."""
        for document in documents:
            self.answer(self.ask(document, "codeAction"))

    def flood(self, documents, most):
        """Edits and questions of a client that does not read, until the server takes no more. What is left of the last message is returned."""
        stdin = self.client.process.stdin.fileno()
        os.set_blocking(stdin, False)
        left, taken = b"", time.monotonic()
        count = 0
        try:
            while count < most and time.monotonic() - taken < STALL_S:
                if not left:
                    document = seed.choice(documents)
                    self.client.ids += 1
                    params = {"textDocument": {"uri": document.uri}}
                    body = json.dumps({"jsonrpc": "2.0", "id": self.client.ids, "method": "textDocument/semanticTokens/full", "params": params}).encode()
                    left = b"Content-Length: %d\r\n\r\n" % len(body) + body
                    count += 1
                if select.select([], [stdin], [], 0.1)[1]:
                    written = os.write(stdin, left[:4096])
                    left, taken = left[written:], time.monotonic()
        finally:
            os.set_blocking(stdin, True)
        return left, count


def texts():
    files = [path.read_text() for path in sorted(folder.rglob("*.mlir")) if path.stat().st_size < 6000 and path.read_bytes().isascii()]
    seed.shuffle(files)
    files = [text.replace("\r", "") for text in files]
    large = ["\n// -----\n".join(files[i : i + 40]) for i in range(0, 160, 40)]  # a few files are long
    return (large + files * (1 + document_count // len(files)))[:document_count]


def soak():
    documents, server = [Document(i, text) for i, text in enumerate(texts())], Server()
    for document in documents:
        server.open(document)
    server.catch_up(documents)
    print("KiB with all documents open:", server.settled_kib(), flush=True)
    sizes = []
    for number in range(edits):
        document = seed.choice(documents)
        server.edit(document)
        if number % 7 == 0:
            id = server.ask(document, seed.choice(QUESTIONS))
            if number % 2:
                server.client.send("$/cancelRequest", {"id": id})
        if number % 50 == 0:
            closed = seed.choice(documents)
            server.close(closed)
            server.open(closed)
        if number % 20 == 0:  # a person stops to read
            server.answer(server.ask(document, "hover"))
        if number % max(1, edits // 20) == 0:
            sizes.append(server.resident_kib())
    print("KiB while it works:", *sizes, flush=True)

    server.catch_up(documents)
    before = server.resident_kib()
    left, count = server.flood(documents[:4], 20000)  # the long ones have long answers
    stalled = server.resident_kib()
    server.client.raw(left)
    server.answer(server.client.ids)
    print(f"KiB with a client that stops reading: {before} before, {stalled} after {count} questions", flush=True)
    assert count < 20000, "the server took all questions of a client that reads no answer"
    assert stalled <= before * MORE_MAX + 4 * UNSENT_MAX_KIB, "what waits for the client has no bound"

    server.catch_up(documents)
    return server, documents, server.settled_kib()


server, documents, held = soak()
fresh = Server()
for document in documents:
    fresh.open(document)
fresh.catch_up(documents)
new = fresh.settled_kib()
empty = Server()
nothing = empty.settled_kib()
for document in documents:
    server.close(document)
server.client.request("workspace/symbol", {"query": "nothing"})
closed = server.settled_kib()
bytes_open = sum(len(document.text) for document in documents)
print(f"{edits} edits over {len(documents)} documents of {bytes_open / 1e6:.2f} MB: {held} KiB; a new server: {new} KiB, {(new - nothing) * 1024 / bytes_open:.1f} bytes a byte; "
      f"without documents: {closed} KiB, when new {nothing} KiB")
assert held <= new * MORE_MAX + MORE_KIB, "the server holds more than a new one"
assert closed - nothing <= (held - nothing) / 2, "less than half is given back"
for each in (server, fresh, empty):
    assert each.client.stop() == 0
