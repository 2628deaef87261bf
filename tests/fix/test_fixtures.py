"""Before and after: each cases/NAME.mlir becomes NAME.fixed.mlir, in which nothing is left to report; fixing again changes nothing.

The line `// RUN: fencepost fix ..` holds the arguments. UPDATE_GOLDENS=1 writes what is missing or differs: read the difference before it goes in."""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ.get("FENCEPOST") or str(HERE.parent.parent / "build" / "fencepost")


def run(command, arguments, text):
    done = subprocess.run([PROGRAM, command, "-", "--no-config", *arguments], input=text, capture_output=True, timeout=900)
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


def check(path):
    text = path.read_bytes()
    first = text.split(b"\n", 1)[0].decode().strip()
    if not first.startswith("// RUN: fencepost fix"):
        return "no line '// RUN: fencepost fix ..'"
    arguments = first.split()[4:]
    code, fixed, errors = run("fix", arguments, text)
    golden = path.with_suffix(".fixed.mlir")
    if os.environ.get("UPDATE_GOLDENS"):
        golden.write_bytes(fixed)
    if not golden.exists() or golden.read_bytes() != fixed:
        return f"not {golden.name}:\n{fixed.decode('utf-8', 'replace')}{errors}"
    again, twice, errors = run("fix", arguments, fixed)
    if twice != fixed:
        return f"fixing again changes it:\n{twice.decode('utf-8', 'replace')}"
    left = [a for a in arguments if a != "--unsafe-fixes"]
    code, report, errors = run("lint", [*left, "--output-format", "concise"], fixed)
    if report and b"// left:" not in text:
        return f"findings are left:\n{report.decode('utf-8', 'replace')}"
    return None


def main():
    failures, count = 0, 0
    for path in sorted((HERE / "cases").glob("*.mlir")):
        if path.name.endswith(".fixed.mlir"):
            continue
        count += 1
        trouble = check(path)
        if trouble:
            failures += 1
            print(f"== {path.name}: {trouble}")
    print(f"{count - failures} of {count} passed")
    return failures != 0 or count == 0


sys.exit(main())
