"""fencepost as a module: results, arguments, broken texts, threads, and `python -m fencepost`."""
import json
import os
import pathlib
import pickle
import random
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

import fencepost

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DEMO = (ROOT / "docs/demo/gemm.mlir").read_text()
GOOD = """func.func @good(%v: f32, %lds: memref<64xf32, 3>, %i: index, %j: index) -> f32 {
  memref.store %v, %lds[%i] : memref<64xf32, 3>
  gpu.barrier
  %r = memref.load %lds[%j] : memref<64xf32, 3>
  return %r : f32
}
"""
RACE = GOOD.replace("  gpu.barrier\n", "")


class Check(unittest.TestCase):
    def test_finding(self):
        race, redundant = fencepost.check(DEMO, filename="gemm.mlir")
        self.assertEqual((race.rule, race.level, race.kernel, race.file), ("missing-barrier", "error", "gemm", "gemm.mlir"))
        self.assertEqual((race.line, race.column, race.end_line, race.end_column), (29, 9, 29, 41))
        self.assertEqual((race.role, race.claim, redundant.claim), ("consumer", "unordered", "useless"))
        self.assertEqual((race.hazard.kind, race.hazard.resource, race.hazard.carried, race.hazard.distance), ("WAR", "%tile", True, 1))
        self.assertEqual(race.hazard.witness["byte"], 960)
        self.assertEqual([(place.line, place.role) for place in race.related], [(36, "producer")])
        self.assertLess(len(race.short), len(race.message))
        self.assertIsNone(redundant.hazard)
        self.assertEqual(race.data["variant"], "no-barrier")

    def test_says_what_the_program_says(self):
        """Objects and rendered text against the program's own JSON and text, over the examples of all rules."""
        program = os.environ["FENCEPOST"]
        every = sorted((ROOT / "tests/rules").glob("*/*.mlir"))
        texts = every[::9] + [path for path in every if b"IR Dump After" in path.read_bytes()]  # of dumps each cause is told once
        self.assertGreater(len(texts), 20)
        for path in texts:
            options = ["--no-config", "--exit-zero", "--min-level=hint", str(path)]
            said = json.loads(subprocess.run([program, "lint", "--output-format=json", *options], stdout=subprocess.PIPE).stdout)["findings"]
            shown = subprocess.run([program, "lint", "--color=never", *options], capture_output=True).stdout.decode()
            findings = fencepost.check(path.read_bytes(), filename=str(path), min_level="hint")
            self.assertEqual([(f.rule, f.level, f.message, f.line, f.column) for f in findings],
                             [(f["rule"], f["level"], f["message"], f["range"]["start"]["line"], f["range"]["start"]["column"]) for f in said])
            self.assertEqual([[fix.title for fix in f.fixes] for f in findings], [[fix["title"] for fix in f["fixes"]] for f in said])
            for finding in findings:
                self.assertIn(finding.rendered + "\n\n", shown)

    def test_objects_are_values(self):
        findings = fencepost.check(DEMO)
        self.assertEqual(findings, fencepost.check(DEMO))
        self.assertEqual(len({*findings, *fencepost.check(DEMO)}), 2)
        self.assertEqual(pickle.loads(pickle.dumps(findings)), findings)
        with self.assertRaises(AttributeError):
            findings[0].rule = "other"

    def test_source_places(self):
        from fencepost._findings import finding_of

        plain = fencepost.check(RACE)[0].data
        self.assertIsNone(finding_of(plain, "", "unordered", True).source)
        inner = {"file": "lib.py", "line": 3, "column": 7, "inlined_at": {"file": "kern.py", "line": 102, "column": 11, "name": "x"}}
        source = finding_of({**plain, "source": inner}, "", "unordered", True).source
        self.assertEqual((str(source), str(source.inlined_at), source.inlined_at.name), ("lib.py:3:7", "kern.py:102:11", "x"))

    def test_rendered(self):
        shown = str(fencepost.check(RACE, filename="race.mlir")[0])
        self.assertIn("missing-barrier", shown.split("\n")[0])
        self.assertIn("--> race.mlir:3:", shown)
        self.assertIn("^^^^", shown)
        self.assertNotIn("\033", shown)

    def test_arguments_reach_the_analysis(self):
        barrier = GOOD.replace("gpu.barrier", "rocdl.s.barrier.signal id = -1\n  rocdl.s.barrier.wait id = -1")
        self.assertTrue([f for f in fencepost.check(barrier, target="gfx942") if f.rule == "unavailable-barrier"])
        self.assertFalse([f for f in fencepost.check(barrier, target="gfx1201") if f.rule == "unavailable-barrier"])
        self.assertTrue(fencepost.check(RACE))
        self.assertFalse(fencepost.check(RACE, config={"ignore": ["missing-barrier"]}))
        self.assertFalse(fencepost.check(RACE, block=1))
        self.assertTrue(fencepost.check(RACE, block=(64,)))
        self.assertEqual(fencepost.check(RACE, fixes=False)[0].fixes, ())
        self.assertFalse(fencepost.check(RACE, config={"levels": {"missing-barrier": "information"}}))
        self.assertTrue(fencepost.check(RACE, config={"levels": {"missing-barrier": "information"}}, min_level="information"))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "fencepost.json")
            path.write_text('{"ignore": ["missing-barrier"]}')
            self.assertFalse(fencepost.check(RACE, config=path))
            self.assertFalse(fencepost.check(RACE, config=str(path)))
            path.write_text('{\n "ignor": []}')
            with self.assertRaisesRegex(ValueError, r'fencepost.json:2: .*ignor'):
                fencepost.check(RACE, config=path)
            path.write_text('{"perFile": {"generated/*": {"ignore": ["missing-barrier"]}}}')
            self.assertTrue(fencepost.check(RACE, config=path))
            self.assertFalse(fencepost.check(RACE, config=path, filename=f"{folder}/generated/a.mlir"))
            path.write_text("")
            with self.assertRaisesRegex(ValueError, "fencepost.json:1: "):
                fencepost.check(RACE, config=path)
            with self.assertRaisesRegex(FileNotFoundError, "no-such.json"):
                fencepost.check(RACE, config=pathlib.Path(folder, "no-such.json"))

    def test_wrong_arguments(self):
        for error, words, arguments in [
            (ValueError, "target: there is no target 'gfx94x'; did you mean 'gfx940'", {"target": "gfx94x"}),
            (TypeError, "target: str wanted, this is int", {"target": 942}),
            (ValueError, "config:1: .*targt.*target", {"config": {"targt": "gfx942"}}),
            (TypeError, "config: .*set", {"config": {"select": {1}}}),
            (TypeError, "config: the path", {"config": 5}),
            (OSError, "", {"config": ""}),
            (ValueError, "block: ", {"block": (0,)}),
            (ValueError, "block: ", {"block": (1, 2, 3, 4)}),
            (ValueError, "block: ", {"block": ()}),
            (ValueError, "block: ", {"block": (1 << 40,)}),
            (TypeError, "block: ", {"block": "256"}),
            (TypeError, "block: ", {"block": (1.5,)}),
            (ValueError, "min_level: 'bad'", {"min_level": "bad"}),
            (TypeError, "min_level: ", {"min_level": 3}),
            (TypeError, "filename: ", {"filename": 7}),
        ]:
            with self.subTest(**arguments), self.assertRaisesRegex(error, words):
                fencepost.check(RACE, **arguments)
        for text in None, 5, ["a"], bytearray(b"a"):
            with self.subTest(text=text), self.assertRaisesRegex(TypeError, "text: str or bytes wanted"):
                fencepost.check(text)
        with self.assertRaisesRegex(ValueError, "target: "):
            fencepost.fix(RACE, target="h100x")


class Compare(unittest.TestCase):
    def test_what_changed(self):
        comparison = fencepost.compare(GOOD, RACE)
        (kernel,) = comparison.kernels
        self.assertEqual((kernel.name, kernel.before.barriers, kernel.after.barriers, kernel.same), ("good", 1, 0, 0))
        self.assertEqual([f.rule for f in kernel.new], ["missing-barrier"])
        self.assertEqual((comparison.new, comparison.gone), (kernel.new, ()))
        self.assertEqual(fencepost.compare(RACE, GOOD).gone, kernel.new)
        self.assertRegex(str(comparison), r"^good: barriers 1 -> 0, 1 new, 0 gone, 0 the same\n  <text>:3:8: \w+\[missing-barrier\] ")
        self.assertEqual(str(fencepost.compare(GOOD, GOOD)), "nothing changed in 1 kernel")

    def test_says_what_the_program_says(self):
        with tempfile.TemporaryDirectory() as folder:
            old, new = pathlib.Path(folder, "old.mlir"), pathlib.Path(folder, "new.mlir")
            old.write_text(GOOD + RACE.replace("@good", "@bad") + GOOD.replace("@good", "@gone"))
            new.write_text(RACE + RACE.replace("@good", "@bad") + RACE.replace("@good", "@more").replace("64", "32"))
            program = [os.environ["FENCEPOST"], "compare", "--all", "--no-config", "--output-format=json", str(old), str(new)]
            self.assertEqual(fencepost.compare(old, new).data, json.loads(subprocess.run(program, stdout=subprocess.PIPE).stdout))
            only = {k.name: (k.was, k.before is None, k.after is None) for k in fencepost.compare(old, new).kernels}
            self.assertEqual(only["bad"], (None, False, False))

    def test_wrong_arguments(self):
        for arguments, words in (({"target": "gfx94x"}, "target"), ({"min_level": "off"}, "min_level"), ({"config": {"tagret": 1}}, "tagret")):
            with self.assertRaisesRegex(ValueError, words):
                fencepost.compare(GOOD, RACE, **arguments)
        with self.assertRaises(TypeError):
            fencepost.compare(GOOD, 3)


class Configuration(unittest.TestCase):
    def test_extends_and_least_level(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "base.json").write_text('{"minLevel": "error", "levels": {"missing-barrier": "warning"}}')
            path = pathlib.Path(folder, "fencepost.json")
            path.write_text('{"extends": "base.json"}')
            self.assertEqual(fencepost.check(DEMO, config=path), [])
            self.assertEqual(len(fencepost.check(DEMO, config=path, min_level="warning")), 2)
            path.write_text('{"extends": "none.json"}')
            with self.assertRaisesRegex(ValueError, "fencepost.json:1: .*no such file"):
                fencepost.check(DEMO, config=path)


class Fix(unittest.TestCase):
    def test_fix(self):
        self.assertEqual(fencepost.check(fencepost.fix(DEMO)), [])
        self.assertIsInstance(fencepost.fix(DEMO), str)
        self.assertEqual(fencepost.fix(DEMO.encode()), fencepost.fix(DEMO).encode())
        self.assertEqual(fencepost.fix(GOOD), GOOD)
        self.assertIn("barrier", fencepost.fix(RACE, target="gfx942"))

    def test_nothing_else_changes(self):
        for text in "", "\0", "prose\r\n", "%\udc80", "// \u00e9\u4e2d\U0001f600\n" + GOOD:
            self.assertEqual(fencepost.fix(text), text)
        self.assertEqual(fencepost.fix(b"\xff\xfe\0{"), b"\xff\xfe\0{")

    def test_edits_of_a_finding_are_its_fix(self):
        lines = RACE.split("\n")
        (edit,) = fencepost.check(RACE)[0].fixes[0].edits
        self.assertEqual((edit.line, edit.column), (edit.end_line, edit.end_column))
        line = lines[edit.line - 1]
        lines[edit.line - 1] = line[: edit.column - 1] + edit.text + line[edit.column - 1 :]
        self.assertEqual(fencepost.check("\n".join(lines)), [])


class Assertion(unittest.TestCase):
    class Kernel:
        """What Triton hands out."""

        class metadata:
            name = "gemm_kernel"

        def __init__(self, **asm):
            self.asm = asm

    class Module:
        def __init__(self, text):
            self.text = text

        def __str__(self):
            return self.text

    def test_forms(self):
        for form in str, str.encode, self.Module, lambda text: self.Kernel(ttgir=text), lambda text: self.Kernel(ttir=text), lambda text: {"ttgir": text}:
            fencepost.assert_no_races(form(GOOD))
            with self.assertRaises(fencepost.RacesFound) as caught:
                fencepost.assert_no_races(form(RACE))
            self.assertEqual([f.rule for f in caught.exception.findings], ["missing-barrier"])
            self.assertIn("^^^^", str(caught.exception))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "race.mlir")
            path.write_text(RACE)
            with self.assertRaisesRegex(AssertionError, "race.mlir:3:"):
                fencepost.assert_no_races(path)

    def test_a_kernel_without_shared_memory_is_clean(self):
        fencepost.assert_no_races("func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}\n")

    def test_names(self):
        with self.assertRaisesRegex(AssertionError, "--> gemm_kernel.ttgir:3:"):
            fencepost.assert_no_races(self.Kernel(ttgir=RACE, llir="", ptx=""))
        with self.assertRaisesRegex(AssertionError, "--> k.mlir:3:"):
            fencepost.assert_no_races(RACE, filename="k.mlir")

    def test_what_counts(self):
        redundant = GOOD.replace("gpu.barrier", "gpu.barrier\n  gpu.barrier")
        self.assertEqual([f.rule for f in fencepost.check(redundant)], ["redundant-barrier"])
        fencepost.assert_no_races(redundant)
        unsure = RACE.replace("64xf32", "?xf32")
        self.assertEqual([f.level for f in fencepost.check(unsure)], ["warning"])
        fencepost.assert_no_races(unsure, level="error")
        with self.assertRaises(AssertionError):
            fencepost.assert_no_races(unsure)
        with self.assertRaises(AssertionError):
            fencepost.assert_no_races(RACE + "}}}")

    def test_nothing_to_judge(self):
        for nothing, words in [
            ("kernel.mlir", "nothing to judge in <text>: .*pathlib.Path"),
            ("", "nothing to judge in <text>: "),
            ("prose\n", "nothing to judge in <text>: "),
            ("module {\n}\n", "nothing to judge in <text>: .*function"),
            (self.Kernel(ptx="", cubin=""), "ptx, cubin"),
        ]:
            with self.subTest(words=words), self.assertRaisesRegex(ValueError, words):
                fencepost.assert_no_races(nothing)
        for nothing in None, 5, [GOOD]:
            with self.subTest(nothing=nothing), self.assertRaisesRegex(TypeError, "a compiled Triton kernel"):
                fencepost.assert_no_races(nothing)
        with self.assertRaisesRegex(ValueError, "level: 'races'"):
            fencepost.assert_no_races(GOOD, level="races")
        with self.assertRaises(FileNotFoundError):
            fencepost.assert_no_races(pathlib.Path("no-such.mlir"))


    def test_a_verdict_that_rests_on_unknown_ops_is_a_warning(self):
        unknown = GOOD.replace("  gpu.barrier\n", '  "acme.exchange"(%lds) : (memref<64xf32, 3>) -> ()\n  gpu.barrier\n')
        with self.assertWarnsRegex(fencepost.NotJudged, r"^x.mlir:\d+: kernel good could not be judged: .*acme.exchange"):
            fencepost.assert_no_races(unknown, filename="x.mlir")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            fencepost.assert_no_races(GOOD)


class Broken(unittest.TestCase):
    def test_any_bytes(self):
        chance = random.Random(1)
        data = DEMO.encode()
        for _ in range(60):
            damaged = bytearray(data[: chance.randrange(len(data))])
            for _ in range(chance.randrange(8)):
                damaged[chance.randrange(len(damaged) or 1) : 0] = bytes(chance.randrange(256) for _ in range(chance.randrange(4)))
            for finding in fencepost.check(bytes(damaged), min_level="hint"):
                self.assertTrue(finding.rendered)
            fencepost.fix(bytes(damaged))

    def test_shapes(self):
        for text in "\ud800", "\0" * 100, "{" * 20000, '"' * 9999, "func.func @f() {" * 2000, GOOD * 300, "x" * 2_000_000, GOOD.replace("\n", "\r"):
            self.assertIsInstance(fencepost.check(text), list)


class Threads(unittest.TestCase):
    def test_a_small_stack_is_enough(self):
        nested = "func.func @f(%c: i1) {\n" + "scf.if %c {\n" * 20000 + "}\n" * 20000 + "return }\n"
        usual = threading.stack_size(256 * 1024)
        try:
            thread = threading.Thread(target=lambda: (fencepost.check(nested), fencepost.fix(nested)))
            thread.start()
            thread.join()
        finally:
            threading.stack_size(usual)

    def test_same_answers_from_many_threads(self):
        texts = [DEMO, GOOD, RACE, DEMO * 3, "{", fencepost.fix(DEMO)]
        alone = [fencepost.check(text) for text in texts]
        wrong = []

        def work(seed):
            chance = random.Random(seed)
            for _ in range(12):
                index = chance.randrange(len(texts))
                if fencepost.check(texts[index]) != alone[index] or fencepost.fix(DEMO) != texts[5]:
                    wrong.append(index)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_other_threads_run_meanwhile(self):
        """While one thread checks a large text, this one wakes up many times: a call that held the interpreter would let it wake up once."""
        large = "\n".join(GOOD.replace("@good", f"@good{i}") for i in range(4000))
        wakings = 0
        thread = threading.Thread(target=fencepost.check, args=(large,), kwargs={"fixes": False})
        thread.start()
        while thread.is_alive():
            time.sleep(0.002)
            wakings += 1
        self.assertGreater(wakings, 10)


class Program(unittest.TestCase):
    def test_python_m(self):
        """Laid out as `pip install --target` does: the program in bin/ beside the package."""
        package = pathlib.Path(fencepost.__file__).parent
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(package, pathlib.Path(folder, "fencepost"))
            environment = {**os.environ, "PYTHONPATH": folder}
            command = [sys.executable, "-m", "fencepost"]
            pathlib.Path(folder, "bin").mkdir()
            pathlib.Path(folder, "bin/fencepost").write_text("#!/bin/sh\nexec \"$FENCEPOST\" \"$@\"\n")
            pathlib.Path(folder, "bin/fencepost").chmod(0o755)
            done = subprocess.run([*command, "--version"], env=environment, stdout=subprocess.PIPE)
            self.assertEqual((done.returncode, done.stdout.decode()), (0, f"fencepost {fencepost.__version__}\n"))
            done = subprocess.run([*command, "lint", "-"], env=environment, input=RACE.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual(done.returncode, 1)


unittest.main()
