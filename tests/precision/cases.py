#!/usr/bin/env python3
"""The worked examples of the proofs: pairs of accesses with the answer that is right, one kernel each.

  cases.py FENCEPOST ASK FOLDER [NAME..]

A case names its two accesses on the line above each, the earlier one P and the later one A, with the bytes that a thread touches:

  // P: 4 bytes at 4*(wave*64+lane) where lane==0

as Python expressions over tx, ty, tz, lane, wave, the loops' variables and values that are not known. Lines at the top say the rest:

  // verdict: same_thread or unknown        the answer, and others that are also right
  // wave: 64                               lanes of a wave; 32 where this line is missing
  // loop: i in range(0, n), A 1 later      both are in that loop, A one iteration after P; "1+": one or more; not said: in the same one
  // value: s = 128 >> i                    a value that the loop carries

Three things are compared with the verdict. The bytes of all threads and iterations, where every value in the expressions is known. What the analysis
answers (ASK), also where no barrier can single out the pair. And what lint says: a finding stands on A and names P, and the witness in its report is
replayed: the expressions are evaluated for its threads and values, and the byte must lie in both. Without a finding no byte is shared by two threads.
"""
import itertools, json, math, os, re, subprocess, sys

SILENT = ("disjoint", "same_thread")
TRIPS_WHERE_UNKNOWN = 14
BLOCK_WHERE_UNKNOWN = (64, 1, 1)


class Case:
    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8") as file:
            self.lines = file.read().splitlines()
        self.accepted = self.one("verdict").split(" or ")
        self.wave = int(self.one("wave") or 32)
        self.loops = [re.fullmatch(r"(\w+) in (range\(.*?\))(?:, A (.+) later)?", text).groups() for text in self.all("loop")]
        self.apart = self.loops[0][2] if self.loops and self.loops[0][2] else "0"  # iterations of the outer loop from P to A
        self.values = [text.split(" = ") for text in self.all("value")]
        size = re.search(r"known_block_size = array<i32: (\d+), (\d+), (\d+)>", "\n".join(self.lines))
        self.block = tuple(map(int, size.groups())) if size else None
        self.access = {name: self.read_access(self.one(name)) for name in "PA"}
        self.line = {name: next(i for i, line in enumerate(self.lines, 1) if f"// {name}: " in line) + 1 for name in "PA"}

    def all(self, key):
        return [line.split(": ", 1)[1] for line in self.lines if line.strip().startswith(f"// {key}: ")]

    def one(self, key):
        return next(iter(self.all(key)), None)

    @staticmethod
    def read_access(text):
        places, _, guard = text.partition(" where ")
        pieces = [re.fullmatch(r"(\d+) bytes at (.+)", place).groups() for place in places.split(" and ")]
        return [(compile(at, text, "eval"), int(size)) for size, at in pieces], compile(guard or "True", text, "eval")

    def bytes(self, name, thread, values):
        """What the access of one thread touches; NameError: a value is not known."""
        x, y, z = thread
        block = self.block or BLOCK_WHERE_UNKNOWN
        number = x + block[0] * (y + block[1] * z)
        names = {"tx": x, "ty": y, "tz": z, "lane": number % self.wave, "wave": number // self.wave, "min": min,
                 "remsi": lambda a, b: int(math.fmod(a, b)), **values}
        for carried, text in self.values:
            names.setdefault(carried, eval(text, names))
        places, guard = self.access[name]
        if not eval(guard, names):
            return
        for at, size in places:
            first = eval(at, names)
            yield from range(first, first + size)

    def number(self, thread):
        block = self.block or BLOCK_WHERE_UNKNOWN
        return thread[0] + block[0] * (thread[1] + block[1] * thread[2])


# ---- The answer by enumeration ----

def touched(case, name, iteration):
    """Threads by byte, in one iteration of the outer loop and all of the inner ones."""
    outer, inner = case.loops[:1], case.loops[1:]
    threads = {}
    for values in itertools.product(*(iterations(text) for _, text, _ in inner)):
        names = {iv: value for (iv, _, _), value in zip(outer + inner, ((iteration,) if outer else ()) + values)}
        for thread in itertools.product(*map(range, case.block)):
            for byte in case.bytes(name, thread, names):
                threads.setdefault(byte, set()).add(case.number(thread))
    return threads


def iterations(text):
    return eval(text, {"range": range, "n": TRIPS_WHERE_UNKNOWN})


def pairs_of_iterations(case):
    if not case.loops:
        return [(None, None)]
    trips, apart = iterations(case.loops[0][1]), int(case.apart.rstrip("+"))
    return [(i, k) for n, i in enumerate(trips) for m, k in enumerate(trips) if m - n == apart or (case.apart.endswith("+") and m - n > apart)]


def enumerate_threads(case):
    """The verdict when every thread and iteration is tried; None: a value is not known."""
    if not case.block:
        return None
    found, pairs = {"disjoint"}, pairs_of_iterations(case)
    try:
        writes = {i: touched(case, "P", i) for i, _ in pairs}
        reads = {k: touched(case, "A", k) for _, k in pairs}
    except NameError:
        return None
    for i, k in pairs:
        for byte in writes[i].keys() & reads[k].keys():
            threads = writes[i][byte] | reads[k][byte]
            waves = {thread // case.wave for thread in threads}
            found.add("cross_thread" if len(waves) > 1 else "same_wave" if len(threads) > 1 else "same_thread")
    return next(answer for answer in ("cross_thread", "same_wave", "same_thread", "disjoint") if answer in found)


# ---- The answers of the analysis ----

def ask(tool, case):
    """What is wrong with the answer to the pair; None: it is as it should be."""
    order = ("0", "1") if case.line["P"] < case.line["A"] else ("1", "0")
    done = subprocess.run([tool, case.path, *order, case.apart], capture_output=True, text=True, timeout=900, check=True)
    answer = done.stdout.split("\t")[0]
    return None if answer in case.accepted else f"{answer}, not {' or '.join(case.accepted)}: {done.stdout.strip()}"


def replay(case, witness):
    """What is wrong with a witness; None: both threads run and touch the byte, and they are of different waves."""
    for side, name in enumerate("PA"):
        values = {}
        for iv, text, later in case.loops:  # an iteration that the report does not name does not matter
            values[iv] = iterations(text)[side if later and case.apart == "1" else 0]
        for binding, both in witness["bindings"].items():
            values[binding.lstrip("%").rstrip("PA")] = both[side]
        try:
            if witness["byte"] not in case.bytes(name, witness["threads"][side], values):
                return f"{name} does not touch byte {witness['byte']} in thread {witness['threads'][side]} with {witness['bindings']}"
        except NameError as missing:
            return f"no value given: {missing}"
    first, second = (case.number(thread) // case.wave for thread in witness["threads"])
    return "both threads are of one wave" if first == second else None


def lint(fencepost, case):
    """What is wrong with the finding on the pair; None: it is there and proven, or rightly not there."""
    done = subprocess.run([fencepost, "lint", "--no-config", "--output-format", "json", "--min-level", "hint", case.path], capture_output=True, timeout=900, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    pairs = [f["hazard"] for f in json.loads(done.stdout)["findings"]
             if "hazard" in f and f["range"]["start"]["line"] == case.line["A"] and case.line["P"] in [r["range"]["start"]["line"] for r in f["related"]]]
    both_atomic = all("atomic_rmw" in case.lines[case.line[name] - 1] for name in "PA")
    if not pairs:
        return None if both_atomic or set(SILENT) & set(case.accepted) else f"no finding, not {' or '.join(case.accepted)}"
    if pairs[0]["overlap"] not in case.accepted or both_atomic:
        return f"the finding says {pairs[0]['overlap']}"
    return replay(case, pairs[0]["witness"]) if pairs[0]["overlap"] == "cross_thread" else None


def check(fencepost, tool, case):
    truth = enumerate_threads(case)
    if truth and truth != case.accepted[0]:
        return f"all threads together give {truth}, the case says {case.accepted[0]}"
    # No barrier parts iterations further than one from each other, so no finding stands for such a pair alone.
    return ask(tool, case) or (lint(fencepost, case) if case.apart in ("0", "1") else None)


def main():
    fencepost, tool, folder, wanted = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    failures, checked = 0, 0
    for name in sorted(os.listdir(folder)):
        if not wanted or name.removesuffix(".mlir") in wanted:
            checked += 1
            wrong = check(fencepost, tool, Case(os.path.join(folder, name)))
            failures += bool(wrong)
            if wrong:
                print(f"{name}: {wrong}")
    print(f"{checked - failures} of {checked} cases as they should be")
    return 1 if failures or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
