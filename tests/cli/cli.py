"""What the tests of the command line share: running the program on copies of files/, in a folder of their own."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ.get("FENCEPOST") or str(HERE.parent.parent / "build" / "fencepost")
SANITIZER = ("AddressSanitizer", "runtime error:", "LeakSanitizer", "Assertion")
# Colours and terminals of whoever runs the tests must not show in what is tested.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "UPDATE_GOLDENS")}
TIMEOUT_S = 900  # whatever takes that long hangs, on any machine

CLEAN, FINDINGS, FAILED = 0, 1, 2


class Result:
    def __init__(self, code, out, err):
        self.code, self.raw_out, self.err = code, out, err.decode("utf-8", "replace")
        self.out = out.decode("utf-8", "replace")


class TestCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fencepost ä ")  # a name with a blank and a letter that is not ASCII
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def copy(self, *names):
        for name in names:
            shutil.copy(HERE / "files" / name, self.folder / name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def run_program(self, *arguments, stdin=b"", env=None, cwd=None):
        done = subprocess.run([PROGRAM, *map(os.fsencode, arguments)], input=stdin, capture_output=True, cwd=cwd or self.folder,
                              env={**ENVIRONMENT, **(env or {})}, timeout=TIMEOUT_S)
        result = Result(done.returncode, done.stdout, done.stderr)
        self.check_health(result)
        return result

    def check_health(self, result):
        self.assertIn(result.code, (CLEAN, FINDINGS, FAILED), result.err)
        for word in SANITIZER:
            self.assertNotIn(word, result.err)

    def lint(self, *arguments, **more):
        return self.run_program("lint", *arguments, **more)

    def findings(self, *arguments, **more):
        """The report as JSON; checks that it is one, whatever else happens."""
        return json.loads(self.lint(*arguments, "--output-format", "json", **more).raw_out.decode("utf-8"))

    def assert_one_line(self, result, *words, code=FAILED):
        """One clear line on standard error that holds all words, and nothing else."""
        self.assertEqual(result.code, code, result.err)
        self.assertEqual(result.err.count("\n"), 1, result.err)
        for word in words:
            self.assertIn(word, result.err)


def main():
    if not pathlib.Path(PROGRAM).exists():
        sys.exit(f"no program at {PROGRAM}; set FENCEPOST")
    unittest.main()
