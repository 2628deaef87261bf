#!/usr/bin/env python3
"""Masked copies of Triton: masks made of conditions on %n, of tensors that nothing is known of, and of both, against every %n in turn.

  masks.py FENCEPOST COUNT SEED

On the chip an element that the mask turns off is not written. A copy and a load that both run for some %n must be told; it is an error only where the mask
holds nothing but conditions, and the %n that it names is one with which both run.
"""
import json, operator, re, sys
import random_kernels

PREDICATES = {"eq": operator.eq, "ne": operator.ne, "slt": operator.lt, "sle": operator.le, "sgt": operator.gt, "sge": operator.ge}
VALUES = range(-9, 10)
HEAD = """#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#pairs = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [2, 2], order = [1, 0]}>
#linear = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
"""


class Kernel:
    def __init__(self, random, name):
        self.random, self.name, self.lines, self.names, self.unknown = random, name, [], 0, False

    def value(self, expression):
        self.names += 1
        self.lines.append(f"%v{self.names} = {expression}")
        return f"%v{self.names}"

    def condition(self):
        """A condition on %n and what it is for one."""
        word, bound = self.random.choice(list(PREDICATES)), self.random.randint(-6, 6)
        constant = self.value(f"arith.constant {bound} : i32")
        name = self.value(f"arith.cmpi {word}, %n, {constant} : i32")
        if self.random.random() < 0.2:
            true = self.value("arith.constant true")
            return self.value(f"arith.xori {name}, {true} : i1"), lambda n: not PREDICATES[word](n, bound)
        return name, lambda n: PREDICATES[word](n, bound)

    def mask(self, columns, depth):
        kind = self.random.random()
        if depth and kind < 0.4:
            (a, first), (b, second) = self.mask(columns, depth - 1), self.mask(columns, depth - 1)
            return self.value(f"arith.andi {a}, {b} : tensor<64x{columns}xi1, #rows>"), lambda n: first(n) and second(n)
        if columns > 1 and kind < 0.6:
            narrow, holds = self.mask(1, depth)
            return self.value(f"tt.broadcast {narrow} : tensor<64x1xi1, #rows> -> tensor<64x{columns}xi1, #rows>"), holds
        if kind < 0.7:
            self.unknown = True
            return f"%m{columns}", lambda n: True
        name, holds = self.condition()
        return self.value(f"tt.splat {name} : i1 -> tensor<64x{columns}xi1, #rows>"), holds

    def text(self):
        mask, self.copies = self.mask(32, 2)
        condition, self.loads = self.condition()
        body = "\n    ".join(self.lines)
        return f"""  tt.func public @{self.name}(%p: tensor<64x32x!tt.ptr<f16>, #rows>, %m32: tensor<64x32xi1, #rows>, %m1: tensor<64x1xi1, #rows>, %o: tensor<64x32xf16, #rows>, %n: i32) {{
    %tile = ttg.local_alloc {{allocation.offset = 0 : i32}} : () -> !ttg.memdesc<64x32xf16, #linear, #smem, mutable>
    {body}
    %c = ttg.async_copy_global_to_local %p, %tile mask {mask} : tensor<64x32x!tt.ptr<f16>, #rows> -> <64x32xf16, #linear, #smem, mutable>
    %g = ttg.async_commit_group tokens %c
    %w = ttg.async_wait %g {{num = 0 : i32}}
    scf.if {condition} {{
      %y = ttg.local_load %tile token %w : !ttg.memdesc<64x32xf16, #linear, #smem, mutable> -> tensor<64x32xf16, #pairs>
    }}
    ttg.barrier local
    ttg.local_store %o, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #linear, #smem, mutable>
    tt.return
  }}
"""

    def races(self):
        return any(self.copies(n) and self.loads(n) for n in VALUES)

    def wrong(self, findings):
        """What is wrong with what was said of it; empty: nothing."""
        both = [n for n in VALUES if self.copies(n) and self.loads(n)]
        told = [f for f in findings if f["rule"] == "missing-barrier" and f["level"] in ("error", "warning")]
        if both and not told:
            return f"missed: both run with %n = {both[0]}"
        for f in told:
            values = [int(v) for v in re.findall(r"%n = (-?\d+)", json.dumps(f))]
            if f["level"] == "error" and (self.unknown or not both or not values):
                return "a wrong error"
            if not self.unknown and any(v in VALUES and v not in both for v in values):
                return f"a wrong witness: %n = {values}"
        return ""


def main():
    program, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    kernels = random_kernels.make(Kernel, count, seed)
    return random_kernels.judge(kernels, random_kernels.lint(program, kernels, HEAD), seed, 2 / 3)


if __name__ == "__main__":
    sys.exit(main())
