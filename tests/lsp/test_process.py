"""The server as a process: how it is reached, how it ends, and what clients do to it that no polite one would.

    test_process.py FENCEPOST
"""
import json
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time

from process import Client, DEADLINE_S, KERNEL, binary, run_tests


def is_missing_barrier(params):
    return [d["code"] for d in params["diagnostics"]] == ["missing-barrier"]


def test_stdio():
    client = Client([binary, "lsp", "--stdio"])
    client.start()
    client.open(KERNEL)
    assert is_missing_barrier(client.notification("textDocument/publishDiagnostics"))
    assert client.stop() == 0
    assert client.errors == b"", client.errors


RELATED = {"textDocument": {"publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True}}}


def test_a_finding_leads_to_its_source():
    """The file is named from a folder above the text's; one that is not there gets no link."""
    with tempfile.TemporaryDirectory() as folder:
        source, text = pathlib.Path(folder, "src/kern.py"), pathlib.Path(folder, "out/k.mlir")
        for path in (source, text):
            path.parent.mkdir()
            path.touch()
        client = Client([binary, "lsp"])
        client.start(capabilities=RELATED)
        client.open(KERNEL.replace("%r = memref.load %lds[%j] : memref<64xf32, 3>", '%r = memref.load %lds[%j] : memref<64xf32, 3> loc("src/kern.py":7:5)'), text.as_uri())
        (finding,) = client.notification("textDocument/publishDiagnostics")["diagnostics"]
        place = finding["relatedInformation"][0]
        assert place["message"] == "from src/kern.py:7:5", place
        assert (place["location"]["uri"], place["location"]["range"]["start"]) == (source.as_uri(), {"line": 6, "character": 4}), place
        source.unlink()
        client.open(KERNEL.replace("%r = memref.load %lds[%j] : memref<64xf32, 3>", '%r = memref.load %lds[%j] : memref<64xf32, 3> loc("src/kern.py":7:5)'), text.as_uri() + "2")
        (finding,) = client.notification("textDocument/publishDiagnostics")["diagnostics"]
        assert [row["message"] for row in finding["relatedInformation"]] == ["written here"], finding
        assert client.stop() == 0


def test_a_finding_stands_in_its_source():
    """With the setting, and only then: of all open documents together, once each, and gone with the mistake, the document or the setting."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "kern.py")
        source.touch()
        located = KERNEL.replace("%lds[%i] : memref<64xf32, 3>", '%lds[%i] : memref<64xf32, 3> loc("kern.py":5:3)')
        located = located.replace("%r = memref.load %lds[%j] : memref<64xf32, 3>", '%r = memref.load %lds[%j] : memref<64xf32, 3> loc("kern.py":7:5)')
        mended = located.replace("  %r =", "  gpu.barrier\n  %r =")
        a, b = (pathlib.Path(folder, name).as_uri() for name in ("a.mlir", "b.mlir"))
        client = Client([binary, "lsp"])
        client.start(capabilities=RELATED, initializationOptions={"sourceDiagnostics": True, "rulePages": "https://example.org/rules"})

        def in_source():
            return client.until(lambda m: m.get("params", {}).get("uri") == source.as_uri())["params"]["diagnostics"]

        def change(uri, version, text):
            client.send("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]})

        client.open(located, a)
        (finding,) = in_source()
        assert finding["range"] == {"start": {"line": 6, "character": 4}, "end": {"line": 6, "character": 4}}, finding
        assert (finding["code"], finding["codeDescription"]["href"]) == ("missing-barrier", "https://example.org/rules/missing-barrier.md"), finding
        assert finding["message"].startswith("missing barrier? %lds is read before line 5 writes it\n"), finding
        places = [(row["location"]["uri"], row["location"]["range"]["start"]["line"]) for row in finding["relatedInformation"]]
        assert places == [(a, 3), (source.as_uri(), 4)], places
        client.open(located.replace("@f", "@g"), b)
        assert [d["code"] for d in in_source()] == ["missing-barrier"] * 2
        change(b, 2, located.replace("@f", "@g") + located.replace("@f", "@h").replace("7:5", "9:1"))
        assert sorted(d["range"]["start"]["line"] for d in in_source()) == [6, 6, 8]
        change(b, 3, mended)
        assert len(in_source()) == 1
        client.open(located, "file:///elsewhere/a.mlir")  # no folder around it has a kern.py: nothing is said of one
        client.send("textDocument/didClose", {"textDocument": {"uri": a}})
        assert in_source() == []
        change(b, 4, located)
        assert len(in_source()) == 1
        client.send("workspace/didChangeConfiguration", {"settings": {"fencepost": {}}})
        assert in_source() == []
        change(b, 5, mended)
        change(b, 6, located)
        assert is_missing_barrier(client.until(lambda m: m.get("params", {}).get("version") == 6)["params"])
        assert client.stop() == 0
        assert not [m for m in client.messages if m.get("params", {}).get("uri") == source.as_uri()]


def test_rule_pages_beside_the_program():
    with tempfile.TemporaryDirectory() as folder:
        program, pages = pathlib.Path(folder, "bin/fencepost"), pathlib.Path(folder, "share/doc/fencepost/rules")
        program.parent.mkdir()
        pages.mkdir(parents=True)
        shutil.copy(binary, program)
        (pages / "missing-barrier.md").touch()
        client = Client([str(program), "lsp"])
        client.start(capabilities=RELATED)
        client.open(KERNEL)
        (finding,) = client.notification("textDocument/publishDiagnostics")["diagnostics"]
        assert finding["codeDescription"]["href"] == (pages / "missing-barrier.md").as_uri(), finding
        assert client.stop() == 0


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


def test_unread_edits():
    """Ten thousand edits of a client that does not read; the last version's diagnostics come, and the server has not piled up the others."""
    client = Client([binary, "lsp"])
    client.start()
    text = KERNEL * 200
    client.open(text)
    last = 10001

    def type_on():
        for version in range(2, last + 1):
            span = {"start": {"line": 0, "character": 0}, "end": {"line": version % 2, "character": 0}}
            change = {"range": span, "text": "" if version % 2 else "\n"}
            client.send("textDocument/didChange", {"textDocument": {"uri": "file:///nowhere/k.mlir", "version": version}, "contentChanges": [change]})

    sender = threading.Thread(target=type_on)
    sender.start()
    time.sleep(1)
    versions = []
    while not versions or versions[-1] != last:
        versions.append(client.notification("textDocument/publishDiagnostics")["version"])
    sender.join()
    assert versions == sorted(set(versions)), versions
    assert client.stop() == 0


def test_memory_comes_back():
    """An idle server has given back what documents that are closed have left."""
    client = Client([binary, "lsp"])
    client.start()
    maps = pathlib.Path(f"/proc/{client.process.pid}/maps")
    if not maps.exists() or "libasan" in maps.read_text():  # a sanitizer keeps what is freed
        assert client.stop() == 0
        return

    def resident():
        return int(re.search(r"VmRSS:\s*(\d+)", pathlib.Path(f"/proc/{client.process.pid}/status").read_text())[1])

    for i in range(200):
        client.open(KERNEL * 8, f"file:///nowhere/{i}.mlir")
        client.notification("textDocument/publishDiagnostics")
    opened = resident()
    for i in range(200):
        client.send("textDocument/didClose", {"textDocument": {"uri": f"file:///nowhere/{i}.mlir"}})
    begin = time.monotonic()
    while resident() > opened / 2 and time.monotonic() - begin < DEADLINE_S:
        time.sleep(0.2)
    assert resident() <= opened / 2, (opened, resident())
    assert client.stop() == 0


def test_hover_during_a_check():
    """In a long kernel hovers on ops and values are answered before the check of the last edit ends, with lines of the edited text."""
    step = "  memref.store %v, %lds[%i] : memref<64xf32, 3>\n  gpu.barrier\n  %rN = memref.load %lds[%j] : memref<64xf32, 3>\n  gpu.barrier\n"
    head = "func.func @f(%v: f32, %lds: memref<64xf32, 3>, %i: index, %j: index) {\n"
    uri = {"uri": "file:///nowhere/k.mlir"}
    client = Client([binary, "lsp"])
    client.start()
    client.open(head + "".join(step.replace("N", str(i)) for i in range(2000)) + "  return\n}\n")
    client.notification("textDocument/publishDiagnostics")
    start = {"line": 1, "character": 0}
    client.send("textDocument/didChange", {"textDocument": {**uri, "version": 2}, "contentChanges": [{"range": {"start": start, "end": start}, "text": "  gpu.barrier\n"}]})
    client.send("textDocument/hover", {"textDocument": uri, "position": {"line": 4003, "character": 4}}, 100)
    client.send("textDocument/hover", {"textDocument": uri, "position": {"line": 4004, "character": 4}}, 101)
    first, second, third = client.receive(), client.receive(), client.receive()
    assert first["id"] == 100 and "before the read of %lds on line 4005" in first["result"]["contents"]["value"], first
    assert second["id"] == 101 and "%r1000 : f32, line 4005" in second["result"]["contents"]["value"], second
    assert third["params"]["version"] == 2, third
    assert client.stop() == 0


def test_one_thread_for_all():
    """Documents, questions and a scan share a pool of one thread: everything is answered."""
    with tempfile.TemporaryDirectory() as folder:
        for i in range(20):
            pathlib.Path(folder, f"{i}.mlir").write_text(KERNEL.replace("@f", f"@on_disk_{i}"))
        client = Client([binary, "lsp"], env={**os.environ, "UV_THREADPOOL_SIZE": "1"})
        client.start(workspaceFolders=[{"uri": pathlib.Path(folder).as_uri(), "name": "f"}])
        for i in range(40):
            client.open(KERNEL.replace("@f", f"@open_{i}"), f"untitled:{i}")
        client.send("workspace/symbol", {"query": ""}, 500)
        for i in range(40):
            client.send("textDocument/hover", {"textDocument": {"uri": f"untitled:{i}"}, "position": {"line": 2, "character": 4}}, 600 + i)
        for i in range(40):
            assert client.until(lambda m: m.get("id") == 600 + i)["result"]["contents"]["value"]
        assert len(client.until(lambda m: m.get("id") == 500)["result"]) == 60
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


def until_told(client, path, wanted):
    """What the server says of a file in the end: it may look while the file is being written."""
    while True:
        words = [d["message"] for d in client.until(lambda m: m.get("params", {}).get("uri") == path.as_uri())["params"]["diagnostics"]]
        if len(words) == len(wanted) and all(part in word for part, word in zip(wanted, words)):
            return


def test_configuration_that_is_extended():
    """The client is asked to watch what a configuration extends, whatever its name and wherever it lies: each file once, and one that is not there yet, too."""
    watching = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True, "relativePatternSupport": True}}}
    with tempfile.TemporaryDirectory() as folder:
        team, base, root = (pathlib.Path(folder, name) for name in ("team.json", "base.json", "work"))
        root.mkdir()
        (root / "fencepost.json").write_text('{"extends": "../team.json"}')
        team.write_text('{"extends": "base.json"}')
        client = Client([binary, "lsp"])
        client.start(capabilities=watching, workspaceFolders=[{"uri": root.as_uri(), "name": "work"}])

        def asked():
            call = client.until(lambda m: m.get("method") == "client/registerCapability")
            (registration,) = call["params"]["registrations"]
            return registration["registerOptions"]["watchers"][0]["globPattern"]

        def changed(path, text):
            path.write_text(text)
            client.send("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 2}]})
            return client.until(lambda m: m.get("params", {}).get("uri") == kernel)["params"]

        assert asked() == "**/fencepost.json"
        for path in (team, base):
            assert asked() == {"baseUri": path.parent.as_uri(), "pattern": path.name}
        kernel = (root / "k.mlir").as_uri()
        client.open(KERNEL, kernel)
        assert is_missing_barrier(client.until(lambda m: m.get("params", {}).get("uri") == kernel)["params"])
        assert changed(base, '{"ignore": ["missing-barrier"]}')["diagnostics"] == []
        assert is_missing_barrier(changed(base, "{}"))
        assert changed(team, '{"ignore": ["missing-barrier"]}')["diagnostics"] == []
        assert client.stop() == 0
        assert not [m for m in client.messages if m.get("method") == "client/registerCapability"]


def test_configuration_without_documents():
    """Of a workspace folder: at the start, when it changes, when another one comes, and when it goes, though no document is open."""
    with tempfile.TemporaryDirectory() as folder:
        config, inner = pathlib.Path(folder, "fencepost.json"), pathlib.Path(folder, "inner", "fencepost.json")
        inner.parent.mkdir()
        config.write_text('{"tagret": "gfx942"}\n')
        client = Client([binary, "lsp"])
        client.start(workspaceFolders=[{"uri": pathlib.Path(folder).as_uri(), "name": "f"}])

        def changed(*paths):
            client.send("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 2} for path in paths]})

        until_told(client, config, ['unknown key "tagret"; did you mean "target"?'])
        config.write_text("{")
        changed(config)
        until_told(client, config, ["JSON"])
        inner.write_text('{"target": "pdp11"}\n')
        changed(inner, inner)
        until_told(client, inner, ['there is no target "pdp11"'])
        config.write_text("{}")
        inner.unlink()
        changed(config, inner)
        until_told(client, config, [])
        until_told(client, inner, [])
        # Found by a document, and shown after that one is closed: the file is as wrong as before.
        config.write_text('{"block": 0}\n')
        client.open(KERNEL, pathlib.Path(folder, "k.mlir").as_uri())
        until_told(client, config, ['"block"'])
        client.send("textDocument/didClose", {"textDocument": {"uri": pathlib.Path(folder, "k.mlir").as_uri()}})
        config.write_text("{}")
        changed(config)
        until_told(client, config, [])
        assert client.stop() == 0
        left = [m["params"] for m in client.messages if m.get("params", {}).get("uri") in (config.as_uri(), inner.as_uri())]
        assert not [params for params in left if params["diagnostics"]], left


def test_pictures():
    client = Client([binary, "lsp"])
    client.start()
    client.open(KERNEL)
    document = {"textDocument": {"uri": "file:///nowhere/k.mlir"}}
    for wanted, begin in (None, "<!DOCTYPE html>"), ("html", "<!DOCTYPE html>"), ("svg", "<svg "), ("text", "kernel f on "):
        picture = client.request("fencepost/show", {**document, "kernel": "f", **({"format": wanted} if wanted else {})})
        assert (picture["format"], picture["kernel"], picture["version"]) == (wanted or "html", "f", 1)
        assert picture["content"].lower().startswith(begin.lower()), picture["content"][:80]
    assert client.request("fencepost/show", document)["kernel"] == ""
    assert client.stop() == 0


def test_pictures_hold_nothing_up():
    """A picture that is asked for together with an edit comes behind its diagnostics, and the next edit ends one that is drawn."""
    step = "  memref.store %v, %lds[%i] : memref<64xf32, 3>\n  gpu.barrier\n  %rN = memref.load %lds[%j] : memref<64xf32, 3>\n  gpu.barrier\n"
    head = "func.func @f(%v: f32, %lds: memref<64xf32, 3>, %i: index, %j: index) {\n"
    document, start = {"uri": "file:///nowhere/k.mlir"}, {"line": 1, "character": 0}

    def edit(version):
        client.send("textDocument/didChange", {"textDocument": {**document, "version": version}, "contentChanges": [{"range": {"start": start, "end": start}, "text": "\n"}]})

    client = Client([binary, "lsp"])
    client.start()
    client.open(head + "".join(step.replace("N", str(i)) for i in range(5000)) + "  return\n}\n")
    client.send("fencepost/show", {"textDocument": document}, 100)
    first = client.receive()
    assert first["method"] == "textDocument/publishDiagnostics", first
    edit(2)  # the picture of the first text is under way, or about to be drawn
    client.send("workspace/executeCommand", {"command": "fencepost.showKernel", "arguments": [document["uri"], "f", "text"]}, 101)
    second, third = client.receive(), client.receive()
    assert second["id"] == 100 and second["error"]["code"] == -32801, str(second)[:200]
    assert third["method"] == "textDocument/publishDiagnostics" and third["params"]["version"] == 2, str(third)[:200]
    client.send("$/cancelRequest", {"id": 101})
    assert client.until(lambda m: m.get("id") == 101)["error"]["code"] == -32800
    assert client.request("fencepost/show", {"textDocument": document, "format": "text"})["version"] == 2
    assert client.stop() == 0


run_tests(globals())
