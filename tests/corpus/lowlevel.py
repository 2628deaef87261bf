#!/usr/bin/env python3
"""Verdicts on kernels of several streams in text of single threads (gpu, nvgpu, nvvm, llvm, rocdl), file by file.

  lowlevel.py FENCEPOST FOLDER TABLE [--update]

FOLDER/index.tsv says of each file whether it is right, or what is wrong with it. A faulty file is `told` when a finding of a rule that means the same
stands in it, at warning or above; it is `other` when only other rules speak, and `missed` when none does. A right file is `silent` when nothing but
costs is said at warning or above, else it is an `alarm`. TABLE holds the verdict of each file.
"""
import collections, csv, json, os, subprocess, sys

COSTS = {"redundant-barrier", "redundant-wait", "early-wait", "wide-fence", "split-barrier", "hoistable-barrier"}
MEANINGS = {
    "deadlock": {"deadlock", "wait-without-signal"},
    "wrong-byte-count": {"wrong-byte-count"},
    "race": {"missing-barrier", "missing-async-wait", "missing-fence"},
    "unbalanced": {"unbalanced-barrier"},
}


def verdicts(fencepost, folder):
    done = subprocess.run([fencepost, "lint", "--no-config", "--exit-zero", "--min-level", "warning", "--output-format", "json", folder], capture_output=True, check=True)
    said = collections.defaultdict(set)
    for finding in json.loads(done.stdout)["findings"]:
        if finding["rule"] not in COSTS:
            said[os.path.basename(finding["file"])].add(finding["rule"])
    with open(os.path.join(folder, "index.tsv"), encoding="utf-8", newline="") as file:
        for row in sorted(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE), key=lambda row: row["file"]):
            rules, expected = said[row["file"]], row["expected"]
            if expected == "clean":
                verdict = "alarm" if rules else "silent"
            else:
                verdict = "told" if rules & MEANINGS[expected] else "other" if rules else "missed"
            yield f"{row['file']}\t{expected}\t{verdict}\n"


def main():
    fencepost, folder, table = sys.argv[1:4]
    if not os.path.exists(os.path.join(folder, "index.tsv")):
        print("skipped: no corpus")
        sys.exit(77)
    found = "file\texpected\tverdict\n" + "".join(verdicts(fencepost, folder))
    if "--update" in sys.argv[4:]:
        with open(table, "w", encoding="utf-8") as file:
            file.write(found)
        return
    with open(table, encoding="utf-8") as file:
        wanted = file.read()
    for line in sorted(set(found.splitlines()) ^ set(wanted.splitlines())):
        print(("now: " if line in found.splitlines() else "was: ") + line)
    sys.exit(found != wanted)


main()
