#!/usr/bin/env python3
"""What is said when one barrier of Triton's membar pass is missing: each barrier of each kernel is taken out alone, and the worst new finding is counted.

  strips.py FENCEPOST SHARED BASELINE [--update]

  threads    an error with two threads and a byte        bytes      an error with bytes; whose they are is not told
  warning    it may race, or does for some arguments     less       information or a hint
  redundant  nothing new; it was called redundant        silent     nothing new, though it was not called redundant: an equal barrier stays, or an op's own
"""
import collections, importlib.util, json, os, subprocess, sys, tempfile

CLASSES = ["threads", "bytes", "warning", "less", "redundant", "silent"]
ADVICE = {"redundant-barrier", "redundant-wait", "hoistable-barrier"}


def splitter(shared):
    spec = importlib.util.spec_from_file_location("strip_barriers", os.path.join(shared, "tools", "strip_barriers.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.units


def lint(fencepost, folder):
    done = subprocess.run([fencepost, "lint", "--no-config", "--exit-zero", "--min-level", "hint", "--no-fixes", "--barriers", "placed", "--output-format", "json", folder],
                          capture_output=True, check=True)
    found = collections.defaultdict(list)
    for finding in json.loads(done.stdout)["findings"]:
        found[os.path.basename(finding["file"])].append(finding)
    return found


def name(finding):
    return finding["rule"], finding["level"], finding["range"]["start"]["line"], finding["message"]


def class_of(before, after, lines):
    known = collections.Counter(map(name, before))
    new = []
    for finding in after:
        if known[name(finding)]:
            known[name(finding)] -= 1
        elif finding["rule"] not in ADVICE:
            new.append(finding)
    levels = {finding["level"] for finding in new}
    witnesses = [finding.get("hazard", {}).get("witness") for finding in new if finding["level"] == "error"]
    if witnesses:
        return "threads" if any(w and w["threads"] for w in witnesses) else "bytes"
    if levels:
        return "warning" if "warning" in levels else "less"
    called = any(f["rule"] == "redundant-barrier" and f["range"]["start"]["line"] in lines for f in before)
    return "redundant" if called else "silent"


def count(fencepost, shared):
    units, cells = splitter(shared), collections.Counter()
    root = os.path.join(shared, "corpus", "triton")
    with tempfile.TemporaryDirectory() as folder:
        stripped = {}
        for chip in sorted(os.listdir(root)):
            for kernel in sorted(os.listdir(os.path.join(root, chip))):
                if not kernel.endswith(".4-membar.mlir"):
                    continue
                with open(os.path.join(root, chip, kernel), encoding="utf-8") as file:
                    lines = file.read().split("\n")
                whole = f"{chip}.{kernel}"
                for k, unit in enumerate([None] + units(lines, "barrier")):
                    gone = set(unit[0]) if unit else set()
                    path = whole if unit is None else f"{chip}.{k}.{kernel}"
                    stripped[path] = whole, {line + 1 for line in gone}
                    with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
                        file.write("\n".join("" if i in gone else line for i, line in enumerate(lines)))
        found = lint(fencepost, folder)
        for path, (whole, gone) in stripped.items():
            if gone:
                cells[whole.partition(".")[0], class_of(found[whole], found[path], gone)] += 1
    return cells


def table(cells):
    chips = sorted({chip for chip, _ in cells})
    rows = [["chip", *CLASSES]] + [[chip, *(str(cells[chip, c]) for c in CLASSES)] for chip in chips]
    return "".join("\t".join(row) + "\n" for row in rows)


def main():
    fencepost, shared, baseline = sys.argv[1:4]
    updating = "--update" in sys.argv
    if not os.path.exists(os.path.join(shared, "corpus", "index.tsv")):
        print("skipped: no corpus")
        return 0 if updating else 77
    now = table(count(fencepost, shared))
    if updating:
        with open(baseline, "w", encoding="utf-8") as file:
            file.write(now)
        return 0
    with open(baseline, encoding="utf-8") as file:
        wanted = file.read()
    if now != wanted:
        print(f"counted:\n{now}the baseline says:\n{wanted}")
    return 1 if now != wanted else 0


if __name__ == "__main__":
    sys.exit(main())
