#!/usr/bin/env python3
"""Runs the `// RUN:` line of every fixture below a folder; checks docs/coverage.md against them.

  run.py FENCEPOST FOLDER [COVERAGE]
"""
import os, re, shlex, subprocess, sys


def command_of(path):
    """The words of its first line, with %s for the file, or None where it is none."""
    with open(path, encoding="utf-8", newline="") as f:
        first = f.readline()
    words = shlex.split(first.removeprefix("// RUN:")) if first.startswith("// RUN: fencepost ") else []
    return tuple(words[1:]) if "%s" in words else None


def run(fencepost, words, paths):
    """What it says when it fails."""
    arguments = [a for word in words for a in (paths if word == "%s" else [word])]
    result = subprocess.run([fencepost, *arguments, "--no-config"], capture_output=True, text=True, timeout=900, check=False)
    return None if result.returncode == 0 else f"status {result.returncode}\n{result.stdout}{result.stderr}".strip()


def check(fencepost, words, paths):
    """Files with the same line are given to one process; when it fails, each is tried alone. Pairs of a path and what is wrong."""
    if words is None:
        return [(path, "its first line is no `// RUN: fencepost .. %s`") for path in paths]
    together = run(fencepost, words, paths)
    if not together or len(paths) == 1:
        return [(paths[0], together)] if together else []
    alone = [(path, why) for path in paths if (why := run(fencepost, words, [path]))]
    return alone or [(paths[0], f"only with the {len(paths) - 1} others of the same line: {together}")]


def main():
    fencepost, folder = sys.argv[1:3]
    paths = sorted(os.path.join(root, f) for root, _, files in os.walk(folder) for f in files if f.endswith(".mlir"))
    groups = {}
    for path in paths:
        groups.setdefault(command_of(path), []).append(path)
    failures = {path: why for words, group in groups.items() for path, why in check(fencepost, words, group)}
    if len(sys.argv) > 3:
        with open(sys.argv[3], encoding="utf-8") as f:
            text = f.read()
        named, section = set(), ""
        for line in text.splitlines():
            section = m.group(1) if (m := re.search(r"`tests/documents/(\w+)/`", line)) else section
            if line.startswith("| ") and "fixtures in" not in line:
                named.update(os.path.join(folder, section, name + ".mlir") for name in re.findall(r"`(\w+)`", line.rsplit("|", 2)[1]))
        for path in named - set(paths):
            failures[path] = "named in the coverage table, but there is no such fixture"
        for path in set(paths) - named:
            failures[path] = "not in the coverage table"
    for path, why in sorted(failures.items()):
        print(f"== {os.path.relpath(path, folder)}\n{why}\n")
    print(f"{len(paths) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
