#!/usr/bin/env python3
"""Which bytes each thread touches, by layouts: kernels whose compiled code was evaluated thread by thread, and random pairs of layouts against enumeration.

  tiles.py TILES FACTS COUNT SEED

FACTS: a file of kernels with every thread's bytes; without it only random pairs are compared. The formulas here say for each element who owns it and where it
lies; they share nothing with fencepost's, which is made of bits.
"""
import functools, itertools, json, os, random, subprocess, sys, tempfile

PIECES_MAX = 1 << 17  # runs of all threads of a tile that fencepost keeps: ENTRIES_MAX of analysis/address/tile.c
HEAD = 'module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = {warps} : i32, ttg.target = "{target}", "ttg.threads-per-warp" = {lanes} : i32}} {{\n'


def digits(number, sizes, order):
    at = [0] * len(sizes)
    for d in order:
        at[d], number = number % sizes[d], number // sizes[d]
    return at


class Blocked:
    """Boxes of elements, lanes and warps side by side in a given order."""

    def __init__(self, rng, shape, lanes, warps):
        rank = len(shape)
        self.order = rng.sample(range(rank), rank)
        self.lanes, self.warps = split(rng, lanes, rank), split(rng, warps, rank)
        self.size = [min(rng.choice([1, 1, 2, 4, 8]), shape[d]) for d in range(rank)]

    def text(self):
        return f"#ttg.blocked<{{sizePerThread = {self.size}, threadsPerWarp = {self.lanes}, warpsPerCTA = {self.warps}, order = {self.order}}}>"

    def owned(self, lane, warp, shape):
        l, w = digits(lane, self.lanes, self.order), digits(warp, self.warps, self.order)
        axes = []
        for d, extent in enumerate(shape):
            tile = self.size[d] * self.lanes[d] * self.warps[d]
            axes.append({(s + self.size[d] * (l[d] + self.lanes[d] * w[d]) + tile * r) % extent
                         for s in range(self.size[d]) for r in range(max(1, extent // tile))})
        return itertools.product(*axes)


class Mma:
    """Results of a matrix unit of warps, by rows of eight groups of four lanes."""

    def __init__(self, rng, shape, lanes, warps):
        self.version = rng.choice([2, 3])
        self.warps = split(rng, warps, 2)
        self.columns = 8 if self.version == 2 else rng.choice([8, 16, 32])

    def text(self):
        shape = [16, 8] if self.version == 2 else [16, self.columns, 16]
        return f"#ttg.nvidia_mma<{{versionMajor = {self.version}, versionMinor = 0, warpsPerCTA = {self.warps}, instrShape = {shape}}}>"

    def owned(self, lane, warp, shape):
        w = digits(warp, self.warps, [1, 0] if self.version == 2 else [0, 1])
        rows = {(lane // 4 + 8 * a + 16 * (w[0] + self.warps[0] * i)) % shape[0]
                for a in (0, 1) for i in range(max(1, shape[0] // (16 * self.warps[0])))}
        columns = {(2 * (lane % 4) + b + 8 * n + self.columns * (w[1] + self.warps[1] * j)) % shape[1]
                   for b in (0, 1) for n in range(self.columns // 8) for j in range(max(1, shape[1] // (self.columns * self.warps[1])))}
        return itertools.product(rows, columns)


class Mfma:
    """Results of a matrix unit of 64 lanes, 32 by 32."""

    def __init__(self, rng, shape, lanes, warps):
        self.warps, self.transposed = split(rng, warps, 2), rng.random() < 0.5

    def text(self):
        return f"#ttg.amd_mfma<{{version = 3, warpsPerCTA = {self.warps}, instrShape = [32, 32, 8], isTransposed = {'true' if self.transposed else 'false'}}}>"

    def owned(self, lane, warp, shape):
        w = digits(warp, self.warps, [1, 0])
        fast, slow = [lane % 32], [8 * k + 4 * (lane // 32) + j for k in range(4) for j in range(4)]
        rows, columns = (fast, slow) if self.transposed else (slow, fast)
        tiles = [[32 * (w[d] + self.warps[d] * i) for i in range(max(1, shape[d] // (32 * self.warps[d])))] for d in (0, 1)]
        return itertools.product({(r + t) % shape[0] for r in rows for t in tiles[0]}, {(c + t) % shape[1] for c in columns for t in tiles[1]})


class Matrices:
    """Results for several matrices, which are numbered by a dimension in front: waves share them out last."""

    def __init__(self, rng, shape, lanes, warps):
        self.warps = split(rng, warps, 3)
        self.each = (Mma if lanes == 32 else Mfma)(rng, shape[1:], lanes, 1)
        self.each.warps = self.warps[1:]
        self.each.version, self.each.columns = 2, 8

    def text(self):
        return self.each.text().replace(str(self.warps[1:]), str(self.warps)).replace("[16, 8]", "[1, 16, 8]")

    def owned(self, lane, warp, shape):
        number = warp // (self.warps[1] * self.warps[2])
        matrices = {(number + self.warps[0] * i) % shape[0] for i in range(max(1, shape[0] // self.warps[0]))}
        within = list(self.each.owned(lane, warp % (self.warps[1] * self.warps[2]), shape[1:]))
        return [(m, *at) for m in matrices for at in within]


class Wmma:
    """Results of a matrix unit of 32 lanes, 16 by 16: rows or columns by turns (version 1), or eight of them each (version 2)."""

    def __init__(self, rng, shape, lanes, warps):
        self.version, self.transposed = rng.choice([1, 2]), rng.random() < 0.5
        self.axes = [rng.randrange(2) for _ in range(warps.bit_length() - 1)]  # along which each bit of the warp's number chooses a tile

    def bases(self):
        steps, bases = [1, 1], []
        for d in self.axes:
            bases.append([steps[d] if k == d else 0 for k in (0, 1)])
            steps[d] *= 2
        return bases

    def text(self):
        return f"#ttg.amd_wmma<{{version = {self.version}, isTranspose = {'true' if self.transposed else 'false'}, ctaLayout = {{warp = {self.bases()}}}}}>"

    def in_tiles(self, within, warp, shape, every=None):
        """The elements of the tiles that the warp has, with these places in a tile; along dimension `every`: of all tiles."""
        axes = []
        for d, extent in enumerate(shape):
            tile = sum(basis[d] for bit, basis in enumerate(self.bases()) if warp >> bit & 1)
            tiles, step = max(1, extent // 16), 1 if d == every else 2 ** self.axes.count(d)
            first = 0 if d == every else tile % min(tiles, step)
            axes.append({(16 * t + at) % extent for t in range(first, tiles, step) for at in within[d]})
        return itertools.product(*axes)

    def owned(self, lane, warp, shape):
        slow = [2 * j + lane // 16 for j in range(8)] if self.version == 1 else [8 * (lane // 16) + j for j in range(8)]
        return self.in_tiles([[lane % 16], slow] if self.transposed else [slow, [lane % 16]], warp, shape)


class WmmaOperand(Wmma):
    """What version 1 of that unit multiplies: each lane has whole rows or columns, the second half of the lanes those of the first half again."""

    def __init__(self, rng, shape, lanes, warps):
        super().__init__(rng, shape, lanes, warps)
        self.version, self.index = 1, rng.randrange(2)

    def text(self):
        return f"#ttg.dot_op<{{opIdx = {self.index}, parent = {super().text()}, kWidth = 16}}>"

    def owned(self, lane, warp, shape):
        within = [list(range(16)), list(range(16))]
        within[self.index] = [lane % 16]
        return self.in_tiles(within, warp, shape, 1 - self.index)


class Slice:
    """Another layout without one of its dimensions."""

    def __init__(self, rng, shape, lanes, warps):
        self.dimension = rng.randrange(len(shape) + 1)
        self.extent = rng.choice([1, 8, 32])
        self.parent = Blocked(rng, self.whole(shape), lanes, warps)

    def whole(self, shape):
        return shape[: self.dimension] + [self.extent] + shape[self.dimension :]

    def text(self):
        return f"#ttg.slice<{{dim = {self.dimension}, parent = {self.parent.text()}}}>"

    def owned(self, lane, warp, shape):
        return {c[: self.dimension] + c[self.dimension + 1 :] for c in self.parent.owned(lane, warp, self.whole(shape))}


def split(rng, number, rank):
    sizes = [1] * rank
    while number > 1:
        sizes[rng.randrange(rank)] *= 2
        number //= 2
    return sizes


def in_order(at, shape, order):
    place, stride = 0, 1
    for d in order:
        place, stride = place + at[d] * stride, stride * shape[d]
    return place


class Swizzled:
    def __init__(self, rng, shape, size):
        rank = len(shape)
        self.order = rng.sample(range(rank), rank)
        self.vec, self.per_phase, self.phases = rng.choice([1, 2, 4, 8]), rng.choice([1, 2]), rng.choice([1, 4, 8])

    def text(self, shape):
        return f"#ttg.swizzled_shared<{{vec = {self.vec}, perPhase = {self.per_phase}, maxPhase = {self.phases}, order = {self.order}}}>"

    def place(self, at, shape, size):
        at = list(at)
        if len(at) > 1:
            fast, row = self.order[0], at[self.order[1]]
            at[fast] ^= (row // self.per_phase % self.phases * self.vec) % shape[fast]
        return in_order(at, shape, self.order) * size


class Rotating(Swizzled):
    def text(self, shape):
        return super().text(shape).replace("#ttg.swizzled_shared", "#ttg.amd_rotating_shared")

    def place(self, at, shape, size):
        at = list(at)
        if len(at) > 1:
            fast, row = self.order[0], at[self.order[1]]
            phase = row // self.per_phase % self.phases
            block = row // (self.per_phase * self.phases) % self.phases
            at[fast] ^= ((phase ^ block) * self.vec) % shape[fast]
        return in_order(at, shape, self.order) * size


class Tiled:
    def __init__(self, rng, shape, size):
        self.transposed = rng.random() < 0.5
        self.columns = shape[0 if self.transposed else 1]
        self.bytes = rng.choice([b for b in (32, 64, 128) if b <= self.columns * size] or [0])
        self.bits = 8 * size

    def text(self, shape):
        return f"#ttg.nvmma_shared<{{swizzlingByteWidth = {self.bytes}, transposed = {'true' if self.transposed else 'false'}, elementBitWidth = {self.bits}}}>"

    def place(self, at, shape, size):
        r, k = (at[1], at[0]) if self.transposed else (at[0], at[1])
        rows = shape[1 if self.transposed else 0]
        if not self.bytes:
            return (r * self.columns + k) * size
        width = 8 * self.bytes // self.bits
        k1 = (k % width) ^ (r // (128 // self.bytes) % (self.bytes // 16) * (128 // self.bits))
        return ((k // width * rows + r) * width + k1) * size


class Padded:
    def __init__(self, rng, shape, size):
        rank = len(shape)
        self.order = rng.sample(range(rank), rank)
        self.pads = [(rng.choice([32, 64, 128]), rng.choice([2, 4, 8])) for _ in range(rng.choice([1, 1, 2]))]

    def text(self, shape):
        return f"#ttg.padded_shared<[{', '.join(f'{i}:+{p}' for i, p in self.pads)}] {{order = {self.order}, shape = {shape}}}>"

    def place(self, at, shape, size):
        n = in_order(at, shape, self.order)
        return (n + sum(n // i * p for i, p in self.pads)) * size


class WaveRows:
    """The first lane of each warp starts a copy of as many rows, one warp's behind the other's."""

    def __init__(self, warps):
        self.warps = warps

    def text(self):
        return "no type tells it"

    def owned(self, lane, warp, shape):
        rows = shape[0] // self.warps
        return itertools.product(range(warp * rows, (warp + 1) * rows), *map(range, shape[1:])) if lane == 0 else ()


def bytes_of(layout, memory, shape, corner, whole, size, lanes, warps):
    """For each thread the first bytes of its elements."""
    places = {at: memory.place([c + o for c, o in zip(at, corner)], whole, size) for at in itertools.product(*map(range, shape))}
    return [{places[at] for at in layout.owned(t % lanes, t // lanes, shape)} for t in range(lanes * warps)]


def first_bytes(runs, size):
    return {start + b for start, length in runs for b in range(0, length, size)}


def told_bytes(line, size):
    return [first_bytes([map(int, run.split(":")) for run in thread.split()], size) for thread in line.split(";")]


def tiles(tool, text):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([tool, file.name], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


# The file's kernels with padded buffers leave out how these are padded.
PADDED = {"blocked_padded": "[32:+4] {order = [1, 0], shape = [32, 16]}", "blocked64_padded": "[64:+4, 512:+8] {order = [1, 0], shape = [64, 32]}"}


def check_kernel(tool, kernel):
    encodings = {"#shared": f"#ttg.padded_shared<{PADDED.get(kernel['name'])}>", **kernel["encodings"]}
    aliases = "".join(f"{name} = {text}\n" for name, text in encodings.items()) + "#smem = #ttg.shared_memory\n"
    store = next(op for op in kernel["ops"] if op.startswith("ttg.local_store"))
    value, tensor = store.split()[1].rstrip(","), store[store.index(": ") + 2 : store.index(" -> ")]
    body = "".join(f"    {op}\n" for op in kernel["ops"])
    text = aliases + HEAD.format(warps=kernel["num_warps"], target=kernel["target"], lanes=kernel["threads_per_warp"])
    text += f"  tt.func @kernel({value}: {tensor}) {{\n    %c1_i32 = arith.constant 1 : i32\n{body}    tt.return\n  }}\n}}\n"
    lines = tiles(tool, text)
    expected = [first_bytes(runs, kernel["element_bytes"]) for runs in kernel["byte_runs_by_thread"]]
    return "not told" if len(lines) < 2 or lines[-2] == "?" else "" if told_bytes(lines[-2], kernel["element_bytes"]) == expected else "other bytes"


def check_kernels(tool, path):
    if not os.path.exists(path):
        print("skipped: no kernels with every thread's bytes")
        return 0
    with open(path, encoding="utf-8") as file:
        kernels = json.load(file)["examples"]
    failures = 0
    for kernel in kernels:
        wrong = check_kernel(tool, kernel)
        if wrong:
            failures += 1
            print(f"{kernel['name']}: {wrong}")
    print(f"{len(kernels) - failures} of {len(kernels)} compiled kernels touch the bytes that are told")
    return failures


class Pair:
    """A store and a load of one buffer, by two layouts, each of the whole or of a slice."""

    by_layout = (0, 1)

    def __init__(self, rng):
        self.lanes = rng.choice([32, 64])
        self.warps = rng.choice([1, 2, 4])
        rank = rng.choice([1, 2, 2, 2, 3])
        self.size = rng.choice([1, 2, 4])
        self.whole = [rng.choice([1, 2, 4])] * (rank == 3) + [rng.choice([16, 32, 64]) for _ in range(min(rank, 2))]
        self.memory = rng.choice([Swizzled, Rotating, Padded] + [Tiled] * (rank == 2))(rng, self.whole, self.size)
        kinds = [Blocked, Matrices] if rank == 3 else [Blocked, Slice]
        kinds += [Mma, Wmma, WmmaOperand] if rank == 2 and self.lanes == 32 else [Mfma] if rank == 2 else []
        sliced = rank < 3 and rng.random() < 0.3
        self.shapes = [[rng.choice([s, max(8, s // 2)]) if sliced else s for s in self.whole] for _ in range(2)]
        self.corners = [[rng.randrange(2 * (w - s) // s + 1) * (s // 2) for w, s in zip(self.whole, shape)] for shape in self.shapes]
        first = rng.choice(kinds)(rng, self.shapes[0], self.lanes, self.warps)
        again = self.shapes[0] == self.shapes[1] and rng.random() < 0.3
        self.layouts = [first, first if again else rng.choice(kinds)(rng, self.shapes[1], self.lanes, self.warps)]

    def text(self, name):
        element = f"i{8 * self.size}"
        shapes = ["x".join(map(str, shape)) for shape in [self.whole] + self.shapes]
        memory = self.memory.text(self.whole)
        buffer = f"!ttg.memdesc<{shapes[0]}x{element}, {memory}, #smem, mutable>"
        views = [f"!ttg.memdesc<{shapes[1 + i]}x{element}, {memory}, #smem, mutable{'' if self.shapes[i] == self.whole else ', ' + shapes[0]}>" for i in (0, 1)]
        tensors = [f"tensor<{shapes[1 + i]}x{element}, {self.layouts[i].text()}>" for i in (0, 1)]
        lines = [f"  tt.func @{name}(%x: {tensors[0]}) -> {tensors[1]} {{", f"    %m = ttg.local_alloc : () -> {buffer}"]
        names = ["%m", "%m"]
        for i in (0, 1):
            if self.shapes[i] != self.whole:
                names[i] = f"%v{i}"
                lines.append(f"    %v{i} = ttg.memdesc_subslice %m{self.corners[i]} : {buffer} -> {views[i]}")
        lines += [f"    ttg.local_store %x, {names[0]} : {tensors[0]} -> {views[0]}", f"    %y = ttg.local_load {names[1]} : {views[1]} -> {tensors[1]}",
                  f"    tt.return %y : {tensors[1]}", "  }"]
        return "\n".join(lines) + "\n"

    @functools.cache
    def threads(self, i):
        return bytes_of(self.layouts[i], self.memory, self.shapes[i], self.corners[i], self.whole, self.size, self.lanes, self.warps)

    def may_be_untold(self, i):
        """A thread may own a tile in so many pieces that all threads together have more than fencepost lists."""
        pieces = max(len(touched) for touched in self.threads(i))
        return pieces * self.lanes * self.warps > PIECES_MAX

    @functools.cache
    def meeting(self):
        """The worst way in which a byte of the store and of the load meet."""
        owners, worst = {}, "disjoint"
        for t, touched in enumerate(self.threads(0)):
            for b in touched:
                owners.setdefault(b, []).append(t)
        for u, touched in enumerate(self.threads(1)):
            for t in {t for b in touched for t in owners.get(b, ())}:
                if t // self.lanes != u // self.lanes:
                    return "cross_thread"
                if t != u:
                    worst = "same_wave"
                elif worst == "disjoint":
                    worst = "same_thread"
        return worst


    def wrong_answer(self, answer):
        """Lanes of one wave may hand each other small parts of a tile: then the wave is all that is known."""
        meeting, said = self.meeting(), answer[0]
        if said != meeting and (said, meeting) != ("same_wave", "same_thread"):
            return f"{said}, where {meeting} is right"
        if said == "cross_thread":
            byte, threads = int(answer[1]), [int(thread) for thread in answer[2:4]]
            if threads[0] // self.lanes == threads[1] // self.lanes or not all(byte - byte % self.size in self.threads(i)[threads[i]] for i in (0, 1)):
                return f"threads {threads} do not meet at byte {byte}"
        return None


class Whole(Pair):
    """A store by a layout, and then a copy of the whole buffer out of it: by a unit beside the threads where they have 32 lanes, else by warps that copy rows each.
    Where rows do not lie one after the other, or are fewer than the warps, who reads a byte is not told."""

    def __init__(self, rng):
        super().__init__(rng)
        neighbour = self.memory.place([0] * (len(self.whole) - 1) + [1], self.whole, self.size)
        if self.lanes == 64 and self.whole[0] >= self.warps and neighbour == self.size:
            self.by_layout = (0, 1)
            self.shapes[1], self.corners[1], self.layouts[1] = self.whole, [0] * len(self.whole), WaveRows(self.warps)
        else:
            self.by_layout = (0,)

    def text(self, name):
        lines = super().text(name).splitlines()
        at = next(i for i, line in enumerate(lines) if "ttg.local_load" in line)
        buffer, tensor = lines[1].split(" : () -> ")[1], f"!tt.tensordesc<{self.whole}>"
        lines[at] = ("    ttng.async_tma_copy_local_to_global %d[] %m : {}, {}" if self.lanes == 32 else "    amdg.async_tdm_copy_local_to_global %d[] from %m : {} -> {}").format(
            *([tensor, buffer] if self.lanes == 32 else [buffer, tensor]))
        lines[0] = lines[0].split(") -> ")[0] + f", %d: {tensor}) {{"
        lines[-2] = "    tt.return"
        return "\n".join(line for line in lines if "%v1" not in line) + "\n"

    def wrong_answer(self, answer):
        if self.by_layout == (0, 1):
            return super().wrong_answer(answer)
        owners = {}
        for t, touched in enumerate(self.threads(0)):
            for b in touched:
                owners.setdefault(b, set()).add(t)
        shared = any(len({t // self.lanes for t in threads}) > 1 for threads in owners.values())
        told = "first" if self.lanes == 32 or shared else "none"
        if self.warps == 1:
            return None if answer[0] == "same_wave" else f"{answer} of a kernel of one wave"
        if answer[0] != "unknown" or len(answer) < 5 or answer[4] != told:
            return f"{answer}, where threads of {told} are to be named"
        byte, threads = int(answer[1]), {int(thread) for thread in answer[2:4]}
        if told == "none":
            return None
        if not threads <= owners.get(byte - byte % self.size, set()):
            return f"threads {threads} do not all store byte {byte}"
        if len({thread // self.lanes for thread in threads}) < (2 if len(threads) > 1 or self.lanes == 64 else 1):
            return f"threads {threads} are of one wave"
        return None


def check_group(tool, pairs, target):
    """Pairs of one launch in one file: bytes by thread, then how store and load overlap."""
    text = "#smem = #ttg.shared_memory\n" + HEAD.format(warps=pairs[0].warps, target=target, lanes=pairs[0].lanes)
    text += "".join(pair.text(f"k{i}") for i, pair in enumerate(pairs)) + "}\n"
    failures, lines = [], tiles(tool, text)
    if len(lines) != 3 * len(pairs):
        return [f"{len(lines)} lines for {len(pairs)} pairs:\n{text}"]
    for i, pair in enumerate(pairs):
        untold = [side for side in pair.by_layout if lines[3 * i + side] == "?" and pair.may_be_untold(side)]
        for side in pair.by_layout:
            line = lines[3 * i + side]
            if side in untold:
                continue
            if line == "?" or told_bytes(line, pair.size) != pair.threads(side):
                failures.append(f"{'store' if side == 0 else 'load'} {'not told' if line == '?' else 'of other bytes'}:\n{pair.text('k')}")
        answer = lines[3 * i + 2].split()
        wrong = None if untold and answer[0] == "unknown" else pair.wrong_answer(answer)
        if wrong:
            failures.append(f"{wrong}:\n{pair.text('k')}")
    return failures


def main():
    tool, facts, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    failures = check_kernels(tool, facts)
    rng = random.Random(seed)
    groups, meetings = {}, {}
    for _ in range(count):
        pair = Whole(rng) if rng.random() < 0.2 else Pair(rng)
        groups.setdefault((pair.lanes, pair.warps), []).append(pair)
        meeting = pair.meeting() if pair.by_layout == (0, 1) else "whole"
        meetings[meeting] = meetings.get(meeting, 0) + 1
    for (lanes, _), pairs in groups.items():
        for wrong in check_group(tool, pairs, "cuda:90" if lanes == 32 else "hip:gfx950")[:3]:
            failures += 1
            print(wrong)
    print(f"{count} pairs of random layouts: {meetings}, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
