#!/usr/bin/env python3
"""What fencepost says of compilers' own kernels: findings on files that the compiler claims race-free, and on their twins with one barrier taken out.

  corpus_report.py FENCEPOST SHARED [--strip] [--source iree|triton|wave] [--chip CHIP] [--twins 12] [--list FILE] [--jobs 2]

A twin counts as found when it has a hazard that the whole file has not, or a protocol error (half of a split pair is left); as redundant before when
the whole file's report named the barrier that was taken out as redundant, ineffective or pacing, or as one of two that are one too many; as missed otherwise.
--list writes every finding on a whole file and every missed twin, a line each. Behind the tables: the findings by level and rule for each source and chip,
and what decided the pairs of accesses whose addresses were compared.
"""
import argparse, collections, csv, importlib.util, json, os, re, subprocess, sys, tempfile

HAZARDS = {"missing-barrier", "missing-fence", "missing-async-wait", "racing-store"}
USELESS = {"redundant-barrier", "ineffective-barrier", "redundant-wait"}
# What decides nothing (fencepost.h, FP_DECISIONS).
UNDECIDED = {"address", "loaded", "opaque", "symbol", "condition", "launch", "iteration", "extent", "sharing", "values", "budget"}
ONE_OF_TWO = "one of the two is enough"
PROTOCOL = {"wait-without-signal", "unwaited-signal", "double-signal", "unbalanced-barrier", "mixed-barriers"}


def load_strip(shared):
    spec = importlib.util.spec_from_file_location("strip_barriers", os.path.join(shared, "tools", "strip_barriers.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lint(fencepost, paths, jobs):
    """Findings by path, and how many pairs each step decided; a crash of the tool ends the report."""
    run = subprocess.run([fencepost, "lint", "--no-config", "--statistics", "--output-format", "json", "--min-level", "hint", "--exit-zero", f"--jobs={jobs}", *paths], capture_output=True)
    if run.returncode != 0:
        sys.exit(f"corpus report: fencepost failed with status {run.returncode}: {run.stderr.decode(errors='replace').strip()[-2000:]}")
    found, result = collections.defaultdict(list), json.loads(run.stdout)
    for finding in result["findings"]:
        found[os.path.realpath(finding["file"])].append(finding)
    return found, result["statistics"]["pairs"]


def breaks_protocol(before, after):
    """Does the twin say of the barrier protocol what the whole file did not?"""
    def count(findings):
        return sum(f["rule"] in PROTOCOL and f["level"] in ("error", "warning") for f in findings)
    return count(after) > count(before)


def called_useless(findings, gone):
    """Was one of these lines named as redundant, or as one of two that are one too many?"""
    for f in findings:
        places = [f["range"]] + [r["range"] for r in f.get("related", []) if r["message"].endswith(ONE_OF_TWO)]
        if f["rule"] in USELESS and any(place["start"]["line"] in gone for place in places):
            return True
    return False


def pairs(findings):
    """Hazards as a multiset of (rule, resource, kernel): lines may shift, pairs may not appear."""
    result = collections.Counter()
    for f in findings:
        if f["rule"] in HAZARDS:
            result[(f["rule"], f["kernel"], f["range"]["start"]["line"])] += 1 + len(f.get("related", []))
    return result


LEVELS = ["error", "warning", "information", "hint"]


def print_causes(causes):
    """Findings by level and rule: a line each, a column for each source, and under it the chips that it comes from."""
    total = sum(causes.values(), collections.Counter())
    sources = sorted({source for source, _ in causes})
    print(f"\n{'level[rule]':34}{'all':>8}" + "".join(f"{source:>8}" for source in sources) + "  by chip")
    for level, rule in sorted(total, key=lambda k: (LEVELS.index(k[0]), -total[k])):
        per_source = [sum(c[(level, rule)] for (s, _), c in causes.items() if s == source) for source in sources]
        chips = [f"{s}/{chip} {c[(level, rule)]}" for (s, chip), c in sorted(causes.items()) if c[(level, rule)]]
        print(f"{level + '[' + rule + ']':34}{total[(level, rule)]:8}" + "".join(f"{n:8}" for n in per_source) + "  " + ", ".join(chips))


def print_decided(decided):
    total = sum(decided.values())
    certain = sum(count for step, count in decided.items() if step not in UNDECIDED)
    if total:
        print(f"\n{total} pairs compared by address, {100 * certain / total:.1f} % decided")
    for step, count in sorted(decided.items(), key=lambda item: -item[1]):
        print(f"{count:8} {100 * count / total:5.1f} %  {step}{'' if step not in UNDECIDED else ' (not decided)'}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("fencepost")
    parser.add_argument("shared")
    parser.add_argument("--strip", action="store_true")
    parser.add_argument("--source")
    parser.add_argument("--chip")
    parser.add_argument("--twins", type=int, default=12)
    parser.add_argument("--list")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    corpus = os.path.join(args.shared, "corpus")
    if not os.path.isdir(corpus):
        print("skipped: no corpus")
        return 77
    with open(os.path.join(corpus, "index.tsv"), encoding="utf-8") as index:
        rows = [r for r in csv.DictReader(index, delimiter="\t") if r["race_free"] == "yes"]
    chips, sources = ({key(r) for r in rows} for key in (lambda r: r["chip"], lambda r: r["file"].split("/")[0]))
    rows = [r for r in rows if (not args.source or r["file"].startswith(args.source + "/")) and (not args.chip or r["chip"] == args.chip)]
    if not rows:
        print(f"corpus report: no race-free file has the source {args.source or '(any)'} and the chip {args.chip or '(any)'}; "
              f"sources: {', '.join(sorted(sources))}; chips: {', '.join(sorted(chips))}", file=sys.stderr)
        return 2
    paths = {os.path.realpath(os.path.join(corpus, r["file"])): r for r in rows}
    found, decided = lint(args.fencepost, list(paths), args.jobs)
    listing = open(args.list, "w", encoding="utf-8") if args.list else None

    table = collections.defaultdict(collections.Counter)
    causes = collections.defaultdict(collections.Counter)
    for path, row in paths.items():
        line = table[(row["file"].split("/")[0], row["chip"])]
        line["files"] += 1
        loud = [f for f in found[path] if f["level"] in ("error", "warning")]
        line["clean"] += not loud
        for f in loud:
            line[f["level"]] += 1
        for f in found[path]:
            causes[(row["file"].split("/")[0], row["chip"])][(f["level"], f["rule"])] += 1
            if listing:
                listing.write(f"{row['file']}:{f['range']['start']['line']}: {f['level']}[{f['rule']}] {f['message']}\n")

    if args.strip:
        strip = load_strip(args.shared)
        with tempfile.TemporaryDirectory() as folder:
            twins = {}
            for path, row in paths.items():
                with open(path, newline="", encoding="utf-8", errors="surrogateescape") as f:
                    lines = re.split(r"(?<=\n)", f.read())
                units = strip.units(lines, "barrier")
                for k in strip.twins(len(units), args.twins):
                    gone = set(units[k][0])
                    name = os.path.join(folder, f"{len(twins):06}.mlir")
                    with open(name, "w", newline="", encoding="utf-8", errors="surrogateescape") as f:
                        f.write("".join("\n" if i in gone else text for i, text in enumerate(lines)))
                    twins[os.path.realpath(name)] = (path, row, {i + 1 for i in gone})
            twin_found = lint(args.fencepost, [folder], args.jobs)[0] if twins else {}
            for name, (path, row, gone) in twins.items():
                line = table[(row["file"].split("/")[0], row["chip"])]
                line["twins"] += 1
                before, after = pairs(found[path]), pairs(twin_found[name])
                if any(after[key] > before[key] for key in after) or breaks_protocol(found[path], twin_found[name]):
                    line["found"] += 1
                elif called_useless(found[path], gone):
                    line["redundant before"] += 1
                else:
                    line["missed"] += 1
                    if listing:
                        listing.write(f"{row['file']}: missed without lines {sorted(gone)}\n")

    columns = ["files", "clean", "error", "warning"] + (["twins", "found", "redundant before", "missed"] if args.strip else [])
    print(f"{'source':8} {'chip':10}" + "".join(f"{c:>18}" for c in columns))
    total = collections.Counter()
    for key in sorted(table):
        total.update(table[key])
        print(f"{key[0]:8} {key[1]:10}" + "".join(f"{table[key][c]:18}" for c in columns))
    print(f"{'all':19}" + "".join(f"{total[c]:18}" for c in columns))
    print_causes(causes)
    print_decided(decided)
    if listing:
        listing.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
