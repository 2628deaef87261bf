"""Calls are as good as inlined: random kernels with helpers, calls up to three deep, and the same text without calls.

usage: test_inlined.py FENCEPOST [--count N] [--seed S] [--show]

Both texts are made of one random program. What is said of an access in the text without calls must be said in the one
with calls, there or at a call that leads to it, and the other way round, with the same level at worst."""
import json, os, random, subprocess, sys, tempfile

ARGUMENTS = "%m: memref<1024xf32, 3>, %k: memref<1024xf32, 3>, %i: index, %j: index, %n: index, %c: i1, %v: f32"
TYPES = "(memref<1024xf32, 3>, memref<1024xf32, 3>, index, index, index, i1, f32) -> index"


class Maker:
    """A program is a list of statements; a helper has a list of its own and a depth: it calls deeper ones only."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.helpers = []

    def index(self, depth=0):
        r = self.random
        kind = r.choice(["i", "i", "j", "tid", "rev", "n", "shift", "half", "constant"] + ([] if depth else ["sum"]))
        if kind == "sum":
            return ("sum", self.index(1), self.index(1))
        return (kind, r.choice([1, 64, 128, 256]))

    def statement(self, depth, nesting):
        r = self.random
        kind = r.choice(["store", "store", "load", "load", "barrier", "for", "if", "call", "call"])
        if kind in ("for", "if") and nesting >= 2 or kind == "call" and depth >= 3:
            kind = "load"
        if kind in ("store", "load"):
            return [kind, r.choice("mk"), self.index()]
        if kind == "barrier":
            return [kind]
        if kind == "for":
            return [kind, r.choice(["2", "3", "n"]), self.block(depth, nesting + 1)]
        if kind == "if" and r.random() < 0.5:  # barriers that some waves run alone are no matter of calls
            return [kind, "wave", [[r.choice(["store", "load"]), r.choice("mk"), self.index()] for _ in range(2)]]
        if kind == "if":
            return [kind, "c", self.block(depth, nesting + 1)]
        return [kind, self.helper(depth + 1), r.choice(["mk", "km", "mm"]), self.index(), self.index(), r.choice("cn")]

    def block(self, depth, nesting):
        return [self.statement(depth, nesting) for _ in range(self.random.randint(1, 3))]

    def helper(self, depth):
        known = [k for k, h in enumerate(self.helpers) if h[0] == depth]
        if known and self.random.random() < 0.6:
            return self.random.choice(known)
        body = self.block(depth, 1)
        self.helpers.append((depth, body, self.index()))
        return len(self.helpers) - 1


class Printer:
    """Prints with calls, or without: `origin` tells for each line what line it is in the text with calls."""

    def __init__(self, program, inlined):
        self.program, self.inlined = program, inlined
        self.lines, self.origins, self.fresh = [], [], 0  # origins: per line, its statement and the calls around it
        self.calls = []

    def put(self, text, key=None):
        self.lines.append(text)
        self.origins.append([*self.calls, key] if key else [])

    def new(self):
        self.fresh += 1
        return f"%x{self.fresh}"

    def op(self, text, key=None):
        name = self.new()
        self.put(f"{name} = {text}", key)
        return name

    def index(self, how, env):
        kind = how[0]
        if kind in ("i", "j", "n"):
            return env[kind]
        if kind == "tid":
            return env["tid"]
        if kind == "rev":
            return self.op(f"arith.subi %c127, {env['i']} : index")
        if kind == "shift":
            constant = self.op(f"arith.constant {how[1]} : index")
            return self.op(f"arith.addi {env['i']}, {constant} : index")
        if kind == "half":
            two = self.op("arith.constant 2 : index")
            return self.op(f"arith.divui {env['j']}, {two} : index")
        if kind == "constant":
            return self.op(f"arith.constant {how[1]} : index")
        a, b = self.index(how[1], env), self.index(how[2], env)
        return self.op(f"arith.addi {a}, {b} : index")

    def statement(self, s, env, key):
        if s[0] == "store":
            at = self.index(s[2], env)
            self.put(f"memref.store {env['v']}, {env[s[1]]}[{at}] : memref<1024xf32, 3>", key)
        elif s[0] == "load":
            at = self.index(s[2], env)
            value = self.op(f"memref.load {env[s[1]]}[{at}] : memref<1024xf32, 3>", key)
            self.put(f'"test.use"({value}) : (f32) -> ()')
        elif s[0] == "barrier":
            self.put("gpu.barrier", key)
        elif s[0] == "for":
            bound = env["n"] if s[1] == "n" else self.op(f"arith.constant {s[1]} : index")
            zero, one = self.op("arith.constant 0 : index"), self.op("arith.constant 1 : index")
            iv = self.new()
            self.put(f"scf.for {iv} = {zero} to {bound} step {one} {{")
            self.block(s[2], dict(env, j=iv), key)
            self.put("}")
        elif s[0] == "if":
            condition = env["c"]
            if s[1] == "wave":
                limit = self.op("arith.constant 64 : index")
                condition = self.op(f"arith.cmpi ult, {env['tid']}, {limit} : index")
            self.put(f"scf.if {condition} {{")
            self.block(s[2], env, key)
            self.put("}")
        else:
            depth, body, result = self.program.helpers[s[1]]
            i, j = self.index(s[3], env), self.index(s[4], env)
            n = env["n"] if s[5] == "n" else self.op("arith.constant 2 : index")
            m, k = env[s[2][0]], env[s[2][1]]
            if self.inlined:
                inside = {"m": m, "k": k, "i": i, "j": j, "n": n, "c": env["c"], "v": env["v"], "tid": env["tid"]}
                self.calls.append(key)
                self.block(body, inside, f"h{s[1]}")
                self.index(result, inside)
                self.calls.pop()
            else:
                self.op(f"func.call @h{s[1]}({m}, {k}, {i}, {j}, {n}, {env['c']}, {env['v']}) : {TYPES}", key)

    def block(self, body, env, key):
        for number, s in enumerate(body):
            self.statement(s, env, f"{key}.{number}")

    def ids(self):
        self.put("%c127 = arith.constant 127 : index")
        self.put("%tid = gpu.thread_id x")

    def text(self, body):
        self.put("// fencepost: target=gfx942 block=128,1,1")
        self.put("gpu.module @m {")
        for number, (depth, inner, result) in enumerate(self.program.helpers if not self.inlined else []):
            self.put(f"func.func private @h{number}({ARGUMENTS}) -> index {{")
            self.ids()
            env = {name: f"%{name}" for name in ("m", "k", "i", "j", "n", "c", "v", "tid")}
            self.block(inner, env, f"h{number}")
            self.put(f"return {self.index(result, env)} : index")
            self.put("}")
        self.put("gpu.func @kernel(%n: index, %c: i1, %v: f32) workgroup(%a: memref<1024xf32, 3>, %b: memref<1024xf32, 3>) kernel {")
        self.ids()
        self.block(body, {"m": "%a", "k": "%b", "i": "%tid", "j": "%tid", "n": "%n", "c": "%c", "v": "%v",
                          "tid": "%tid"}, "k")
        self.put("gpu.return")
        self.put("}")
        self.put("}")
        return "\n".join(self.lines) + "\n"


def findings(fencepost, path):
    out = subprocess.run([fencepost, "lint", "--no-config", "--no-fixes", "--min-level", "warning", "--output-format", "json", path],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
    if out.returncode not in (0, 1):
        sys.exit(f"{path}: status {out.returncode}\n{out.stderr}")
    return json.loads(out.stdout)["findings"]


LEVELS = ["warning", "error"]


def said(printer, found):
    """Lines at which pairs end: the statement with the calls around it, and the level."""
    return [(printer.origins[f["range"]["start"]["line"] - 1], LEVELS.index(f["level"])) for f in found if f.get("hazard")]


def differences(calls, inlined):
    worst = {}
    for origin, level in calls:
        worst[origin[-1]] = max(level, worst.get(origin[-1], -1))
    for origin, level in inlined:
        best = max(worst.get(key, -1) for key in origin)
        if best < level:
            yield f"{origin}: {LEVELS[level]}, with calls {LEVELS[best] if best >= 0 else 'nothing'}"
    for key, level in worst.items():
        best = max((found for origin, found in inlined if key in origin), default=-1)
        if best < level:
            yield f"{key}: {LEVELS[level]} with calls, else {LEVELS[best] if best >= 0 else 'nothing'}"


def main():
    fencepost, options = sys.argv[1], sys.argv[2:]
    value = lambda name, default: int(options[options.index(name) + 1]) if name in options else default
    count, seed, bad, pairs = value("--count", 40), value("--seed", 1), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(seed * 100000, seed * 100000 + count):
            maker = Maker(number)
            body = maker.block(0, 0) + maker.block(0, 0)
            texts, results = [], []
            for inlined in (False, True):
                printer = Printer(maker, inlined)
                texts.append(printer.text(body))
                path = os.path.join(folder, "inlined.mlir" if inlined else "calls.mlir")
                with open(path, "w") as file:
                    file.write(texts[-1])
                results.append(said(printer, findings(fencepost, path)))
            pairs += len(results[1])
            different = list(differences(*results))
            if different:
                bad += 1
                print(f"program {number}:", *different, sep="\n  ")
                if "--show" in options:
                    print(texts[0], texts[1], sep="\n")
    print(f"{count} programs, {pairs} places with a finding, {bad} programs judged differently")
    return 1 if bad * 200 > max(count, 200) else 0  # of the conditions of one block only the most used ones are told apart


if __name__ == "__main__":
    sys.exit(main())
