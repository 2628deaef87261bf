#!/usr/bin/env python3
"""Runs the `// RUN:` line of every fixture below a folder; checks docs/coverage.md against them.

  run.py FENCEPOST FOLDER [COVERAGE]
"""
import concurrent.futures, os, re, shlex, subprocess, sys


def run(fencepost, path):
    with open(path, encoding="utf-8") as f:
        first = f.readline()
    words = shlex.split(first.removeprefix("// RUN:"))
    if not first.startswith("// RUN: fencepost ") or "%s" not in words:
        return "its first line is no `// RUN: fencepost .. %s`"
    command = [fencepost if w == "fencepost" else path if w == "%s" else w for w in words] + ["--no-config"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    return None if result.returncode == 0 else (result.stdout + result.stderr).strip()


def main():
    fencepost, folder = sys.argv[1:3]
    paths = sorted(os.path.join(root, f) for root, _, files in os.walk(folder) for f in files if f.endswith(".mlir"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = {p: why for p, why in zip(paths, pool.map(lambda p: run(fencepost, p), paths)) if why}
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
