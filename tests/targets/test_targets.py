#!/usr/bin/env python3
"""What fencepost says of each target.

  test_targets.py facts FENCEPOST SHARED    every column of facts/targets.tsv is in the table of targets, word for word, and nothing else is
  test_targets.py budget FENCEPOST          a kernel may take every byte that its target gives a workgroup, and not one element more
"""
import csv, json, os, subprocess, sys, tempfile

COLUMNS = {"chip": "chip", "vendor": "vendor", "waves": "waveSizes", "shared_bytes": "sharedBytes", "max_threads": "maxThreads", "split_barrier": "splitBarrier",
           "named_barriers": "namedBarriers", "reserved_ids": "reservedIds", "backoff_barrier": "backoffBarrier", "counters": "counters",
           "async_copies": "asyncCopies", "lds_barrier_lowering": "ldsBarrierLowering", "source": "source"}
# What the facts say of a chip that nothing is known of is what compilers do; the table says what is accepted.
CHOSEN = {("generic", "split_barrier"), ("generic", "named_barriers"), ("generic", "counters"), ("generic", "async_copies"), ("generic", "source")}
ELEMENT_BYTES = 4


def targets(fencepost):
    run = subprocess.run([fencepost, "targets", "--output-format", "json"], capture_output=True, check=True)
    return {t["chip"]: t for t in json.loads(run.stdout)}


def compare_facts(fencepost, shared):
    path = os.path.join(shared, "facts", "targets.tsv")
    if not os.path.isfile(path):
        print("skipped: no corpus")
        return 77
    with open(path, encoding="utf-8") as f:
        rows = list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))
    table = targets(fencepost)
    wrong = []
    if set(rows[0]) != set(COLUMNS):
        wrong.append(f"columns: {sorted(set(rows[0]) ^ set(COLUMNS))}")
    for row in rows:
        for column, key in COLUMNS.items():
            said = table.get(row["chip"], {}).get(key)
            said = "-" if said is None else str(said)
            if said != row[column] and (row["chip"], column) not in CHOSEN:
                wrong.append(f"{row['chip']}: {column} is {row[column]!r} in the facts, {said!r} in the table")
    wrong += [f"{chip}: not in the facts" for chip in sorted(set(table) - {r["chip"] for r in rows})]
    print("\n".join(wrong) or f"{len(rows)} targets, {len(COLUMNS)} columns")
    return 1 if wrong else 0


def kernel(elements):
    return f"""gpu.module @kernels {{
  gpu.func @fill(%v: f32) workgroup(%lds: memref<{elements}xf32, 3>) kernel attributes {{known_block_size = array<i32: 64, 1, 1>}} {{
    %tid = gpu.thread_id x
    memref.store %v, %lds[%tid] : memref<{elements}xf32, 3>
    gpu.return
  }}
}}
"""


def budget_findings(fencepost, chip, elements, folder):
    path = os.path.join(folder, "kernel.mlir")
    with open(path, "w", encoding="utf-8") as f:
        f.write(kernel(elements))
    run = subprocess.run([fencepost, "lint", "--no-config", f"--target={chip}", "--select=shared-memory-budget", "--exit-zero", "--output-format=json", path],
                         capture_output=True, check=True)
    return json.loads(run.stdout)["findings"]


def compare_budgets(fencepost):
    wrong, checked = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for chip, target in targets(fencepost).items():
            limit = target["sharedBytes"]
            if limit is None:
                continue
            checked += 1
            if budget_findings(fencepost, chip, limit // ELEMENT_BYTES, folder):
                wrong.append(f"{chip}: {limit} bytes do not fit")
            more = budget_findings(fencepost, chip, limit // ELEMENT_BYTES + 1, folder)
            if len(more) != 1 or str(limit) not in more[0]["message"] or str(limit + ELEMENT_BYTES) not in more[0]["message"]:
                wrong.append(f"{chip}: {limit + ELEMENT_BYTES} bytes: {[f['message'] for f in more]}")
    print("\n".join(wrong) or f"{checked} targets")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(compare_facts(sys.argv[2], sys.argv[3]) if sys.argv[1] == "facts" else compare_budgets(sys.argv[2]))
