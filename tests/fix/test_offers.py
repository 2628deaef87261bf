"""Fixes are tried before they are offered: what a report or the editor shows can be applied alone, helps, and leads to nothing new."""
import collections
import json
import pathlib
import re
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
sys.path.insert(0, str(HERE.parent / "lsp"))
from cli import ENVIRONMENT, PROGRAM, TestCase  # noqa: E402
from client import Client  # noqa: E402

LOUD = ("error", "warning")
# A signal with a number of the trap handler between the workgroup's own halves: with that number changed it would arrive twice.
TRAP = (HERE.parent / "rules" / "reserved-barrier" / "trap.mlir").read_text()


def lint(text, *options):
    done = subprocess.run([PROGRAM, "lint", "-", "--no-config", "--min-level", "hint", "--exit-zero", "--output-format", "json", *options],
                          input=text.encode("utf-8", "surrogateescape"), capture_output=True, env=ENVIRONMENT, timeout=900)
    return json.loads(done.stdout)["findings"]


def offset(lines, place):
    return sum(map(len, lines[: place["line"] - 1])) + place["column"] - 1


def applied(text, edits):
    lines = text.splitlines(keepends=True)
    for edit in sorted(edits, key=lambda e: offset(lines, e["range"]["start"]), reverse=True):
        start, end = offset(lines, edit["range"]["start"]), offset(lines, edit["range"]["end"])
        text = text[:start] + edit["text"] + text[end:]
    return text


def loud(findings):
    """How many of each rule in each kernel; pairs of accesses are one kind, because a pair that has its barrier may lack a wait."""
    return collections.Counter(("pair" if "hazard" in f else f["rule"], f["kernel"]) for f in findings if f["level"] in LOUD)


def fixtures():
    for path in sorted(HERE.glob("cases/*.mlir")) + sorted(HERE.parent.glob("rules/*/*.mlir")):
        text = path.read_bytes().decode("utf-8", "surrogateescape")
        target = re.search(r"// RUN:.*--target[= ](\S+)", text)
        if "\r" not in text and text.isascii():
            yield path.name, text, ["--target", target.group(1)] if target else []


class Offers(TestCase):
    def test_many_loops_need_one_barrier_per_race(self):
        row = "scf.for %i{0} = %c0 to %n step %c1 {{\nmemref.store %f, %l[%tx] : memref<64xf32, 3>\n%v{0} = memref.load %l[%other] : memref<64xf32, 3>\n}}\n"
        text = ("func.func @k(%l: memref<64xf32, 3>, %f: f32, %n: index, %tx: index, %other: index) {\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n" +
                "".join(row.format(i) for i in range(30)) + "return\n}\n")
        counts = collections.Counter(tuple(len(fix["edits"]) for fix in finding["fixes"]) for finding in lint(text))
        self.assertEqual(counts, {(1,): 60})

    def test_levels_that_hold_no_barrier_do_not_keep_others_from_theirs(self):
        levels, store, load = 66, "memref.store %f, {0}[%tx] : memref<64xf32, 3>\n", "%v{1} = memref.load {0}[%other] : memref<64xf32, 3>\n"
        text = ("gpu.module @m {\ngpu.func @k(%f: f32, %n: index) workgroup(%l: memref<64xf32, 3>, %o: memref<64xf32, 3>) kernel {\n%c1 = arith.constant 1 : index\n"
                "%tx = gpu.thread_id x\n%other = arith.xori %tx, %c1 : index\n%some = arith.cmpi slt, %tx, %n : index\n" + store.format("%o") + load.format("%o", "") +
                ("scf.if %some {\n" + store.format("%l")) * levels + "".join(load.format("%l", i) + "}\n" for i in range(levels)) + "gpu.return\n}\n}\n")
        fixed = [finding["range"]["start"]["line"] for finding in lint(text) if finding["fixes"]]
        self.assertEqual(fixed, [8])

    def test_title_of_two_guesses_tells_both(self):
        kernel = (HERE.parent / "rules" / "missed-phase" / "own_copies.mlir").read_text()
        header = "// -----// IR Dump After some-pass //----- //\n"
        other = header + "module {\n  func.func @k(%l: memref<64xf32, 3>, %f: f32) {\n    gpu.barrier\n    return\n  }\n}\n"
        for before in ("", other * 3000 + header):  # alone, and in a dump that is judged in pieces
            first = before.count("\n")
            titles = {fix["title"] for finding in lint(before + kernel) for fix in finding["fixes"]}
            self.assertIn(f"insert ttng.wait_barrier before line {first + 23}, and wait for the other phase", titles)

    def test_each_offer_alone(self):
        tried = 0
        for name, text, options in fixtures():
            before = lint(text, *options)
            for finding in before:
                for fix in finding["fixes"]:
                    with self.subTest(file=name, rule=finding["rule"], fix=fix["title"]):
                        fixed = applied(text, fix["edits"])
                        self.assertNotEqual(fixed, text)
                        more = loud(lint(fixed, *options)) - loud(before)
                        self.assertFalse(more, f"new after the fix:\n{fixed}")
                        tried += 1
        self.assertGreater(tried, 100)

    def test_what_leads_to_something_new_is_not_offered(self):
        titles = [fix["title"] for finding in lint(TRAP, "--target", "gfx1250") for fix in finding["fixes"] if finding["rule"] == "reserved-barrier"]
        self.assertEqual(titles, ["remove it: the workgroup's barrier is used here already"])

    def test_a_half_moves_and_nothing_is_inserted(self):
        for name, titles in {
            "read_before_wait": ["move rocdl.s.barrier.wait before line 12"],
            "written_after_signal": ["move rocdl.s.barrier.signal behind line 11"],
            "between_halves": ["move rocdl.s.barrier.wait and its signal before line 12"],
        }.items():
            text = (HERE / "cases" / f"{name}.mlir").read_text()
            pairs = [f for f in lint(text, "--target", "gfx1250") if f["rule"] == "missing-barrier"]
            self.assertEqual([fix["title"] for fix in pairs[0]["fixes"]], titles)

    def test_the_editor_offers_the_same(self):
        client = Client([PROGRAM, "lsp"])
        self.addCleanup(client.stop)
        client.start(capabilities={"textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}}})
        client.open("// fencepost: target=gfx1250\n" + TRAP)
        everything = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
        actions = client.request("textDocument/codeAction", {"textDocument": {"uri": "file:///nowhere/k.mlir"}, "range": everything, "context": {"diagnostics": []}})
        titles = [action["title"] for action in actions]
        self.assertTrue(any(title.startswith("Remove it: the workgroup's barrier") for title in titles), titles)
        self.assertFalse(any("se the workgroup's barrier" in title for title in titles), titles)


if __name__ == "__main__":
    unittest.main()
