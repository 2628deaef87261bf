"""`fencepost fix` on files: in place and whole, or not at all."""
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from cli import CLEAN, FAILED, FINDINGS, PROGRAM, TestCase, ENVIRONMENT  # noqa: E402

KERNEL = b"""func.func @%s(%%lds: memref<256xf32, 3>, %%v: f32) -> f32 attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %%t = gpu.thread_id x
  %%c255 = arith.constant 255 : index
  %%m = arith.subi %%c255, %%t : index
  memref.store %%v, %%lds[%%t] : memref<256xf32, 3>
  %%r = memref.load %%lds[%%m] : memref<256xf32, 3>
  return %%r : f32
}
"""


def kernel(name="k"):
    return KERNEL % name.encode()


def fixed(text):
    return text.replace(b"  %r = memref.load", b"  gpu.barrier\n  %r = memref.load")


class Files(TestCase):
    def fix(self, *arguments, **more):
        return self.run_program("fix", "--no-config", *arguments, **more)

    def test_in_place(self):
        path = self.write("a.mlir", kernel())
        path.chmod(0o640)
        result = self.fix("a.mlir")
        self.assertEqual(result.code, CLEAN, result.err)
        self.assertEqual(path.read_bytes(), fixed(kernel()))
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o640)
        self.assertIn("a.mlir: fixed 1 finding (1 missing-barrier)", result.err)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["a.mlir"])

    def test_again_changes_nothing(self):
        path = self.write("a.mlir", kernel())
        self.fix("a.mlir")
        before = path.stat()
        self.assertEqual(self.fix("a.mlir").code, CLEAN)
        self.assertEqual((path.stat().st_ino, path.stat().st_mtime_ns), (before.st_ino, before.st_mtime_ns))

    def test_symbolic_link_stays_one(self):
        path = self.write("real/a.mlir", kernel())
        (self.folder / "link.mlir").symlink_to("real/a.mlir")
        self.fix("link.mlir")
        self.assertTrue((self.folder / "link.mlir").is_symlink())
        self.assertEqual(path.read_bytes(), fixed(kernel()))

    def test_other_names_are_told_of(self):
        path = self.write("a.mlir", kernel())
        os.link(path, self.folder / "b.mlir")
        self.assertIn("a.mlir: fixed 1 finding (1 missing-barrier); other names of the file (hard links) keep the old text\n", self.fix("a.mlir").err)
        self.assertEqual((path.read_bytes(), (self.folder / "b.mlir").read_bytes()), (fixed(kernel()), kernel()))
        self.assertNotIn("hard links", self.fix("b.mlir").err)

    def test_read_only(self):
        path = self.write("a.mlir", kernel())
        path.chmod(0o444)
        result = self.fix("a.mlir")
        self.assertEqual(result.code, FAILED)
        self.assertIn("a.mlir: it is read-only", result.err)
        self.assertEqual(path.read_bytes(), kernel())

    def test_standard_streams(self):
        result = self.fix("-", stdin=kernel())
        self.assertEqual(result.raw_out, fixed(kernel()))
        unchanged = b"// nothing here \xff\r\nfunc.func @f() {\n  return\n}"
        self.assertEqual(self.fix("-", stdin=unchanged).raw_out, unchanged)

    def test_bytes_around_stay(self):
        text = b"// caf\xe9 \xff\xfe\n" + kernel().replace(b"\n", b"\r\n").rstrip() + b" // end"
        result = self.fix("-", stdin=text)
        self.assertEqual(result.raw_out, text.replace(b"  %r = memref.load", b"  gpu.barrier\r\n  %r = memref.load"))

    def test_diff(self):
        text = kernel("a") + b"\n" * 20 + kernel("b").rstrip()
        path = self.write("a.mlir", text)
        result = self.fix("--diff", "a.mlir")
        self.assertEqual(result.code, FINDINGS)
        self.assertEqual(path.read_bytes(), text)
        self.assertEqual(result.out.count("@@ -"), 2)
        done = subprocess.run(["patch", "-p1", "--batch"], input=result.raw_out, cwd=self.folder, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(path.read_bytes(), fixed(text))

    def test_diff_of_no_final_newline(self):
        self.write("a.mlir", kernel().rstrip())
        self.assertIn("\\ No newline at end of file", self.fix("--diff", "a.mlir").out)

    def test_damaged_kernel_is_left_alone(self):
        text = kernel("good") + kernel("bad").replace(b"memref.store %v,", b"memref.store %v [[,")
        result = self.fix("-", stdin=text)
        self.assertTrue(result.raw_out.startswith(fixed(kernel("good"))))
        self.assertTrue(result.raw_out.endswith(text[len(kernel("good")):]), result.out)
        self.assertEqual(result.code, FINDINGS)

    def test_suppressed_is_left_alone(self):
        text = b"// fencepost: ignore-file[missing-barrier] generated\n" + kernel()
        self.assertEqual(self.fix("-", stdin=text).raw_out, text)

    def test_select(self):
        text = b"// fencepost: ignore[unknown-op] not needed\n" + kernel()
        self.assertEqual(self.fix("-", "--select", "unused-suppression,unknown-op", stdin=text).raw_out, kernel())
        self.assertEqual(self.fix("-", "--ignore", "unused-suppression", stdin=text).raw_out, fixed(text))

    def test_folders_in_parallel(self):
        for i in range(40):
            self.write(f"d/{i}.mlir", kernel(f"k{i}"))
        result = self.fix("d", "--jobs", "4")
        self.assertEqual(result.code, CLEAN, result.err)
        self.assertIn("fixed 40 findings in 40 files", result.err)
        for i in range(40):
            self.assertEqual((self.folder / f"d/{i}.mlir").read_bytes(), fixed(kernel(f"k{i}")))

    def test_killed_at_any_point(self):
        before = b"".join(kernel(f"k{i}") for i in range(30))
        after = fixed(before)
        path = self.write("a.mlir", before)
        halves, olds, news = 0, 0, 0
        for i in range(40):
            path.write_bytes(before)
            job = subprocess.Popen([PROGRAM, "fix", "--no-config", "a.mlir"], cwd=self.folder, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
            time.sleep(0.001 * (i % 20) * 2)
            job.kill()
            job.wait()
            found = path.read_bytes()
            olds, news, halves = olds + (found == before), news + (found == after), halves + (found not in (before, after))
        self.assertEqual(halves, 0)
        self.assertEqual(olds + news, 40)


if __name__ == "__main__":
    unittest.main()
