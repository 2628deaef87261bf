"""The server as a process: how it is reached, how it ends, and what clients do to it that no polite one would.

    test_process.py FENCEPOST
"""
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time

from client import Client

binary = sys.argv[1]
KERNEL = """func.func @f(%v: f32, %lds: memref<64xf32, 3>, %j: index) -> f32 {
  %i = gpu.thread_id x
  memref.store %v, %lds[%i] : memref<64xf32, 3>
  %r = memref.load %lds[%j] : memref<64xf32, 3>
  return %r : f32
}
"""
DEADLINE_S = 10


def is_missing_barrier(params):
    return [d["code"] for d in params["diagnostics"]] == ["missing-barrier"]


def test_stdio():
    client = Client([binary, "lsp", "--stdio"])
    client.start()
    client.open(KERNEL)
    assert is_missing_barrier(client.notification("textDocument/publishDiagnostics"))
    assert client.stop() == 0
    assert client.errors == b"", client.errors


def test_exit_without_shutdown():
    client = Client([binary, "lsp"])
    client.start()
    client.send("exit")
    assert client.process.wait(DEADLINE_S) == 1


def over_socket(listener, arguments):
    listener.listen(1)
    listener.settimeout(DEADLINE_S)
    client = Client([binary, "lsp", *arguments])
    connection, _ = listener.accept()
    client.reader, client.writer = connection.makefile("rb"), connection.makefile("wb")
    client.start()
    client.open(KERNEL)
    assert is_missing_barrier(client.notification("textDocument/publishDiagnostics"))
    assert client.stop() == 0


def test_port():
    for option in "--port", "--socket":
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            over_socket(listener, [f"{option}={listener.getsockname()[1]}"])


def test_pipe():
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener:
        path = os.path.join(folder, "a pipe")
        listener.bind(path)
        over_socket(listener, ["--pipe", path])


def test_nobody_listens():
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([binary, "lsp", "--pipe", os.path.join(folder, "none")], capture_output=True, timeout=DEADLINE_S)
        assert run.returncode == 2 and run.stderr.startswith(b"error: lsp: cannot connect"), run
    run = subprocess.run([binary, "lsp", "--pipe", "x", "--port", "5"], capture_output=True, timeout=DEADLINE_S)
    assert run.returncode == 2 and b"exclude" in run.stderr, run


def test_files_instead_of_pipes():
    def frame(message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        return b"Content-Length: %d\r\n\r\n" % len(body) + body

    with tempfile.TemporaryFile() as script, tempfile.TemporaryFile() as output:
        script.write(frame({"id": 1, "method": "initialize", "params": {"capabilities": {}}}) + frame({"id": 2, "method": "shutdown"}) + frame({"method": "exit"}))
        script.seek(0)
        assert subprocess.run([binary, "lsp"], stdin=script, stdout=output, timeout=DEADLINE_S).returncode == 0
        output.seek(0)
        assert b'"id": 2, "result": null' in output.read()


def test_client_closes():
    client = Client([binary, "lsp"])
    client.start()
    client.open(KERNEL)
    client.process.stdin.close()
    assert client.process.wait(DEADLINE_S) == 1


def test_client_process_dies():
    """The pipes stay open (another process holds them), but the client is gone."""
    for from_option in False, True:
        sleeper = subprocess.Popen(["sleep", "60"])
        client = Client([binary, "lsp"] + ([f"--clientProcessId={sleeper.pid}"] if from_option else []))
        if not from_option:
            client.start(process=sleeper.pid)
        sleeper.kill()
        sleeper.wait()
        assert client.process.wait(DEADLINE_S) == 1


def test_killed_at_random_points():
    """A client that dies anywhere leaves no server behind."""
    seed = random.Random(8)
    for _ in range(25):
        client = Client([binary, "lsp"])
        client.send("initialize", {"capabilities": {}}, 1)
        client.open(KERNEL * 200)
        for version in range(2, seed.randrange(3, 40)):
            change = {"range": {"start": {"line": version, "character": 0}, "end": {"line": version, "character": 0}}, "text": "\n"}
            client.send("textDocument/didChange", {"textDocument": {"uri": "file:///nowhere/k.mlir", "version": version}, "contentChanges": [change]})
        client.raw(b"Content-Length: 500\r\n\r\n{"[: seed.randrange(25)])
        time.sleep(seed.random() / 50)
        client.process.stdin.close()
        client.process.stdout.close()
        assert client.process.wait(DEADLINE_S) == 1


def test_slow_reader():
    """Answers pile up for a client that does not read; when it does, all are there, in order."""
    client = Client([binary, "lsp"])
    client.start()
    client.open(KERNEL * 300)
    client.notification("textDocument/publishDiagnostics")
    count = 200

    def ask():
        for id in range(1000, 1000 + count):
            client.send("textDocument/diagnostic", {"textDocument": {"uri": "file:///nowhere/k.mlir"}}, id)

    import threading
    sender = threading.Thread(target=ask)
    sender.start()
    time.sleep(1)
    ids = []
    while len(ids) < count:
        message = client.receive()
        if "method" not in message:
            assert len(message["result"]["items"]) >= 300
            ids.append(message["id"])
    sender.join()
    assert ids == list(range(1000, 1000 + count)), ids
    assert client.stop() == 0


def test_configuration_file():
    """A broken fencepost.json is a diagnostic of that file; mended and told of, it is gone and holds."""
    with tempfile.TemporaryDirectory() as folder:
        config = pathlib.Path(folder, "fencepost.json")
        config.write_text('{\n  "ignore": ["missing-barier"]\n}\n')
        client = Client([binary, "lsp"])
        client.start()
        kernel, uri = pathlib.Path(folder, "k.mlir").as_uri(), config.as_uri()
        client.open(KERNEL, kernel)
        trouble = client.until(lambda m: m.get("params", {}).get("uri") == uri)["params"]["diagnostics"]
        assert trouble[0]["range"]["start"]["line"] == 1 and "missing-barrier" in trouble[0]["message"], trouble
        assert is_missing_barrier(client.until(lambda m: m.get("params", {}).get("uri") == kernel)["params"])
        config.write_text('{\n  "ignore": ["missing-barrier"]\n}\n')
        client.send("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 2}]})
        assert client.until(lambda m: m.get("params", {}).get("uri") == uri)["params"]["diagnostics"] == []
        assert client.until(lambda m: m.get("params", {}).get("uri") == kernel)["params"]["diagnostics"] == []
        assert client.stop() == 0


for name, test in list(globals().items()):
    if name.startswith("test_"):
        begin = time.monotonic()
        test()
        print(f"{name}: {time.monotonic() - begin:.2f} s", flush=True)
