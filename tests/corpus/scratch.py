#!/usr/bin/env python3
"""Which thread has which number of a reduction's scratch: what is said of each tt.reduce of one number behind Triton's membar pass stands in the kernel's lowered text.

  scratch.py FENCEPOST SHARED
"""
import glob, os, re, subprocess, sys

NUMBERS = re.compile(r"^ +\}\) \{allocation\.offset = \d+ : i32, allocation\.size = \d+ : i32\} : \(tensor<[^)]*>\) -> [fi]\d+$")


def in_order(expression):
    """Terms of a sum come in the order in which they were made."""
    address, _, width = expression.rpartition(", ")
    return " + ".join(sorted(re.sub(r"first_lane\((\(.*?\))\)", r"\1", address).split(" + "))) + ", " + width


def bytes_at(fencepost, path, lines):
    """The bytes of all accesses on these lines, as `explain` says them."""
    told = set()
    for line in lines:
        done = subprocess.run([fencepost, "explain", "--barriers", "placed", "--at", f"{path}:{line}"], capture_output=True, text=True)
        told |= set(map(in_order, re.findall(r"^ +bytes: (.*)$", done.stdout, re.M)))
    return told


def lines_with(path, pattern):
    with open(path, encoding="utf-8") as file:
        return [number for number, line in enumerate(file, 1) if re.search(pattern, line)]


def reductions(path):
    """The lines of reductions to one number."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    begins = None
    for number, line in enumerate(lines, 1):
        begins = number if '"tt.reduce"' in line else begins
        if NUMBERS.match(line):
            yield begins


def main():
    fencepost, shared = sys.argv[1:3]
    compared, failures = 0, 0
    for path in sorted(glob.glob(os.path.join(shared, "corpus", "triton", "*", "*.4-membar.mlir"))):
        lowered, found = path.replace(".4-membar.", ".5-llvm."), sorted(set(reductions(path)))
        if not found or not os.path.exists(lowered):
            continue
        told = bytes_at(fencepost, path, found)
        there = bytes_at(fencepost, lowered, lines_with(lowered, r"llvm\.(load|store) .*ptr<3>"))
        compared += len(told)
        for bytes_told in sorted(told - there):
            failures += 1
            print(f"{path}: {bytes_told} is not in the lowered text: {sorted(there)}")
    if not compared:
        print("skipped: no corpus")
        return 77
    print(f"{compared - failures} of {compared} addresses of scratch are those of the lowered text")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
