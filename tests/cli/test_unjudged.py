"""Silence never reads as "clean": what could not be judged is said in every format, counted, and can fail a job."""
import gzip
import json
import shutil
import subprocess
import unittest
import xml.etree.ElementTree
import cli

RACE = (cli.HERE / "files" / "race.mlir").read_text()
PYTHON = "import triton\n\n@triton.jit\ndef kernel(x):\n    return x  # it's\n"
HOST = "func.func @main(%x: f32) -> f32 {\n  return %x : f32\n}\n"
TEACHES = {"ops": [{"name": "acme.put", "like": "memref.store"}]}


def unknown(text):
    """The kernel with an op that no table knows in the place of its store."""
    return text.replace("memref.store %v, %lds", "acme.put %v, %lds")


class Unjudged(cli.TestCase):
    def unjudged(self, *arguments, **more):
        report = self.findings(*arguments, **more)
        self.assertEqual(report["summary"]["unjudged"], len(report["unjudged"]))
        return [(entry["file"], entry.get("line"), entry.get("kernel"), entry["reason"]) for entry in report["unjudged"]]

    def assert_said(self, result, *words, code=cli.CLEAN):
        self.assertEqual(result.code, code, result.err)
        for word in words:
            self.assertIn(word, result.err)

    def test_prose(self):
        self.write("a.mlir", "hello world\n")
        self.assertEqual(self.unjudged("a.mlir"), [("a.mlir", None, None, "nothing in it is MLIR")])
        self.assert_said(self.lint("a.mlir"), "a.mlir: not judged: nothing in it is MLIR", "1 not judged")
        self.assert_said(self.lint("a.mlir", "--fail-unjudged"), "error: a.mlir", code=cli.FINDINGS)
        self.assert_said(self.lint("a.mlir", "--fail-unjudged", "--exit-zero"), "error: a.mlir")
        self.assertEqual(self.lint("a.mlir", "--quiet").err, "")

    def test_another_language_is_an_error(self):
        self.write("kernel.py", PYTHON)
        result = self.lint("kernel.py", "--output-format", "concise")
        self.assertEqual(result.code, cli.FINDINGS)
        self.assertIn("kernel.py:1:1: error[syntax-error] this is Python, not MLIR", result.out)
        self.assertEqual(result.out.count("\n"), 1)
        self.assertEqual([entry[1] for entry in self.unjudged("kernel.py")], [1])
        self.assertNotIn("not judged:", result.err)  # the finding says it

    def test_no_function_and_no_op(self):
        self.write("empty.mlir", "// a comment\n")
        self.write("alias.mlir", "#map = affine_map<(d0) -> (d0)>\n")
        self.assertEqual(self.unjudged("alias.mlir", "empty.mlir"), [("alias.mlir", None, None, "there is no function in it"),
                                                                     ("empty.mlir", None, None, "there is no op in it")])

    def test_no_kernel_in_the_whole_run(self):
        self.write("folder/a.mlir", HOST)
        self.assertEqual(self.unjudged("folder/a.mlir"),
                         [("folder/a.mlir", None, None, "its function neither touches workgroup memory nor synchronises")])
        self.write("folder/b.mlir", HOST)
        self.assertEqual(self.unjudged("folder"),
                         [("folder", None, None, "none of 2 functions touches workgroup memory or synchronises")])
        self.write("folder/c.mlir", RACE)
        self.assertEqual(self.unjudged("folder"), [])

    def test_nested_too_deeply(self):
        nest = "    scf.for %i = %t to %t step %t {\n" * 200 + "    gpu.barrier\n" + "    }\n" * 200
        self.write("deep.mlir", RACE.replace("    gpu.barrier\n", nest))
        self.assertEqual([entry[3] for entry in self.unjudged("deep.mlir")], ["regions are nested too deeply: what is inside of this scf.for is not looked at"])

    def test_unknown_op(self):
        self.write("race.mlir", RACE)
        self.assertEqual(self.lint("race.mlir").code, cli.FINDINGS)
        self.write("race.mlir", unknown(RACE))
        self.assertIn("acme.put", (self.folder / "race.mlir").read_text())
        entries = self.unjudged("race.mlir")
        self.assertEqual(len(entries), 1)
        self.assertEqual(entries[0][0], "race.mlir")
        self.assertIn("acme.put, which no table knows", entries[0][3])
        self.assertTrue(entries[0][1] and entries[0][2])
        self.assert_said(self.lint("race.mlir"), "race.mlir:%d: kernel " % entries[0][1])
        self.assertEqual(self.lint("race.mlir", "--fail-unjudged").code, cli.FINDINGS)
        self.write("fencepost.json", json.dumps(TEACHES))
        self.assertEqual(self.unjudged("race.mlir"), [])
        self.assertEqual(self.lint("race.mlir").code, cli.FINDINGS)  # taught what the op does, it finds the race

    def test_an_excuse_counts(self):
        text = "".join(line + "  // fencepost: ignore[unknown-op, missing-barrier] it locks\n" if "acme.put" in line else line + "\n"
                       for line in unknown(RACE).splitlines())
        self.write("race.mlir", text)
        self.assertEqual(self.unjudged("race.mlir", "--min-level", "error"), [])

    def test_misspelt_barrier(self):
        self.write("a.mlir", "gpu.func @k(%s: memref<4xf32, 3>) kernel {\n  amdgpu.lds_barier\n  %t = gpu.thread_id x\n"
                             "  %v = memref.load %s[%t] : memref<4xf32, 3>\n  gpu.return\n}\n")
        result = self.lint("a.mlir", "--output-format", "concise")
        self.assertIn("a.mlir:2:3: warning[unknown-op] unknown op amdgpu.lds_barier; did you mean amdgpu.lds_barrier?", result.out)
        self.assertIn("did you mean amdgpu.lds_barrier?", self.unjudged("a.mlir")[0][3])

    def test_every_format(self):
        self.write("a.mlir", "hello world\n")
        self.write("race.mlir", unknown(RACE))
        formats = {name: self.lint(".", "--output-format", name, "--fail-unjudged") for name in
                   ("full", "concise", "json", "sarif", "github", "gitlab", "junit")}
        for name, result in formats.items():
            with self.subTest(name):
                self.assert_said(result, "a.mlir: not judged: nothing in it is MLIR", "acme.put", code=cli.FINDINGS)
        sarif = json.loads(formats["sarif"].out)["runs"][0]
        self.assertEqual(sarif["properties"], {"unjudged": 2})
        self.assertTrue(sarif["invocations"][0]["executionSuccessful"])
        notes = sarif["invocations"][0]["toolExecutionNotifications"]
        self.assertEqual([note["descriptor"]["id"] for note in notes], ["unjudged", "unjudged"])
        self.assertIn("::notice file=a.mlir,title=not judged::nothing in it is MLIR\n", formats["github"].out)
        self.assertEqual({entry["check_name"] for entry in json.loads(formats["gitlab"].out)}, {"not-judged"})
        self.assertEqual(len(xml.etree.ElementTree.fromstring(formats["junit"].out).findall(".//skipped")), 2)

    def test_fixing_and_comparing_say_it_too(self):
        self.write("a.mlir", "hello world\n")
        self.write("race.mlir", unknown(RACE))
        for run in ("fix", "a.mlir", "race.mlir"), ("fix", "--diff", "a.mlir", "race.mlir"), ("compare", "a.mlir", "race.mlir"):
            with self.subTest(run):
                result = self.run_program(*run)
                self.assertIn("a.mlir: not judged: nothing in it is MLIR", result.err)
                self.assertRegex(result.err, r"race.mlir: kernel \S+, not judged: .*acme.put")
        self.assertNotIn("not judged", self.run_program("fix", "--quiet", "a.mlir").err)

    def test_gitlab_with_findings(self):
        self.write("a.mlir", "hello world\n")
        self.write("race.mlir", RACE)
        names = [entry["check_name"] for entry in json.loads(self.lint(".", "--output-format", "gitlab").out)]
        self.assertEqual(names, ["missing-barrier", "redundant-barrier", "not-judged"])

    def test_unreadable_files_leave_a_trace(self):
        self.write("race.mlir", RACE)
        self.write("bytecode.mlir", b"ML\xefR\x0d\x01")
        self.assertEqual(self.unjudged("."), [("bytecode.mlir", None, None, "MLIR bytecode; 'mlir-opt FILE' turns it into text")])
        run = json.loads(self.lint(".", "--output-format", "sarif").out)["runs"][0]["invocations"][0]
        self.assertFalse(run["executionSuccessful"])
        self.assertEqual(run["toolExecutionNotifications"][0]["level"], "error")

    def test_paths_that_are_not_there_leave_a_trace(self):
        self.write("race.mlir", RACE)
        (self.folder / "gone.mlir").symlink_to("nowhere")
        told = self.unjudged("race.mlir", "nothere.mlir", "gone.mlir")
        self.assertEqual(told, [("nothere.mlir", None, None, "no such file or directory"), ("gone.mlir", None, None, "a symbolic link to nothing")])
        run = json.loads(self.lint("race.mlir", "nothere.mlir", "--output-format", "sarif").out)["runs"][0]["invocations"][0]
        self.assertFalse(run["executionSuccessful"])

    def test_many_are_counted(self):
        for i in range(30):
            self.write(f"{i:02}.mlir", "hello world\n")
        result = self.lint(".")
        self.assertEqual(result.err.count("not judged:"), 20)
        self.assertIn("10 more could not be judged", result.err)
        self.assertEqual(self.lint(".", "--verbose").err.count("not judged:"), 30)

    def test_prose_around_a_module(self):
        self.write("log.mlir", "+ mlir-opt x.mlir\nrunning\n" + RACE + "Done in 3.2s\n")
        result = self.lint("log.mlir", "--output-format", "concise", "--select", "missing-barrier")
        self.assertIn("log.mlir: 3 lines that are no MLIR, passed over", result.err)
        self.assertEqual(result.out.count("\n"), 1)
        self.assertIn("missing-barrier", result.out)


class Stage(cli.TestCase):
    """A Triton kernel without barriers: its membar pass is still to come, or has forgotten one. Who knows can say."""

    def setUp(self):
        super().setUp()
        awaiting = (cli.HERE.parent / "rules/missing-barrier/awaiting_membar.mlir").read_text()
        store = next(line for line in awaiting.splitlines(True) if "ttg.local_store" in line)
        load = next(line for line in awaiting.splitlines(True) if "ttg.local_load" in line)
        self.write("none.mlir", awaiting)
        awaiting = awaiting.replace("local_alloc :", "local_alloc {allocation.offset = 0 : i32} :")
        self.write("some.mlir", awaiting.replace(load, load + "    ttg.barrier local\n" + store + load.replace("%y", "%z")))

    def levels(self, name, *options):
        return [f["level"] for f in self.findings(name, "--select", "missing-barrier", "--min-level", "information", *options)["findings"]]

    def test_option_and_key(self):
        told = {"auto": (["information"], ["error", "error"]), "placed": (["error"], ["error", "error"]),
                "pending": (["information"], ["information"])}
        for barriers, (none, some) in told.items():
            self.assertEqual((self.levels("none.mlir", "--barriers", barriers), self.levels("some.mlir", "--barriers", barriers)), (none, some))
            self.write("fencepost.json", json.dumps({"barriers": barriers}))
            self.assertEqual((self.levels("none.mlir"), self.levels("some.mlir")), (none, some))
            self.assertEqual(self.levels("none.mlir", "--barriers", "placed"), ["error"])

    def test_wrong_value(self):
        self.assert_one_line(self.lint("none.mlir", "--barriers", "soon"), "'soon'", "pending")
        self.write("fencepost.json", '{"barriers": "soon"}')
        self.assert_one_line(self.lint("none.mlir"), "fencepost.json:1:", '"barriers"', "pending")

    def test_what_is_not_shown_is_counted(self):
        result = self.lint("none.mlir")
        self.assertEqual((result.code, result.out), (cli.CLEAN, ""))
        self.assertEqual(result.err, "no findings in 1 file (1 kernel; 1 more with --min-level hint)\n")
        self.assertEqual(self.lint("none.mlir", "--quiet").err, "")


class Folders(cli.TestCase):
    def files(self, *arguments):
        return [finding["file"] for finding in self.findings(*arguments, "--select", "missing-barrier")["findings"]]

    def test_suffixes(self):
        for name in ("a.mlir", "b.ttgir", "c.ttir", "d.txt", "e.mlir.txt", "f.llir"):
            self.write(name, RACE)
        self.assertEqual(self.files("."), ["a.mlir", "b.ttgir", "c.ttir"])

    def test_include(self):
        for name in ("a.mlir", "d.txt", "sub/e.txt", "sub/dump/f.log", "other/g.log", "sub/x.txt"):
            self.write(name, RACE)
        self.write("fencepost.json", '{"include": ["*.txt", "sub/dump/**", "!x.txt"]}')
        self.assertEqual(self.files("."), ["a.mlir", "d.txt", "sub/dump/f.log", "sub/e.txt"])
        self.assertEqual(self.files("sub"), ["sub/dump/f.log", "sub/e.txt"])
        self.assertEqual(self.files(".", "--no-config"), ["a.mlir"])
        self.write(".gitignore", "d.txt\n")
        (self.folder / ".git").mkdir()
        self.assertEqual(self.files("."), ["a.mlir", "sub/dump/f.log", "sub/e.txt"])

    def test_include_must_be_a_list(self):
        self.write("a.mlir", RACE)
        self.write("fencepost.json", '{"include": "*.txt"}')
        self.assert_one_line(self.lint("."), 'fencepost.json:1: "include" must be a list of globs')

    def test_nothing_to_read(self):
        self.write("folder/a.mlirbc", b"ML\xefR")
        result = self.lint("folder", "--fail-unjudged")
        self.assertEqual(result.code, cli.FINDINGS)
        self.assertIn("folder: no .mlir, .ttgir or .ttir files in this folder, but 1 .mlirbc (MLIR bytecode", result.err)
        self.assertEqual(self.findings("folder")["summary"]["unjudged"], 1)

    def test_all_excluded(self):
        self.write("folder/a.mlir", RACE)
        self.write("folder/fencepost.json", '{"exclude": ["*.mlir"]}')
        self.assertEqual(self.findings("folder")["unjudged"], [{"file": "folder", "reason": "the configuration excludes every file"}])


class Packed(cli.TestCase):
    def test_gzip(self):
        self.write("race.mlir.gz", gzip.compress(RACE.encode()) + gzip.compress(b"// behind it\n"))
        self.assertIn("missing-barrier", self.lint("race.mlir.gz", "--output-format", "concise").out)
        self.assertEqual(self.lint("-", stdin=gzip.compress(RACE.encode())).code, cli.FINDINGS)

    @unittest.skipUnless(shutil.which("zstd"), "no zstd here")
    def test_zstd(self):
        self.write("race.mlir", RACE)
        subprocess.run(["zstd", "-q", "race.mlir"], cwd=self.folder, check=True)
        self.assertIn("missing-barrier", self.lint("race.mlir.zst", "--output-format", "concise").out)

    def test_damaged(self):
        packed = gzip.compress(RACE.encode())
        for cut in (3, 12, len(packed) // 2, len(packed) - 1):
            self.write("race.mlir.gz", packed[:cut])
            self.assert_one_line(self.lint("race.mlir.gz"), "gzip", "damaged or cut off")
        self.write("race.mlir.gz", gzip.compress(b"\x7fELF\x02\x01"))
        self.assert_one_line(self.lint("race.mlir.gz"), "ELF")

    def test_others_say_how(self):
        self.write("a.mlir.xz", b"\xfd7zXZ\x00")
        self.assert_one_line(self.lint("a.mlir.xz"), "xz", "'xz -dc FILE | fencepost lint -'")

    def test_fix_does_not_unpack_in_place(self):
        packed = gzip.compress(RACE.encode())
        path = self.write("race.mlir.gz", packed)
        result = self.run_program("fix", "race.mlir.gz")
        self.assertEqual(result.code, cli.FAILED)
        self.assertIn("race.mlir.gz: a compressed file (gzip) is not changed; --diff shows", result.err)
        self.assertEqual(path.read_bytes(), packed)
        self.assertIn("+++ b/race.mlir.gz", self.run_program("fix", "--diff", "race.mlir.gz").out)


cli.main()
