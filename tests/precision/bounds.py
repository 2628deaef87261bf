#!/usr/bin/env python3
"""Where a bound cuts something off, the results say so: one information a kernel, and the statistics. Just below it they say nothing.

  bounds.py FENCEPOST
"""
import json
import subprocess
import sys

TYPE = "memref<65536xf32, 3>"
SIGNATURE = f"({TYPE}, f32, index) -> ()"


def module(body, more=""):
    return f"""gpu.module @m {{
  gpu.func @k(%f: f32, %g: memref<65536xf32>) workgroup(%l: {TYPE}) kernel attributes {{known_block_size = array<i32: 256, 1, 1>}} {{
    %tx = gpu.thread_id x
{body}    gpu.return
  }}
{more}}}
"""


def function(name, *callees):
    calls = "".join(f"func.call @{callee}(%l, %f, %tx) : {SIGNATURE}\n" for callee in callees)
    return f"func.func private @{name}(%l: {TYPE}, %f: f32, %tx: index) {{\nmemref.store %f, %l[%tx] : {TYPE}\n{calls}return\n}}\n"


def calls(count):
    """So many calls of one function: each is folded where it stands."""
    return module(f"func.call @f(%l, %f, %tx) : {SIGNATURE}\n" * count, function("f"))


def circle(count):
    """So many functions that call each other, twice each."""
    functions = "".join(function(f"f{i}", f"f{(i + 1) % count}", f"f{(7 * i + 3) % count}") for i in range(count))
    return module(f"func.call @f0(%l, %f, %tx) : {SIGNATURE}\n", functions)


def accesses(count):
    """So many different addresses between two barriers."""
    return module("".join(f"%k{i} = arith.constant {i * 256} : index\n%i{i} = arith.addi %tx, %k{i} : index\nmemref.store %f, %l[%i{i}] : {TYPE}\n" for i in range(count)))


def parameters(count, places=1, space=", 3"):
    """A function that stores to so many places of each of so many parameters, all of which may be the same memory."""
    one = f"memref<65536xf32{space}>"
    stores = "".join(f"%k{p} = arith.constant {p * 256} : index\n%i{p} = arith.addi %tx, %k{p} : index\n" + "".join(f"memref.store %f, %a{i}[%i{p}] : {one}\n" for i in range(count)) for p in range(places))
    return f"func.func @k(%f: f32, {', '.join(f'%a{i}: {one}' for i in range(count))}) {{\n%tx = gpu.thread_id x\n{stores}return\n}}\n"


def reads(stores, loads):
    """So many stores to places of their own, then so many loads of others, between two barriers."""
    return module("".join(f"%k{i} = arith.constant {i * 256} : index\n%i{i} = arith.addi %tx, %k{i} : index\n" + (f"memref.store %f, %l[%i{i}] : {TYPE}\n" if i < stores else f"%v{i} = memref.load %l[%i{i}] : {TYPE}\n")
                             for i in range(stores + loads)))


def conditions(count):
    """So many conditions, each of which guards an access."""
    return module("%c0 = arith.constant 0 : index\n%n = gpu.block_id x\n" + "".join(
        f"%k{i} = arith.constant {i + 1} : index\n%p{i} = arith.cmpi slt, %n, %k{i} : index\nscf.if %p{i} {{\nmemref.store %f, %l[%tx] : {TYPE}\n}} else {{\ngpu.barrier\n}}\n" for i in range(count)))


def loops(count):
    """So many loops in a row, in each of which all threads store to an element that a neighbour reads."""
    head = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%n = gpu.grid_dim x\n%other = arith.xori %tx, %c1 : index\n"
    return module(head + "".join(f"scf.for %i{i} = %c0 to %n step %c1 {{\nmemref.store %f, %l[%tx] : {TYPE}\n%v{i} = memref.load %l[%other] : {TYPE}\n}}\n" for i in range(count)))


def lengths(count, differ=True, between=""):
    """So many loops in a row that store to an element of each iteration, of different lengths or of one."""
    head = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
    return module(head + "".join(f"%n{i} = arith.constant {i + 2 if differ else 2} : index\nscf.for %i{i} = %c0 to %n{i} step %c1 {{\n%a{i} = arith.addi %i{i}, %tx : index\n"
                                 f"memref.store %f, %l[%a{i}] : {TYPE}\n}}\n{between}" for i in range(count)))


def nested_loops(count):
    """So many loops inside one another, each of which stores before the next one and loads behind it what a neighbour stored."""
    head = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%n = gpu.grid_dim x\n%other = arith.xori %tx, %c1 : index\n"
    return module(head + "".join(f"scf.for %i{i} = %c0 to %n step %c1 {{\nmemref.store %f, %l[%tx] : {TYPE}\n" for i in range(count)) +
                  "".join(f"%v{i} = memref.load %l[%other] : {TYPE}\n}}\n" for i in range(count)))


def nested_copies(count):
    """So many loops inside one another, each of which starts a copy; one wait and one load stand in the innermost."""
    head = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%n = gpu.grid_dim x\n"
    copies = "".join(f"scf.for %i{i} = %c0 to %n step %c1 {{\n%t{i} = nvgpu.device_async_copy %g[%tx], %l[%tx], 1 : memref<65536xf32> to {TYPE}\n"
                     f"%q{i} = nvgpu.device_async_create_group %t{i}\n" for i in range(count))
    return module(head + copies + f"nvgpu.device_async_wait %q0 {{numGroups = 1 : i32}}\n%v = memref.load %l[%c0] : {TYPE}\n" + "}\n" * count)


def cases(count):
    """So many conditions, each of which guards two accesses."""
    guarded = "".join(f"scf.if %p{i} {{\nmemref.store %f, %l[%tx] : {TYPE}\n}}\n" for i in range(count))
    return module("%n = gpu.block_id x\n" + "".join(f"%k{i} = arith.constant {i + 1} : index\n%m{i} = arith.remui %n, %k{i} : index\n%p{i} = arith.cmpi eq, %m{i}, %k0 : index\n"
                                                    for i in range(count)) + guarded + guarded)


def published():
    """A store before a barrier, and one thread's atomic behind it: what that hands over hangs on no address, so none are compared."""
    return module("%c0 = arith.constant 0 : index\n%one = arith.constant 1.0 : f32\n%first = arith.cmpi eq, %tx, %c0 : index\nmemref.store %f, %g[%tx] : memref<65536xf32>\n"
                  "gpu.barrier\nscf.if %first {\n%old = memref.atomic_rmw addf %one, %g[%c0] : (f32, memref<65536xf32>) -> f32\n}\n")


COUNTS = ("boundedCalls", "boundedRuns", "boundedConditions", "boundedCases", "placementsCut")
VARIANTS = ("not-followed", "not-compared", "not-implied", "not-told-apart", "not-placed")


def ask(text):
    done = subprocess.run([sys.argv[1], "lint", "--no-config", "--min-level", "hint", "--statistics", "--output-format", "json", "-"], input=text.encode(), capture_output=True, check=False)
    report = json.loads(done.stdout)
    said = {finding["variant"]: finding for finding in report["findings"] if finding["variant"] in VARIANTS}
    return said, report["statistics"]


def main():
    failures = 0
    for name, text, variant, count in [
            ("255 calls", calls(255), None, 0), ("300 calls", calls(300), "not-followed", 45), ("four functions", circle(4), None, 0),
            ("forty functions", circle(40), "not-followed", None), ("512 addresses", accesses(512), None, 0), ("600 addresses", accesses(600), "not-compared", None),
            ("500 parameters", parameters(500), None, 0), ("600 parameters", parameters(600), "not-compared", None),
            ("four parameters of 120 places", parameters(4, 120), None, 0), ("four parameters of 150 places", parameters(4, 150), "not-compared", None),
            ("600 parameters of memory that callers choose", parameters(600, space=""), None, 0),
            ("60 stores and 1000 loads", reads(60, 1000), None, 0), ("400 stores and 400 loads", reads(400, 400), "not-compared", None),
            ("80 loops of different lengths", lengths(80), None, 0), ("200 loops of different lengths", lengths(200), "not-compared", None),
            ("100 loops of different lengths and a barrier behind each", lengths(100, between="gpu.barrier\n"), None, 0), ("300 loops of one length", lengths(300, differ=False), None, 0),
            ("40 loops", loops(40), None, 0), ("600 loops", loops(600), None, 0), ("200 nested loops", nested_loops(200), None, 0),
            ("150 nested loops with copies", nested_copies(150), "not-placed", None),
            ("48 conditions", conditions(48), "not-told-apart", None), ("49 conditions", conditions(49), "not-implied", 49),
            ("four conditions of two places each", cases(4), None, 0), ("seven conditions of two places each", cases(7), "not-told-apart", None)]:
        said, statistics = ask(text)
        counted = sum(statistics[key] for key in COUNTS)
        good = set(said) == ({variant} if variant else set()) and (counted > 0) == bool(variant)
        if count:
            good = good and counted == count and f"{count} c" in said[variant]["message"]
        if not good:
            failures += 1
            print(f"{name}: {list(said)}, {({key: statistics[key] for key in COUNTS})}")
    pairs = ask(published())[1]["pairs"]
    if sum(pairs.values()):
        failures += 1
        print(f"an atomic that publishes: {pairs}")
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
