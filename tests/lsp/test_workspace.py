"""The server as a process, asked about whole folders: diagnostics and symbols of files that nobody has opened.

    test_workspace.py FENCEPOST
"""
import json
import pathlib
import tempfile

from process import Client, DEADLINE_S, KERNEL, binary, run_tests

PULLING = {"textDocument": {"diagnostic": {}}, "window": {"workDoneProgress": True}, "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}


def workspace(folder):
    """Two folders; findings in both, one file left out by .gitignore, one kernel that is right, one file that is open."""
    for name in "one/sub", "two/ignored":
        pathlib.Path(folder, name).mkdir(parents=True)
    files = {name: pathlib.Path(folder, name) for name in ("one/a.mlir", "one/sub/b.mlir", "one/open.mlir", "two/c.mlir", "two/ignored/d.mlir")}
    for name, path in files.items():
        path.write_text(KERNEL.replace("@f", "@kernel_" + path.stem) if name != "two/c.mlir" else "func.func @fine() {\n  return\n}\n")
    pathlib.Path(folder, "two/.git").mkdir()
    pathlib.Path(folder, "two/.gitignore").write_text("ignored/\n")
    client = Client([binary, "lsp"])
    roots = [{"uri": pathlib.Path(folder, name).as_uri(), "name": name} for name in ("one", "two")]
    client.start(capabilities=PULLING, workspaceFolders=roots)
    client.open(KERNEL.replace("@f", "@kernel_unsaved"), files["one/open.mlir"].as_uri())
    return client, files


def reports(result, files):
    names = {path.as_uri(): name for name, path in files.items()}
    return {names[item["uri"]]: [item["kind"]] + [d["code"] for d in item.get("items", [])] for item in result["items"]}


def known_of(report):
    """What a client that has the report sends along when it asks again."""
    return [{"uri": item["uri"], "value": item["resultId"]} for item in report["items"]]


def test_workspace_diagnostics():
    """Files that are not open, with progress; again with result ids; after a change; after one is gone."""
    with tempfile.TemporaryDirectory() as folder:
        client, files = workspace(folder)
        first = client.request("workspace/diagnostic", {"previousResultIds": [], "workDoneToken": "w"})
        assert reports(first, files) == {"one/a.mlir": ["full", "missing-barrier"], "one/sub/b.mlir": ["full", "missing-barrier"], "two/c.mlir": ["full"]}, first
        progress = [m["params"]["value"]["kind"] for m in client.messages if m["method"] == "$/progress"]
        assert progress[0] == "begin" and progress[-1] == "end" and set(progress[1:-1]) == {"report"}, progress
        known = known_of(first)
        again = client.request("workspace/diagnostic", {"previousResultIds": known})
        assert reports(again, files) == {name: ["unchanged"] for name in ("one/a.mlir", "one/sub/b.mlir", "two/c.mlir")}, again
        files["one/a.mlir"].write_text(KERNEL.replace("  %r", "  amdgpu.lds_barrier\n  %r"))
        files["one/sub/b.mlir"].unlink()
        after = client.request("workspace/diagnostic", {"previousResultIds": known})
        assert reports(after, files) == {"one/a.mlir": ["full"], "one/sub/b.mlir": ["full"], "two/c.mlir": ["unchanged"]}, after
        client.send("workspace/diagnostic", {"previousResultIds": [], "partialResultToken": 7}, 70)
        parts = []
        while (message := client.until(lambda m: m.get("id") == 70 or m.get("params", {}).get("token") == 7)).get("id") != 70:
            parts += message["params"]["value"]["items"]
        assert message["result"] == {"items": []} and set(reports({"items": parts}, files)) == {"one/a.mlir", "two/c.mlir"}, parts
        assert client.stop() == 0


def test_idle_polls_are_held():
    """An editor that asks for ever gets an answer when something has changed: a file, the settings, a document that is closed; or when it no longer waits."""
    with tempfile.TemporaryDirectory() as folder:
        client, files = workspace(folder)
        first = client.request("workspace/diagnostic", {"previousResultIds": []})
        known = known_of(first)
        poll = {"previousResultIds": known, "partialResultToken": 7}

        def reported():
            return client.until(lambda m: m.get("params", {}).get("token") == 7)["params"]["value"]

        def answered(id):
            return client.until(lambda m: m.get("id") == id and "method" not in m)

        def ask(id):
            """What stands in the last part is told, and nothing else, though the server has time for another question."""
            client.send("workspace/diagnostic", poll, id)
            told = {}
            while len(told) < len(known):
                told.update(reports(reported(), files))
            assert set(map(tuple, told.values())) == {("unchanged",)}, told
            client.request("workspace/symbol", {"query": ""})
            return not [m for m in client.messages if m.get("id") == id and "method" not in m]

        assert not ask(100), "nobody tells the server of changes yet"
        registration = client.until(lambda m: m.get("method") == "client/registerCapability" and "**/*" in json.dumps(m))
        body = json.dumps({"jsonrpc": "2.0", "id": registration["id"], "result": None}).encode()
        client.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        changes = (
            ("workspace/didChangeWatchedFiles", {"changes": [{"uri": files["one/a.mlir"].as_uri(), "type": 2}]}),
            ("workspace/didChangeConfiguration", {"settings": {"fencepost": {"strategy": "minimal"}}}),
            ("textDocument/didClose", {"textDocument": {"uri": files["one/open.mlir"].as_uri()}}),
        )
        for id, change in enumerate(changes, 101):
            assert ask(id), f"{id}: answered, and nothing has changed"
            client.send(*change)
            assert answered(id)["result"] == {"items": []}
        for path in "one/open.mlir", "one/sub/b.mlir":
            files[path].unlink()
        gone = client.request("workspace/diagnostic", poll)
        assert gone == {"items": []} and "full" in str([reported() for _ in known]), "a file that is gone is news"
        known = [row for row in known if row["uri"] != files["one/sub/b.mlir"].as_uri()]
        poll["previousResultIds"] = known
        assert ask(110)
        assert ask(111) and answered(110)["result"] == {"items": []}, "the client has asked anew"
        client.send("$/cancelRequest", {"id": 111})
        assert answered(111)["error"]["code"] == -32800
        assert ask(112)
        client.request("shutdown")
        assert answered(112)["error"]["code"] == -32800
        client.send("exit")
        assert client.end() == 0


def test_workspace_settings_count():
    """What a scan remembers holds for the settings it was made with."""
    with tempfile.TemporaryDirectory() as folder:
        client, files = workspace(folder)
        first = client.request("workspace/diagnostic", {"previousResultIds": []})
        known = known_of(first)
        config = pathlib.Path(folder, "one", "fencepost.json")
        config.write_text('{"ignore": ["missing-barrier"], "exclude": ["sub/"]}\n')
        client.send("workspace/didChangeWatchedFiles", {"changes": [{"uri": config.as_uri(), "type": 1}]})
        after = client.request("workspace/diagnostic", {"previousResultIds": known})
        assert reports(after, files) == {"one/a.mlir": ["full"], "one/sub/b.mlir": ["full"], "two/c.mlir": ["unchanged"]}, after
        assert client.stop() == 0


def test_workspace_settings_exclude():
    """The editor's globs are relative to the folder that the settings are of."""
    with tempfile.TemporaryDirectory() as folder:
        for name in "a.mlir", "sub/b.mlir":
            path = pathlib.Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(KERNEL)
        client = Client([binary, "lsp"])
        client.start(capabilities=PULLING, rootUri=pathlib.Path(folder).as_uri(), initializationOptions={"exclude": ["/sub/"]})
        items = client.request("workspace/diagnostic", {"previousResultIds": []})["items"]
        assert [i["uri"] for i in items] == [pathlib.Path(folder, "a.mlir").as_uri()], items
        assert client.stop() == 0


def test_workspace_folder_in_a_folder():
    """A file is scanned once, with the settings of the innermost folder, whatever their order."""
    for order in (0, 1), (1, 0):
        with tempfile.TemporaryDirectory() as folder:
            inner = pathlib.Path(folder, "inner")
            inner.mkdir()
            path = inner / "k.mlir"
            path.write_text(KERNEL)
            roots = [{"uri": p.as_uri(), "name": p.name} for p in (pathlib.Path(folder), inner)]
            client = Client([binary, "lsp"])
            client.start(capabilities={**PULLING, "workspace": {"configuration": True}}, workspaceFolders=[roots[i] for i in order])
            question = client.until(lambda m: m.get("method") == "workspace/configuration")
            sections = {roots[0]["uri"]: {}, roots[1]["uri"]: {"ignore": ["missing-barrier"]}}
            body = json.dumps({"jsonrpc": "2.0", "id": question["id"], "result": [sections.get(i.get("scopeUri"), {}) for i in question["params"]["items"]]}).encode()
            client.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            items = client.request("workspace/diagnostic", {"previousResultIds": []})["items"]
            assert [(i["uri"], i["items"]) for i in items] == [(path.as_uri(), [])], items
            assert client.stop() == 0


def test_workspace_scans_are_cancelled():
    with tempfile.TemporaryDirectory() as folder:
        for i in range(400):
            pathlib.Path(folder, f"{i}.mlir").write_text(KERNEL * 30)
        client = Client([binary, "lsp"])
        client.start(capabilities=PULLING, workspaceFolders=[{"uri": pathlib.Path(folder).as_uri(), "name": "f"}])
        for cancel in (("$/cancelRequest", {"id": 80}), ("window/workDoneProgress/cancel", {"token": "w"})):
            client.send("workspace/diagnostic", {"previousResultIds": [], "workDoneToken": "w"}, 80)
            client.until(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "report")
            client.send(*cancel)
            assert client.until(lambda m: m.get("id") == 80)["error"]["code"] == -32800
        client.send("workspace/symbol", {"query": ""}, 81)
        client.request("shutdown")
        assert client.until(lambda m: m.get("id") == 81)["error"]["code"] == -32800
        client.send("exit")
        assert client.process.wait(DEADLINE_S) == 0


def test_workspace_symbols():
    """Of files on disk, and of an open one as it stands in the editor; letters in order, not side by side."""
    with tempfile.TemporaryDirectory() as folder:
        client, files = workspace(folder)
        found = {s["name"]: s["location"]["uri"] for s in client.request("workspace/symbol", {"query": "KNEL_"})}
        assert found == {"kernel_a": files["one/a.mlir"].as_uri(), "kernel_b": files["one/sub/b.mlir"].as_uri(), "kernel_unsaved": files["one/open.mlir"].as_uri()}, found
        assert {s["name"] for s in client.request("workspace/symbol", {"query": ""})} == {"kernel_a", "kernel_b", "kernel_unsaved", "fine"}
        assert client.request("workspace/symbol", {"query": "zzz"}) == []
        assert client.stop() == 0


run_tests(globals())
