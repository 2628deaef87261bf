"""`fencepost fix` where the world is not kind: full disks, folders and links that cannot be written, files that change meanwhile. The file is whole, always."""
import os
import pathlib
import resource
import subprocess
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
sys.path.insert(0, str(HERE))
from cli import CLEAN, ENVIRONMENT, FAILED, FINDINGS, PROGRAM, TestCase  # noqa: E402
from test_files import fixed, kernel  # noqa: E402

NOBODY = 65534
FULL_BYTES = 512


class Trouble(TestCase):
    def fix(self, *arguments, **more):
        return self.run_program("fix", "--no-config", *arguments, **more)

    def start(self, *arguments, **more):
        return subprocess.Popen([PROGRAM, "fix", "--no-config", *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, **more)

    def names(self):
        return sorted(path.name for path in self.folder.rglob("*"))

    def test_no_room_for_the_new_file(self):
        text = kernel("a") + kernel("b")
        self.assertGreater(len(text), FULL_BYTES)
        path = self.write("a.mlir", text)
        # Python ignores SIGXFSZ, and so does the child: a write beyond the limit fails as on a full disk.
        job = self.start("a.mlir", restore_signals=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (FULL_BYTES, FULL_BYTES)))
        _, errors = job.communicate(timeout=900)
        self.assertEqual(job.returncode, FAILED)
        self.assertIn(b"a.mlir: cannot be written", errors)
        self.assertEqual(path.read_bytes(), text)
        self.assertEqual(self.names(), ["a.mlir"], "nothing is left beside it")

    def test_one_file_without_room_does_not_keep_the_others(self):
        big, small = self.write("big.mlir", kernel("a") + kernel("b")), self.write("small.mlir", kernel())
        self.assertLess(len(fixed(kernel())), FULL_BYTES)
        job = self.start(".", restore_signals=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (FULL_BYTES, FULL_BYTES)))
        _, errors = job.communicate(timeout=900)
        self.assertEqual(job.returncode, FAILED, errors)
        self.assertEqual((big.read_bytes(), small.read_bytes()), (kernel("a") + kernel("b"), fixed(kernel())))

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_full_standard_output(self):
        with open("/dev/full", "wb") as full:
            result = subprocess.run([PROGRAM, "fix", "--no-config", "-"], input=kernel(), stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT, timeout=900)
        self.assertEqual(result.returncode, FAILED)
        self.assertIn(b"standard output: cannot be written", result.stderr)

    def test_folder_that_cannot_be_written(self):
        path = self.write("d/a.mlir", kernel())
        path.chmod(0o666)
        self.folder.chmod(0o755)
        path.parent.chmod(0o555)
        self.addCleanup(path.parent.chmod, 0o755)
        as_nobody = {"user": NOBODY, "group": NOBODY} if os.geteuid() == 0 else {}
        if subprocess.run(["test", "-x", PROGRAM], **as_nobody).returncode != 0:
            self.skipTest("nobody cannot reach the program")
        job = self.start("d/a.mlir", **as_nobody)
        _, errors = job.communicate(timeout=900)
        self.assertEqual(job.returncode, FAILED, errors)
        self.assertIn(b"d/a.mlir: cannot be written: Permission denied", errors)
        self.assertEqual(path.read_bytes(), kernel())

    def test_links(self):
        path = self.write("real/deep/a.mlir", kernel())
        (self.folder / "one").symlink_to("real/deep")
        (self.folder / "two.mlir").symlink_to("one/a.mlir")
        (self.folder / "three.mlir").symlink_to("two.mlir")
        self.assertEqual(self.fix("three.mlir").code, CLEAN)
        self.assertEqual(path.read_bytes(), fixed(kernel()))
        self.assertEqual(os.readlink(self.folder / "three.mlir"), "two.mlir")
        self.assertEqual(os.readlink(self.folder / "two.mlir"), "one/a.mlir")
        self.assertEqual([p.name for p in path.parent.iterdir()], ["a.mlir"])

    def test_links_to_nowhere_and_to_themselves(self):
        (self.folder / "nowhere.mlir").symlink_to("gone.mlir")
        (self.folder / "round.mlir").symlink_to("round.mlir")
        for name in ("nowhere.mlir", "round.mlir"):
            result = self.fix(name)
            self.assertEqual(result.code, FAILED)
            self.assertIn(name, result.err)
        self.assertEqual(self.names(), ["nowhere.mlir", "round.mlir"])

    def test_the_same_file_twice(self):
        path = self.write("a.mlir", kernel())
        (self.folder / "b.mlir").symlink_to("a.mlir")
        self.fix("a.mlir", "b.mlir", "./a.mlir", "--jobs", "2")
        self.assertEqual(path.read_bytes(), fixed(kernel()))

    def test_what_is_no_file(self):
        os.mkfifo(self.folder / "pipe.mlir")
        result = subprocess.run([PROGRAM, "fix", "--no-config", "."], cwd=self.folder, capture_output=True, env=ENVIRONMENT, timeout=900)
        self.assertEqual(result.returncode, CLEAN, result.stderr)

    def test_changed_meanwhile(self):
        """Whatever the moment: what somebody else has written is there afterwards, mended or as they wrote it."""
        before, untouched, mended = b"".join(kernel(f"k{i}") for i in range(60)), 0, 0
        for i in range(12):
            path = self.write("a.mlir", before)
            job = self.start("a.mlir")
            time.sleep(0.004 * i)
            theirs = before + b"// another hand, %d\n" % i
            beside = self.write("theirs", theirs)
            beside.replace(path)
            _, errors = job.communicate(timeout=900)
            now = path.read_bytes()
            untouched, mended = untouched + (now == theirs), mended + (now == fixed(theirs))
            self.assertIn(now, (theirs, fixed(theirs)))
            if now == theirs and job.returncode == FAILED:
                self.assertIn(b"somebody else has changed it meanwhile", errors)
        self.assertEqual(untouched + mended, 12)

    def test_damaged_text_around(self):
        """Damage of any kind in one kernel: the other one is mended, every byte of the damaged one stays."""
        good = kernel("good")
        for damage in (b"[[", b"}", b'"', b"\xff\xfe", b"%v,, %lds", b"// -----\n{"):
            bad = kernel("bad").replace(b"memref.store %v,", b"memref.store %v, " + damage)
            for ends in (b"\n", b"\r\n"):
                text = (good + bad).replace(b"\n", ends).rstrip()
                result = self.fix("-", stdin=text)
                at = len(good.replace(b"\n", ends))
                self.assertTrue(result.raw_out.endswith(text[at:]), (damage, ends))
                self.assertIn(result.raw_out[: len(result.raw_out) - len(text[at:])], (text[:at], fixed(good).replace(b"\n", ends)), (damage, ends))

    def test_encodings_and_line_ends(self):
        """All bytes that are not the barrier's own line are those of the input, whatever they are."""
        line = b"  gpu.barrier"
        for comment in (b"// caf\xe9", b"// \xff\xfe\x80", b"// \xe2\x82\xac \xf0\x9f\x8c\x8a", b"// \xed\xa0\x80 half a surrogate", b"//\ttabs\there"):
            for ends in (b"\n", b"\r\n"):
                for last in (b"", ends, ends + ends, b" // no line end behind me"):
                    text = comment + b"\n" + kernel().rstrip().replace(b"  %r", b"  " + comment + b"\n  %r")
                    text = text.replace(b"\n", ends) + last
                    out = self.fix("-", stdin=text).raw_out
                    kept = out.replace(line + ends, b"", 1)
                    self.assertEqual(kept, text)
                    self.assertEqual(self.fix("-", stdin=out).raw_out, out)

    def test_what_is_no_text(self):
        path = self.write("a.mlir", b"\x7fELF\x00\x01" + kernel())
        result = self.fix("a.mlir")
        self.assertEqual(result.code, FAILED)
        self.assertIn("a.mlir: ", result.err)
        self.assertEqual(path.read_bytes(), b"\x7fELF\x00\x01" + kernel())

    def test_empty_and_odd_files(self):
        for text in (b"", b"\n", b"\xef\xbb\xbf" + kernel(), b"}" * 50, b"func.func", kernel()[:200]):
            out = self.fix("-", stdin=text).raw_out
            self.assertEqual(out.replace(b"  gpu.barrier\n", b""), text)


if __name__ == "__main__":
    unittest.main()
