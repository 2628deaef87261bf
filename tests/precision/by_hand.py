#!/usr/bin/env python3
"""A product by hand in nvvm text, as CUTLASS writes it: a warp that copies tiles into a ring, one that multiplies them, four that read the result. It is right; each
of its faults, a sync that is left out, doubled, moved or wrong, is told.

  by_hand.py FENCEPOST
"""
import json, re, subprocess, sys

KERNEL = """llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
llvm.func @gemm(%map: !llvm.ptr, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %c1024 = llvm.mlir.constant(1024 : i32) : i32
  %c16384 = llvm.mlir.constant(16384 : i32) : i32
  %mask = llvm.mlir.constant(16383 : i32) : i32
  %high = llvm.mlir.constant(4611686293305294848 : i64) : i64
  %false = llvm.mlir.constant(false) : i1
  %true = llvm.mlir.constant(true) : i1
  %desc = llvm.mlir.constant(135266320 : i32) : i32
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %full = llvm.getelementptr %smem[0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %empty = llvm.getelementptr %smem[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %accfull = llvm.getelementptr %smem[32] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %slot_of_tmem = llvm.getelementptr %smem[48] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tiles = llvm.getelementptr %smem[1024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %is0 = llvm.icmp "eq" %warp, %c0 : i32
  %is1 = llvm.icmp "eq" %warp, %c1 : i32
  %epi = llvm.icmp "uge" %warp, %c4 : i32
  %elected = nvvm.elect.sync -> i1
  %e0 = llvm.and %is0, %elected : i1
  %e1 = llvm.and %is1, %elected : i1
  scf.if %e0 {
    scf.for %s = %c0 to %c2 step %c1 : i32 {
      %f = llvm.getelementptr %full[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
      %e = llvm.getelementptr %empty[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
      nvvm.mbarrier.init %f, %c1 : !llvm.ptr<3>, i32 // initfull
      nvvm.mbarrier.init %e, %c1 : !llvm.ptr<3>, i32 // initempty
    }
    nvvm.mbarrier.init %accfull, %c1 : !llvm.ptr<3>, i32 // initacc
  }
  scf.if %is1 {
    nvvm.tcgen05.alloc %slot_of_tmem, %c64 : !llvm.ptr<3>, i32
    nvvm.tcgen05.relinquish_alloc_permit
  }
  nvvm.barrier // barstart
  %tensor = llvm.load %slot_of_tmem : !llvm.ptr<3> -> i32
  scf.if %e0 {
    scf.for %k = %c0 to %c8 step %c1 : i32 {
      %s = llvm.urem %k, %c2 : i32
      %n = llvm.udiv %k, %c2 : i32
      %p = llvm.and %n, %c1 : i32
      %q = llvm.xor %p, %c1 : i32
      %f = llvm.getelementptr %full[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
      %e = llvm.getelementptr %empty[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
      %o = llvm.mul %s, %c16384 : i32
      %t = llvm.getelementptr %tiles[%o] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.try_wait.parity %e, %q, %ticks : !llvm.ptr<3>, i32, i32 // waitempty
      nvvm.mbarrier.arrive.expect_tx %f, %c16384 : !llvm.ptr<3>, i32 // expect
      nvvm.cp.async.bulk.shared.cluster.global %t, %out, %f, %c16384 : !llvm.ptr<3>, !llvm.ptr<1> // copy
    }
  }
  scf.if %e1 {
    %acc = llvm.inttoptr %tensor : i32 to !llvm.ptr<6>
    scf.for %k = %c0 to %c8 step %c1 : i32 { // loop
      %s = llvm.urem %k, %c2 : i32
      %n = llvm.udiv %k, %c2 : i32
      %p = llvm.and %n, %c1 : i32
      %f = llvm.getelementptr %full[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
      %e = llvm.getelementptr %empty[%s] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
      %o = llvm.mul %s, %c16384 : i32
      %t = llvm.getelementptr %tiles[%o] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      %a0 = llvm.ptrtoint %t : !llvm.ptr<3> to i32
      %a1 = llvm.lshr %a0, %c4 : i32
      %a2 = llvm.and %a1, %mask : i32
      %a3 = llvm.zext %a2 : i32 to i64
      %a = llvm.or %a3, %high : i64
      nvvm.mbarrier.try_wait.parity %f, %p, %ticks : !llvm.ptr<3>, i32, i32 // waitfull
      nvvm.tcgen05.fence <after>
      %adds = llvm.icmp "ne" %k, %c0 : i32
      nvvm.tcgen05.mma %acc, %a, %a, %desc, %adds {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1) // mma
      nvvm.tcgen05.commit %e : !llvm.ptr<3> // commitempty
    }
    nvvm.tcgen05.commit %accfull : !llvm.ptr<3> // commitacc
  }
  scf.if %epi { // epilogue
    %w4 = llvm.sub %warp, %c4 : i32
    %lane0 = llvm.shl %w4, %c5 : i32
    %row = llvm.shl %lane0, %c16 : i32
    %in_row = llvm.add %tensor, %row : i32
    %at = llvm.inttoptr %in_row : i32 to !llvm.ptr<6>
    nvvm.mbarrier.try_wait.parity %accfull, %c0, %ticks : !llvm.ptr<3>, i32, i32 // waitacc
    nvvm.tcgen05.fence <after>
    %r = nvvm.tcgen05.ld %at {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
    nvvm.tcgen05.wait <load> // waitld
    %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %r, %to : i32, !llvm.ptr<1>
  }
  nvvm.barrier // barend
  scf.if %is1 {
    %base = llvm.inttoptr %tensor : i32 to !llvm.ptr<6>
    nvvm.tcgen05.dealloc %base, %c64 : !llvm.ptr<6>, i32
  }
  llvm.return
}
"""

# By the mark of the line: rules of which one must be reported at a warning at least. Registers that a load of tensor memory brings may be used without its wait.
LEFT_OUT = {
    "initfull": {"uninitialized-resource"},
    "initempty": {"uninitialized-resource"},
    "initacc": {"uninitialized-resource"},
    "barstart": {"missing-barrier"},
    "waitempty": {"missing-async-wait"},
    "expect": {"wait-without-signal"},
    "waitfull": {"missing-async-wait"},
    "commitempty": {"wait-without-signal"},
    "commitacc": {"wait-without-signal"},
    "waitacc": {"missing-async-wait"},
    "waitld": set(),
    "barend": {"missing-async-wait"},
}
DOUBLED = {
    "initfull": {"uninitialized-resource"},
    "initempty": {"uninitialized-resource"},
    "initacc": {"uninitialized-resource"},
    "expect": {"early-arrival", "deadlock"},
    "copy": {"wrong-byte-count", "early-arrival", "deadlock"},
    "commitempty": {"early-arrival"},
    "commitacc": {"missed-phase"},
}
# mark, mark of the line in front of which it comes instead
MOVED = [("commitempty", "mma", {"missing-async-wait"}), ("commitacc", "loop", {"missing-async-wait"}), ("copy", "waitempty", {"missing-async-wait"}),
         ("mma", "waitfull", {"missing-async-wait"}), ("barend", "epilogue", {"missing-async-wait", "missing-barrier"})]
CHANGED = [("waitempty", "%q", "%p", {"deadlock"}), ("waitfull", "%p", "%c0", {"missed-phase"}), ("waitacc", "%c0", "%c1", {"missing-async-wait"}),
           ("expect", "%c16384", "%c1024", {"wrong-byte-count"}), ("initempty", "%c1", "%c2", {"deadlock"})]


def told(fencepost, lines):
    done = subprocess.run([fencepost, "lint", "--no-config", "--target", "sm_100", "--min-level", "warning", "--output-format", "json", "-"],
                          input="\n".join(lines), capture_output=True, text=True)
    return {f["rule"] for f in json.loads(done.stdout)["findings"]}


def main():
    lines = KERNEL.split("\n")
    at = {m.group(1): i for i, line in enumerate(lines) if (m := re.search(r"// (\w+)$", line))}
    cases = [("as it is", lines, set())]
    for mark, rules in LEFT_OUT.items():
        cases.append((f"{mark} left out", [line for i, line in enumerate(lines) if i != at[mark]], rules))
    for mark, rules in DOUBLED.items():
        cases.append((f"{mark} doubled", lines[:at[mark]] + lines[at[mark]:at[mark] + 1] + lines[at[mark]:], rules))
    for mark, before, rules in MOVED:
        moved = [(i + 0.0 if i != at[mark] else at[before] - 0.5, line) for i, line in enumerate(lines)]
        cases.append((f"{mark} before {before}", [line for _, line in sorted(moved, key=lambda pair: pair[0])], rules))
    for mark, old, new, rules in CHANGED:
        cases.append((f"{mark} with {new}", [line.replace(old, new) if i == at[mark] else line for i, line in enumerate(lines)], rules))
    failed = False
    for name, text, rules in cases:
        found = told(sys.argv[1], text)
        if bool(found & rules) if rules else not found:
            continue
        failed = True
        print(f"{name}: {sorted(found)} instead of one of {sorted(rules)}")
    return failed


sys.exit(main())
