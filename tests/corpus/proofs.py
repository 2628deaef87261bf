#!/usr/bin/env python3
"""Every error about a pair of accesses carries what proves it: two threads and a byte, one thread that meets its own copy, threads of the one op where those
of the other are not told, or bytes; threads of an exchange meet somewhere among its bytes.

  proofs.py FENCEPOST FINDINGS FOLDER..

Lints the .mlir files of the folders, with the target that a file's RUN line names; the findings of the corpus are those that `corpus.py --lint` has kept.
"""
import collections, glob, json, os, re, subprocess, sys

PAIRS = {"missing-barrier", "missing-fence", "missing-proxy-fence", "missing-async-wait", "racing-store"}
REGISTERS = {"result"}  # variants about registers that their own thread uses too early: no access, so no byte


def target_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        named = re.search(r"--target[= ](\w+)", file.readline())
    return named.group(1) if named else None


def lint(fencepost, paths, target):
    command = [fencepost, "lint", "--no-config", "--output-format", "json", "--min-level", "error", "--exit-zero"] + (["--target", target] if target else [])
    done = subprocess.run(command + paths, capture_output=True, check=True)
    return json.loads(done.stdout)["findings"]


def kept(findings):
    """Errors of the corpus; none where there is no corpus."""
    if not os.path.exists(findings):
        return []
    with open(findings, encoding="utf-8") as file:
        return [f for f in json.load(file)["findings"] if f["level"] == "error"]


def wrong_with(finding):
    hazard = finding.get("hazard")
    if finding["rule"] not in PAIRS:
        return "a pair of accesses under another rule" if hazard else None
    witness = hazard and hazard.get("witness")
    if not witness:
        return "no witness"
    if witness["bytes"] < 1:
        return "no byte is shared"
    same = len(witness["threads"]) == 2 and witness["threads"][0] == witness["threads"][1]
    if hazard["overlap"] == "cross_thread" and (same or not witness["threads"]):
        return "not two threads"
    if hazard["overlap"] == "same_thread" and witness["threads"] and not same:
        return "not one thread"
    if hazard["overlap"] == "unknown" and witness["threadsOf"] == "both" and not witness.get("somewhere"):
        return "a condition is no proof"
    if witness["threadsOf"] in ("producer", "consumer") and (same or not witness["threads"]):
        return "threads that show nothing"
    return None


def main():
    fencepost, findings, folders = sys.argv[1], sys.argv[2], sys.argv[3:]
    groups = collections.defaultdict(list)
    for folder in folders:
        for path in glob.glob(os.path.join(folder, "**", "*.mlir"), recursive=True):
            groups[target_of(path)].append(path)
    corpus = kept(findings)
    checked, failures, proofs = 0, 0, collections.Counter()
    for found in [corpus] + [lint(fencepost, paths, target) for target, paths in groups.items()]:
        for finding in found:
            if "hazard" not in finding and (finding["rule"] not in PAIRS or finding["variant"] in REGISTERS):
                continue
            checked += 1
            wrong = wrong_with(finding)
            proofs[finding["hazard"]["overlap"]] += not wrong
            if wrong:
                failures += 1
                print(f"{finding['file']}:{finding['range']['start']['line']}: {finding['rule']}: {wrong}: {finding['message']}")
    print(f"{checked - failures} of {checked} errors are proven: {dict(proofs)}{'' if corpus else '; no corpus'}")
    return 1 if failures or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
