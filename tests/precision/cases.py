#!/usr/bin/env python3
"""The worked examples of the design, each as a kernel in text: parsed, lowered, sliced, decided, and the verdict compared.

  cases.py FENCEPOST ASK SHARED [NAME..]

A finding stands on the later access and names the earlier one; no finding says that no two threads share a byte. ASK tells the verdict itself, also of a pair that no
barrier can single out (two iterations apart), and of what a finding does not show (that the accesses are disjoint, or of one thread). Every witness is replayed: both addresses are computed again from the case's own expressions, with the threads and
values that the report prints, and the byte must lie in both.
"""
import json, os, re, subprocess, sys, tempfile

SILENT = ("disjoint", "same_thread")


# ---- Expressions: reverse Polish, as values and as text ----

def wrap(value, bits, signed):
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


def divsi(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


BINARY = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "floordiv": lambda a, b: a // b, "mod": lambda a, b: a % b,
    "divsi": divsi, "remsi": lambda a, b: a - divsi(a, b) * b, "xor": lambda a, b: a ^ b, "and": lambda a, b: a & b, "or": lambda a, b: a | b,
    "shl": lambda a, b: a << b, "shr": lambda a, b: a >> b, "min": min, "max": max, "lt": lambda a, b: int(a < b), "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b), "ge": lambda a, b: int(a >= b), "eq": lambda a, b: int(a == b), "ne": lambda a, b: int(a != b),
    "both": lambda a, b: int(a and b), "either": lambda a, b: int(a or b),
}
UNARY = {"not": lambda a: int(not a), "u8": lambda a: wrap(a, 8, False), "u16": lambda a: wrap(a, 16, False), "u32": lambda a: wrap(a, 32, False),
         "i32": lambda a: wrap(a, 32, True)}
OPS = {"add": "addi", "sub": "subi", "mul": "muli", "mod": "remui", "floordiv": "divui", "xor": "xori"}


def evaluate(rpn, names):
    stack = []
    for word in rpn.split():
        if word in BINARY:
            b = stack.pop()
            stack.append(BINARY[word](stack.pop(), b))
        elif word in UNARY:
            stack.append(UNARY[word](stack.pop()))
        elif word == "select":
            b, a, c = stack.pop(), stack.pop(), stack.pop()
            stack.append(a if c else b)
        else:
            stack.append(int(word) if word.lstrip("-").isdigit() else names[word])
    return stack.pop()


class Text:
    """A kernel made from a case; knows what the cases without a text of their own use."""

    def __init__(self, case):
        self.case, self.lines, self.constants, self.count = case, [], {}, 0

    def constant(self, value):
        return self.constants.setdefault(str(value), f"%c{value}")

    def put(self, line):
        self.lines.append(line)

    def expression(self, rpn):
        stack = []
        for word in rpn.split():
            if word in OPS:
                b, a = stack.pop(), stack.pop()
                self.count += 1
                self.put(f"%x{self.count} = arith.{OPS[word]} {a}, {b} : index")
                stack.append(f"%x{self.count}")
            else:
                stack.append(self.constant(word) if word.isdigit() else f"%{word}")
        return stack.pop()

    def access(self, access):
        index = self.expression(access["rpn"]["index"][0])
        elements, stores = self.case["alloc"]["shape"][0], access["kind"] == "write"
        if "segments" in access:  # rows of a matrix: equally long, equally far apart, as many as there are rows
            (first, length), (second, _) = access["segments"]
            assert first == 0 and 2 * second == elements
            memory, vector = f"memref<2x{second}xf32, #gpu.address_space<workgroup>>", f"vector<2x{length}xf32>"
            at = f"%lds[{self.constant(0)}, {index}]"
            self.put(f"vector.transfer_write %v, {at} {{in_bounds = [true, true]}} : {vector}, {memory}" if stores else
                     f"%r = vector.transfer_read {at}, %f {{in_bounds = [true, true]}} : {memory}, {vector}")
            self.memory, self.vector = memory, vector
            return
        self.memory, self.vector = f"memref<{elements}xf32, #gpu.address_space<workgroup>>", "vector<4xf32>"
        self.put(f"memref.store %f, %lds[{index}] : {self.memory}" if stores else f"%r = memref.load %lds[{index}] : {self.memory}")

    def make(self):
        loop = self.case.get("loops", [None])[0]
        if loop:
            bounds = [self.constant(b) if isinstance(b, int) else f"%{b}" for b in (loop["lb"], loop["ub"], loop["step"])]
            self.put("scf.for %{} = {} to {} step {} {{".format(loop["iv"], *bounds))
        self.access(self.case["P"])
        self.access(self.case["A"])
        if loop:
            self.put("}")
        block = ", ".join(map(str, self.case["block"]))
        head = ["gpu.module @m {", f"gpu.func @k(%f: f32, %v: {self.vector}, %n: index) workgroup(%lds : {self.memory}) kernel "
                                   f"attributes {{known_block_size = array<i32: {block}>}} {{"]
        constants = [f"{name} = arith.constant {value} : index" for value, name in self.constants.items()]
        return "\n".join(head + constants + ["%tx = gpu.thread_id x"] + self.lines + ["gpu.return", "}", "}", ""])


# ---- Answers ----

def access_lines(text):
    """Lines of the accesses of workgroup memory, in order."""
    return [i for i, line in enumerate(text.split("\n"), 1)
            if re.search(r"\b(memref|vector)\.(load|store|atomic_rmw|transfer_read|transfer_write)\b", line) and "%data[" not in line]


def lint(fencepost, path):
    done = subprocess.run([fencepost, "lint", "--no-config", "--output-format", "json", "--min-level", "hint", path], capture_output=True, timeout=60, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    return json.loads(done.stdout)["findings"]


def footprint(case, access, names):
    """First bytes and lengths of what one thread touches."""
    rpn, elem = access["rpn"], access.get("elem", case["alloc"]["elem"])
    shape, index = case["alloc"]["shape"], [evaluate(e, names) for e in rpn["index"]]
    if "strides" in access:
        element = evaluate(rpn["offset"], names) + sum(i * int(s) for i, s in zip(index, access["strides"]))
    else:
        element = 0
        for i, size in zip(index, shape):
            element = element * size + i
        element += evaluate(rpn.get("offset", "0"), names)
    byte = element * elem + evaluate(rpn.get("view", "0"), names)
    return [(byte + first * elem, length * elem) for first, length in access.get("segments", [[0, access.get("vec", 1)]])]


def replay(case, witness):
    """What is wrong with a witness; None: both threads run and touch the byte, and they are of different waves."""
    block, wave = case["block"] or [64, 1, 1], case.get("wave", 32)
    waves = []
    for side, name in enumerate("PA"):
        access, (x, y, z) = case[name], witness["threads"][side]
        linear = x + block[0] * (y + block[1] * z)
        names = {"tx": x, "ty": y, "tz": z, "tid": linear, "lane": linear % wave, "wave": linear // wave}
        for loop in case.get("loops", []):  # an iteration that the report does not name does not matter
            names[loop["iv"]] = loop["lb"] + loop["step"] * (side if loop["rel"] == "1" else 0)
        for binding, values in witness["bindings"].items():
            plain = binding.lstrip("%")
            names[plain] = names[plain.rstrip("PA")] = values[side]
        try:
            if "guard" in access and not evaluate(access["rpn"]["guard"], names):
                return f"{name} does not run in thread {x}, {y}, {z}"
            if not any(first <= witness["byte"] < first + length for first, length in footprint(case, access, names)):
                return f"{name} does not touch byte {witness['byte']} in thread {x}, {y}, {z} with {witness['bindings']}"
        except KeyError as missing:
            return f"no value given for {missing}"
        waves.append(linear // wave)
    return "both threads are of one wave" if waves[0] == waves[1] else None


def ask(tool, path, p, a, rel, accepted):
    """The verdict for accesses number p and a, compared; None: as it should be."""
    done = subprocess.run([tool, path, str(p), str(a), re.sub(r">=(\d+)", r"\1+", rel)], capture_output=True, text=True, timeout=60, check=True)
    answer = done.stdout.split("\t")[0]
    return None if answer in accepted else f"{answer}, not {' or '.join(accepted)}: {done.stdout.strip()}"


def check(tools, case, folder):
    text = case.get("mlir") or Text(case).make()
    path = os.path.join(folder, case["name"] + ".mlir")
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    accepted = [case["verdict"]] + case.get("accept", [])
    rel = case.get("loops", [{}])[0].get("rel", "0")
    if "mlir" not in case and "loops" in case:
        return ask(tools[1], path, 0, 1, rel, accepted)
    wrong = ask(tools[1], path, *((0, 1) if rel == "0" else (1, 0)), rel, accepted)
    if wrong:
        return wrong
    lines = access_lines(text)
    assert len(lines) == 2, f"{case['name']}: {len(lines)} accesses in the text"
    p, a = lines if rel == "0" else lines[::-1]
    pairs = [f for f in lint(tools[0], path) if "hazard" in f and f["range"]["start"]["line"] == a and p in [r["range"]["start"]["line"] for r in f["related"]]]
    both_atomic = case["P"]["kind"] == case["A"]["kind"] == "atomic"
    if not pairs:
        return None if both_atomic or set(SILENT) & set(accepted) else f"no finding, not {' or '.join(accepted)}"
    hazard = pairs[0]["hazard"]
    if hazard["overlap"] not in accepted or both_atomic:
        return f"{hazard['overlap']}, not {' or '.join(accepted)}: {pairs[0]['message']}"
    if hazard["overlap"] == "cross_thread":
        return replay(case, hazard["witness"])
    return None


def main():
    tools, shared, wanted = sys.argv[1:3], sys.argv[3], sys.argv[4:]
    try:
        with open(os.path.join(shared, "design", "precision-cases.json"), encoding="utf-8") as file:
            cases = json.load(file)["cases"]
    except FileNotFoundError:
        print("skipped: no corpus")
        return 77
    failures, checked = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            if wanted and case["name"] not in wanted:
                continue
            checked += 1
            wrong = check(tools, case, folder)
            if wrong:
                failures += 1
                print(f"{case['name']}: {wrong}")
    print(f"{checked - failures} of {checked} cases as they should be")
    return 1 if failures or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
