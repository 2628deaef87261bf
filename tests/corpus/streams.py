#!/usr/bin/env python3
"""Verdicts on kernels of several streams, file by file, against a table that is committed.

  streams.py FENCEPOST FINDINGS STREAMS TABLE [--update] [--list]

FINDINGS is what `corpus.py --lint` has kept of the whole corpus.

STREAMS/index.tsv says of each file whether it is right, and what a run on the chip reports when it is not. A faulty file is `told` when a finding of a
rule that means the same stands in it, at warning or above; it is `other` when only other rules speak, and `missed` when none does. A right file is
`silent` when nothing but costs is said at warning or above, else it is an `alarm`. Of faulty files in which something is said the last column tells what
`fix --unsafe-fixes` makes of them: `silent`, or something is `left`. The table holds the verdict of each file, so that each change of one
is looked at; `./dev baseline` writes it anew. `--list` prints it with the rules that spoke.
"""
import collections, csv, json, os, shutil, subprocess, sys, tempfile

# A second wait for copies only costs; DMA tags, of which a second one may hang, no file here has.
COSTS = {"redundant-barrier", "redundant-wait", "double-wait", "early-wait", "wide-fence", "split-barrier", "hoistable-barrier"}
LOUD = {"error", "warning"}
RACES = {"missing-barrier", "missing-async-wait"}
MEANINGS = [  # words of what a run reports, rules that mean the same; no words: a race
    ("Deadlock", {"deadlock", "wait-without-signal"}),
    ("arrive underflow", {"early-arrival"}),
    ("missing fence_async_shared", {"missing-proxy-fence"}),
    ("initialization", {"uninitialized-resource"}),
    ("re-initialized", {"uninitialized-resource"}),
    ("before barrier invalidation", {"uninitialized-resource"}),
    ("", RACES),
]
HEAD = ["file", "ctas", "expected", "verdict", "fixed"]


def wanted_rules(row):
    """What is done to a barrier too early is a race of its bytes for a run on the chip."""
    rules = next(rules for words, rules in MEANINGS if words in row["what_a_run_reports"])
    return rules | {"uninitialized-resource"} if row["mechanism"] == "mbarrier lifetime" else rules


def by_file(report, folder):
    """What stands in each file of the folder at warning or above, costs left out."""
    said = collections.defaultdict(list)
    for finding in report["findings"]:
        name = os.path.relpath(finding["file"], folder)
        if finding["level"] in LOUD and finding["rule"] not in COSTS and not name.startswith(os.pardir):
            said[name].append(finding)
    return said


def kept(findings, folder):
    with open(findings, encoding="utf-8") as file:
        return by_file(json.load(file), folder)


def lint(fencepost, folder):
    done = subprocess.run([fencepost, "lint", "--no-config", "--no-fixes", "--exit-zero", "--min-level", "warning", "--output-format", "json", folder],
                          capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(f"fencepost ended with status {done.returncode}\n{done.stderr.decode(errors='replace')[-2000:]}")
    return by_file(json.loads(done.stdout), folder)


def verdict(row, findings):
    rules = {finding["rule"] for finding in findings}
    if row["expected"] == "clean":
        return "alarm" if rules else "silent"
    return "told" if rules & wanted_rules(row) else "other" if rules else "missed"


def lint_fixed(fencepost, folder, names):
    """What is said of the files after they have been fixed, in a copy."""
    with tempfile.TemporaryDirectory() as copy:
        for name in names:
            os.makedirs(os.path.dirname(os.path.join(copy, name)), exist_ok=True)
            shutil.copyfile(os.path.join(folder, name), os.path.join(copy, name))
        subprocess.run([fencepost, "fix", "--no-config", "--quiet", "--unsafe-fixes", copy], capture_output=True, check=False)
        return lint(fencepost, copy)


def judge(fencepost, findings, folder, listing):
    with open(os.path.join(folder, "index.tsv"), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    said, table = kept(findings, folder), []
    faulty = {row["file"] for row in rows if row["expected"] != "clean" and said[row["file"]]}
    left = lint_fixed(fencepost, folder, faulty)
    for row in sorted(rows, key=lambda row: row["file"]):
        name = row["file"]
        fixed = "-" if name not in faulty else "left" if left[name] else "silent"
        table.append((name, row["ctas"], row["expected"], verdict(row, said[name]), fixed))
        if listing:
            print("\t".join(table[-1]), *sorted({finding["rule"] for finding in said[row["file"]]}), sep="\t")
    return table


def summary(table):
    counts = collections.Counter(("one CTA" if ctas == "1" else "clusters", file.rsplit(".", 2)[1], expected, found) for file, ctas, expected, found, _ in table)
    counts.update(("fixed:", fixed) for *_, fixed in table if fixed != "-")
    return "\n".join(" ".join(key) + f": {count}" for key, count in sorted(counts.items()))


def main():
    fencepost, findings, folder, path = sys.argv[1:5]
    if not os.path.exists(os.path.join(folder, "index.tsv")):
        print("skipped: no corpus")
        return 0 if "--update" in sys.argv else 77
    table = judge(fencepost, findings, folder, "--list" in sys.argv)
    print(summary(table))
    if "--update" in sys.argv:
        with open(path, "w", encoding="utf-8") as file:
            file.write("".join("\t".join(row) + "\n" for row in [HEAD, *table]))
        return 0
    with open(path, encoding="utf-8") as file:
        committed = {row[0]: row for row in (tuple(line.rstrip("\n").split("\t")) for line in file)}
    differing = [row for row in table if committed.get(row[0]) != row]
    for row in differing:
        print(*row, "the table says", committed.get(row[0], ("", "", "", "nothing"))[-1])
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
