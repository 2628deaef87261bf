#!/usr/bin/env python3
"""Kernels for `./dev bench edit`: edit.py FOLDER LINES..: a file KIND-LINES.mlir of about so many lines for each kind and size; prints their names.

One kernel each, of the kind that is written today for the chips that have it. growth.py has the words that they are made of.
"""
import math
import pathlib
import sys

import growth
from growth import M, STORE, load, loop, rows


def between_waves(text):
    """What a thread reads was written by another wave, so that barriers are needed."""
    return text.replace("%other = arith.xori %tx, %c1", "%c255 = arith.constant 255 : index\n%other = arith.subi %c255, %tx")


def kernel(*parts, **more):
    return between_waves(growth.kernel(*parts, **more))


def tile(i):
    return (f"affine.for %q{i} = 0 to 8 {{\n%s{i} = affine.apply #swizzle(%tx, %q{i})\nmemref.store %f, %l[%s{i}] : {M}\n}}\ngpu.barrier\n"
            + "".join(f"%v{i}_{k} = memref.load %l[%other] : {M}\n" for k in range(4)) + "gpu.barrier\n")


def tiles(lines):
    return kernel(rows(lines // 10, tile), before="#swizzle = affine_map<(d0, d1) -> (d0 + d1 * 256)>\n")


def direct_ring(i):
    """Two slots: copies for the next iteration are under way while this one computes."""
    def copy(to):
        return f"amdgpu.gather_to_lds %g[%tx], %l[%{to}{i}] : f32, memref<65536xf32>, {M}\n"
    first = f"%k{i} = arith.constant {i * 512} : index\n%a{i} = arith.addi %wave, %k{i} : index\n{copy('a')}"
    slots = (f"%h{i} = arith.remsi %i{i}, %c2 : index\n%o{i} = arith.muli %h{i}, %c256 : index\n%p{i} = arith.subi %c256, %o{i} : index\n"
             f"%n{i} = arith.addi %a{i}, %p{i} : index\n%b{i} = arith.addi %k{i}, %o{i} : index\n%r{i} = arith.addi %b{i}, %other : index\n")
    return first + loop(i) + slots + f"rocdl.s.waitcnt 0\namdgpu.lds_barrier\n{copy('n')}%v{i} = memref.load %l[%r{i}] : {M}\namdgpu.lds_barrier\n}}\n"


def direct_rings(lines):
    more = "%c2 = arith.constant 2 : index\n%c64 = arith.constant 64 : index\n%wavenumber = arith.divui %tx, %c64 : index\n%wave = arith.muli %wavenumber, %c64 : index\n"
    return "// fencepost: target=gfx950\n" + kernel(more + rows(lines // 16, direct_ring))


def split_barriers(lines, before=""):
    both = before + "rocdl.s.barrier.signal id = -1\nrocdl.s.barrier.wait id = -1\n"
    return "// fencepost: target=gfx1250\n" + kernel(rows(lines // (8 if before else 6), lambda i: STORE + both + load(i) + both))


IN_FLIGHT = 32


def groups(i):
    """So many groups of cp.async under way at once, each waited for in its turn."""
    issued = rows(IN_FLIGHT, lambda k: f"%k{i}_{k} = arith.constant {k * 256} : index\n%i{i}_{k} = arith.addi %tx, %k{i}_{k} : index\n%j{i}_{k} = arith.addi %other, %k{i}_{k} : index\n"
                                       f"%t{i}_{k} = nvgpu.device_async_copy %g[%i{i}_{k}], %l[%i{i}_{k}], 1 : memref<65536xf32> to {M}\n%q{i}_{k} = nvgpu.device_async_create_group %t{i}_{k}\n")
    waited = rows(IN_FLIGHT, lambda k: f"nvgpu.device_async_wait %q{i}_{k} {{numGroups = {IN_FLIGHT - 1 - k} : i32}}\ngpu.barrier\n%v{i}_{k} = memref.load %l[%j{i}_{k}] : {M}\n")
    return issued + waited + "gpu.barrier\n"


def copies(lines):
    return kernel(rows(math.ceil(lines / (8 * IN_FLIGHT)), groups))


def calls(lines):
    functions = lines // 7
    return kernel(growth.call("f0") + STORE + "gpu.barrier\n" + load(0),
                  rows(functions, lambda i: growth.function(f"f{i}", [f"f{i + 1}"] if i + 1 < functions else [])))


KINDS = {
    "tiles": tiles,
    "direct-copies": direct_rings,
    "copy-groups": copies,
    "split-barriers": lambda lines: split_barriers(lines, "rocdl.s.wait.dscnt 0\n"),
    "split-barriers-unwaited": split_barriers,  # the data need not have landed: a warning for each load
    "mbarriers": lambda lines: between_waves(growth.mbarriers(lines // 6)),
    "blocks": lambda lines: between_waves(growth.loops_of_blocks(lines // 11)),
    "calls": calls,
}


def indented(text):
    """As people and compilers write it: two blanks for each region around."""
    lines, depth = [], 0
    for line in text.splitlines():
        line = line.strip()
        depth -= line.startswith("}")
        lines.append("  " * (depth - line.startswith("^")) + line)
        depth += line.endswith("{")
    return "\n".join(lines) + "\n"


def main():
    folder, *sizes = sys.argv[1:]
    for kind, text in KINDS.items():
        for size in sizes:
            path = pathlib.Path(folder) / f"{kind}-{size}.mlir"
            path.write_text(indented(text(int(size))))
            print(path)


if __name__ == "__main__":
    main()
