"""Before and after: each cases/NAME.mlir becomes NAME.fixed.mlir, in which nothing is left to report; fixing again changes nothing.

The line `// RUN: fencepost fix ..` holds the arguments. UPDATE_GOLDENS=1 writes what is missing or differs: read the difference before it goes in."""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ.get("FENCEPOST") or str(HERE.parent.parent / "build" / "fencepost")


def run(command, arguments, text=b""):
    done = subprocess.run([PROGRAM, command, "--no-config", *arguments], input=text, capture_output=True, timeout=900)
    return done.stdout, done.stderr.decode("utf-8", "replace")


def arguments_of(text):
    """What the line `// RUN:` asks `fix` for, or None where there is no such line."""
    first = text.split(b"\n", 1)[0].decode().strip()
    return tuple(word for word in first.split()[4:] if word != "%s") if first.startswith("// RUN: fencepost fix") else None


def fix(path, arguments, text):
    """What is wrong with what it becomes."""
    fixed, errors = run("fix", ["-", *arguments], text)
    golden = path.with_suffix(".fixed.mlir")
    if os.environ.get("UPDATE_GOLDENS"):
        golden.write_bytes(fixed)
    if not golden.exists() or golden.read_bytes() != fixed:
        return f"not {golden.name}:\n{fixed.decode('utf-8', 'replace')}{errors}"
    return None


def check_fixed(arguments, goldens):
    """Of files that are fixed with the same arguments: what another fix would change, and what lint still says."""
    again, errors = run("fix", ["--diff", *arguments, *goldens])
    if again:
        yield f"fixing again changes it:\n{again.decode('utf-8', 'replace')}"
    left = [a for a in arguments if a != "--unsafe-fixes"]
    done = [golden for golden in goldens if b"// left:" not in golden.read_bytes()]
    report, errors = run("lint", [*left, "--output-format", "concise", *done]) if done else (b"", "")
    if report:
        yield f"findings are left:\n{report.decode('utf-8', 'replace')}"


def main():
    failures, count, fixed = 0, 0, {}
    for path in sorted((HERE / "cases").glob("*.mlir")):
        if path.name.endswith(".fixed.mlir"):
            continue
        count += 1
        text = path.read_bytes()
        arguments = arguments_of(text)
        trouble = "no line '// RUN: fencepost fix ..'" if arguments is None else fix(path, arguments, text)
        if trouble:
            failures += 1
            print(f"== {path.name}: {trouble}")
        else:
            fixed.setdefault(arguments, []).append(path.with_suffix(".fixed.mlir"))
    for arguments, goldens in fixed.items():
        for trouble in check_fixed(arguments, goldens):
            failures += 1
            print(f"== {' '.join(arguments)}: {trouble}")
    print(f"{count} files, {failures} failures")
    return failures != 0 or count == 0


sys.exit(main())
