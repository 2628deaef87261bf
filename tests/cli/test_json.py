"""The JSON report, field by field: additive for ever, so nothing here may be loosened."""
import json
import shutil
import re
import cli

LEVELS = {"error": "errors", "warning": "warnings", "information": "information", "hint": "hints"}


class Json(cli.TestCase):
    def setUp(self):
        super().setUp()
        self.copy("race.mlir", "clean.mlir", "wide.mlir", "tabs.mlir", "suppressed.mlir", "crlf.mlir", "control.mlir")

    def assert_type(self, value, kind):
        self.assertIs(type(value), kind, value)

    def check_place(self, place, lines):
        self.assertEqual(set(place["range"]), {"start", "end"})
        for end in place["range"].values():
            self.assertEqual(set(end), {"line", "column"})
            self.assertTrue(1 <= end["line"] <= len(lines))
            self.assertTrue(1 <= end["column"] <= len(lines[end["line"] - 1]) + 1)
        start, end = (tuple(place["range"][side].values()) for side in ("start", "end"))
        self.assertLessEqual(start, end)

    def check_finding(self, finding, lines):
        self.assertLessEqual({"rule", "level", "message", "file", "range", "kernel", "related", "fixes"}, set(finding))
        for key in ("rule", "level", "message", "file", "kernel"):
            self.assert_type(finding[key], str)
        self.assertIn(finding["level"], LEVELS)
        self.assertNotIn(finding["role"], ("", "none"))
        if finding["rule"] != "unused-suppression":
            self.check_data(finding, lines[finding["file"]])
        self.check_place(finding, lines[finding["file"]])
        for related in finding["related"]:
            self.assertEqual(set(related), {"message", "file", "range", "role"})
            self.assertNotIn(related["role"], ("", "none"))
            self.check_place(related, lines[related["file"]])
        for fix in finding["fixes"]:
            self.assertEqual(set(fix), {"title", "safe", "edits"})
            self.assert_type(fix["safe"], bool)
            for edit in fix["edits"]:
                self.assertEqual(set(edit), {"file", "range", "text"})
                self.check_place(edit, lines[edit["file"]])
        if "hazard" in finding:
            self.check_hazard(finding["hazard"])

    def check_data(self, finding, lines):
        """What the message is made of: names, numbers, places, and words that have a name."""
        self.assertTrue(finding["variant"])
        lines_said = finding["message"].split("\n")
        self.assertTrue(0 < len(finding["short"]))
        self.assertEqual(lines_said[0], finding["short"])
        if "note" in finding:
            self.assertEqual(lines_said[1], finding["note"])
        for value in finding["arguments"].values():
            self.check_argument(value, lines)

    def check_argument(self, value, lines):
        if isinstance(value, list):
            self.assertTrue(value)
            for one in value:
                self.check_argument(one, lines)
        elif isinstance(value, dict) and "line" in value:
            self.assertEqual(set(value), {"line", "column"})
            self.assertTrue(1 <= value["line"] <= len(lines))
        elif isinstance(value, dict):
            self.assertEqual(set(value), {"variant", "arguments"})
            self.assertTrue(value["variant"])
            for one in value["arguments"].values():
                self.check_argument(one, lines)
        else:
            self.assertIn(type(value), (str, int))

    def check_hazard(self, hazard):
        self.assertLessEqual({"kind", "carried", "overlap", "distance", "resource"}, set(hazard))
        self.assertIn(hazard["kind"], ("RAW", "WAR", "WAW"))
        self.assert_type(hazard["carried"], bool)
        self.assertIn(hazard["overlap"], ("cross_thread", "same_wave", "same_thread", "unknown"))
        self.assert_type(hazard["distance"], int)
        self.assertEqual("witness" in hazard, hazard["overlap"] == "cross_thread" or "witness" in hazard)
        if "witness" in hazard:
            self.assertEqual([len(thread) for thread in hazard["witness"]["threads"]], [3, 3])
            self.assert_type(hazard["witness"]["byte"], int)
            for values in hazard["witness"]["bindings"].values():
                self.assertEqual(len(values), 2)

    def test_a_first_line_does_not_name_its_own_line(self):
        """An op that collides with itself in the next iteration, and one that does both: the reader stands on the line already."""
        for name, line in ("turning_nest", 18), ("ignored_output", 10):
            shutil.copy(cli.HERE.parent / "rules/missing-barrier" / f"{name}.mlir", self.folder)
            shorts = [f["short"] for f in self.findings(f"{name}.mlir")["findings"] if f["range"]["start"]["line"] == line]
            self.assertTrue([short for short in shorts if " this line " in short], shorts)
            self.assertFalse([short for short in shorts if re.search(rf"\bline {line}\b", short)])

    def test_report(self):
        names = sorted(path.name for path in self.folder.iterdir())
        lines = {name: (self.folder / name).read_bytes().decode("utf-8", "replace").split("\n") for name in names}
        report = self.findings(*reversed(names))
        self.assertEqual(set(report), {"version", "findings", "unjudged", "summary"})
        self.assertRegex(report["version"], r"^\d+\.\d+\.\d+$")
        for finding in report["findings"]:
            self.check_finding(finding, lines)
        places = [(f["file"], f["range"]["start"]["line"], f["range"]["start"]["column"], f["rule"]) for f in report["findings"]]
        self.assertEqual(places, sorted(places))
        self.assertEqual(len({f["file"] for f in report["findings"]}), len(names) - 1)  # all but the clean one
        counts = {key: sum(f["level"] == level for f in report["findings"]) for level, key in LEVELS.items()}
        self.assertEqual(report["summary"], {"files": len(names), "kernels": len(names), **counts, "unjudged": len(report["unjudged"])})

    def test_hazard(self):
        finding = next(f for f in self.findings("race.mlir")["findings"] if f["rule"] == "missing-barrier")
        self.assertEqual(finding["range"]["start"], {"line": 9, "column": 10})
        end = finding["range"]["end"]
        self.assertEqual(end["line"], 9)
        shown = (self.folder / "race.mlir").read_text().splitlines()[8][9 : end["column"] - 1]
        self.assertTrue("memref.load %lds[%other] : memref<256xf32, 3>".startswith(shown) and shown.startswith("memref.load"), shown)
        self.assertEqual(finding["related"][0]["range"]["start"], {"line": 8, "column": 5})
        self.assertEqual(finding["kernel"], "exchange")
        self.assertEqual((finding["hazard"]["kind"], finding["hazard"]["resource"], finding["hazard"]["carried"]), ("RAW", "%lds", False))

    def test_hazard_of_streams(self):
        """The demo's ring without its wait: the load may run before the copy has landed."""
        ring = (cli.HERE.parent.parent / "docs/demo/hang.mlir").read_text()
        (self.folder / "ring.mlir").write_text(ring.replace("ttng.wait_barrier %loaded, %phase : !bar", ""))
        hazards = [f["hazard"] for f in self.findings("ring.mlir")["findings"] if f["rule"] == "missing-async-wait"]
        read = next(hazard for hazard in hazards if hazard["kind"] == "RAW")
        self.assertEqual(read["streams"], ["partition 0", "default"])
        self.assertEqual(read["witness"]["iterations"], [[0], [0]])
        self.assertEqual(set(read["witness"]["values"]), {"%n"})
        self.assert_type(read["witness"]["values"]["%n"], int)
        self.assertNotIn("streams", self.findings("race.mlir")["findings"][0]["hazard"])

    def test_columns_count_code_points(self):
        finding = next(f for f in self.findings("wide.mlir")["findings"] if f["rule"] == "missing-barrier")
        before = (self.folder / "wide.mlir").read_bytes().split(b"\n")[2].split(b"memref.store")[0]
        column = len(before.decode("utf-8", "replace")) + 1  # two broken bytes, two replacements
        self.assertEqual(finding["related"][0]["range"]["start"], {"line": 3, "column": column})

    def test_broken_bytes_in_names(self):
        name = b"br\xffken \"quote\" \\ \x01.mlir"
        (self.folder / name.decode("utf-8", "surrogateescape")).write_bytes((self.folder / "race.mlir").read_bytes())
        report = json.loads(self.lint(name.decode("utf-8", "surrogateescape"), "--output-format", "json").raw_out.decode("utf-8"))
        self.assertEqual(report["findings"][0]["file"], 'br\ufffdken "quote" \\ \x01.mlir')

    def test_one_finding_a_line(self):
        text = self.lint("race.mlir", "--output-format", "json").out
        rows = [line for line in text.splitlines() if '"rule"' in line]
        self.assertEqual(len(rows), len(json.loads(text)["findings"]))

    def test_fixes_beyond_the_budget_are_counted(self):
        """One kernel of 1.5 MB with 120 findings: each trial is charged the kernel, and the last ones are not tried."""
        head = ("gpu.module @m {\ngpu.func @k(%f: f32) workgroup(%l: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {\n"
                "%tx = gpu.thread_id x\n%c255 = arith.constant 255 : index\n%other = arith.subi %c255, %tx : index\n")
        race = "memref.store %f, %l[%tx] : memref<256xf32, 3>\n%v{} = memref.load %l[%other] : memref<256xf32, 3>\ngpu.barrier\n"
        self.write("large.mlir", head + ("// " + "." * 500 + "\n") * 3000 + "".join(race.format(i) for i in range(120)) + "gpu.return\n}\n}\n")
        done = self.lint("large.mlir", "--no-config", "--output-format", "json")
        findings = json.loads(done.out)["findings"]
        untried = sum(finding.get("untriedFixes", 0) for finding in findings)
        self.assertTrue(all(finding["fixes"] or finding.get("untriedFixes") for finding in findings))
        self.assertTrue(0 < untried < len(findings))
        self.assertIn(f"{untried} fixes were not tried", done.err)
        self.assertNotIn("untriedFixes", self.lint("large.mlir", "--no-config", "--no-fixes", "--output-format", "json").out)

    def test_no_fixes(self):
        """A barrier that is missing, whose fix is looked for, and one that is redundant, whose removal needs no search."""
        for wish, fixes in [((), [1, 1]), (("--no-fixes",), [0, 0])]:
            report = json.loads(self.lint("race.mlir", "--output-format", "json", *wish).out)
            self.assertEqual([len(finding["fixes"]) for finding in report["findings"]], fixes)

    def test_no_files_is_a_valid_report(self):
        (self.folder / "empty").mkdir()
        self.assertEqual(self.findings("empty")["findings"], [])

    def test_tables_as_json(self):
        for command, key in (("ops", "name"), ("targets", "chip"), ("explain", "name")):
            rows = json.loads(self.run_program(command, "--output-format", "json").out)
            table = self.run_program(command).out.splitlines()
            self.assertEqual([row[key] for row in rows], [line.split()[0] for line in table[1:]])
        page = json.loads(self.run_program("explain", "missing-barrier", "--output-format", "json").out)
        self.assertEqual(page["name"], "missing-barrier")
        self.assertTrue(page["bad"] and page["good"] and page["page"])


cli.main()
