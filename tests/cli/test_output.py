"""Output that cannot be written: the status says so, and no file is half."""
import os
import resource
import subprocess
import unittest
import cli

RACE = (cli.HERE / "files" / "race.mlir").read_bytes()


class Output(cli.TestCase):
    def setUp(self):
        super().setUp()
        self.write("race.mlir", RACE)

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def run_small(self, bytes_max, *arguments):
        """Runs with a limit of the size of files: a write beyond it fails as on a full disk."""
        done = subprocess.run([cli.PROGRAM, *arguments], capture_output=True, cwd=self.folder, timeout=cli.TIMEOUT_S, env=cli.ENVIRONMENT,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_max, bytes_max)))
        return cli.Result(done.returncode, done.stdout, done.stderr)

    def test_reader_that_goes_away(self):
        """The status is the one that a shell gives a program that SIGPIPE has ended, never 0: not all was told."""
        for i in range(100):
            self.write(f"more/race{i}.mlir", RACE)
        for arguments in (["lint", "."], ["lint", ".", "--jobs", "1"], ["lint", ".", "--output-format", "json"], ["ops"], ["--help"]):
            with self.subTest(arguments):
                reading, writing = os.pipe()
                os.close(reading)
                with os.fdopen(writing, "wb") as closed:
                    done = subprocess.run([cli.PROGRAM, *arguments], stdout=closed, stderr=subprocess.PIPE, cwd=self.folder, timeout=cli.TIMEOUT_S, env=cli.ENVIRONMENT)
                self.assertEqual(done.returncode, 141)
                self.assertEqual(done.stderr, b"")

    def test_report_that_does_not_fit(self):
        report = self.write("report.json", "what was here before")
        result = self.run_small(100, "lint", "race.mlir", "--output-format", "json", "--output-file", "report.json")
        self.assert_one_line(result, "report.json", "cannot be written")
        self.assertEqual(report.read_text(), "what was here before")
        self.assert_one_line(self.run_small(100, "lint", "race.mlir", "--output-format", "json", "-o", "new.json"), "new.json")
        self.assertEqual(self.names(), ["race.mlir", "report.json"])

    def test_fix_that_does_not_fit(self):
        self.assert_one_line(self.run_small(100, "fix", "race.mlir", "--unsafe-fixes", "--quiet"), "race.mlir", "cannot be written")
        self.assertEqual((self.folder / "race.mlir").read_bytes(), RACE)
        self.assertEqual(self.names(), ["race.mlir"])

    def test_report_in_the_place_of_another(self):
        (self.folder / "real").mkdir()
        report = self.write("real/report.txt", "old")
        report.chmod(0o640)
        (self.folder / "link.txt").symlink_to("real/report.txt")
        self.assertEqual(self.lint("race.mlir", "-o", "link.txt").code, cli.FINDINGS)
        self.assertTrue((self.folder / "link.txt").is_symlink())
        self.assertIn("race.mlir", report.read_text())
        self.assertEqual(report.stat().st_mode & 0o777, 0o640)

    def test_report_to_what_is_no_file(self):
        self.assertEqual(self.lint("race.mlir", "-o", "/dev/stdout").out, self.lint("race.mlir", "--color", "never").out)
        self.assertEqual(self.lint("race.mlir", "-o", "/dev/null").code, cli.FINDINGS)
        self.assert_one_line(self.lint("race.mlir", "-o", "."), "cannot be written")

    @unittest.skipIf("FENCEPOST_SANITIZED" in os.environ, "its frames are larger")
    def test_small_stack(self):
        """Text that is nested without end meets the limits of nesting before the end of a stack of 256 kB."""
        for begin, end in (("scf.if %p {\n", "}\n"), ("scf.for %i = %a to %b step %a {\nmemref.store %v, %m[%a] : memref<64xf32, 3>\n", "}\n"),
                           ('"x.r"() ({\n', "}) : () -> ()\n"), ("gpu.module @m {\n", "}\n"), ('"x.a"() {a = [', "]} : () -> ()"), ("", "memref<" * 3)):
            with self.subTest(begin):
                self.write("deep.mlir", "func.func @k(%m: memref<64xf32, 3>, %v: f32, %a: index, %b: index, %p: i1) {\n" + begin * 5000 + end * 5000 + "return\n}\n")
                done = subprocess.run([cli.PROGRAM, "lint", "deep.mlir", "--jobs", "1"], capture_output=True, cwd=self.folder, timeout=cli.TIMEOUT_S, env=cli.ENVIRONMENT,
                                      preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (256 << 10, 256 << 10)))
                self.assertIn(done.returncode, (cli.CLEAN, cli.FINDINGS), done.stderr[-200:])

    def test_killed_at_any_moment(self):
        """Killed while it writes: the old file or the new one, and nothing beside it."""
        before = RACE + b"// more text to write\n" * 20000
        path = self.write("race.mlir", before)
        self.assertEqual(self.run_program("fix", "race.mlir", "--unsafe-fixes").code, cli.CLEAN)
        after = path.read_bytes()
        for i in range(60):
            path.write_bytes(before)
            job = subprocess.Popen([cli.PROGRAM, "fix", "race.mlir", "--unsafe-fixes"], cwd=self.folder, stderr=subprocess.DEVNULL, env=cli.ENVIRONMENT)
            try:
                job.wait(timeout=0.001 * i)
            except subprocess.TimeoutExpired:
                job.kill()
                job.wait()
            self.assertIn(path.read_bytes(), (before, after))
        # A file has a name of its own only for the moment in which it takes the old one's place.
        self.assertLessEqual(len(self.names()), 2, self.names())
        for name in self.names():
            self.assertRegex(name, r"^race\.mlir$|^\.fencepost-")

    def test_github_of_hostile_names(self):
        self.write("n/x\033]0;t\007.mlir", RACE)
        out = self.lint("n", "--output-format", "github").out
        self.assertIn("file=n/x\ufffd]0;t\ufffd.mlir,", out)
        self.assertNotIn("\033", out)


if __name__ == "__main__":
    cli.main()
