#!/usr/bin/env python3
"""Registers that products write behind their op: random kernels against all their runs.

  results.py FENCEPOST COUNT SEED

A use of such a register is reported where some run comes to it before a wait has covered its product, as an error where every run does that comes to it. After
the fix nothing is reported.
"""
import json, random, re, subprocess, sys

STRUCT = "!llvm.struct<(f32, f32, f32, f32)>"
PRODUCT = ("nvvm.wgmma.mma_async %a, %a, {0}, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, #nvvm.wgmma_scale_out<one>], A [<f16>, #nvvm.wgmma_scale_in<one>, <row>], "
           "B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : " + STRUCT + " -> " + STRUCT)
RUNS_MAX, TRIPS_MAX = 3000, 5


class Maker:
    """A kernel as nested lists of steps, with values that are in scope."""

    def __init__(self, rng):
        self.rng, self.names, self.uses = rng, 0, 0

    def name(self):
        self.names += 1
        return f"%v{self.names}"

    def block(self, scope, depth, length):
        scope, steps = list(scope), []
        for _ in range(length):
            kind = self.rng.choice(["product", "product", "commit", "commit", "wait", "use", "use", "loop", "branch"])
            if kind in ("loop", "branch") and depth == 2:
                kind = "use"
            if kind == "product":
                step = (kind, self.name(), self.rng.choice(scope))
                scope.append(step[1])
            elif kind == "commit":
                step = (kind,)
            elif kind == "wait":
                step = (kind, self.rng.choice([0, 0, 0, 1, 2]))
            elif kind == "use":
                self.uses += 1
                step = (kind, self.rng.choice(scope), self.uses)
            elif kind == "loop":
                args = [(self.name(), self.rng.choice(scope)) for _ in range(self.rng.randint(1, 2))]
                body, inner = self.block(scope + [a for a, _ in args], depth + 1, self.rng.randint(1, 4))
                yields = [self.rng.choice(inner) for _ in args]
                results = self.name()
                step = (kind, args, body, yields, results, self.rng.choice([None, None, 1]))
                scope += self.parts(results, len(args))
            else:
                arms = [self.block(scope, depth + 1, self.rng.randint(0, 3)) for _ in range(2)]
                results = self.name()
                step = (kind, [(steps_, self.rng.choice(inner)) for steps_, inner in arms], results)
                scope.append(results)
            steps.append(step)
        return steps, scope

    @staticmethod
    def parts(results, count):
        return [results] if count == 1 else [f"{results}#{i}" for i in range(count)]


def printed(steps, lines, places, indent="  "):
    for step in steps:
        if step[0] == "product":
            lines.append(f"{indent}{step[1]} = {PRODUCT.format(step[2])}")
        elif step[0] == "commit":
            lines.append(f"{indent}nvvm.wgmma.commit.group.sync.aligned")
        elif step[0] == "wait":
            lines.append(f"{indent}nvvm.wgmma.wait.group.sync.aligned {step[1]}")
        elif step[0] == "use":
            lines.append(f"{indent}%e{step[2]} = llvm.extractvalue {step[1]}[0] : {STRUCT}")
            lines.append(f"{indent}llvm.store %e{step[2]}, %out : f32, !llvm.ptr<1>")
            places[step[2]] = len(lines)
        elif step[0] == "loop":
            _, args, body, yields, results, trips = step
            types = ", ".join([STRUCT] * len(args))
            count = f":{len(args)}" if len(args) > 1 else ""
            bound = "%n" if trips is None else f"%c{trips}"
            lines.append(f"{indent}{results}{count} = scf.for %i{results[1:]} = %c0 to {bound} step %c1 iter_args("
                         + ", ".join(f"{a} = {init}" for a, init in args) + f") -> ({types}) {{")
            printed(body, lines, places, indent + "  ")
            lines.append(f"{indent}  scf.yield {', '.join(yields)} : {types}")
            lines.append(indent + "}")
        else:
            _, arms, results = step
            lines.append(f"{indent}%p{results[1:]} = llvm.load %flag : !llvm.ptr<1> -> i1")
            lines.append(f"{indent}{results} = scf.if %p{results[1:]} -> ({STRUCT}) {{")
            for number, (body, value) in enumerate(arms):
                printed(body, lines, places, indent + "  ")
                lines.append(f"{indent}  scf.yield {value} : {STRUCT}")
                lines.append(indent + ("} else {" if number == 0 else "}"))


class Blocks:
    """The same kernel as a graph of blocks."""

    def __init__(self, places):
        self.lines, self.places, self.labels = [], places, 0

    def fresh(self, count):
        self.labels += count
        return [f"^bb{self.labels - i}" for i in range(count)]

    def add(self, text):
        self.lines.append("  " + re.sub(r"(%\w+)#(\d+)", r"\1_\2", text))

    def jump(self, label, values, counter=None):
        types = (["i32"] if counter else []) + [STRUCT] * len(values)
        self.add(f"llvm.br {label}({', '.join(([counter] if counter else []) + values)} : {', '.join(types)})")

    def steps(self, steps):
        for step in steps:
            if step[0] == "loop":
                _, args, body, yields, results, _ = step
                head, inside, behind = self.fresh(3)
                i, names = "%i" + results[1:], [a for a, _ in args]
                self.jump(head, [init for _, init in args], "%c0")
                self.add(f"{head}({i}: i32, {', '.join(f'{a}: {STRUCT}' for a in names)}):")
                self.add(f'{i}_on = llvm.icmp "slt" {i}, %n : i32')
                self.add(f"llvm.cond_br {i}_on, {inside}, {behind}({', '.join(names)} : {', '.join([STRUCT] * len(names))})")
                self.add(f"{inside}:")
                self.steps(body)
                self.add(f"{i}_next = llvm.add {i}, %c1 : i32")
                self.jump(head, yields, i + "_next")
                self.add(f"{behind}({', '.join(f'{r}: {STRUCT}' for r in Maker.parts(results, len(args)))}):")
            elif step[0] == "branch":
                _, arms, results = step
                first, second, behind = self.fresh(3)
                self.add(f"%p{results[1:]} = llvm.load %flag : !llvm.ptr<1> -> i1")
                self.add(f"llvm.cond_br %p{results[1:]}, {first}, {second}")
                for label, (body, value) in zip((first, second), arms):
                    self.add(f"{label}:")
                    self.steps(body)
                    self.jump(behind, [value])
                self.add(f"{behind}({results}: {STRUCT}):")
            else:
                start = len(self.lines)
                own = {}
                printed([step], self.lines, own)
                self.lines[start:] = [re.sub(r"(%\w+)#(\d+)", r"\1_\2", line) for line in self.lines[start:]]
                self.places.update(own)


class Run:
    """One run. A value is None, or the product that gives it: the group that it is in, or OPEN, or LANDED."""

    def __init__(self, choices, blocks):
        self.blocks = blocks
        self.choices, self.sizes, self.group, self.works, self.seen = list(choices), [], 0, [], {}

    def choose(self, count):
        at = len(self.sizes)
        self.sizes.append(count)
        if at == len(self.choices):
            self.choices.append(0)
        return self.choices[at]

    def steps(self, steps, values):
        for step in steps:
            if step[0] == "product":
                values[step[1]] = [None, False]  # group, landed
                self.works.append(values[step[1]])
            elif step[0] == "commit":
                for work in self.works:
                    work[0] = self.group if work[0] is None else work[0]
                self.group += 1
            elif step[0] == "wait":
                for work in self.works:
                    work[1] |= work[0] is not None and work[0] < self.group - step[1]
            elif step[0] == "use":
                work = values[step[1]]
                self.seen.setdefault(step[2], set()).add(bool(work and not work[1]))
            elif step[0] == "loop":
                _, args, body, yields, results, trips = step
                carried = [values[init] for _, init in args]
                trips = None if self.blocks else trips  # of a loop of blocks one iteration is as likely as any
                for _ in range(self.choose(TRIPS_MAX) if trips is None else trips):
                    inner = dict(values)
                    inner.update(zip([a for a, _ in args], carried))
                    self.steps(body, inner)
                    carried = [inner[y] for y in yields]
                values.update(zip(Maker.parts(results, len(args)), carried))
            else:
                _, arms, results = step
                body, value = arms[self.choose(2)]
                inner = dict(values)
                self.steps(body, inner)
                values[results] = inner[value]


def all_runs(steps, blocks):
    """By use: in flight there in some run, or not in some; None: there are too many runs."""
    seen, choices = {}, []
    for _ in range(RUNS_MAX):
        run = Run(choices, blocks)
        run.steps(steps, {"%u": None})
        for use, outcomes in run.seen.items():
            seen.setdefault(use, set()).update(outcomes)
        choices, sizes = run.choices, run.sizes
        while choices and choices[-1] + 1 == sizes[-1]:
            choices.pop(), sizes.pop()
        if not choices:
            return seen
        choices[-1] += 1
    return None


def kernel(rng, number):
    maker = Maker(rng)
    steps, _ = maker.block(["%u"], 0, rng.randint(3, 9))
    blocks = rng.random() < 0.5
    seen = all_runs(steps, blocks)
    lines, places = [f"llvm.func @k{number}(%a: i64, %n: i32, %out: !llvm.ptr<1>, %flag: !llvm.ptr<1>) attributes {{nvvm.kernel, nvvm.reqntid = array<i32: 128>}} {{",
                     "  %c0 = llvm.mlir.constant(0 : i32) : i32", "  %c1 = llvm.mlir.constant(1 : i32) : i32",
                     f"  %u = llvm.mlir.undef : {STRUCT}", "  nvvm.wgmma.fence.aligned"], {}
    if blocks:
        graph = Blocks({})
        graph.steps(steps)
        places = {use: len(lines) + place for use, place in graph.places.items()}
        lines += graph.lines
    else:
        printed(steps, lines, places)
    return lines + ["  llvm.return", "}", "// -----"], places, seen


def findings(fencepost, text):
    done = subprocess.run([fencepost, "lint", "--no-config", "--target", "sm_90a", "--select", "missing-async-wait", "--output-format", "json", "-"],
                          input=text, capture_output=True, text=True)
    return {f["range"]["start"]["line"]: f["level"] for f in json.loads(done.stdout)["findings"]}


def main():
    fencepost, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng, text, expected = random.Random(seed), [], {}
    told = {"error": 0, "warning": 0, None: 0}
    for number in range(count):
        lines, places, seen = kernel(rng, number)
        if seen is None:
            continue
        for use, place in places.items():
            if use not in seen:
                continue
            expected[len(text) + place] = "error" if seen[use] == {True} else "warning" if True in seen[use] else None
            told[expected[len(text) + place]] += 1
        text += lines
    whole = "\n".join(text) + "\n"
    found = findings(fencepost, whole)
    wrong = [(line, level, found.get(line)) for line, level in expected.items() if found.get(line) != level]
    for line, level, got in wrong[:5]:
        print(f"line {line}: {got} instead of {level}")
    fixed = subprocess.run([fencepost, "fix", "--no-config", "--target", "sm_90a", "--select", "missing-async-wait", "-"], input=whole, capture_output=True, text=True).stdout
    left = findings(fencepost, fixed)
    if wrong or left:
        open("results_failed.mlir", "w").write(whole)
        print(f"seed {seed}: {len(wrong)} wrong, {len(left)} left behind the fix; results_failed.mlir")
        return 1
    print(f"{len(expected)} uses: {told['error']} errors, {told['warning']} warnings, {told[None]} right")
    return 0


sys.exit(main())
