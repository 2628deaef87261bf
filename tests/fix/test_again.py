"""The whole corpus, fixed: nothing is found that was not found before, and fixing it again changes nothing.

It is done with the safe fixes and with all. New is a finding at warning or above of a rule, or about a pair of accesses, that its kernel had fewer of."""
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROGRAM = os.environ["FENCEPOST"]
SHARED = pathlib.Path(os.environ.get("FENCEPOST_SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared"))
SKIPPED = 77
CHANGED_MIN = 200  # fewer files show that nothing was tried


def run(folder, *arguments):
    done = subprocess.run([PROGRAM, *arguments, "--no-config", "--exit-zero", "."], cwd=folder, capture_output=True, timeout=900)
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")[-2000:]
    return done.stdout


def loud(folder):
    """How many findings of each kind each kernel has; a pair that has its barrier may lack a wait."""
    found = json.loads(run(folder, "lint", "--output-format", "json", "--no-fixes"))["findings"]
    return collections.Counter((f["file"], f.get("kernel"), "pair" if "hazard" in f else f["rule"]) for f in found)


def texts(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.mlir")}


def check(options):
    failures = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name, "corpus")
        shutil.copytree(SHARED / "corpus", folder, copy_function=shutil.copyfile)
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
        before, found = texts(folder), loud(folder)
        run(folder, "fix", "--quiet", *options)
        once, new = texts(folder), loud(folder) - found
        run(folder, "fix", "--quiet", *options)
        twice = texts(folder)
    failures += [f"new: {count} {kind} in {kernel} of {file}" for (file, kernel, kind), count in sorted(new.items(), key=str)]
    failures += [f"changes again: {path}" for path in sorted(once) if once[path] != twice[path]]
    changed = sum(before[path] != once[path] for path in before)
    print(f"{' '.join(options) or 'safe fixes'}: {changed} of {len(before)} files changed, {len(failures)} failures")
    print(*failures, sep="\n")
    return not failures and changed >= CHANGED_MIN


if not (SHARED / "corpus" / "index.tsv").exists():
    print("skipped: no corpus")
    sys.exit(SKIPPED)
sys.exit(not all([check([]), check(["--unsafe-fixes"])]))
