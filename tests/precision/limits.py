#!/usr/bin/env python3
"""Kernels beyond a limit of the analysis, each beside one that stays below it: what is left out is said, once, as information, and counted.

  limits.py FENCEPOST
"""
import json, subprocess, sys

TTGIR = """#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!words = !ttg.memdesc<128xi32, #shared, #smem, mutable>
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
"""


def streams(arguments, shared, captures, first, second):
    """A kernel of two partitions."""
    handed = ", ".join(name for name, _ in captures)
    types = ", ".join(kind for _, kind in captures)
    taken = ", ".join(f"{name}_: {kind}" for name, kind in captures)
    return (TTGIR + f"  tt.func public @k({arguments}) {{\n    %c0 = arith.constant 0 : i32\n    %c1 = arith.constant 1 : i32\n" + shared
            + f"    ttg.warp_specialize({handed})\n    default {{\n{first}      ttg.warp_yield\n    }}\n    partition0({taken}) num_warps(4) {{\n"
            + "      %z = arith.constant 0 : i32\n      %o = arith.constant 1 : i32\n" + second + f"      ttg.warp_return\n    }} : ({types}) -> ()\n    tt.return\n  }}\n}}\n")


def many_lengths(count):
    """Loops to as many lengths, whose iterations are handed over one by one."""
    arguments = ", ".join(f"%n{i}: i32" for i in range(count))
    shared = "    %b = ttg.local_alloc : () -> !bar\n    ttng.init_barrier %b, 1 : !bar\n"
    first = "".join(f"      scf.for %i{i} = %c0 to %n{i} step %c1 : i32 {{\n        %x{i} = arith.andi %i{i}, %c1 : i32\n      }}\n" for i in range(count))
    lengths = [f"%n{i}" for i in range(count)]
    total = "".join(f"      %s{i} = arith.addi {'%c0' if i == 0 else f'%s{i - 1}'}, %n{i} : i32\n" for i in range(count))
    first = total + f"      scf.for %i = %c0 to %s{count - 1} step %c1 : i32 {{\n        ttng.arrive_barrier %b, 1 : !bar\n      }}\n"
    captures = [("%b", "!bar")] + [(n, "i32") for n in lengths]
    total = "".join(f"      %s{i} = arith.addi {'%z' if i == 0 else f'%s{i - 1}'}, %n{i}_ : i32\n" for i in range(count))
    second = total + f"      scf.for %i = %z to %s{count - 1} step %o : i32 {{\n        %p = arith.andi %i, %o : i32\n        ttng.wait_barrier %b_, %p : !bar\n      }}\n"
    return streams(arguments, shared, captures, first, second)


def many_faults(count):
    """Each of `count` stores of one partition races with each of the other one."""
    shared = "    %a = ttg.local_alloc : () -> !words\n    %v = arith.constant dense<0> : tensor<128xi32, #blocked>\n"
    first = "      ttg.local_store %v, %a : tensor<128xi32, #blocked> -> !words\n" * count
    second = "      %w = arith.constant dense<1> : tensor<128xi32, #blocked>\n" + "      ttg.local_store %w, %a_ : tensor<128xi32, #blocked> -> !words\n" * count
    return streams("", shared, [("%a", "!words")], first, second)


def many_tags(count):
    """Copies with a tag each, all of them waited for."""
    lines = ["func.func @k(%from: memref<256xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {",
             "  %c0 = arith.constant 0 : index", "  %c256 = arith.constant 256 : index"]
    for i in range(count):
        lines += [f"  %t{i} = memref.alloc() : memref<1xi32>",
                  f"  %lds{i} = memref.alloc() : memref<256xf32, 3>",
                  f"  memref.dma_start %from[%c0], %lds{i}[%c0], %c256, %t{i}[%c0] : memref<256xf32>, memref<256xf32, 3>, memref<1xi32>",
                  f"  memref.dma_wait %t{i}[%c0], %c256 : memref<1xi32>"]
    return "\n".join(lines + ["  return", "}", ""])


def named(count, lines_of):
    heads = [f"llvm.mlir.global internal @b{i}() {{addr_space = 15 : i32}} : !llvm.target<\"amdgcn.named.barrier\", 0>" for i in range(count)]
    lines = heads + ["llvm.func @k() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {"]
    lines += [f"  %b{i} = llvm.mlir.addressof @b{i} : !llvm.ptr<15>" for i in range(count)]
    lines += [f"  rocdl.s.barrier.init %b{i} member_cnt = 8 : !llvm.ptr<15>" for i in range(count)]
    lines += ["  rocdl.s.wait.dscnt 0", "  rocdl.s.barrier.signal id = -1", "  rocdl.s.barrier.wait id = -1"]
    return "\n".join(lines + lines_of + ["  llvm.return", "}", ""])


def meeting(i):
    return [f"  rocdl.s.barrier.join %b{i} : !llvm.ptr<15>", f"  rocdl.s.barrier.signal.var %b{i} member_cnt = 0 : !llvm.ptr<15>", "  rocdl.s.barrier.wait id = 1"]


def many_barriers(count):
    return named(count, [meeting(i)[k] for i in range(count) for k in (0, 1)])


def many_joins(count):
    return named(2, [line for i in range(count) for line in meeting(i % 2)])


def deep_calls(count):
    """Functions that call each other, the last of which meets all threads by halves."""
    text = ""
    for i in range(count):
        inner = f"  llvm.call @f{i + 1}() : () -> ()" if i + 1 < count else "  rocdl.s.barrier.signal id = -1\n  rocdl.s.barrier.wait id = -1"
        text += f"llvm.func internal @f{i}() {{\n{inner}\n  llvm.return\n}}\n"
    return text + "llvm.func @k() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {\n  llvm.call @f0() : () -> ()\n  llvm.return\n}\n"


def many_jumps(count):
    """Two ladders of blocks that jump into each other as the thread's number tells, with a barrier on each step."""
    lines = ["llvm.func @k(%p: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {",
             "  %tid = rocdl.workitem.id.x : i32"]
    lines += [f"  %c{i} = llvm.mlir.constant({i} : i32) : i32\n  %i{i} = llvm.icmp \"ult\" %tid, %c{i} : i32" for i in range(count)]
    lines += ["  llvm.cond_br %i1, ^a0, ^b0"]
    for i in range(count):
        for own, other in ("ab", "ba"):
            lines += [f"^{own}{i}:", "  rocdl.s.barrier"]
            lines += [f"  llvm.cond_br %i{i}, ^{own}{i + 1}, ^{other}{i + 1}" if i + 1 < count else "  llvm.br ^end"]
    return "\n".join(lines + ["^end:", "  llvm.return", "}", ""])


# maker, number beyond the limit, number below it, variant, chip
CASES = [
    (many_lengths, 60, 3, "values", None),
    (many_faults, 20, 10, "faults", None),
    (many_tags, 257, 256, "bounded-objects", "gfx1250"),
    (many_barriers, 61, 60, "bounded-barriers", "gfx1250"),
    (many_joins, 65, 64, "bounded-joins", "gfx1250"),
    (deep_calls, 12, 6, "bounded-states", "gfx1250"),
    (many_jumps, 260, 60, "bounded-jumps", "gfx1250"),
]


def said(fencepost, text, chip):
    command = [fencepost, "lint", "--no-config", "--min-level", "information", "--statistics", "--output-format", "json", "-"]
    done = subprocess.run(command + (["--target", chip] if chip else []), input=text, capture_output=True, text=True)
    return json.loads(done.stdout)


def main():
    failed = False
    for maker, beyond, below, variant, chip in CASES:
        for count, expected in ((beyond, 1), (below, 0)):
            result = said(sys.argv[1], maker(count), chip)
            found = [f for f in result["findings"] if f.get("variant") == variant]
            limits = result["summary"].get("statistics", result.get("statistics", {})).get("limits", 0)
            right = len(found) == expected and limits >= expected and all(f["level"] == "information" for f in found)
            if not right:
                failed = True
                print(f"{maker.__name__}({count}): {len(found)} findings {variant} instead of {expected}, limits counted: {limits}; others: "
                      f"{sorted({(f['rule'], f.get('variant'), f['level']) for f in result['findings']})}")
    return failed


sys.exit(main())
