#!/usr/bin/env python3
"""Values that lanes exchange, join and store together: what is called the same value must be one, whatever the lanes had at first.

  butterflies.py FENCEPOST COUNT SEED

Each kernel joins what its lanes have loaded in some steps, of which most are those of a reduction, and stores the result where several lanes store. All
lanes are run with random numbers.
"""
import collections, sys
import random_kernels

THREADS, WAVE, WORD = 128, 32, (1 << 32) - 1
SAMPLES = 3


def signed(x):
    return x - (1 << 32) if x >> 31 else x


JOINS = {
    "llvm.add %A, %B : i32": lambda a, b: (a + b) & WORD, "llvm.mul %A, %B : i32": lambda a, b: a * b & WORD, "llvm.xor %A, %B : i32": lambda a, b: a ^ b,
    "llvm.intr.smax(%A, %B) : (i32, i32) -> i32": lambda a, b: max(a, b, key=signed), "llvm.intr.umin(%A, %B) : (i32, i32) -> i32": min,
    "llvm.sub %A, %B : i32": lambda a, b: (a - b) & WORD, "llvm.shl %A, %B : i32": lambda a, b: a << (b & 3) & WORD}
SWAPPED = list(JOINS)[:5]


def source(lane, bits, clamp):
    """The lane from which nvvm.shfl.sync bfly hands a value."""
    segment, last = clamp >> 8 & 31, clamp & 31
    other = lane ^ bits
    return other if other <= (lane & segment) | (last & ~segment & 31) else lane


class Kernel:
    def __init__(self, random, name):
        self.random, self.name, self.lines, self.names = random, name, [], 0
        self.inputs = [[random.randrange(1 << 32) for _ in range(THREADS)] for _ in range(SAMPLES)]
        self.now = self.then = ("%x", self.inputs)
        bits = [1, 2, 4, 8, 16]
        random.shuffle(bits)
        for bit in bits[:random.choice((2, 3, 4, 5, 5, 5))]:
            if random.random() < 0.15:
                self.mix()
            self.exchange(bit if random.random() < 0.93 else random.randrange(1, WAVE))
        if random.random() < 0.3:
            self.mix()
        self.mask = random.choice((0x60, 0x60, 0x60 | 1 << random.randrange(5), 0x60 | random.randrange(32), 0x40))

    def value(self, text):
        self.names += 1
        self.lines.append(f"%v{self.names} = {text}")
        return f"%v{self.names}"

    def put(self, text, samples):
        self.then, self.now = self.now, (self.value(text), samples)

    def exchange(self, bits):
        random, (name, samples) = self.random, self.now
        by = self.value(f"llvm.mlir.constant({bits} : i32) : i32")
        clamp = 31 if random.random() < 0.95 else random.choice((0x100f, 0x1807, 15))
        end = self.value(f"llvm.mlir.constant({clamp} : i32) : i32")
        handed, values = self.now if random.random() < 0.96 else self.then
        if random.random() < 0.3:
            handed = self.value(f"llvm.bitcast {self.value(f'llvm.bitcast {handed} : i32 to f32')} : f32 to i32")
        other = self.value(f"nvvm.shfl.sync bfly %all, {handed}, {by}, {end} : i32 -> i32")
        others = [[s[t - t % WAVE + source(t % WAVE, bits, clamp)] for t in range(THREADS)] for s in values]
        join = random.choice(SWAPPED if random.random() < 0.95 else list(JOINS))
        a, b = (name, other) if random.random() < 0.5 else (other, name)
        text = join.replace("%A", a).replace("%B", b)
        pairs = [zip(x, y) if a == name else zip(y, x) for x, y in zip(samples, others)]
        self.put(text, [[JOINS[join](x, y) for x, y in sample] for sample in pairs])

    def mix(self):
        """Something that all lanes add, or one that each has for itself."""
        add, (name, samples) = self.random.choice(("%wave", "%n", "%n", "%tid")), self.now
        own = {"%wave": lambda t: t // WAVE, "%n": lambda t: 77, "%tid": lambda t: t}[add]
        self.put(f"llvm.add {name}, {add} : i32", [[(s[t] + own(t)) & WORD for t in range(THREADS)] for s in samples])

    def text(self):
        body = "\n    ".join(self.lines)
        return f"""  llvm.func @{self.name}(%in: !llvm.ptr<1>, %n: i32) attributes {{nvvm.kernel, nvvm.reqntid = array<i32: {THREADS}>}} {{
    %all = llvm.mlir.constant(-1 : i32) : i32
    %mask = llvm.mlir.constant({self.mask} : i32) : i32
    %five = llvm.mlir.constant(5 : i32) : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %wave = llvm.lshr %tid, %five : i32
    %from = llvm.getelementptr %in[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %x = llvm.load %from : !llvm.ptr<1> -> i32
    {body}
    %at = llvm.and %tid, %mask : i32
    %to = llvm.getelementptr %tile[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store {self.now[0]}, %to : i32, !llvm.ptr<3>
    llvm.return
  }}
"""

    def is_one_value(self):
        groups = collections.defaultdict(set)
        for number, sample in enumerate(self.now[1]):
            for t in range(THREADS):
                groups[number, t & self.mask].add(sample[t])
        return all(len(values) == 1 for values in groups.values())


def main():
    program, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    kernels = random_kernels.make(Kernel, count, seed)
    head = ('module attributes {gpu.container_module} {\ngpu.module @m [#nvvm.target<chip = "sm_90">] {\n'
            "  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<128 x i32>\n")
    said = random_kernels.lint(program, kernels, head, "}\n}\n", ("--min-level", "hint"))
    told = {name for name, own in said.items() if any(f["rule"] == "racing-store" and f["variant"] != "same-value" for f in own)}
    wrong = equal = silent = 0
    for k in kernels:
        one = k.is_one_value()
        equal += one
        silent += one and k.name not in told
        if not one and k.name not in told:
            wrong += 1
            print(f"{k.name}: lanes that meet store several values, and nothing is said; seed {seed}\n{k.text()}")
    print(f"{count} kernels, {equal} in which lanes that meet store one value, {silent} of these found to be so, {wrong} wrong")
    if equal < count // 10 or silent < equal * 0.6:
        print("hardly any lanes store one value, or it is found of too few that they do")
        return 1
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
