"""Ops of a dialect of a project's own: acme/ is a worked example of an invented one."""
import json
import re
import subprocess
import cli

ACME = cli.HERE.parent / "config" / "acme"


class Ops(cli.TestCase):
    def config(self, *ops, **more):
        self.write("fencepost.json", json.dumps({"ops": list(ops), **more}))

    def test_worked_example(self):
        result = self.lint(str(ACME / "tile.mlir"), "--verify-diagnostics")
        self.assertEqual((result.code, result.out), (cli.CLEAN, ""))
        rules = {f["rule"] for f in self.findings(str(ACME / "tile.mlir"), "--no-config", "--min-level", "hint")["findings"]}
        self.assertEqual(rules, {"unknown-op"})

    def test_every_row_of_the_table_is_an_entry(self):
        """What `fencepost ops` prints can be copied into a configuration, save for control flow, which takes "like"."""
        table = json.loads(self.run_program("ops", "--output-format", "json").out)
        flow = {"region", "branch", "yield", "return", "call", "by text"}
        rows = [row for row in table if "." in row["name"]]
        self.assertGreater(len(rows), 300)
        plain = [row for row in rows if row["effect"] not in flow]
        self.config(*plain, *({**row, "like": row["name"]} for row in rows if row["effect"] in flow))
        self.assertEqual(self.run_program("config").err, "")
        for row in rows:
            if row["effect"] in flow:
                self.config(row)
                self.assert_one_line(self.run_program("config"), '"like" must be')
                break

    def test_unknown_like_known(self):
        """An op that is told to be like another one is treated so, in every stage of the analysis."""
        self.copy("race.mlir")
        text = (self.folder / "race.mlir").read_text()
        renamed = text.replace("memref.store", "acme.put").replace("memref.load", "acme.get").replace("gpu.barrier", "acme.sync")
        self.assertNotEqual(text, renamed)
        self.write("renamed.mlir", renamed)
        self.config({"name": "acme.put", "like": "memref.store"}, {"name": "acme.get", "like": "memref.load"}, {"name": "acme.sync", "like": "gpu.barrier"})
        there, here = (self.findings(name)["findings"] for name in ("race.mlir", "renamed.mlir"))
        self.assertEqual([(f["rule"], f["level"], f["range"]["start"]["line"]) for f in there], [(f["rule"], f["level"], f["range"]["start"]["line"]) for f in here])
        self.assertGreater(len(here), 1)

    def test_longest_prefix_and_the_table(self):
        kernel = """func.func @f(%v: f32, %j: index) -> f32 {
  %x = gpu.thread_id x
  %tile = memref.alloc() : memref<256xf32, 3>
  memref.store %v, %tile[%x] : memref<256xf32, 3>
  OP
  %r = memref.load %tile[%j] : memref<256xf32, 3>
  return %r : f32
}
"""
        for op, ops, missing in (
            ("acme.sync.all", [{"name": "acme.", "effect": "none"}], True),
            ("acme.sync.all", [{"name": "acme.", "effect": "none"}, {"name": "acme.sync.", "effect": "barrier"}], False),
            ("acme.sync.all", [{"name": "acme.sync.", "effect": "barrier"}, {"name": "acme.sync.all", "effect": "none"}], True),
            ("gpu.barrier", [{"name": "gpu.", "effect": "none"}], False),  # a row of the table is nearer than a prefix
            ("gpu.barrier", [{"name": "gpu.barrier", "effect": "none"}], True),
        ):
            self.write("a.mlir", kernel.replace("OP", op))
            self.config(*ops)
            rules = [f["rule"] for f in self.findings("a.mlir")["findings"]]
            self.assertEqual(rules, ["missing-barrier"] if missing else [], (op, ops))

    def ask_server(self, text, *requests):
        """Results of the requests about tile.mlir with this text, of a server that has the file's configuration."""
        uri = (ACME / "tile.mlir").as_uri()
        messages = [{"id": 0, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
                    {"method": "initialized", "params": {}},
                    {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": uri, "languageId": "mlir", "version": 1, "text": text}}}]
        for number, (method, line, character) in enumerate(requests, 1):
            place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
            messages.append({"id": number, "method": method, "params": place})
        wire = subprocess.Popen([cli.PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for message in messages:
            body = json.dumps({"jsonrpc": "2.0", **message}).encode()
            wire.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        wire.stdin.flush()
        results = {}
        while len(results) < len(requests):
            length = 0
            while (line := wire.stdout.readline().strip()):
                length = int(line.split(b":")[1]) if line.lower().startswith(b"content-length") else length
            answer = json.loads(wire.stdout.read(length))
            if answer.get("id"):
                results[answer["id"]] = answer["result"]
            elif "id" in answer:
                self.capabilities = answer["result"]["capabilities"]
        wire.stdin.close()
        wire.wait(cli.TIMEOUT_S)
        wire.stdout.close()
        return [results[number] for number in sorted(results)]

    def test_editors_know_them(self):
        text = (ACME / "tile.mlir").read_text() + "func.func @new() {\n  acme.p\n  return\n}\n"
        rows = text.splitlines()
        row = {word: next(i for i, line in enumerate(rows) if word in line) for word in ("acme.put", "acme.drain")}
        last = len(rows) - 3
        put, drain, offered, colours = self.ask_server(text, ("textDocument/hover", row["acme.put"], 4), ("textDocument/hover", row["acme.drain"], 4),
                                                       ("textDocument/completion", last, 8), ("textDocument/semanticTokens/full", 0, 0))
        self.assertIn("acme.put: like memref.store", str(put))
        self.assertIn("acme.drain: wait", str(drain))
        items = offered["items"] if isinstance(offered, dict) else offered
        self.assertEqual([item["label"] for item in items], ["acme.put", "acme.pull"])
        event = self.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"].index("event")
        line, stand_out = 0, set()
        for down, _, _, kind, _ in zip(*[iter(colours["data"])] * 5):
            line += down
            if kind == event:
                stand_out |= set(re.findall(r"\bacme\.\w+", rows[line]))
        self.assertEqual(stand_out, {"acme.sync", "acme.drain"})

    def test_mistakes(self):
        for op, words in (
            ({"effect": "read"}, ['"name"']),
            ({"name": "acme", "effect": "read"}, ['"name"', "dialect"]),
            ({"name": "acme.a"}, ['"effect"', '"like"']),
            ({"name": "acme.a", "effect": "raed"}, ['"effect"', '"read"']),
            ({"name": "acme.a", "like": "memref.laod"}, ['"like"', '"memref.load"']),
            ({"name": "acme.a", "effect": "read", "reads": "1st operand"}, ['"reads"', "number"]),
            ({"name": "acme.a", "effect": "read", "reads": -1}, ['"reads"']),
            ({"name": "acme.a", "effect": "read", "reads": 400}, ['"reads"']),
            ({"name": "acme.a", "effect": "read", "reads": 1.5}, ['"reads"']),
            ({"name": "acme.a", "effect": "read", "read": 1}, ['"read"', '"reads"']),
            ({"name": "acme.a", "effect": "wait", "counter": "asyncnt"}, ['"counter"', '"asynccnt"']),
            ({"name": "acme.a", "effect": "barrier", "orders": "workgruop"}, ['"orders"', '"workgroup"']),
            ({"name": "acme.a", "effect": "branch"}, ['"like"']),
            ({"name": "acme.a", "effect": "branch", "like": "memref.load"}, ['"like"']),
            ("acme.a", ["list of objects"]),
        ):
            with self.subTest(op):
                self.write("fencepost.json", '{\n"ops": [\n' + json.dumps(op) + "]}")
                self.assert_one_line(self.run_program("config"), "fencepost.json:", *words)
        self.config({"name": "acme.a", "effect": "read"}, {"name": "acme.a", "effect": "write"})
        self.assert_one_line(self.run_program("config"), "two entries")
        self.write("fencepost.json", '{"perFile": {"*": {"ops": []}}}')
        self.assert_one_line(self.run_program("config"), '"ops" cannot differ')
        self.write("fencepost.json", '{"ops": [\n{"name": "acme.a",\n "effect": "none"},\n{"name": "acme.b",\n "effect": "nnoe"}]}')
        self.assert_one_line(self.run_program("config"), "fencepost.json:5: ")


cli.main()
