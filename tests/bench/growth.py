#!/usr/bin/env python3
"""Does the time of a lint grow with the text, whatever there is more of?

  growth.py MEASURE BENCH_LINT FENCEPOST [--only NAME] [--sample]

Each dimension is one kernel (or module) of which one thing is doubled: its text doubles, and so may the time. Printed are the exponent between the two
largest sizes, lint by parse and the memory at the largest, and whether its results say that something was cut off. --sample: a few dimensions at sizes
that take no second, for the tests of every day.
"""
import argparse
import math
import os
import re
import subprocess
import sys
import tempfile

EXPONENT_MAX, RATIO_MAX = 1.15, 8
SECONDS_MIN, RUNS = 0.15, 7  # each size is measured so long in a round; bench_lint's runs of a short text
ROUNDS = 3  # the sizes take turns, so that what else the machine does is in both
SAMPLE_EXPONENT_MAX = 1.66  # four times the text may take ten times as long: a test must not depend on the machine
M = "memref<65536xf32, 3>"
STORE = f"memref.store %f, %l[%tx] : {M}\n"
LOAD = f"memref.load %l[%other] : {M}\n"


def kernel(body, more="", known="256, 1, 1", before=""):
    return f"""{before}gpu.module @m {{
  gpu.func @k(%f: f32, %n: index, %c: i1, %g: memref<65536xf32>) workgroup(%l: {M}) kernel attributes {{known_block_size = array<i32: {known}>}} {{
    %tx = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %no = arith.constant false
    %other = arith.xori %tx, %c1 : index
{body}    gpu.return
  }}
{more}}}
"""


def rows(count, row):
    return "".join(row(i) for i in range(count))


def load(i):
    return f"%v{i} = {LOAD}"


def between(count, op):
    places = rows(count, lambda i: f"%k{i} = arith.constant {i * (4 if op == 'addi' else 1)} : index\n%i{i} = arith.{op} %tx, %k{i} : index\n")
    stores = rows(count, lambda i: f"memref.store %f, %l[%i{i}] : {M}\n")
    return kernel(places + stores + "gpu.barrier\n" + rows(count, lambda i: f"%v{i} = memref.load %l[%i{i}] : {M}\n"))


def buffers(count):
    allocs = rows(count, lambda i: f"%b{i} = memref.alloc() : memref<256xf32, 3>\nmemref.store %f, %b{i}[%tx] : memref<256xf32, 3>\n")
    return kernel(allocs + "gpu.barrier\n" + rows(count, lambda i: f"%v{i} = memref.load %b{i}[%other] : memref<256xf32, 3>\n"))


def parameters(count, space=", 3"):
    one = f"memref<?xf32{space}>"
    body = rows(count, lambda i: f"memref.store %f, %a{i}[%tx] : {one}\n%v{i} = memref.load %a{i}[%tx] : {one}\n")
    return f"func.func @k(%f: f32, %tx: index, {', '.join(f'%a{i}: {one}' for i in range(count))}) {{\n{body}return\n}}\n"


def launches(count):
    threads = "threads(%t0, %t1, %t2) in (%s0 = %c, %s1 = %c, %s2 = %c)"
    one = f"gpu.launch blocks(%b0, %b1, %b2) in (%g0 = %c, %g1 = %c, %g2 = %c) {threads} {{\n%m = memref.alloc() : {M}\nmemref.store %f, %m[%t0] : {M}\n%v = memref.load %m[%t1] : {M}\ngpu.terminator\n}}\n"
    return f"func.func @h(%f: f32) {{\n%c = arith.constant 32 : index\n{one * count}return\n}}\n"


def mbarriers(count):
    group = f"!nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = {count}>"
    made = f"%m = nvgpu.mbarrier.create -> {group}\n" + rows(count, lambda i: f"%k{i} = arith.constant {i} : index\nnvgpu.mbarrier.init %m[%k{i}], %c256 : {group}\n")
    return kernel(made + "gpu.barrier\n" + rows(count, lambda i: f"{STORE}%t{i} = nvgpu.mbarrier.arrive %m[%k{i}] : {group} -> !nvgpu.mbarrier.token\n"
                                                                  f"nvgpu.mbarrier.try_wait.parity %m[%k{i}], %no, %c256 : {group}\n{load(i)}"))


def split_barriers(count):
    both = "rocdl.s.barrier.signal id = -1\nrocdl.s.barrier.wait id = -1\n"
    return kernel(rows(count, lambda i: STORE + both + load(i) + both))


def copies(count):
    issued = rows(count, lambda i: f"%k{i} = arith.constant {i * 256} : index\n%i{i} = arith.addi %tx, %k{i} : index\n"
                                   f"%t{i} = nvgpu.device_async_copy %g[%i{i}], %l[%i{i}], 1 : memref<65536xf32> to {M}\n%q{i} = nvgpu.device_async_create_group %t{i}\n")
    return kernel(issued + rows(count, lambda i: f"nvgpu.device_async_wait %q{i} {{numGroups = {count - 1 - i} : i32}}\ngpu.barrier\n%v{i} = memref.load %l[%i{i}] : {M}\n"))


def direct_copies(count):
    issued = rows(count, lambda i: f"%k{i} = arith.constant {i * 256} : index\n%i{i} = arith.addi %tx, %k{i} : index\n"
                                   f"amdgpu.gather_to_lds %g[%i{i}], %l[%k{i}] : f32, memref<65536xf32>, {M}\n")
    waited = "rocdl.s.waitcnt 0\namdgpu.lds_barrier\n" + rows(count, lambda i: f"%v{i} = memref.load %l[%i{i}] : {M}\n")
    return "// fencepost: target=gfx950\n" + kernel(issued + waited)


def copies_in_loops(count):
    one = "memref<256xf32, 3>"
    made = rows(4, lambda i: f"%b{i} = memref.alloc() : {one}\n")
    heads = rows(count, lambda i: f"{loop(i)}%t{i} = nvgpu.device_async_copy %g[%tx], %b{i % 4}[%tx], 1 : memref<65536xf32> to {one}\n%q{i} = nvgpu.device_async_create_group %t{i}\n")
    return kernel(made + heads + f"nvgpu.device_async_wait %q0 {{numGroups = 1 : i32}}\n%v = memref.load %b0[%c0] : {one}\n" + "}\n" * count)


def copies_in_loops_in_a_row(count):
    return kernel(rows(count, lambda i: f"{loop(i)}%t{i} = nvgpu.device_async_copy %g[%tx], %l[%i{i}], 1 : memref<65536xf32> to memref<65536xf32, 3>\n%q{i} = nvgpu.device_async_create_group %t{i}\n}}\n"))


def copies_in_loops_of_lengths(count):
    return kernel(rows(count, lambda i: f"%k{i} = arith.constant {i + 2} : index\nscf.for %i{i} = %c0 to %k{i} step %c1 {{\n%t{i} = nvgpu.device_async_copy %g[%tx], %l[%i{i}], 1 : memref<65536xf32> to {M}\n"
                                        f"%q{i} = nvgpu.device_async_create_group %t{i}\n}}\n"))


def ring(count):
    slot, names = "memref<256xf32, 3>", range(count)
    made = rows(count, lambda i: f"%z{i} = memref.alloc() : {slot}\n")
    head = f"%r:{count} = scf.for %i = %c0 to %n step %c1 iter_args({', '.join(f'%y{i} = %z{i}' for i in names)}) -> ({', '.join([slot] * count)}) {{\n"
    body = (f"%t = nvgpu.device_async_copy %g[%tx], %y{count - 1}[%tx], 1 : memref<65536xf32> to {slot}\n%q = nvgpu.device_async_create_group %t\n"
            f"nvgpu.device_async_wait %q {{numGroups = {count - 1} : i32}}\ngpu.barrier\n%v = memref.load %y0[%other] : {slot}\ngpu.barrier\n")
    return kernel(made + head + body + f"scf.yield {', '.join(f'%y{(i + 1) % count}' for i in names)} : {', '.join([slot] * count)}\n}}\n")


def nested(count, head, tail, inside=STORE):
    return kernel(rows(count, lambda i: head(i) + inside) + rows(count, lambda i: load(count - 1 - i) + tail))


def loops_with_own_places(count):
    """Each loop of a nest accesses memory where its own counter says."""
    head = rows(count, lambda i: f"{loop(i)}memref.store %f, %l[%i{i}] : {M}\n")
    return kernel(head + rows(count, lambda i: f"%v{i} = memref.load %l[%i{count - 1 - i}] : {M}\n}}\n"))


def loops_of_blocks(count):
    def one(i):
        return (f"^h{i}(%i{i}: index):\n%p{i} = arith.cmpi slt, %i{i}, %n : index\ncf.cond_br %p{i}, ^y{i}, ^x{i}\n^y{i}:\n{STORE}gpu.barrier\n{load(i)}gpu.barrier\n"
                f"%j{i} = arith.addi %i{i}, %c1 : index\ncf.br ^h{i}(%j{i} : index)\n^x{i}:\ncf.br ^h{i + 1}(%c0 : index)\n")
    return kernel("cf.br ^h0(%c0 : index)\n" + rows(count, one) + f"^h{count}(%i{count}: index):\n")


def switch_in_a_loop(count):
    ways = ", ".join(["default: ^x"] + [f"{i}: ^b{i}" for i in range(count)])
    cases = rows(count, lambda i: f"^b{i}:\n{STORE}gpu.barrier\n{load(i)}cf.br ^d\n")
    return kernel(f"%s = arith.index_cast %n : index to i32\ncf.br ^d\n^d:\ncf.switch %s : i32, [{ways}]\n{cases}^x:\n")


def irreducible(count):
    def one(i):
        return f"^a{i}:\n{STORE}cf.cond_br %c, ^b{i}, ^a{i + 1}\n^b{i}:\ngpu.barrier\ncf.cond_br %c, ^a{i}, ^a{i + 1}\n"
    return kernel("cf.cond_br %c, ^a0, ^b0\n" + rows(count, one) + f"^a{count}:\n")


def blocks_that_lead_back(count, between):
    return kernel("cf.br ^b0\n" + rows(count, lambda i: f"^b{i}:\n{STORE}{between}cf.cond_br %c, ^b{i + 1}, ^b{i * 7 % (i + 1)}\n") + f"^b{count}:\n")


def diamonds(count):
    def one(i):
        return f"^b{i}:\ncf.cond_br %c, ^t{i}, ^e{i}\n^t{i}:\n{STORE}cf.br ^j{i}\n^e{i}:\ncf.br ^j{i}\n^j{i}:\ngpu.barrier\ncf.br ^b{i + 1}\n"
    return kernel("cf.br ^b0\n" + rows(count, one) + f"^b{count}:\n")


def block_arguments(count):
    names = range(count)
    made = rows(count, lambda i: f"%z{i} = arith.constant {i} : index\n")
    types = ", ".join(["index"] * count)
    body = f"^h({', '.join(f'%y{i}: index' for i in names)}):\nmemref.store %f, %l[%y{count - 1}] : {M}\ngpu.barrier\n%q = arith.cmpi slt, %y0, %n : index\n"
    return kernel(made + f"cf.br ^h({', '.join(f'%z{i}' for i in names)} : {types})\n" + body +
                  f"cf.cond_br %q, ^h({', '.join(f'%y{(i + 1) % count}' for i in names)} : {types}), ^x\n^x:\n")


SIGNATURE = f"({M}, f32, index) -> ()"


def function(name, calls):
    return f"func.func private @{name}(%l: {M}, %f: f32, %tx: index) {{\n{STORE}gpu.barrier\n" + "".join(f"func.call @{c}(%l, %f, %tx) : {SIGNATURE}\n" for c in calls) + "return\n}\n"


def call(name):
    return f"func.call @{name}(%l, %f, %tx) : {SIGNATURE}\n"


def functions_at_own_places(count):
    """Each function accesses memory one place behind the one that calls it."""
    def one(i):
        more = f"func.call @f{i + 1}(%l, %f, %a) : {SIGNATURE}\n" if i + 1 < count else ""
        return (f"func.func private @f{i}(%l: {M}, %f: f32, %tx: index) {{\n%k = arith.constant 4 : index\n%a = arith.addi %tx, %k : index\n"
                f"memref.store %f, %l[%a] : {M}\n{more}%v = memref.load %l[%a] : {M}\nreturn\n}}\n")
    return kernel(call("f0"), rows(count, one))


def kernels(count):
    return "".join(kernel(STORE + "gpu.barrier\n" + load(0)).replace("@m", f"@m{i}") for i in range(count))


def aliases(count):
    before = rows(count, lambda i: f"#m{i} = affine_map<(d0) -> (d0 + {i})>\n")
    return kernel(rows(count, lambda i: f"%a{i} = affine.apply #m{i}(%tx)\n") + STORE + "gpu.barrier\n" + load(0), before=before)


def else_ifs(count):
    arms = rows(count, lambda i: f"%k{i} = arith.constant {i} : index\n%p{i} = arith.cmpi eq, %n, %k{i} : index\nscf.if %p{i} {{\nmemref.store %f, %l[%k{i}] : {M}\n}} else {{\n{load(i)}")
    return kernel(arms + "}\n" * count)


def loop(i):
    return f"scf.for %i{i} = %c0 to %n step %c1 {{\n"


# What is doubled: sizes (the last two are compared), text.
DIMENSIONS = {
    "ops": ((4000, 8000), lambda n: kernel(rows(n, lambda i: f"%a{i} = arith.addi {f'%a{i - 1}' if i else '%tx'}, %c1 : index\n") + STORE + "gpu.barrier\n" + load(0))),
    "barriers": ((1000, 2000), lambda n: kernel(rows(n, lambda i: STORE + "gpu.barrier\n" + load(i) + "gpu.barrier\n"))),
    "redundant barriers": ((1000, 2000), lambda n: kernel(STORE + "gpu.barrier\n" * n + load(0))),
    "accesses to one address": ((2000, 4000), lambda n: kernel(STORE * n + "gpu.barrier\n" + rows(n, load))),
    "accesses to different addresses": ((250, 500), lambda n: between(n, "addi")),
    "swizzled accesses": ((250, 500), lambda n: between(n, "xori")),
    "buffers": ((500, 1000), buffers),
    "parameters": ((400, 800), parameters),
    "parameters of any memory": ((400, 800), lambda n: parameters(n, "")),
    "launches": ((125, 250), launches),
    "mbarriers": ((500, 1000), mbarriers),
    "split barriers": ((1000, 2000), split_barriers),
    "copies in flight": ((64, 128), copies),
    "direct copies in flight": ((128, 256), direct_copies),
    "copies in nested loops": ((32, 64), copies_in_loops),
    "copies in loops in a row": ((100, 200), copies_in_loops_in_a_row),
    "copies in loops of different lengths": ((40, 80), copies_in_loops_of_lengths),
    "slots of a ring": ((250, 500), ring),
    "loops in a row": ((1000, 2000), lambda n: kernel(rows(n, lambda i: loop(i) + STORE + "gpu.barrier\n" + load(i) + "gpu.barrier\n}\n"))),
    "loops in a row without a barrier": ((128, 256), lambda n: kernel(rows(n, lambda i: loop(i) + STORE + load(i) + "}\n"))),
    "nested loops": ((128, 256), lambda n: nested(n, loop, "gpu.barrier\n}\n", STORE + "gpu.barrier\n")),
    "nested loops without a barrier": ((128, 256), lambda n: nested(n, loop, "}\n")),
    "nested loops with places of their own": ((8, 16), loops_with_own_places),
    "nested ifs": ((128, 256), lambda n: nested(n, lambda i: "scf.if %c {\n", "}\n", STORE + "gpu.barrier\n")),
    "nested ifs of threads": ((64, 128), lambda n: nested(n, lambda i: f"%p{i} = arith.cmpi slt, %tx, %n : index\nscf.if %p{i} {{\n", "}\n")),
    "ifs in a row": ((500, 1000), lambda n: kernel(rows(n, lambda i: f"scf.if %c {{\n{STORE}}} else {{\n{load(i)}}}\ngpu.barrier\n"))),
    "ifs of many conditions": ((64, 128), lambda n: kernel(rows(n, lambda i: f"%k{i} = arith.constant {i} : index\n%p{i} = arith.cmpi slt, %n, %k{i} : index\n"
                                                                               f"scf.if %p{i} {{\n{STORE}}} else {{\ngpu.barrier\n}}\n{load(i)}"))),
    "else ifs": ((60, 120), else_ifs),
    "blocks in a row": ((500, 1000), lambda n: kernel("cf.br ^b0\n" + rows(n, lambda i: f"^b{i}:\n{STORE}gpu.barrier\n{load(i)}cf.br ^b{i + 1}\n") + f"^b{n}:\n")),
    "diamonds of blocks": ((250, 500), diamonds),
    "loops of blocks": ((1000, 2000), loops_of_blocks),
    "cases of a switch in a loop": ((60, 120), switch_in_a_loop),
    "irreducible graphs": ((64, 128), irreducible),
    "blocks that lead back": ((400, 800), lambda n: blocks_that_lead_back(n, "")),
    "barriers in blocks that lead back": ((400, 800), lambda n: blocks_that_lead_back(n, "gpu.barrier\n")),
    "block arguments": ((500, 1000), block_arguments),
    "calls of one function": ((1000, 2000), lambda n: kernel(call("f") * n, function("f", []))),
    "depth of calls": ((500, 1000), lambda n: kernel(call("f0"), rows(n, lambda i: function(f"f{i}", [f"f{i + 1}"] if i + 1 < n else [])))),
    "functions that call two": ((32, 64), lambda n: kernel(call("f0"), rows(n, lambda i: function(f"f{i}", [f"f{i + 1}"] * 2 if i + 1 < n else [])))),
    "functions that call each other": ((16, 32), lambda n: kernel(call("f0"), rows(n, lambda i: function(f"f{i}", [f"f{(i + 1) % n}", f"f{(7 * i + 3) % n}"])))),
    "functions at places of their own": ((80, 160), functions_at_own_places),
    "calls of itself": ((64, 128), lambda n: kernel(call("f"), function("f", ["f"] * n))),
    "kernels": ((500, 1000), kernels),
    "aliases": ((1000, 2000), aliases),
    "threads of a block": ((512, 1024), lambda n: kernel(STORE + "gpu.barrier\n" + load(0), known=f"{n}, 1, 1") + "// " + "." * n * 40),
    "suppressions": ((500, 1000), lambda n: kernel(rows(n, lambda i: STORE + "// fencepost: ignore=missing-barrier\n" + load(i)))),
    "comments": ((4000, 8000), lambda n: kernel(STORE + "// a line of words\n" * n + "gpu.barrier\n" + load(0))),
    "a long line": ((4000, 8000), lambda n: kernel(STORE + "gpu.barrier\n" + load(0) + f"%w = arith.constant dense<[{', '.join(['1.0'] * n)}]> : vector<{n}xf32>\n")),
    "nested attributes": ((1000, 2000), lambda n: kernel(STORE + "gpu.barrier\n" + load(0) + '"x.y"() {a = ' + "[" * n + "]" * n + "} : () -> ()\n")),
    "unclosed braces": ((500, 1000), lambda n: kernel(STORE + "gpu.barrier\n" + load(0))[:-30] + "scf.if %c {\n" * n),
}
SAMPLE = {"blocks in a row": (500, 1000), "parameters": (800, 3200), "else ifs": (30, 90), "cases of a switch in a loop": (30, 90), "blocks that lead back": (100, 400), "barriers in blocks that lead back": (100, 400), "mbarriers": (100, 400), "launches": (60, 240), "split barriers": (500, 2000), "loops of blocks": (250, 1000), "barriers": (250, 1000)}

# The same with each fix tried.
SAMPLE_FIXES = {"launches": (60, 240), "functions at places of their own": (20, 80)}

# Too small to be timed: pairs of accesses that are compared are counted instead.
SAMPLE_MEETS = {"nested loops without a barrier": (6, 12)}

# Megabytes of the analysis, at a size.
SAMPLE_ANALYSIS_MB = {"nested loops without a barrier": (24, 4), "copies in loops in a row": (100, 25), "copies in nested loops": (64, 8),
                      "copies in loops of different lengths": (80, 47), "nested loops with places of their own": (16, 27)}

# Bytes of memory at the peak for each byte of the text of one large kernel.
SAMPLE_BYTES = {"barriers": (8000, 42)}

# Peak memory in MB: of no text below 100 kB may it be more.
MEMORY_MAX_MB = 200
SAMPLE_MEMORY = {"copies in nested loops": 250, "copies in loops in a row": 400, "copies in loops of different lengths": 80, "parameters": 360, "parameters of any memory": 760}


class Tools:
    def __init__(self, measure, bench_lint, fencepost):
        self.measure, self.bench_lint, self.fencepost = measure, bench_lint, fencepost

    def times(self, path):
        """Seconds of a parse and of a lint of the same text in one process. The best of more runs where these are short: what else the machine does
        weighs more then."""
        parse, lint, spent = math.inf, math.inf, 0
        while spent < SECONDS_MIN:
            done = subprocess.run([self.bench_lint, path], capture_output=True, text=True, check=True)
            fields = done.stdout.split()
            parse, lint = min(parse, float(fields[1])), min(lint, float(fields[2]))
            spent += RUNS * (float(fields[1]) + float(fields[2]))
        return parse, lint

    def seconds(self, path, texts):
        """Of each text its bytes, and the seconds of a parse and of a lint. The file of `path` holds the last one then."""
        best = [(math.inf, math.inf)] * len(texts)
        for _ in range(ROUNDS):
            for number, text in enumerate(texts):
                with open(path, "w") as file:
                    file.write(text)
                best[number] = tuple(map(min, best[number], self.times(path)))
        return [(len(text.encode()), *times) for text, times in zip(texts, best)]

    def seconds_with_fixes(self, path):
        """Processor time of a report that names the fixes that hold."""
        runs = [subprocess.run([self.measure, self.fencepost, "lint", "--no-config", "--jobs", "1", "--exit-zero", "--output-format", "json", path], capture_output=True, text=True, check=True) for _ in range(ROUNDS)]
        return min(float(done.stdout.split()[1]) for done in runs)

    def memory_mb(self, path):
        done = subprocess.run([self.measure, self.fencepost, "lint", "--no-config", "--jobs", "1", "--exit-zero", "--output-format", "concise", path], capture_output=True, text=True, check=True)
        return float(done.stdout.split()[2]) / 1e6

    def statistics(self, path):
        done = subprocess.run([self.fencepost, "lint", "--no-config", "--exit-zero", "--min-level", "hint", "--output-format", "json", "--statistics", path], capture_output=True, text=True, check=True)
        return {name: int(count) for name, count in re.findall(r'"(\w+)": (\d+)', done.stdout[done.stdout.rindex('"statistics"'):])}

    def cut_off(self, path):
        """What the statistics count of things that were cut off."""
        counts = self.statistics(path)
        return ", ".join(f"{count} {name}" for name, count in counts.items() if count and re.fullmatch(r"bounded[A-Z]\w+|\w+Cut", name))


def write_text(path, name, size):
    with open(path, "w") as file:
        file.write(DIMENSIONS[name][1](size))


def sample_growth(what, dimensions, measured, path):
    """How many dimensions grow too fast in what `measured` reads of their texts."""
    failures = 0
    for name, sizes in dimensions.items():
        figures = []
        for size in sizes:
            write_text(path, name, size)
            figures.append(measured(path))
        exponent = math.log(figures[1] / figures[0]) / math.log(sizes[1] / sizes[0])
        print(f"{name}, {what}: {figures[1]:g}, exponent {exponent:.2f}")
        failures += exponent > SAMPLE_EXPONENT_MAX
    return failures


def sample_memory(tools, path):
    """How many dimensions take too much memory."""
    failures = 0
    for name, (size, most) in SAMPLE_ANALYSIS_MB.items():
        write_text(path, name, size)
        spent = tools.statistics(path)["arenaBytes"] / 1e6
        print(f"{name}: {spent:.1f} MB of the analysis")
        failures += spent > most
    for name, (size, most) in SAMPLE_BYTES.items():
        write_text(path, name, size)
        spent = tools.memory_mb(path) * 1e6 / os.path.getsize(path)
        print(f"{name}: {spent:.1f} bytes a byte of text")
        failures += spent > most
    for name, size in SAMPLE_MEMORY.items():
        write_text(path, name, size)
        peak = tools.memory_mb(path)
        print(f"{name}: {peak:.0f} MB")
        failures += peak > MEMORY_MAX_MB
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("measure")
    parser.add_argument("bench_lint")
    parser.add_argument("fencepost")
    parser.add_argument("--only", default="")
    parser.add_argument("--sample", action="store_true")
    options = parser.parse_args()
    tools, failures = Tools(options.measure, options.bench_lint, options.fencepost), 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "k.mlir")
        for name, (sizes, text) in DIMENSIONS.items():
            if options.only not in name or (options.sample and name not in SAMPLE):
                continue
            texts = [text(size) for size in (SAMPLE[name] if options.sample else sizes)]
            (small, _, before), (large, parse, after) = tools.seconds(path, texts)
            exponent = math.log(after / before) / math.log(large / small)
            if options.sample:
                wrong = exponent > SAMPLE_EXPONENT_MAX
                print(f"{name}: exponent {exponent:.2f}")
            else:
                wrong = exponent > EXPONENT_MAX or after > RATIO_MAX * parse
                print(f"  {name:34} {large / 1000:6.0f} kB {after * 1000:8.1f} ms  exponent {exponent:5.2f}  {after / parse:6.1f} x parse {tools.memory_mb(path):7.0f} MB"
                      f"  {'TOO MUCH' if wrong else ''} {tools.cut_off(path)}", flush=True)
            failures += wrong
        if options.sample:
            failures += sample_growth("seconds with their fixes", SAMPLE_FIXES, tools.seconds_with_fixes, path)
            failures += sample_growth("pairs of accesses", SAMPLE_MEETS, lambda text: tools.statistics(text)["meets"], path)
            failures += sample_memory(tools, path)
    print(f"{failures} dimensions grow too fast")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
