"""Barriers that right kernels need for what is not seen in workgroup memory (corpus/streams/needed.tsv): no fix takes one away or changes its line.

`fix` is run over the kernels of that list, once with safe fixes and once with all of them down to hints, and its patch is read; the fixes that `lint` offers are
looked at one by one as well, since the command applies only those that fit together. They stand in what the test corpus_lint has kept (CORPUS_FINDINGS)."""
import collections
import csv
import json
import os
import pathlib
import re
import subprocess
import sys

PROGRAM = os.environ["FENCEPOST"]
SHARED = pathlib.Path(os.environ.get("FENCEPOST_SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared"))
STREAMS = SHARED / "corpus" / "streams"
FINDINGS = pathlib.Path(os.environ["CORPUS_FINDINGS"])
SKIPPED = 77
NEEDED_MIN = 40  # fewer show that the list was not read
HUNK = re.compile(r"@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@")


def needed_lines():
    """By file: the lines that must stay, each of which holds a barrier."""
    lines = collections.defaultdict(set)
    with open(STREAMS / "needed.tsv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            lines[row["file"]].add(int(row["line"]))
    for name, numbers in lines.items():
        text = (STREAMS / name).read_text(encoding="utf-8").splitlines()
        assert all("barrier" in text[number - 1] for number in numbers), f"{name}: needed.tsv is of another version of the file"
    return lines


def run(files, *arguments):
    done = subprocess.run([PROGRAM, *arguments, "--no-config", "--exit-zero", *files], cwd=STREAMS, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")[-2000:]
    return done.stdout.decode("utf-8", "surrogateescape")


def patched(patch):
    """(file, line) of each old line that a unified patch takes away."""
    name, number = None, 0
    for line in patch.splitlines():
        hunk = HUNK.match(line)
        if line.startswith("--- "):
            name = os.path.normpath(line[4:].removeprefix("a/").split("\t")[0])
        elif hunk:
            number = int(hunk.group(1))
        elif line.startswith("-"):
            yield name, number
            number += 1
        elif not line.startswith(("+", "\\")):
            number += 1


def offered(report):
    """(file, line) of each line that a fix takes away or changes; what it puts at the start of a line leaves that line alone."""
    for finding in report["findings"]:
        for edit in (edit for fix in finding.get("fixes", []) for edit in fix["edits"]):
            start, end = edit["range"]["start"], edit["range"]["end"]
            last = end["line"] - (end["column"] == 1)
            yield from ((os.path.relpath(edit["file"], STREAMS), line) for line in range(start["line"], last + 1))


def main():
    if not (STREAMS / "needed.tsv").is_file():
        print("skipped: no corpus")
        return SKIPPED
    needed, failed = needed_lines(), 0
    count = sum(map(len, needed.values()))
    ways = {"fix": patched(run(sorted(needed), "fix", "--diff", "--quiet")),
            "fix --unsafe-fixes": patched(run(sorted(needed), "fix", "--diff", "--quiet", "--unsafe-fixes", "--min-level", "hint")),
            "lint": offered(json.loads(FINDINGS.read_text(encoding="utf-8")))}
    for way, touched in ways.items():
        touched = collections.Counter(touched)
        lost = sorted((name, line) for name, line in touched if line in needed.get(name, ()))
        for name, line in lost:
            print(f"{way}: {name}:{line} is needed")
        print(f"{way}: {len(lost)} of {count} needed lines touched, {len(touched)} lines in all")
        failed += len(lost) + (not touched)
    if count < NEEDED_MIN:
        print(f"{count} needed lines: needed.tsv is not what it was")
        return 1
    return 1 if failed else 0


sys.exit(main())
