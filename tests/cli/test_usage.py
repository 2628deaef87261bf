"""Options, operands, exit status: what a script relies on."""
import os
import pty
import re
import subprocess
import threading
import time
import unittest
import cli


class Usage(cli.TestCase):
    def test_without_arguments_help(self):
        result = self.run_program()
        self.assertEqual(result.code, cli.FAILED)  # a run that did nothing must not pass for a clean one
        self.assertIn("usage: fencepost COMMAND", result.out)
        self.assertEqual(result.out, self.run_program("--help").out)

    def test_help_of_every_command(self):
        listed = [line.split()[0] for line in self.run_program("--help").out.split("Commands\n")[1].split("\n\n")[0].splitlines()]
        self.assertIn("lint", listed)
        for command in listed:
            result = self.run_program(command, "--help")
            self.assertEqual(result.code, cli.CLEAN)
            self.assertTrue(result.out.startswith(f"fencepost {command}: "), result.out)

    def test_help_wins_over_wrong_operands(self):
        self.assertEqual(self.run_program("dump", "--help").code, cli.CLEAN)

    def test_version(self):
        for word in ("--version", "-V"):
            self.assertRegex(self.run_program(word).out, r"^fencepost \d+\.\d+\.\d+\n$")

    def test_nearest_words(self):
        for arguments, words in [
            (["lnt"], ["'lnt'", "'lint'"]),
            (["shwo"], ["'shwo'", "'show'"]),
            (["lint", "--taget", "gfx942"], ["'--taget'", "'--target'"]),
            (["lint", "--output-formt=json"], ["'--output-formt'", "'--output-format'"]),
            (["lint", "--output-format", "jsn"], ["'jsn'", "'json'"]),
            (["lint", "--target", "gfx9422x", "."], ["'gfx9422x'"]),
            (["lint", "--target", "gfx924", "."], ["'gfx924'", "did you mean 'gfx9"]),
            (["lint", "--select", "missing-barier"], ["'missing-barier'", "'missing-barrier'"]),
            (["lint", "--ignore", "missing-barrier,redundant-barriers"], ["'redundant-barriers'", "'redundant-barrier'"]),
            (["lint", "--fail-level", "warn"], ["'warn'", "'warning'"]),
            (["lint", "--select", "foo"], ["'foo'", "'fencepost explain' lists the rules"]),
            (["explain", "mising-barrier"], ["'mising-barrier'", "'missing-barrier'"]),
            (["explain", "missing-barier"], ["did you mean 'missing-barrier'?"]),
            (["explain", "foo"], ["'foo'", "'fencepost explain' lists the rules"]),
            (["targets", "gfx9422"], ["'gfx9422'"]),
            (["targets", "foo"], ["'foo'", "'fencepost targets' lists the targets"]),
            (["ops", "foo"], ["'foo'", "'fencepost ops' lists the ops"]),
            (["ops", "memref.laod"], ["'memref.laod'", "'memref.load'"]),
            (["dump", "x.mlir", "--stage", "kernal"], ["'kernal'", "'kernel'"]),
        ]:
            with self.subTest(arguments):
                self.assert_one_line(self.run_program(*arguments), *words)

    def test_wrong_usage(self):
        self.copy("clean.mlir")
        for arguments, words in [
            (["clean.mlir"], ["fencepost lint clean.mlir"]),
            (["lint", "--nonsense"], ["--nonsense", "fencepost lint --help"]),
            (["lint", "-x"], ["'-x'"]),
            (["lint", "--quiet=yes"], ["--quiet", "no value"]),
            (["lint", "--target"], ["--target", "CHIP"]),
            (["lint", "--config="], ["--config", "FILE"]),
            (["lint", "--jobs", "0"], ["--jobs", "'0'"]),
            (["lint", "--jobs=many"], ["--jobs", "'many'"]),
            (["lint", "--jobs", "99999999999999999999"], ["--jobs"]),
            (["dump"], ["FILE"]),
            (["dump", "a", "b"], ["'b'"]),
            (["explain", "missing-barrier", "more"], ["'more'"]),
            (["explain", "missing-barrier", "--at", "clean.mlir:1"], ["not both"]),
            (["explain", "--at", "clean.mlir"], ["FILE:LINE"]),
            (["explain", "--at", "clean.mlir:0"], ["FILE:LINE"]),
            (["explain", "--at", "clean.mlir:99"], ["only", "lines"]),
            (["explain", "--at", "no.mlir:1"], ["no.mlir"]),
            (["explain", "--at", ".:1"], [".:", "a folder, not a file"]),
            (["show", "."], [".:", "a folder, not a file"]),
            (["--target", "gfx942", "lint"], ["--target"]),
            (["lsp", "--output-file", "out"], ["--output-file", "fencepost lsp --help"]),  # its output is the protocol
        ]:
            with self.subTest(arguments):
                self.assert_one_line(self.run_program(*arguments), *words)

    def test_options_before_and_after(self):
        self.copy("race.mlir")
        expected = self.lint("race.mlir", "--output-format", "concise", "--color", "always").out
        self.assertIn("\033[", expected)
        for arguments in (["--color", "always", "lint", "--output-format=concise", "race.mlir"],
                          ["lint", "--color=always", "--output-format", "concise", "--", "race.mlir"]):
            self.assertEqual(self.run_program(*arguments).out, expected)

    def test_operand_that_looks_like_an_option(self):
        self.write("-x.mlir", (cli.HERE / "files" / "race.mlir").read_bytes())
        result = self.lint("--output-format", "concise", "--", "-x.mlir")
        self.assertIn("-x.mlir:9:", result.out)


class ExitStatus(cli.TestCase):
    def setUp(self):
        super().setUp()
        self.copy("race.mlir", "clean.mlir")

    def test_levels(self):
        self.assertEqual(self.lint("clean.mlir").code, cli.CLEAN)
        self.assertEqual(self.lint("race.mlir").code, cli.FINDINGS)
        self.assertEqual(self.lint("race.mlir", "--exit-zero").code, cli.CLEAN)
        self.assertEqual(self.lint("race.mlir", "clean.mlir").code, cli.FINDINGS)
        self.assertEqual(self.lint("race.mlir", "nothing.mlir").code, cli.FAILED)
        self.assertEqual(self.lint("race.mlir", "nothing.mlir", "--exit-zero").code, cli.FAILED)

    def test_fail_level(self):
        warnings = ["race.mlir", "--select", "redundant-barrier"]
        self.assertEqual(self.lint(*warnings).code, cli.FINDINGS)
        self.assertEqual(self.lint(*warnings, "--fail-level", "error").code, cli.CLEAN)
        self.assertEqual(self.lint(*warnings, "--fail-level", "hint").code, cli.FINDINGS)

    def test_min_level_hides(self):
        self.write("mixed.mlir", (self.folder / "race.mlir").read_text() + ")\n")  # a syntax error behind it
        report = self.findings("mixed.mlir", "--min-level", "error")
        self.assertEqual({finding["level"] for finding in report["findings"]}, {"error"})
        self.assertEqual(report["summary"]["warnings"], 0)
        self.assertGreater(self.findings("mixed.mlir", "--min-level", "warning")["summary"]["warnings"], 0)
        self.assertEqual(self.lint("race.mlir", "--select", "redundant-barrier", "--min-level", "error").code, cli.CLEAN)

    def test_good_kernels_are_silent(self):
        self.write("quiet.mlir", """gpu.module @kernels {
  gpu.func @same(%v: f32) workgroup(%lds: memref<f32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    memref.store %v, %lds[] : memref<f32, 3>
    gpu.return
  }
}
""")
        run = self.lint("quiet.mlir", "--verbose")
        self.assertEqual((run.code, run.out), (cli.CLEAN, ""))
        self.assertIn("1 more with --min-level hint", run.err)
        self.assertIn("racing-store", self.lint("quiet.mlir", "--min-level", "information").out)
        self.assertEqual(self.lint("quiet.mlir", "--fail-level", "information").code, cli.FINDINGS)
        self.assertIn("unexpected information", self.lint("quiet.mlir", "--verify-diagnostics").out)

    def test_rules(self):
        def rules(*arguments):
            return {finding["rule"] for finding in self.findings("race.mlir", *arguments)["findings"]}
        self.assertEqual(rules("--select", "missing-barrier"), {"missing-barrier"})
        self.assertEqual(rules("--select=missing-barrier, redundant-barrier"), {"missing-barrier", "redundant-barrier"})
        self.assertEqual(rules("--select", "missing-barrier", "--select", "redundant-barrier"), {"missing-barrier", "redundant-barrier"})
        self.assertEqual(rules("--select", "missing-barrier", "--extend-select", "redundant-barrier"), {"missing-barrier", "redundant-barrier"})
        self.assertNotIn("missing-barrier", rules("--ignore", "missing-barrier"))
        self.assertIn("redundant-barrier", rules("--ignore", "missing-barrier"))
        self.assertEqual(rules("--ignore", "all"), set())
        self.assertEqual(rules("--select", "all", "--ignore", "all"), set())


def has_terminals():
    """A container may come without /dev/pts."""
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError:
        return False
    return True


on_terminals = unittest.skipUnless(has_terminals(), "skipped: no pseudo-terminals on this machine")


class Streams(cli.TestCase):
    def setUp(self):
        super().setUp()
        self.copy("race.mlir", "clean.mlir")

    def test_summary_goes_to_standard_error(self):
        result = self.lint("race.mlir")
        self.assertRegex(result.err, r"^found (2 warnings|1 error and 1 warning) in 1 file \(1 kernel\)\n")
        self.assertIn("fencepost explain", result.err)
        self.assertNotIn("found", result.out)
        self.assertEqual(self.lint("race.mlir", "--quiet").err, "")
        self.assertEqual(self.lint("race.mlir", "--output-format", "json").err, "")

    @on_terminals
    def test_clean_run_is_silent_unless_on_a_terminal(self):
        result = self.lint("clean.mlir")
        self.assertEqual((result.out, result.err), ("", ""))
        self.assertIn("no findings in 1 file (1 kernel)", self.on_terminal("lint", "clean.mlir", "--color", "never"))

    def on_terminal(self, *arguments, env=None):
        main, side = pty.openpty()
        process = subprocess.Popen([cli.PROGRAM, *arguments], stdin=side, stdout=side, stderr=side, cwd=self.folder,
                                   env={**cli.ENVIRONMENT, "TERM": "xterm", **(env or {})})
        os.close(side)
        text = b""
        while True:
            try:
                part = os.read(main, 65536)
            except OSError:  # the program has gone
                break
            if not part:
                break
            text += part
        os.close(main)
        process.wait(cli.TIMEOUT_S)
        return text.decode()

    @on_terminals
    def test_progress_on_a_terminal(self):
        os.mkfifo(self.folder / "slow.mlir")
        writer = threading.Thread(target=lambda: (time.sleep(1.5), (self.folder / "slow.mlir").write_bytes(b"// at last\n")))
        writer.start()
        text = self.on_terminal("lint", "slow.mlir", "clean.mlir")
        writer.join()
        self.assertIn("\r\033[Kchecked 1 of 2 files, 1 s", text)
        self.assertRegex(text, r"\r\x1b\[K[^\r]*not judged[^\r]*\r\n[^\r]*no findings[^\r]* in 2 files \(1 kernel; 1 not judged\)\r\n$")  # it is wiped before anything else is said

    @on_terminals
    def test_colors(self):
        self.assertNotIn("\033[", self.lint("race.mlir").out)
        self.assertIn("\033[", self.lint("race.mlir", "--color", "always").out)
        self.assertIn("\033[", self.on_terminal("lint", "race.mlir"))
        self.assertNotIn("\033[", self.on_terminal("lint", "race.mlir", env={"NO_COLOR": "1"}))
        self.assertIn("\033[", self.on_terminal("lint", "race.mlir", env={"NO_COLOR": ""}))
        self.assertNotIn("\033[", self.on_terminal("lint", "race.mlir", env={"TERM": "dumb"}))
        self.assertNotIn("\033[", self.on_terminal("lint", "race.mlir", "--color", "never"))
        self.assertIn("\033[", self.on_terminal("lint", "race.mlir", "--color", "always", env={"NO_COLOR": "1"}))

    def test_width_without_a_terminal(self):
        wide, narrow = (self.run_program("lint", "race.mlir", env={"COLUMNS": columns}).out.splitlines() for columns in ("9", "60"))
        self.assertGreater(max(map(len, wide)), 80)
        self.assertLessEqual(max(len(line) for line in narrow if line.startswith(" ")), 60)  # first lines are for lists, and stay whole
        self.assertEqual(" ".join(" ".join(wide).split()), " ".join(" ".join(narrow).split()), "nothing is lost")

    def test_output_file(self):
        expected = self.lint("race.mlir").out
        result = self.lint("race.mlir", "--output-file", "out.txt")
        self.assertEqual((result.code, result.out), (cli.FINDINGS, ""))
        self.assertEqual((self.folder / "out.txt").read_text(), expected)
        self.assert_one_line(self.lint("race.mlir", "--output-file", "no/such/folder"), "no/such/folder")
        self.assert_one_line(self.lint("race.mlir", "-o", "/dev/full"), "/dev/full")

    def test_output_file_never_replaces_what_is_read(self):
        text = (self.folder / "race.mlir").read_bytes()
        (self.folder / "link.mlir").symlink_to("race.mlir")
        for arguments in (["lint", "race.mlir", "-o", "race.mlir"], ["lint", ".", "-o", "./race.mlir"], ["lint", "race.mlir", "-o", "link.mlir"],
                          ["dump", "race.mlir", "-o", "race.mlir"], ["explain", "--at", "race.mlir:9", "-o", "race.mlir"]):
            self.assert_one_line(self.run_program(*arguments), "--output-file", "overwritten")
            self.assertEqual((self.folder / "race.mlir").read_bytes(), text)
        self.lint("race.mlir", "--write-baseline", "known.json")
        known = (self.folder / "known.json").read_bytes()
        self.assert_one_line(self.lint("race.mlir", "--baseline", "known.json", "-o", "known.json"), "--output-file", "overwritten")
        self.assertEqual((self.folder / "known.json").read_bytes(), known)

    def test_full_disk(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([cli.PROGRAM, "lint", "race.mlir"], stdout=full, stderr=subprocess.PIPE, cwd=self.folder, timeout=cli.TIMEOUT_S)
        self.assertEqual(done.returncode, cli.FAILED)
        self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_closed_streams(self):
        def shell(line):
            done = subprocess.run(["sh", "-c", line, cli.PROGRAM], cwd=self.folder, capture_output=True, timeout=cli.TIMEOUT_S)
            return cli.Result(done.returncode, done.stdout, done.stderr)
        self.assert_one_line(shell('"$0" lint race.mlir >&-'), "standard output")
        self.assert_one_line(shell('"$0" lint - <&-'), "<stdin>")
        self.assertEqual(shell('"$0" lint race.mlir -o out.txt 2>&-').code, cli.FINDINGS)
        self.assertNotIn("found", (self.folder / "out.txt").read_text())

    def test_reader_that_goes_away(self):
        for number in range(200):
            self.write(f"many/{number}.mlir", (cli.HERE / "files" / "race.mlir").read_bytes())
        for arguments in (["lint", "many"], ["lint", "many", "--jobs", "1"], ["ops"], ["--help"]):
            read_end, write_end = os.pipe()
            os.close(read_end)  # before the program starts: a short text is written at once
            done = subprocess.run([cli.PROGRAM, *arguments], stdout=write_end, stderr=subprocess.PIPE, cwd=self.folder, timeout=cli.TIMEOUT_S)
            os.close(write_end)
            self.assertEqual((done.returncode, done.stderr), (141, b""), arguments)  # what a shell says of a program that SIGPIPE has ended

    def test_standard_input(self):
        text = (cli.HERE / "files" / "race.mlir").read_bytes()
        self.assertIn("<stdin>:9:", self.lint("-", "--output-format", "concise", stdin=text).out)
        self.assertIn("dir/name.mlir:9:", self.lint("-", "--stdin-filename", "dir/name.mlir", "--output-format", "concise", stdin=text).out)
        report = self.findings("-", "--stdin-filename", "dir/name.mlir", stdin=text)
        self.assertEqual({finding["file"] for finding in report["findings"]}, {"dir/name.mlir"})

    def test_statistics(self):
        text = self.lint("race.mlir", "--output-format", "concise", "--statistics").out
        self.assertRegex(text, r"(?m)^ +1  missing-barrier$")
        self.assertRegex(text, r"(?m)^ +1  kernels$")
        statistics = self.findings("race.mlir", "--statistics")["statistics"]
        self.assertEqual(statistics["rules"], {"missing-barrier": 1, "redundant-barrier": 1})
        self.assertGreater(statistics["ops"], 0)
        self.assertEqual(statistics["streamEvents"], 0)

    def test_statistics_of_streams(self):
        """What the runs of a kernel of several streams took, beside the runs of a kernel of one, which are none."""
        ring = (cli.HERE.parent / "rules/deadlock/each_other.mlir").read_text()
        self.write("ring.mlir", ring)
        statistics = self.findings("ring.mlir", "--statistics", "--exit-zero")["statistics"]
        self.assertGreater(statistics["streamRuns"], 0)
        self.assertGreater(statistics["streamEvents"], statistics["streamRuns"])

    def test_tensor_memory_is_not_compared_by_address(self):
        """It has no addresses that anybody follows: the statistics of compared pairs leave it out."""
        layout = "#l = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>"
        view, tensor = "!ttg.memdesc<128x64xf32, #t, #ttng.tensor_memory, mutable>", "tensor<128x64xf32, #l>"
        store, load = f"    ttng.tmem_store %v, %a, %true : {tensor} -> {view}\n", f"ttng.tmem_load %a : {view} -> {tensor}\n"
        text = (f"{layout}\n#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>\n"
                'module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {\n'
                f"  tt.func public @k(%v: {tensor}) {{\n    %true = arith.constant true\n    %a = ttng.tmem_alloc : () -> {view}\n{store}    ttg.barrier local\n"
                f"    %x = {load}{store}    ttg.barrier local\n    %z = {load}    tt.return\n  }}\n}}\n")
        self.write("tensor.mlir", text.encode())
        self.assertEqual(self.findings("tensor.mlir", "--statistics", "--min-level", "hint")["statistics"]["pairs"], {})

    def test_long_run_is_bounded_and_says_so(self):
        """Stores to 600 slices of one buffer without a barrier: too many to compare each with each, so each may meet any."""
        body = "".join(f"  %s{i} = affine.apply affine_map<(d0) -> (d0 * 601 + {i})>(%t)\n  memref.store %v, %m[%s{i}] : memref<?xf32, 3>\n" for i in range(600))
        text = "func.func @k(%m: memref<?xf32, 3>, %v: f32) {\n  %t = gpu.thread_id x\n" + body + "  return\n}\n"
        self.write("long.mlir", text.encode())
        report = self.findings("long.mlir", "--statistics", "--min-level", "hint")
        self.assertEqual(report["statistics"]["boundedRuns"], 1)
        met = [finding for finding in report["findings"] if finding["rule"] == "missing-barrier"]
        self.assertEqual(len(met), 599)
        self.assertIn("too many accesses", met[0]["note"])
        half = self.write("half.mlir", text.replace("  %s300 =", "  gpu.barrier\n  %s300 =").encode())
        report = self.findings(half.name, "--statistics", "--min-level", "hint")
        self.assertEqual(report["statistics"]["boundedRuns"], 0)
        self.assertEqual([finding for finding in report["findings"] if finding["rule"] == "missing-barrier"], [])

    def test_search_for_savings_that_ends_early_says_so(self):
        """Phases with two barriers each that could be split: the search for such savings ends after so many tries."""
        phase = ("  memref.store %v, %a[%t] : memref<256xf32, 3>\n  %w0 = memref.load %g[%t] : memref<4096xf32>\n  %w1 = memref.load %g[%o] : memref<4096xf32>\n"
                 "  gpu.barrier memfence [#gpu.address_space<workgroup>]\n  %r = memref.load %a[%o] : memref<256xf32, 3>\n  memref.store %r, %b[%t] : memref<256xf32, 3>\n"
                 "  gpu.barrier memfence [#gpu.address_space<workgroup>]\n  %s = memref.load %b[%o] : memref<256xf32, 3>\n")
        head = ("gpu.module @m {\n  gpu.func @k(%g: memref<4096xf32>, %v: f32) workgroup(%a: memref<256xf32, 3>, %b: memref<256xf32, 3>) kernel "
                "attributes {known_block_size = array<i32: 256, 1, 1>} {\n  %t = gpu.thread_id x\n  %c255 = arith.constant 255 : index\n"
                "  %o = arith.subi %c255, %t : index\n")
        for phases, cut in ((4, 0), (40, 1)):
            body = "".join(re.sub(r"%(w0|w1|r|s)\b", rf"%\g<1>_{i}", phase) for i in range(phases))
            self.write("phases.mlir", (head + body + "  gpu.return\n}\n}\n").encode())
            report = self.findings("phases.mlir", "--target", "gfx1201", "--statistics", "--min-level", "hint")
            self.assertEqual(report["statistics"]["savingsCut"], cut)
            self.assertGreater(report["statistics"]["rules"].get("split-barrier", 0), 0)

    def test_verbose_says_what_a_kernel_was_checked_for(self):
        line = self.lint("clean.mlir", "--verbose").err.splitlines()[0]
        self.assertRegex(line, r"^clean\.mlir:3: kernel exchange: target gfx942 \(.+\), block 256x1x1 \(.+\), \d accesses, 1 synchronisation,")


cli.main()
