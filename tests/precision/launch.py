#!/usr/bin/env python3
"""Every place that tells how many threads a kernel has is read, and the finding names it.

  launch.py FENCEPOST

Each kernel stores to element t and reads element 95 - t: threads 0 and 95 meet where the block is 96 threads, which is an error. Where a place gives a bound only, it is
a warning that says so, and where none does one that says how to give it.
"""
import json, os, re, subprocess, sys, tempfile

BODY = """    %c95 = arith.constant 95 : index
    %o = arith.subi %c95, %t : index
    memref.store %f, %lds[%t] : memref<4096xf32, 3>
    %r = memref.load %lds[%o] : memref<4096xf32, 3>
"""
THREAD = "    %t = gpu.thread_id x\n"


def function(attributes="", before="", after="", thread=THREAD, name="k"):
    return f"{before}  func.func @{name}(%lds: memref<4096xf32, 3>, %f: f32) {attributes} {{\n{thread}{BODY}    return\n  }}\n{after}"


def gpu_function(attributes):
    return f"gpu.module @m {{\n  gpu.func @k(%f: f32) workgroup(%lds: memref<4096xf32, 3>) kernel {attributes} {{\n{THREAD}{BODY}    gpu.return\n  }}\n}}\n"


def llvm_function(attributes, thread="nvvm.read.ptx.sreg.tid.x"):
    return f"""llvm.mlir.global internal @tile() {{addr_space = 3 : i32}} : !llvm.array<4096 x f32>
llvm.func @k(%f: f32) attributes {{nvvm.kernel{attributes}}} {{
  %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %c95 = llvm.mlir.constant(95 : i32) : i32
  %t = {thread} : i32
  %o = llvm.sub %c95, %t : i32
  %p = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %q = llvm.getelementptr %base[%o] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %f, %p : f32, !llvm.ptr<3>
  %r = llvm.load %q : !llvm.ptr<3> -> f32
  llvm.return
}}
"""


EXACT = "block 96, 1, 1: "
CASES = {
    "known_block_size": (gpu_function("attributes {known_block_size = array<i32: 96, 1, 1>}"), EXACT + "attribute known_block_size on line 2"),
    "gpu.known_block_size": (function("attributes {gpu.known_block_size = array<i32: 96, 1, 1>}"), EXACT + "attribute gpu.known_block_size on line 1"),
    "rocdl.reqd_work_group_size": (llvm_function(", rocdl.reqd_work_group_size = array<i32: 96, 1, 1>"), EXACT + "attribute rocdl.reqd_work_group_size on line 2"),
    "nvvm.reqntid": (llvm_function(", nvvm.reqntid = array<i32: 96, 1, 1>"), EXACT + "attribute nvvm.reqntid on line 2"),
    "nvvm.maxntid": (llvm_function(", nvvm.maxntid = array<i32: 96, 1, 1>"), "assumed up to 96: give it with `// fencepost: block=256,1,1` (block up to 96, 1, 1: attribute nvvm.maxntid on line 2)"),
    "rocdl.flat_work_group_size": (llvm_function(', rocdl.flat_work_group_size = "96,96"'), "block size unknown, assumed up to 96: give it"),
    "rocdl.max_flat_work_group_size": (llvm_function(", rocdl.max_flat_work_group_size = 96 : index"), "block size unknown, assumed up to 96: give it"),
    "translation_info": (function("attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [96, 1, 1] subgroup_size = 32>}"),
                         EXACT + "attribute translation_info on line 1"),
    "its alias": (function("attributes {translation_info = #t}", before="#t = #iree_codegen.translation_info<pipeline = None workgroup_size = [96, 1, 1]>\n"),
                  EXACT + "attribute translation_info on line 1"),
    "ttg.num-warps": (function(before='module attributes {"ttg.num-warps" = 3 : i32, "ttg.threads-per-warp" = 32 : i32} {\n', after="}\n"),
                      EXACT + "attribute ttg.num-warps on line 1"),
    "hal.executable.export": (function(before="""hal.executable.variant public @v target(<"rocm", "rocm-hsaco-fb">) {
  hal.executable.export public @k ordinal(0) layout(#layout) attributes {subgroup_size = 32 : index, workgroup_size = [96 : index, 1 : index, 1 : index]}
  builtin.module {
""", after="  }\n}\n"), EXACT + "export on line 2"),
    "hal.executable.export behind its region": (function(before="""hal.executable.variant public @v target(<"rocm", "rocm-hsaco-fb">) {
  hal.executable.export public @k ordinal(0) layout(#layout) count(%arg0: !hal.device) -> (index, index, index) {
    %c1 = arith.constant 1 : index
    hal.return %c1, %c1, %c1 : index, index, index
  } <workgroup_size = [96 : index, 1 : index, 1 : index], subgroup_size = 32>
  builtin.module {
""", after="  }\n}\n"), EXACT + "export on line 2"),
    "gpu.launch": ("""func.func @host(%lds: memref<4096xf32, 3>, %f: f32) {
  %c1 = arith.constant 1 : index
  %c96 = arith.constant 96 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%t, %ty, %tz) in (%sx = %c96, %sy = %c1, %sz = %c1) {
""" + BODY + "    gpu.terminator\n  }\n  return\n}\n", EXACT + "launch on line 4"),
    "gpu.launch_func": (gpu_function("") + """func.func @host(%f: f32) {
  %c1 = arith.constant 1 : index
  %c96 = arith.constant 96 : index
  gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c96, %c1, %c1) args(%f : f32)
  return
}
""", EXACT + "launch on line 14"),
    "upper_bound": (function(thread="    %t = gpu.thread_id x upper_bound 96\n"), "assumed up to 96: give it with `// fencepost: block=256,1,1` (block up to 96, 1, 1: bound of a thread id on line 2)"),
    "range": (llvm_function("", "nvvm.read.ptx.sreg.tid.x range <i32, 0, 96>"), "assumed up to 96: give it with `// fencepost: block=256,1,1` (block up to 96, 1, 1: bound of a thread id on line 5)"),
    "comment": (function(before="// fencepost: block=96,1,1\n"), EXACT + "comment on line 1"),
    "comment inside": (function(thread="    // fencepost: block=96,1,1\n" + THREAD), EXACT + "comment on line 2"),
    "comment is stronger": (function("attributes {gpu.known_block_size = array<i32: 64, 1, 1>}", before="// fencepost: block=96,1,1\n"), EXACT + "comment on line 1"),
    "configuration": (function(), EXACT + "configuration"),
    "nothing": (function(), "block size unknown, assumed up to 1024: give it with `// fencepost: block=256,1,1`"),
}
BOUNDED = ("assumed", "block size unknown")


def main():
    fencepost, failures = sys.argv[1], 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "k.mlir")
        for name, (text, words) in CASES.items():
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
            settings = os.path.join(folder, "fencepost.json")
            with open(settings, "w", encoding="utf-8") as out:
                json.dump({"block": [96, 1, 1]}, out)
            command = [fencepost, "lint", "--output-format", "json", "--exit-zero", path] + (["--config", settings] if name == "configuration" else ["--no-config"])
            done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
            findings = [f for f in json.loads(done.stdout or '{"findings": []}')["findings"] if f["rule"] == "missing-barrier"]
            told = " | ".join(f.get("note", "") for f in findings)
            level = findings[0]["level"] if findings else None
            threads = [t[0] for f in findings for t in f["hazard"].get("witness", {}).get("threads", [])]
            exact = not words.startswith(BOUNDED)
            if len(findings) != 1 or words not in told or max(threads, default=0) != 95 or level != ("error" if exact else "warning"):
                failures += 1
                print(f"{name}: not '{words}' with thread 95, but: {level} {told or done.stdout + done.stderr} {threads}")
    print(f"{len(CASES) - failures} of {len(CASES)} places are read and named")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
