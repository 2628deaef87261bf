#!/usr/bin/env python3
"""Slots that a loop turns, also such that come once and never again (0, 1, 2, 1, 2, ..), against every trip count.

  slots.py FENCEPOST COUNT SEED

A loop runs between two numbers of times and reads the slot of its iteration behind a barrier; behind the loop one slot is written. Only the last iteration
meets that store: it must be told where some trip count brings the last iteration to the slot, and nothing may be said where none does.
"""
import sys
import random_kernels

HEAD = "gpu.module @m {\n"


class Kernel:
    def __init__(self, draw, name):
        self.name = name
        self.end, self.back, self.first = draw.randint(2, 5), 0, 0
        self.back = draw.randrange(self.end)
        self.first = draw.randrange(self.end)
        self.least = draw.randint(1, 4)
        self.most = self.least + draw.randint(0, 9)
        self.written = draw.randrange(self.end)

    def slot(self, iteration):
        slot = self.first
        for _ in range(iteration):
            slot = self.back if slot + 1 >= self.end else slot + 1
        return slot

    def races(self):
        return any(self.slot(trips - 1) == self.written for trips in range(self.least, self.most + 1))

    def text(self):
        memory = f"memref<{256 * self.end}xf32, 3>"
        constants = {"zero": 0, "one": 1, "end": self.end, "back": self.back, "first": self.first, "least": self.least, "most": self.most, "row": 256,
                     "last": 256 * self.written + 255}
        lines = [f"%{name} = arith.constant {value} : index" for name, value in constants.items()]
        body = "\n    ".join(lines)
        return f"""  gpu.func @{self.name}(%n: index, %f: f32, %out: memref<256xf32>) workgroup(%a: {memory}) kernel attributes {{known_block_size = array<i32: 256, 1, 1>}} {{
    {body}
    %t = gpu.thread_id x
    %some = arith.maxsi %n, %least : index
    %trips = arith.minsi %some, %most : index
    %other = arith.subi %last, %t : index
    %r = scf.for %i = %zero to %trips step %one iter_args(%s = %first) -> (index) {{
      gpu.barrier
      %at = arith.muli %s, %row : index
      %own = arith.addi %at, %t : index
      %v = memref.load %a[%own] : {memory}
      memref.store %v, %out[%t] : memref<256xf32>
      %more = arith.addi %s, %one : index
      %over = arith.cmpi sge, %more, %end : index
      %next = arith.select %over, %back, %more : index
      scf.yield %next : index
    }}
    memref.store %f, %a[%other] : {memory}
    gpu.return
  }}
"""


def main():
    program, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    kernels = random_kernels.make(Kernel, count, seed)
    said = random_kernels.lint(program, kernels, HEAD)
    told = {name for name, own in said.items() if any(f["rule"] == "missing-barrier" and f["level"] in ("error", "warning") for f in own)}
    failed = 0
    for k in kernels:
        if (k.name in told) == k.races():
            continue
        failed += 1
        print(f"{k.name} of seed {seed}: {'missed' if k.races() else 'told'}; {vars(k)}")
    racing = sum(k.races() for k in kernels)
    print(f"{count} kernels, {racing} with a race, {failed} wrong")
    return failed != 0 or racing in (0, count)


if __name__ == "__main__":
    sys.exit(main())
