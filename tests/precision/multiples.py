#!/usr/bin/env python3
"""Arguments that are promised to be multiples of a number: remainders of them in addresses and conditions, against every multiple in turn.

  multiples.py FENCEPOST COUNT SEED

A store and a load of other threads that both run with some multiple must be told; an error's numbers are multiples with which they meet, and where no
multiple lets them meet nothing is certain.
"""
import json, operator, re, sys
import random_kernels

PREDICATES = {"eq": operator.eq, "ne": operator.ne, "slt": operator.lt, "sle": operator.le, "sgt": operator.gt, "sge": operator.ge}
LARGEST, BLOCK = 640, 64


class Kernel:
    def __init__(self, random, name):
        self.random, self.name, self.lines, self.names = random, name, [], 0
        self.promised = random.choice((1, 2, 4, 16, 16, 64))
        self.shift = self.number()
        self.runs = self.condition() if random.random() < 0.6 else (None, lambda n: True)

    def value(self, expression):
        self.names += 1
        self.lines.append(f"%v{self.names} = {expression}")
        return f"%v{self.names}"

    def constant(self, number):
        return self.value(f"arith.constant {number} : i32")

    def number(self, steps=2):
        """Something made of %n in so many steps, and what it is for one."""
        name, made = "%n", lambda n: n
        if self.random.random() < 0.4:
            more = self.random.choice((1, 2, 8, 16, 32, 48))
            name, made = self.value(f"arith.addi {name}, {self.constant(more)} : i32"), lambda n, made=made: made(n) + more
        for _ in range(self.random.randint(1, steps)):
            by = self.random.choice((2, 4, 8, 16, 32, 48, 64))
            word, does = self.random.choice((("remsi", lambda x, by: x - by * int(x / by)), ("andi", lambda x, by: x & by - 1), ("divsi", lambda x, by: int(x / by)),
                                             ("floordivsi", lambda x, by: x // by), ("andi", lambda x, by: x & by - 1)))
            name = self.value(f"arith.{word} {name}, {self.constant(by - 1 if word == 'andi' else by)} : i32")
            made = lambda n, made=made, does=does, by=by: does(made(n), by)
        limit = self.constant(63)
        return self.value(f"arith.andi {name}, {limit} : i32"), lambda n, made=made: made(n) & 63

    def condition(self):
        name, made = self.number(1)
        word, bound = self.random.choice(list(PREDICATES)), self.random.choice((0, 0, 1, 8, 16, 32))
        return self.value(f"arith.cmpi {word}, {name}, {self.constant(bound)} : i32"), lambda n: PREDICATES[word](made(n), bound)

    def text(self):
        promise = f" {{tt.divisibility = {self.promised} : i32}}" if self.promised > 1 else ""
        body = "\n    ".join(self.lines)
        load = "%r = memref.load %tile[%other] : memref<128xf32, 3>"
        if self.runs[0]:
            load = f"scf.if {self.runs[0]} {{\n      {load}\n    }}"
        return f"""  gpu.func @{self.name}(%n: i32{promise}, %v: f32) workgroup(%tile: memref<128xf32, 3>) kernel attributes {{known_block_size = array<i32: {BLOCK}, 1, 1>}} {{
    %tid = gpu.thread_id x
    {body}
    %by = arith.index_cast {self.shift[0]} : i32 to index
    %other = arith.addi %tid, %by : index
    memref.store %v, %tile[%tid] : memref<128xf32, 3>
    {load}
    gpu.return
  }}
"""

    def possible(self, n):
        return n % self.promised == 0 and self.runs[1](n)

    def meets(self, n):
        return self.possible(n) and 0 < self.shift[1](n) < BLOCK

    def races(self):
        return any(self.meets(n) for n in range(-LARGEST, LARGEST + 1))

    def wrong(self, findings):
        """What is wrong with what was said of it; empty: nothing."""
        meeting = [n for n in range(-LARGEST, LARGEST + 1) if self.meets(n)]
        if meeting and not findings:
            return f"missed: they meet with %n = {min(meeting, key=abs)}"
        for f in findings:
            values = [int(v) for v in re.findall(r"%n = (-?\d+)", json.dumps(f))]
            if f["level"] == "error" and not meeting and not values:
                return "a wrong error"
            own = "itself" in json.dumps(f)  # an example in which a thread meets itself only
            if any(not (self.meets(v) or (own and self.possible(v))) for v in values):
                return f"a wrong witness: %n = {values}"
        return ""


def main():
    program, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    kernels = random_kernels.make(Kernel, count, seed)
    said = random_kernels.lint(program, kernels, 'gpu.module @m [#nvvm.target<chip = "sm_90">] {\n')
    return random_kernels.judge(kernels, said, seed, 0.8)


if __name__ == "__main__":
    sys.exit(main())
