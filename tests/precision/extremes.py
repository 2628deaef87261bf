#!/usr/bin/env python3
"""The largest and smallest numbers in every place that holds one: no arithmetic of the analysis overflows, and none asserts.

  extremes.py FENCEPOST

An overflow shows under UndefinedBehaviorSanitizer, a failed assertion everywhere. Each kernel has its own number, so that all kernels of a place are one file.
"""
import subprocess
import sys

HANGS_S = 1800  # on the clock, however busy the machine is
NUMBERS = [0, 1, -1, 2**31 - 1, 2**31, 2**32, 2**62, 2**63 - 1, -2**63, -2**63 + 1, 10**37]
T = "memref<2xf64, strided<[1]>, 3>"


def kernel(body, arguments=f"%b: {T}, %v: f64, %n: index", attributes=""):
    return f"""gpu.func @k@({arguments}) kernel{attributes} {{
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.constant # : index
{body}
  gpu.return
}}
"""


def touch(memory="%b", index="%t", type_=T):
    return f"memref.store %v, {memory}[{index}] : {type_}\n  %r = memref.load {memory}[%c0] : {type_}"


def typed(type_):
    """Accesses to an allocation and to an argument of a type, as elements, as vectors and as a whole."""
    return kernel(f"""%b = memref.alloc() : {type_}
  {touch(type_=type_)}
  {touch('%a', type_=type_).replace('%r', '%s')}
  %w = vector.load %b[%t] : {type_}, vector<2xf64>
  "x.y"(%a) : ({type_}) -> ()""", f"%a: {type_}, %v: f64")


PLACES = {
    "size": typed("memref<#xf64, 3>"),
    "size of a row": typed("memref<2x#xf64, 3>").replace("[%t]", "[%t, %c0]").replace("[%c0] :", "[%c0, %c0] :"),
    "stride": typed("memref<2xf64, strided<[#]>, 3>"),
    "offset": typed("memref<2xf64, strided<[1], offset: #>, 3>"),
    "place in workgroup memory": kernel("%w = ttg.local_alloc {allocation.offset = 512 : i32} : () -> !ttg.memdesc<#xi8, @ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, "
                                         "@ttg.shared_memory, mutable>\n  " + touch()),
    "space": typed("memref<2xf64, #>"),
    "elements of a vector": kernel("%w = vector.load %b[%t] : %s, vector<#xf64>\n  vector.store %%w, %%b[%%c0] : %s, vector<#xf64>".replace("%s", T, 1).replace("%%", "%").replace("%s", T)),
    "index": kernel(touch(index="%c")),
    "sum": kernel("%i = arith.addi %t, %c : index\n  " + touch(index="%i")),
    "difference": kernel("%i = arith.subi %c, %t : index\n  " + touch(index="%i")),
    "product": kernel("%i = arith.muli %t, %c : index\n  " + touch(index="%i")),
    "quotient": kernel("%i = arith.divsi %t, %c : index\n  " + touch(index="%i")),
    "remainder": kernel("%i = arith.remui %t, %c : index\n  " + touch(index="%i")),
    "shift": kernel("%i = arith.shli %t, %c : index\n  " + touch(index="%i")),
    "xor": kernel("%i = arith.xori %t, %c : index\n  " + touch(index="%i")),
    "affine": kernel("%i = affine.apply affine_map<(d0) -> (d0 * # + # - (d0 + #) floordiv # + d0 mod #)>(%t)\n  " + touch(index="%i")),
    "comparison": kernel("%p = arith.cmpi slt, %t, %c : index\n  scf.if %p {\n  " + touch() + "\n  }"),
    "step of affine.for": kernel("affine.for %i = 0 to %n step # {\n  " + touch(index="%i") + "\n  }"),
    "bounds of affine.for": kernel("affine.for %i = # to # {\n  " + touch(index="%i") + "\n  }"),
    "step of scf.for": kernel("scf.for %i = %c0 to %n step %c {\n  " + touch(index="%i") + "\n  }"),
    "lower bound": kernel("scf.for %i = %c to %n step %c1 {\n  " + touch(index="%i") + "\n  }"),
    "upper bound": kernel("scf.for %i = %c0 to %c step %c1 {\n  " + touch(index="%i") + "\n  }"),
    "all of scf.for": kernel("scf.for %i = %c to %c step %c {\n  " + touch(index="%i") + "\n  }"),
    "two loops": kernel("scf.for %i = %c0 to %n step %c {\n  scf.for %j = %i to %c step %c {\n  " + touch(index="%j") + "\n  }\n  }"),
    "carried": kernel("%e = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c) -> (index) {\n  " + touch(index="%x") + "\n  %y = arith.addi %x, %c : index\n  scf.yield %y : index\n  }"),
    "subview": kernel(f"%s = memref.subview %b[#] [#] [#] : {T} to memref<#xf64, strided<[#], offset: #>, 3>\n  " + touch("%s", "%t", "memref<#xf64, strided<[#], offset: #>, 3>")),
    "reinterpret_cast": kernel(f"%s = memref.reinterpret_cast %b to offset: [#], sizes: [#], strides: [#] : {T} to memref<#xf64, strided<[#], offset: #>, 3>\n  "
                               + touch("%s", "%t", "memref<#xf64, strided<[#], offset: #>, 3>")),
    "block": kernel(touch(), attributes=" attributes {known_block_size = array<i32: #, 1, 1>}"),
    "whole block": kernel(touch(), attributes=" attributes {known_block_size = array<i32: #, #, #>}"),
    "groups": kernel(f"%g = nvgpu.device_async_copy %b[%t], %b[%c0], # : {T} to {T}\n  %h = nvgpu.device_async_create_group %g\n  nvgpu.device_async_wait %h {{numGroups = # : i32}}\n  " + touch()),
    "waitcnt": kernel("rocdl.s.waitcnt #\n  rocdl.s.barrier\n  " + touch()),
    "named barrier": kernel("%m = arith.constant # : i32\n  nvvm.barrier id = %m number_of_threads = %m\n  " + touch()),
    "mbarriers": kernel("""%m = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = #>
  nvgpu.mbarrier.init %m[%c], %c : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = #>
  """.replace("#gpu", "@gpu") + touch()),
    "pointer": kernel("%p = llvm.getelementptr %a[#] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<# x f64>\n  llvm.store %v, %p : f64, !llvm.ptr<3>\n  "
                      "%q = llvm.getelementptr %a[%c] : (!llvm.ptr<3>, index) -> !llvm.ptr<3>, i#\n  %r = llvm.load %q : !llvm.ptr<3> -> f64", "%a: !llvm.ptr<3>, %v: f64"),
    "tensor memory": """// fencepost: target=sm_100
llvm.func @k@(%s: !llvm.ptr<3>, %a: i64) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
  %columns = llvm.mlir.constant(128 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %o = llvm.getelementptr %s[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  nvvm.mbarrier.init %o, %c1 : !llvm.ptr<3>, i32
  nvvm.tcgen05.alloc %s, %columns : !llvm.ptr<3>, i32
  nvvm.barrier
  %t = llvm.load %s : !llvm.ptr<3> -> i32
  llvm.inline_asm has_side_effects "tcgen05.cp.cta_group::1.warpx4.32x128b [$0], $1;", "r,l" %t, %a : (i32, i64) -> !llvm.void
  nvvm.tcgen05.commit %o : !llvm.ptr<3>
  %r = llvm.inline_asm has_side_effects "tcgen05.ld.sync.aligned.16x32bx2.x2.b32 {$0, $1}, [$2 + #], #;", "=r,=r,r" %t : (i32) -> !llvm.struct<(i32, i32)>
  nvvm.tcgen05.wait <load>
  llvm.return
}
""",
    "switch": kernel("scf.index_switch %n\n  case # {\n  " + touch() + "\n  scf.yield\n  }\n  default {\n  }"),
    "forall": kernel("scf.forall (%i) = (#) to (#) step (#) {\n  " + touch(index="%i") + "\n  } {mapping = [@gpu.thread<x>]}"),
}


def text_of(template):
    """One kernel per number; `#` is the number, `@` the sign of an attribute, but for the kernel's own name."""
    return "".join(template.replace("@k@", f"@@k{i}").replace("#", str(number)).replace("@@k", "\1").replace("@", "#").replace("\1", "@k")
                   for i, number in enumerate(NUMBERS))


def main():
    failures, said = 0, 0
    for place, template in PLACES.items():
        for command in (["lint", "--no-config", "--output-format", "json", "--min-level", "hint", "-"], ["dump", "-"]):
            done = subprocess.run([sys.argv[1], *command], input=text_of(template).encode(), capture_output=True, timeout=HANGS_S, check=False)
            said += done.stdout.count(b'"rule"')
            if done.returncode not in (0, 1) or b"runtime error" in done.stderr or b"Sanitizer" in done.stderr:
                failures += 1
                print(f"{place}: {' '.join(command)} ends with {done.returncode}: {done.stderr.decode(errors='replace')[:600]}")
    if said < len(PLACES) * len(NUMBERS):  # kernels that are not understood prove nothing
        failures += 1
        print(f"only {said} findings in {len(PLACES) * len(NUMBERS)} kernels")
    print(f"{len(PLACES)} places, {len(NUMBERS)} numbers, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
