#!/usr/bin/env python3
"""Compilers' own kernels without any of their barriers: does `fix` put back what is needed, and how many is that against the compiler's?

  refill.py FENCEPOST SHARED [--source iree|triton|wave] [--chip CHIP] [--every N] [--jobs 2] [--opt PROGRAM] [--list] [--check]

A file counts as clean when nothing at or above a warning is left that the whole file had not; as more when the fix put in more barriers than the compiler had,
weighed by the loops around them first. --opt: what mlir-opt or iree-opt says of the fixed file, where it accepts the whole one. --every 20: each twentieth file
only. --list names the files that are not clean or hold more. --check: status 1 when a file is not clean or is refused."""
import argparse, collections, concurrent.futures, csv, importlib.util, json, os, subprocess, sys

SKIPPED = 77
TIMEOUT_S = 900


def load_strip(shared):
    spec = importlib.util.spec_from_file_location("strip_barriers", os.path.join(shared, "tools", "strip_barriers.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read(text):
    return text.decode("utf-8", "surrogateescape").splitlines(keepends=True)


def cost(units):
    """How many barriers at each depth of nesting, deepest first."""
    depths = collections.Counter(depth for _, _, depth in units)
    return tuple(sorted(depths.items(), reverse=True))


def is_more(after, before):
    after, before = dict(after), dict(before)
    for depth in sorted(set(after) | set(before), reverse=True):
        if after.get(depth, 0) != before.get(depth, 0):
            return after.get(depth, 0) > before.get(depth, 0)
    return False


def warnings(fencepost, text, target):
    run = subprocess.run([fencepost, "lint", "-", "--no-config", "--output-format", "json", "--exit-zero", *target], input=text, capture_output=True, timeout=TIMEOUT_S)
    if run.returncode != 0:
        sys.exit(f"refill: lint failed with status {run.returncode}: {run.stderr.decode(errors='replace')[-2000:]}")
    return collections.Counter((f["rule"], f["kernel"]) for f in json.loads(run.stdout)["findings"])


def accepts(program, text):
    return subprocess.run([program, "--allow-unregistered-dialect", "--split-input-file", "-"], input=text, capture_output=True, timeout=TIMEOUT_S).returncode == 0


def target_of(chip):
    """Few of the files say what they are for."""
    return ["--target", chip] if chip.startswith(("gfx", "sm_")) else []


def refill(args, strip, row):
    path, target = os.path.join(args.shared, "corpus", row["file"]), target_of(row["chip"])
    with open(path, "rb") as file:
        whole = file.read()
    lines = read(whole)
    units = strip.units(lines, "barrier")
    gone = {index for unit in units for index in unit[0]}
    stripped = "".join(line for i, line in enumerate(lines) if i not in gone).encode("utf-8", "surrogateescape")
    run = subprocess.run([args.fencepost, "fix", "-", "--no-config", "--quiet", "--exit-zero", *target], input=stripped, capture_output=True, timeout=TIMEOUT_S)
    if run.returncode != 0:
        sys.exit(f"refill: {path}: fix failed with status {run.returncode}: {run.stderr.decode(errors='replace')[-2000:]}")
    left = warnings(args.fencepost, run.stdout, target) - warnings(args.fencepost, whole, target)
    after = strip.units(read(run.stdout), "barrier")
    refused = bool(args.opt) and accepts(args.opt, whole) and not accepts(args.opt, run.stdout)
    asked = bool(args.opt) and not refused and accepts(args.opt, whole)
    return len(units), len(after), is_more(cost(after), cost(units)), left, refused, asked


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("fencepost"), parser.add_argument("shared")
    parser.add_argument("--source"), parser.add_argument("--chip"), parser.add_argument("--opt")
    parser.add_argument("--every", type=int, default=1), parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true"), parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    index = os.path.join(args.shared, "corpus", "index.tsv")
    if not os.path.exists(index):
        print("skipped: no corpus")
        return SKIPPED
    with open(index, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["race_free"] == "yes"]
    rows = [row for row in rows if (not args.source or row["file"].startswith(args.source + "/")) and (not args.chip or row["chip"] == args.chip)][:: args.every]
    strip = load_strip(args.shared)
    table = collections.defaultdict(collections.Counter)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda row: refill(args, strip, row), rows))
    for row, (before, after, more, left, refused, asked) in zip(rows, results):
        if before == 0:
            continue
        for key in ((row["file"].split("/")[0], row["chip"]), ("all", "")):
            table[key].update({"files": 1, "clean": not left, "compiler's": before, "ours": after, "more": more, "fewer": after < before, "accepted": asked, "refused": refused})
        if args.list and (left or more or refused):
            print(f"{row['file']}: {before} barriers, {after} after" + (f"; left: {dict(left)}" if left else "") + ("; refused" if refused else ""))
    columns = ["files", "clean", "compiler's", "ours", "fewer", "more"] + (["accepted", "refused"] if args.opt else [])
    print(f"{'source':8} {'chip':9} " + " ".join(f"{c:>10}" for c in columns))
    for key in sorted(table, key=lambda k: (k[0] == "all", k)):
        print(f"{key[0]:8} {key[1]:9} " + " ".join(f"{table[key][c]:>10}" for c in columns))
    total = table["all", ""]
    return int(args.check and (total["clean"] != total["files"] or total["refused"] > 0 or total["files"] == 0))


sys.exit(main())
