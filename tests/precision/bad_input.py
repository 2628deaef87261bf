#!/usr/bin/env python3
"""Arithmetic that is meant to hurt: it ends soon, says something, and proves nothing that is wrong.

  bad_input.py FENCEPOST [PART]

In every kernel all threads store to and load from addresses that may well be the same: a load without a finding would be a wrong proof.
Sizes are those in the names of the cases, or one PARTth of them.
"""
import json, resource, subprocess, sys

HANGS_S = 1800  # on the clock, however busy the machine is
TIMES_MAX = 60  # of the processor time that the long chain takes on the same machine; others take 4 times as much at most
HEAD = """gpu.module @m {
  gpu.func @k(%f: f32, %n: index, %m: index) workgroup(%lds: memref<4096xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
"""
TAIL = """    gpu.return
  }
}
"""


def pair(lines, index, memory="%lds", type_="memref<4096xf32, 3>", first="%c0"):
    return (HEAD + "".join(f"    {line}\n" for line in lines) + f"    memref.store %f, {memory}[{first}] : {type_}\n"
            f"    %r = memref.load {memory}[{index}] : {type_}\n" + TAIL)


def chain(count):
    """A slice of `count` nodes that no simplification shortens; it may be 0 for every thread."""
    lines = ["%x0 = arith.muli %tx, %n : index"]
    lines += [f"%x{i} = arith.{'xori' if i % 2 else 'addi'} %x{i - 1}, {'%n' if i % 3 else '%tx'} : index" for i in range(1, count)]
    return pair(lines + [f"%z = arith.remui %x{count - 1}, %c2 : index"], "%z")


def doubled(count):
    """A small slice of which the expression, written out, has 2^count parts."""
    lines = ["%x0 = arith.muli %tx, %n : index"] + [f"%x{i} = arith.muli %x{i - 1}, %x{i - 1} : index" for i in range(1, count)]
    return pair(lines + [f"%z = arith.remui %x{count - 1}, %c2 : index"], "%z")


def nested(depth, step="%c1"):
    """One access in `depth` loops, whose index speaks of all of them."""
    lines, total = [], "%tx"
    for i in range(depth):
        lines.append(f"scf.for %i{i} = %c0 to %n step {step} {{")
        lines.append(f"%s{i} = arith.addi {total}, %i{i} : index")
        total = f"%s{i}"
    lines += [f"memref.store %f, %lds[{total}] : memref<4096xf32, 3>", f"%r = memref.load %lds[%c0] : memref<4096xf32, 3>"] + ["}"] * depth
    return HEAD + "".join("    " + line + "\n" for line in lines) + TAIL


def behind(lines, upper, step):
    """A store in a loop up to `upper` meets a load behind the loop, whose index speaks of the bound."""
    lines = lines + [f"%step = arith.constant {step} : index", f"scf.for %i = %c0 to {upper} step %step {{", "%s = arith.remui %i, %c2 : index",
                     "memref.store %f, %lds[%s] : memref<4096xf32, 3>", "}", "%e = arith.remui %n, %c2 : index", "%r = memref.load %lds[%e] : memref<4096xf32, 3>"]
    return HEAD + "".join("    " + line + "\n" for line in lines) + TAIL


def carried(depth):
    """What `depth` loops, one in the other, carry from iteration to iteration is where the innermost stores."""
    lines, total = [], "%tx"
    for i in range(depth):
        lines.append(f"%o{i} = scf.for %i{i} = %c0 to %n step %c1 iter_args(%a{i} = {total}) -> (index) {{")
        total = f"%a{i}"
    lines += [f"memref.store %f, %lds[{total}] : memref<4096xf32, 3>", "%r = memref.load %lds[%c0] : memref<4096xf32, 3>"]
    for i in reversed(range(depth)):
        lines += [f"%y{i} = arith.addi {total if i == depth - 1 else f'%o{i + 1}'}, %i{i} : index", f"scf.yield %y{i} : index", "}"]
    return HEAD + "".join("    " + line + "\n" for line in lines) + TAIL


def in_a_row(count):
    """An index that so many loops, one behind the other, have added to."""
    lines = ["%p0 = arith.muli %tx, %c1 : index"]
    for i in range(count):
        lines += [f"%p{i + 1} = scf.for %i{i} = %c0 to %n step %c1 iter_args(%a{i} = %p{i}) -> (index) {{", f"%s{i} = arith.addi %a{i}, %i{i} : index",
                  f"scf.yield %s{i} : index", "}"]
    return pair(lines + [f"%z = arith.remui %p{count}, %c2 : index"], "%z")


def loops_of_blocks(count):
    """Behind each loop of blocks a store to where all iterations so far lead: every address depends on every loop before it."""
    lines, total = ["cf.br ^h0(%c0 : index)"], "%tx"
    for i in range(count):
        lines += [f"^h{i}(%i{i}: index):", f"%j{i} = arith.addi %i{i}, %c1 : index", f"%s{i} = arith.addi {total}, %i{i} : index", f"%w{i} = arith.cmpi slt, %j{i}, %n : index",
                  f"cf.cond_br %w{i}, ^h{i}(%j{i} : index), ^x{i}", f"^x{i}:", f"memref.store %f, %lds[%s{i}] : memref<4096xf32, 3>", "gpu.barrier"]
        lines += [f"cf.br ^h{i + 1}(%c0 : index)"] if i + 1 < count else []
        total = f"%s{i}"
    return pair(lines + [f"%z = arith.remui {total}, %c2 : index"], "%z")


def views(count):
    type_ = "memref<4096xf32, strided<[1], offset: ?>, 3>"
    lines = [f"%w0 = memref.subview %lds[0] [4096] [1] : memref<4096xf32, 3> to {type_}"]
    lines += [f"%w{i} = memref.subview %w{i - 1}[%n] [4096] [1] : {type_} to {type_}" for i in range(1, count)]
    return pair(lines, "%tx", f"%w{count - 1}", type_)


def selects(count):
    lines = ["%x0 = arith.muli %tx, %n : index"]
    for i in range(1, count):
        lines += [f"%q{i} = arith.cmpi slt, %x{i - 1}, %n : index", f"%x{i} = arith.select %q{i}, %x{i - 1}, %tx : index"]
    return pair(lines + [f"%z = arith.remui %x{count - 1}, %c2 : index"], "%z")


def deep_map(depth):
    return pair([f"%x = affine.apply affine_map<(d0) -> ({'(' * depth}d0{') floordiv 2' * depth})>(%tx)"], "%x")


def wide_map(terms):
    return pair([f"%x = affine.apply affine_map<(d0) -> ({' + '.join(['d0 floordiv 2'] * terms)})>(%tx)", "%z = arith.remui %x, %c2 : index"], "%z")


def rank(count):
    type_ = f"memref<{'1x' * count}f32, 3>"
    return HEAD.replace("memref<4096xf32, 3>", type_) + (f"    memref.store %f, %lds[{', '.join(['%c0'] * count)}] : {type_}\n"
                                                         f"    %r = memref.load %lds[{', '.join(['%c0'] * count)}] : {type_}\n") + TAIL


def wide_vector(elements):
    type_ = f"vector<{elements}xf32>"
    return HEAD + (f"    %v = vector.broadcast %f : f32 to {type_}\n    vector.store %v, %lds[%c0] : memref<4096xf32, 3>, {type_}\n"
                   "    %r = memref.load %lds[%tx] : memref<4096xf32, 3>\n") + TAIL


def block(sizes):
    return pair([], "%tx").replace("256, 1, 1", sizes)


def part(count):
    return count // (int(sys.argv[2]) if len(sys.argv) > 2 else 1)


HUGE = 2**62
LONG_CHAIN = "a hundred thousand nodes"
CASES = {
    "division by zero": pair(["%x = arith.divui %tx, %c0 : index", "%y = arith.muli %x, %c0 : index"], "%y"),
    "division by what may be zero": pair(["%x = arith.remui %tx, %n : index"], "%x"),
    "division of the least by -1": pair([f"%a = arith.constant {-2**63} : index", "%b = arith.constant -1 : index", "%x = arith.divsi %a, %b : index",
                                         "%y = arith.muli %x, %c2 : index"], "%y"),
    "affine by zero": pair(["%x = affine.apply affine_map<(d0) -> (d0 mod 0)>(%tx)"], "%x"),
    "affine by a negative": pair(["%x = affine.apply affine_map<(d0) -> (d0 floordiv -4)>(%tx)", "%y = arith.muli %x, %c0 : index"], "%y"),
    "shift beyond the width": pair(["%a = arith.constant 200 : index", "%x = arith.shli %tx, %a : index"], "%x"),
    "shift by a negative": pair(["%a = arith.constant -3 : index", "%x = arith.shrsi %tx, %a : index"], "%x"),
    "product that wraps to zero": pair([f"%a = arith.constant {HUGE} : index", "%b = arith.constant 4 : index", "%x = arith.muli %a, %b : index"], "%x"),
    "sum that wraps to zero": pair([f"%a = arith.constant {2**63 - 1} : index", "%x = arith.addi %a, %a : index", "%y = arith.addi %x, %c2 : index"], "%y"),
    "thread id that wraps": pair(["%t = arith.index_cast %tx : index to i32", "%a = arith.constant 1073741824 : i32", "%x = arith.muli %t, %a : i32",
                                  "%y = arith.index_cast %x : i32 to index"], "%y"),
    "narrow that wraps": pair(["%t = arith.index_cast %tx : index to i8", "%a = arith.constant 64 : i8", "%x = arith.muli %t, %a : i8",
                               "%y = arith.index_castui %x : i8 to index"], "%y"),
    "constant beyond 64 bits": pair(["%x = arith.constant 99999999999999999999999 : index"], "%x"),
    "absurd strides": pair([f"%w = memref.reinterpret_cast %lds to offset: [0], sizes: [4096], strides: [{2**62}] : memref<4096xf32, 3> to memref<4096xf32, strided<[{2**62}]>, 3>",
                            "%x = arith.muli %tx, %n : index"], "%x", "%w", f"memref<4096xf32, strided<[{2**62}]>, 3>"),
    "stride zero": pair(["%w = memref.reinterpret_cast %lds to offset: [0], sizes: [4096], strides: [0] : memref<4096xf32, 3> to memref<4096xf32, strided<[0]>, 3>"],
                        "%tx", "%w", "memref<4096xf32, strided<[0]>, 3>"),
    "negative stride": pair(["%w = memref.reinterpret_cast %lds to offset: [255], sizes: [256], strides: [-1] : memref<4096xf32, 3> to memref<256xf32, strided<[-1], offset: 255>, 3>"],
                            "%tx", "%w", "memref<256xf32, strided<[-1], offset: 255>, 3>"),
    "negative sizes": pair(["%w = memref.subview %lds[0] [-5] [1] : memref<4096xf32, 3> to memref<?xf32, strided<[1]>, 3>"], "%tx", "%w", "memref<?xf32, strided<[1]>, 3>"),
    "negative loop": nested(1, "%n"),
    "loop with a huge step": behind([], "%n", 2**61),
    "loop to a quotient by zero": behind(["%u = arith.divsi %n, %c0 : index"], "%u", 1),
    "loop to a quotient by a huge number": behind([f"%h = arith.constant {HUGE} : index", "%u = arith.floordivsi %n, %h : index"], "%u", 3),
    "loop to a product that wraps": behind([f"%h = arith.constant {HUGE} : index", "%u = arith.muli %n, %h : index"], "%u", 5),
    "loop to a nest of quotients": behind(["%u0 = arith.addi %n, %c1 : index"] + [f"%u{i} = arith.floordivsi %u{i - 1}, %c2 : index" for i in range(1, 40)], "%u39", 7),
    LONG_CHAIN: chain(part(100_000)),
    "squares of squares": doubled(part(4000)),
    "a hundred nested loops": nested(part(100)),
    "five hundred nested loops": nested(part(500)),
    "ten thousand nested loops": nested(part(10_000)),
    "four hundred nested loops that carry": carried(part(400)),
    "ten thousand loops in a row": in_a_row(part(10_000)),
    "three thousand loops of blocks in a row": loops_of_blocks(part(3000)),
    "ten thousand views of views": views(part(10_000)),
    "twenty thousand selects": selects(part(20_000)),
    "a map three thousand deep": deep_map(part(3000)),
    "a map of a hundred thousand terms": wide_map(part(100_000)),
    "a thousand dimensions": rank(part(1000)),
    "a vector beyond all memory": wide_vector(2**40),
    "a vector beyond 64 bits": wide_vector(10**25),
    "a negative block": block("-5, 1, 1"),
    "an empty block": block("0, 0, 0"),
    "a block beyond 64 bits": block("2147483647, 2147483647, 2147483647"),
}

# No thread gets past an op that is undefined in all of them: there the load may go without a word.
UNDEFINED = ("affine by zero", "shift beyond the width", "shift by a negative")


def lint(text):
    """How it ends, and the processor time that it takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.argv[1], "lint", "--no-config", "--output-format", "json", "--min-level", "hint", "-"], input=text.encode(), capture_output=True,
                          timeout=HANGS_S, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    failures, (_, usual) = 0, lint(CASES[LONG_CHAIN])
    for name, text in CASES.items():
        done, seconds = lint(text)
        wrong = None
        if done.returncode not in (0, 1) or b"runtime error" in done.stderr or b"Sanitizer" in done.stderr:
            wrong = f"exit {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}"
        elif seconds > TIMES_MAX * usual:
            wrong = f"{seconds:.1f} s, {seconds / usual:.0f} times what the long chain takes"
        else:
            findings = json.loads(done.stdout)["findings"]
            pairs = [f for f in findings if f["rule"] == "syntax-error" or (f["rule"] == "missing-barrier" and f["hazard"]["overlap"] in ("unknown", "cross_thread"))]
            if not pairs and name not in UNDEFINED:
                wrong = f"no finding on the load: {[f['message'] for f in findings]}"
        if wrong:
            failures += 1
            print(f"{name}: {wrong}")
    print(f"{len(CASES) - failures} of {len(CASES)} kinds of bad arithmetic survived")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
