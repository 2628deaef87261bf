#!/usr/bin/env python3
"""Findings on real kernels, counted by folder, rule and level, against a list that is committed: a new false alarm changes a number.

  corpus.py --lint FENCEPOST CORPUS FINDINGS [--every=N] [OPTION..]      keeps the findings as JSON, which other tests read; --every: of one file in N
  corpus.py CORPUS FINDINGS BASELINE [--update]

"race-free" are the files that their compiler claims to be free of races (index.tsv): most findings there are false alarms.
Where a number differs, the findings behind it are printed. `./dev baseline` writes the list anew; its diff is what gets reviewed.
"""
import collections, csv, json, os, subprocess, sys

SHOWN_MAX = 20  # findings printed for a number that differs
HEAD = ["family", "claim", "rule", "level", "count"]
LEVELS = ["error", "warning", "information", "hint"]


def race_free(corpus):
    with open(os.path.join(corpus, "index.tsv"), encoding="utf-8", newline="") as file:
        return {row["file"] for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row["race_free"] == "yes"}


def kernels_of(corpus):
    for folder, _, names in os.walk(corpus):
        for name in names:
            if name.endswith(".mlir"):
                yield os.path.relpath(os.path.join(folder, name), corpus)


def lint(fencepost, corpus, findings, options):
    every = next((int(option.partition("=")[2]) for option in options if option.startswith("--every=")), 1)
    paths = [corpus] if every == 1 else [os.path.join(corpus, path) for path in sorted(kernels_of(corpus))[::every]]
    options = [option for option in options if not option.startswith("--every=")]
    with open(findings, "wb") as file:
        done = subprocess.run([fencepost, "lint", "--no-config", "--exit-zero", "--min-level", "hint", "--output-format", "json", *options, *paths],
                              stdout=file, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(f"fencepost ended with status {done.returncode}\n{done.stderr.decode(errors='replace')[-2000:]}")


def count(corpus, findings):
    """Findings by (family, claim, rule, level); the files themselves stand as rule "files"."""
    free, cells = race_free(corpus), collections.defaultdict(list)

    def cell(path, rule, level):
        return cells[(os.path.dirname(path), "race-free" if path in free else "-", rule, level)]

    for path in kernels_of(corpus):
        cell(path, "files", "-").append(path)
    with open(findings, encoding="utf-8") as file:
        found = json.load(file)["findings"]
    for finding in found:
        path = os.path.relpath(finding["file"], corpus)
        cell(path, finding["rule"], finding["level"]).append(f"{path}:{finding['range']['start']['line']}: {finding['message']}")
    return cells


def order(key):
    family, claim, rule, level = key
    return family, claim, rule != "files", rule, LEVELS.index(level) if level in LEVELS else -1


def table(cells):
    return "".join("\t".join(map(str, row)) + "\n" for row in [HEAD] + [[*key, len(cells[key])] for key in sorted(cells, key=order)])


def read_table(path):
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:]
    return {tuple(row[:4]): int(row[4]) for row in rows}


def compare(cells, wanted):
    """How many numbers differ; prints each with what is counted."""
    differing = [key for key in sorted({*cells, *wanted}, key=order) if len(cells.get(key, [])) != wanted.get(key, 0)]
    for key in differing:
        found = cells.get(key, [])
        print(f"{' '.join(key)}: {len(found)}, the baseline says {wanted.get(key, 0)}")
        for line in sorted(found)[:SHOWN_MAX]:
            print(f"    {line}")
    return len(differing)


def main():
    linting, updating = "--lint" in sys.argv, "--update" in sys.argv
    names = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    corpus, findings = names[-2:] if linting else names[:2]
    if not os.path.exists(os.path.join(corpus, "index.tsv")):
        print("skipped: no corpus")
        if linting and os.path.exists(findings):
            os.remove(findings)  # of a corpus that was here before
        return 0 if updating else 77
    if linting:
        return lint(names[0], corpus, findings, [argument for argument in sys.argv[2:] if argument.startswith("--")])
    cells, baseline = count(corpus, findings), names[2]
    if updating:
        with open(baseline, "w", encoding="utf-8") as file:
            file.write(table(cells))
        return 0
    differing = compare(cells, read_table(baseline))
    print(f"{sum(len(c) for k, c in cells.items() if k[2] == 'files')} files, {len(cells)} numbers, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
