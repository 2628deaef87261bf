#!/usr/bin/env python3
"""Software pipelines of 2 to 4 stages over loops of unknown count, in every spelling of their slots: the right ones are silent, those that are wrong by one are not.

  pipelines.py FENCEPOST [--print NAME]

A pipeline with B buffers copies tile i + B - 1 while it reads tile i. Its prologue copies the first B - 1 tiles, its loop has %n trips, its epilogue reads the
last B - 1. Slots are the tile's number modulo B; how that is written differs. It runs where the loop goes round at least B - 1 times: with fewer trips the last
copies of the prologue are still in flight behind it.
"""
import json, subprocess, sys

LANES = 256


class Kernel:
    """Lines of one kernel; `slots` says how a slot is spelled."""

    def __init__(self, buffers, spelling, wait_loop=0, wait_epilogue=0, ahead=0):
        self.buffers, self.spelling, self.wait_loop, self.wait_epilogue, self.ahead = buffers, spelling, wait_loop, wait_epilogue, ahead
        self.lines, self.names = [], 0

    def put(self, line):
        self.lines.append(line)

    def value(self, expression):
        self.names += 1
        self.put(f"%v{self.names} = {expression}")
        return f"%v{self.names}"

    def modulo(self, tile):
        """The slot of a tile, from its number."""
        if self.spelling == "affine":
            return self.value(f"affine.apply affine_map<(d0) -> (d0 mod {self.buffers})>({tile})")
        return self.value(f"arith.remui {tile}, %b : index")

    def following(self, slot):
        """The slot behind another one, by comparison."""
        more = self.value(f"arith.addi {slot}, %c1 : index")
        over = self.value(f"arith.cmpi sge, {more}, %b : index")
        return self.value(f"arith.select {over}, %c0, {more} : index")

    def copy(self, slot):
        if self.spelling == "rotating":
            return self.copy_to(slot, "%tid", LANES)
        row = self.value(f"arith.muli {slot}, %lanes : index")
        return self.copy_to("%a", self.value(f"arith.addi {row}, %tid : index"), LANES * self.buffers)

    def copy_to(self, buffer, at, size):
        token = self.value(f"nvgpu.device_async_copy %g[%tid], {buffer}[{at}], 1 : memref<1024xf32> to memref<{size}xf32, 3>")
        return self.value(f"nvgpu.device_async_create_group {token}")

    def read(self, slot):
        if self.spelling == "rotating":
            return self.read_from(slot, "%other", LANES)
        row = self.value(f"arith.muli {slot}, %lanes : index")
        return self.read_from("%a", self.value(f"arith.addi {row}, %other : index"), LANES * self.buffers)

    def read_from(self, buffer, at, size):
        loaded = self.value(f"memref.load {buffer}[{at}] : memref<{size}xf32, 3>")
        self.put(f"memref.store {loaded}, %out[%tid] : memref<1024xf32>")

    def wait(self, groups):
        self.put(f"nvgpu.device_async_wait %group {{numGroups = {groups} : i32}}")
        self.put("gpu.barrier")

    def loop_by_number(self):
        """Slots from the iteration's number; behind the loop, from %n."""
        b = self.buffers
        self.put("scf.for %i = %c0 to %n step %c1 {")
        self.wait(b - 2 + self.wait_loop)
        self.read(self.modulo("%i"))
        shift = self.value(f"arith.constant {b - 1 + self.ahead} : index")
        self.copy(self.modulo(self.value(f"arith.addi %i, {shift} : index")))
        self.put("}")
        return [lambda j=j: self.modulo(self.value(f"arith.addi %n, {self.value(f'arith.constant {j} : index')} : index")) for j in range(b - 1)]

    def loop_by_counter(self):
        """Slots carried from iteration to iteration: the one to read, the one to fill."""
        b = self.buffers
        first = self.value(f"arith.constant {(b - 1 + self.ahead) % b} : index")
        self.put(f"%r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%read = %c0, %fill = {first}) -> (index, index) {{")
        self.wait(b - 2 + self.wait_loop)
        self.read("%read")
        self.copy("%fill")
        self.put(f"scf.yield {self.following('%read')}, {self.following('%fill')} : index, index")
        self.put("}")
        slots = ["%r#0"]

        def slot(j):
            while len(slots) <= j:
                slots.append(self.following(slots[-1]))
            return slots[j]
        return [lambda j=j: slot(j) for j in range(b - 1)]

    def loop_by_rotation(self):
        """Buffers that change places: the first is read, the last filled."""
        b, type_ = self.buffers, f"memref<{LANES}xf32, 3>"
        names = [f"%s{k}" for k in range(b)]
        types = ", ".join([type_] * b)
        self.put(f"%r:{b} = scf.for %i = %c0 to %n step %c1 iter_args({', '.join(f'{s} = %a{k}' for k, s in enumerate(names))}) -> ({types}) {{")
        self.wait(b - 2 + self.wait_loop)
        self.read(names[0])
        self.copy(names[(b - 1 + self.ahead) % b])
        self.put(f"scf.yield {', '.join(names[1:] + names[:1])} : {types}")
        self.put("}")
        return [lambda j=j: f"%r#{j}" for j in range(b - 1)]

    def make(self):
        b = self.buffers
        rotating = self.spelling == "rotating"
        memory = ", ".join(f"%a{k}: memref<{LANES}xf32, 3>" for k in range(b)) if rotating else f"%a: memref<{LANES * b}xf32, 3>"
        self.put("gpu.module @m {")
        self.put(f"gpu.func @k(%g: memref<1024xf32>, %out: memref<1024xf32>, %n: index) workgroup({memory}) kernel")
        self.put(f"    attributes {{known_block_size = array<i32: {LANES}, 1, 1>}} {{")
        for name, constant in (("c0", 0), ("c1", 1), ("b", b), ("lanes", LANES), ("last", LANES - 1)):
            self.put(f"%{name} = arith.constant {constant} : index")
        self.put("%tid = gpu.thread_id x")
        self.put("%other = arith.subi %last, %tid : index")
        self.put(f"%few = arith.constant {b - 2} : index")
        self.put("%enough = arith.cmpi sgt, %n, %few : index")
        self.put("scf.if %enough {")
        self.put("%group = nvgpu.device_async_create_group")
        for i in range(b - 1):
            self.copy(f"%a{i}" if rotating else self.value(f"arith.constant {i} : index"))
        slots = {"counter": self.loop_by_counter, "rotating": self.loop_by_rotation}.get(self.spelling, self.loop_by_number)()
        for j, slot in enumerate(slots):
            self.wait(b - 2 - j + self.wait_epilogue)
            self.read(slot())
        self.lines += ["nvgpu.device_async_wait %group {numGroups = 0 : i32}", "}", "gpu.return", "}", "}", ""]
        return "\n".join(self.lines)


def cases():
    for spelling in ("affine", "remainder", "counter", "rotating"):
        for buffers in (2, 3, 4):
            yield f"{spelling} {buffers}", Kernel(buffers, spelling).make(), False
            yield f"{spelling} {buffers}, the loop waits for one too few", Kernel(buffers, spelling, wait_loop=1).make(), True
            yield f"{spelling} {buffers}, the epilogue waits for one too few", Kernel(buffers, spelling, wait_epilogue=1).make(), True
            yield f"{spelling} {buffers}, the copy is one slot ahead", Kernel(buffers, spelling, ahead=1).make(), True


def main():
    fencepost, wanted = sys.argv[1], sys.argv[3] if len(sys.argv) > 3 else None
    failures = checked = 0
    for name, text, wrong in cases():
        if wanted == name:
            print(text)
            return 0
        checked += 1
        command = [fencepost, "lint", "--no-config", "--target", "sm_80", "--output-format", "json", "--exit-zero", "-"]
        done = subprocess.run(command, input=text.encode(), capture_output=True, check=True)
        pairs = [f for f in json.loads(done.stdout)["findings"] if f["rule"] in ("missing-barrier", "missing-fence", "missing-async-wait", "syntax-error")]
        if bool(pairs) != wrong:
            failures += 1
            print(f"{name}: " + ("no finding" if wrong else "; ".join(f"line {f['range']['start']['line']}: {f['level']} {f['message']}" for f in pairs)))
    print(f"{checked - failures} of {checked} pipelines are judged right")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
