"""Whatever is thrown at it: one clear line or finding, the right exit status, bounded time and memory."""
import os
import pathlib
import resource
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import cli

RACE = (cli.HERE / "files" / "race.mlir").read_bytes()
SANITIZED = os.environ.get("FENCEPOST_SANITIZED") == "1"  # ten times slower, three times the memory: smaller inputs then
MEGABYTE = 1 << 20


class Waiting:
    """A program that waits ten seconds for the writer of a pipe, while the other tests run."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        os.mkfifo(os.path.join(self.folder.name, "pipe.mlir"))
        self.process = subprocess.Popen([cli.PROGRAM, "lint", "pipe.mlir"], cwd=self.folder.name, env=cli.ENVIRONMENT, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def result(self):
        with self.folder:
            out, err = self.process.communicate(timeout=cli.TIMEOUT_S)
            return cli.Result(self.process.returncode, out, err)


def setUpModule():
    global waiting
    waiting = Waiting()


class Paths(cli.TestCase):
    def test_missing_file(self):
        self.assert_one_line(self.lint("nothing.mlir"), "nothing.mlir", "no such file")

    def test_path_through_a_file(self):
        self.write("race.mlir", RACE)
        self.assert_one_line(self.lint("race.mlir/x.mlir"), "race.mlir/x.mlir", "not a directory")

    def test_empty_path(self):
        self.assert_one_line(self.lint(""), "empty path")

    def test_name_that_is_too_long(self):
        self.assert_one_line(self.lint("x" * 5000), "too long")

    def test_folder_without_mlir(self):
        self.write("folder/other.txt", "x")
        self.assert_one_line(self.lint("folder"), "folder", "no .mlir, .ttgir or .ttir files", code=cli.CLEAN)
        self.assert_one_line(self.lint(cwd=self.folder / "folder"), "no .mlir, .ttgir or .ttir files", code=cli.CLEAN)

    def test_broken_link(self):
        (self.folder / "link.mlir").symlink_to("nowhere")
        self.assert_one_line(self.lint("link.mlir"), "link.mlir", "link")
        self.write("race.mlir", RACE)
        result = self.lint(".")  # in a folder it is left out, with a warning
        self.assertEqual(result.code, cli.FINDINGS)
        self.assertIn("warning: link.mlir", result.err)

    def test_links(self):
        self.write("real/race.mlir", RACE)
        (self.folder / "linked").symlink_to("real")
        (self.folder / "real" / "loop").symlink_to("..")
        (self.folder / "real" / "also.mlir").symlink_to("race.mlir")
        files = {f["file"] for f in self.findings(".")["findings"]}
        self.assertEqual(files, {"real/race.mlir", "real/also.mlir"})
        self.assertEqual({f["file"] for f in self.findings("linked")["findings"]}, {"linked/race.mlir", "linked/also.mlir"})

    def test_link_to_itself(self):
        (self.folder / "self.mlir").symlink_to("self.mlir")
        self.assert_one_line(self.lint("self.mlir"), "self.mlir", "symbolic link")

    def test_strange_names(self):
        for name in ("with blank.mlir", "größe.mlir", "日本.mlir", "new\nline.mlir", "esc\033[31m.mlir", "quote'\".mlir", ".mlir", "a:b:1.mlir"):
            with self.subTest(name):
                self.write(name, RACE)
                self.assertEqual(self.findings(name)["findings"][0]["file"], name)
                text = self.lint(name, "--output-format", "concise").out
                self.assertNotIn("\033", text)
                self.assertEqual(text.count("\n"), 2)

    def test_devices(self):
        self.assertEqual(self.lint("/dev/null").code, cli.CLEAN)
        self.assert_one_line(self.lint("/dev/zero"), "/dev/zero", "binary")
        self.assert_one_line(self.lint("-", stdin=b"\0" * 100000), "<stdin>", "binary")

    def test_socket(self):
        path = self.folder / "s.mlir"
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(os.path.relpath(path))
            self.assert_one_line(self.lint("s.mlir"), "s.mlir", "no such device")

    def test_pipe(self):
        os.mkfifo(self.folder / "pipe.mlir")
        writer = threading.Thread(target=lambda: (time.sleep(0.2), (self.folder / "pipe.mlir").write_bytes(RACE)))
        writer.start()
        self.assertIn("pipe.mlir:9:", self.lint("pipe.mlir", "--output-format", "concise").out)
        writer.join()
        result = self.lint(".")  # a walk does not wait for a pipe
        self.assertEqual(result.code, cli.CLEAN)
        self.assertIn("pipe.mlir: left out", result.err)

    def test_file_that_vanishes(self):
        for number in range(300):
            self.write(f"f{number:03}.mlir", RACE)
        process = subprocess.Popen([cli.PROGRAM, "lint", ".", "--jobs", "1", "--output-format", "concise"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, cwd=self.folder)
        for number in reversed(range(300)):
            (self.folder / f"f{number:03}.mlir").unlink()
        out, err = process.communicate(timeout=cli.TIMEOUT_S)
        result = cli.Result(process.returncode, out, err)
        self.check_health(result)
        for line in result.err.splitlines():
            self.assertRegex(line, r"no such file|^found |^more about|no \.mlir, ")

    def test_unreadable(self):
        """Needs a user whom permissions bind: root runs the program as nobody."""
        shutil.copy(cli.PROGRAM, self.folder / "program")
        self.folder.chmod(0o755)
        self.write("secret.mlir", RACE).chmod(0)
        self.write("closed/race.mlir", RACE)
        (self.folder / "closed").chmod(0)
        self.write("open.mlir", RACE)
        more = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}

        def run(*arguments):
            done = subprocess.run([self.folder / "program", "lint", *arguments], capture_output=True, cwd=self.folder, timeout=cli.TIMEOUT_S, **more)
            result = cli.Result(done.returncode, done.stdout, done.stderr)
            self.check_health(result)
            return result

        try:
            self.assert_one_line(run("secret.mlir"), "secret.mlir", "permission denied")
            self.assert_one_line(run("closed"), "closed", "permission denied")
            result = run(".", "--output-format", "concise")  # the rest is checked all the same
            self.assertEqual(result.code, cli.FAILED)
            self.assertIn("open.mlir:9:", result.out)
            self.assertEqual(result.err.count("permission denied"), 2)
        finally:
            (self.folder / "closed").chmod(0o755)

    def test_same_file_twice(self):
        self.write("race.mlir", RACE)
        self.assertEqual(self.findings("race.mlir", "race.mlir", ".")["summary"]["files"], 1)

    def test_same_file_by_other_names(self):  # the first name is the one that is shown
        self.write("race.mlir", RACE)
        names = ["./race.mlir", "race.mlir", str(self.folder / "race.mlir"), "./none/../race.mlir", "."]
        (self.folder / "none").mkdir()
        report = self.findings(*names)
        self.assertEqual(report["summary"]["files"], 1)
        self.assertEqual({finding["file"] for finding in report["findings"]}, {"./race.mlir"})
        self.assertEqual(self.run_program("fix", *names).code, cli.CLEAN)

    def test_deep_folders(self):
        path = self.folder
        for _ in range(300):
            path = path / "d"
        here = os.getcwd()
        try:
            os.chdir(self.folder)
            for _ in range(300):
                os.mkdir("d")
                os.chdir("d")
            pathlib.Path("race.mlir").write_bytes(RACE)
        finally:
            os.chdir(here)
        self.assert_one_line(self.lint("."), "too many nested folders")


class Contents(cli.TestCase):
    def test_empty(self):
        for text in (b"", b"\n", b" \t\r\n", b"// nothing\n"):
            self.write("a.mlir", text)
            result = self.lint("a.mlir")
            self.assertEqual((result.code, result.out), (cli.CLEAN, ""), text)

    def test_binary(self):
        for start, word in ((b"ML\xefR\x06MLIR", "bytecode"), (b"\x7fELF\x02\x01\x01", "ELF"), (b"\x1f\x8b\x08", "gzip"),
                            ("module {}".encode("utf-16"), "UTF-16"), (os.urandom(4096), "binary")):
            self.write("a.mlir", start + bytes(range(256)) * 8)
            self.assert_one_line(self.lint("a.mlir"), "a.mlir", word)

    def test_binary_among_others(self):
        self.write("a.mlir", b"ML\xefR\x06")
        self.write("b.mlir", RACE)
        result = self.lint(".", "--output-format", "concise")
        self.assertEqual(result.code, cli.FAILED)
        self.assertIn("b.mlir:9:", result.out)

    def test_broken_utf8_in_a_comment_changes_nothing(self):
        self.write("a.mlir", b"// \xff\xfe \xc3\x28 \xf0\x9f\n" + RACE)
        self.assertIn("a.mlir:10:", self.lint("a.mlir", "--output-format", "concise").out)

    def test_nul_bytes(self):
        self.write("a.mlir", b"// a\0b\n" + RACE)  # in a comment it harms nobody
        self.assertRegex(self.lint("a.mlir", "--output-format", "concise").out, r"a\.mlir:10:10: \w+\[missing-barrier\]")
        self.write("b.mlir", RACE.replace(b"    gpu.barrier", b"    \0gpu.barrier"))
        result = self.lint("b.mlir", "--output-format", "concise")  # between ops it is a blank to MLIR; what follows is not lost
        self.assertEqual(result.code, cli.FINDINGS)
        self.assertRegex(result.out, r"b\.mlir:10:\d+: \w+\[(redundant-barrier|syntax-error)\]")

    def test_line_ends(self):
        unix = self.lint("-", "--output-format", "concise", stdin=RACE).out
        self.assertEqual(self.lint("-", "--output-format", "concise", stdin=RACE.replace(b"\n", b"\r\n")).out, unix)
        self.assertEqual(self.lint("-", "--output-format", "concise", stdin=RACE.rstrip(b"\n")).out, unix)

    def test_text_that_is_no_mlir(self):
        self.write("a.mlir", "int main(void) { return 0; }\n")
        result = self.lint("a.mlir", "--output-format", "concise")
        self.assertEqual(result.code, cli.CLEAN)
        self.assertIn("a.mlir: not judged: nothing in it is MLIR", result.err)
        self.assertEqual(self.lint("a.mlir", "--fail-unjudged").code, cli.FINDINGS)

    def test_too_large(self):
        with open(self.folder / "a.mlir", "wb") as file:
            file.truncate(4 << 30)  # takes no room on the disk
        self.assert_one_line(self.lint("a.mlir"), "a.mlir", "4 GiB")


class Sizes(cli.TestCase):
    """Inputs so large that something quadratic would not end (cli.TIMEOUT_S); memory is bounded by a multiple of them."""

    def measure(self, text, *arguments):
        self.write("big.mlir", text)
        result = self.lint("big.mlir", "--output-format", "concise", "--quiet", *arguments)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024  # of the largest child so far
        self.assertIn(result.code, (cli.CLEAN, cli.FINDINGS))
        if not SANITIZED:
            self.assertLess(peak, 500 * MEGABYTE + 40 * len(text))
        return result

    def size(self, megabytes):
        return megabytes * MEGABYTE // (50 if SANITIZED else 5)

    def test_one_long_line_of_ops(self):
        op = b'"test.op"() {a = 1 : i32} : () -> () '
        self.measure(op * (self.size(20) // len(op)))

    def test_one_long_comment(self):
        self.measure(b"//" + b"x" * self.size(100) + b"\n" + RACE)

    def test_one_long_string(self):
        self.measure(b'"test.op"() {a = "' + b"x" * self.size(100) + b'"} : () -> ()\n')

    def test_a_finding_far_out_on_a_line(self):
        lines = RACE.split(b"\n")
        lines[1:4] = [b" ".join(lines[1:4]).replace(b"@kernels", b'@"' + b"x" * self.size(50) + b'"') + lines.pop(4)]
        result = self.measure(b"\n".join(lines))
        self.assertIn("[missing-barrier]", result.out)
        for form in ("full", "json"):
            result = self.lint("big.mlir", "--quiet", "--output-format", form)
        self.assertLess(max(map(len, self.lint("big.mlir", "--quiet").out.splitlines())), 300)

    def test_many_nested_regions(self):
        depth = 100000 // (20 if SANITIZED else 1)
        self.measure(b'"test.op"() ({\n' * depth + b"}) : () -> ()\n" * depth)
        self.measure(b'"test.op"() ({' * depth)

    def test_brackets_without_end(self):
        for bracket in b"([{<":
            self.measure(bytes([bracket]) * 100000)

    def test_garbage(self):
        """Each of these would take hundreds of bytes a byte; what stands in another section is judged all the same."""
        for unit in (b"(", b"%", b",", b"{ ", b"}\n", b"foo {\n", b"foo(", b"foo)", b'"a.b"({\n', b"->(", b'""'):
            text = unit * (MEGABYTE // 2 // len(unit))  # it is looked for in larger texts only
            result = self.measure(text)
            self.assertIn("syntax-error", result.out)
            if not SANITIZED:
                self.write("big.mlir", RACE + b"// -----\n" + text + b"\n// -----\n" + RACE)
                self.assertEqual(self.lint("big.mlir", "--quiet").out.count("[missing-barrier]"), 2, unit)

    def test_many_lines(self):
        self.measure(b"\n" * self.size(20))


class WaitedFor(cli.TestCase):
    """The last class: they run in the order of their names."""

    def test_pipe_that_nobody_writes_to(self):
        result = waiting.result()
        self.check_health(result)
        self.assert_one_line(result, "pipe.mlir", "nobody writes")


cli.main()
