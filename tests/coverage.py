#!/usr/bin/env python3
"""Which lines of the program its tests have run, by folder, and the files with too few. A process that ends by a signal or
by _exit is not counted: `lint --watch`, and that in which a file of `fix` takes its name.

  coverage.py BUILD    BUILD was compiled with --coverage, and its tests were run
"""
import collections
import json
import os
import pathlib
import subprocess
import sys

ENOUGH = 80  # percent of a file's lines
ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = ("analysis", "server")


def counted(folder):
    """Each line that makes code, as (file, number): how often it was run, over all objects that its file became part of."""
    lines = collections.Counter()
    data = sorted(str(path) for part in PARTS for path in (folder / part).rglob("*.gcda"))
    for i in range(0, len(data), 50):
        found = subprocess.run(["gcov", "--json-format", "--stdout", *data[i:i + 50]], capture_output=True, check=True, cwd=folder).stdout
        for text in found.splitlines():
            for file in json.loads(text)["files"]:
                name = os.path.relpath(os.path.join(folder, file["file"]), ROOT)
                if name.startswith(PARTS):
                    for line in file["lines"]:
                        lines[name, line["line_number"]] += line["count"]
    return lines


def main():
    files = collections.defaultdict(lambda: [0, 0])
    for (name, _), count in counted(pathlib.Path(sys.argv[1]).resolve()).items():
        files[name][0] += count > 0
        files[name][1] += 1
    folders = collections.defaultdict(lambda: [0, 0])
    for name, (run, lines) in files.items():
        for at in (os.path.dirname(name), name.split("/")[0]):
            folders[at][0] += run
            folders[at][1] += lines
    print("| folder | lines | run |\n|---|---|---|")
    for name, (run, lines) in sorted(folders.items()):
        print(f"| {name} | {lines} | {100 * run / lines:.1f} % |")
    print(f"\nfiles of which less than {ENOUGH} % were run:")
    for name, (run, lines) in sorted(files.items()):
        if 100 * run < ENOUGH * lines:
            print(f"  {name}: {100 * run / lines:.0f} % of {lines}")


main()
