// RUN: fencepost lint %s --target sm_100a --verify-diagnostics
// Who reads the answer of the chip, which assembly takes apart, never hands its slot back: as one number, as two, and read in the assembly itself.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
llvm.func @jobs(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 160>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %true = llvm.mlir.constant(true) : i1
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %lane = llvm.urem %tid, %c32 : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %w0 = llvm.icmp "eq" %warp, %c0 : i32
  %leadlane = llvm.icmp "eq" %lane, %c0 : i32
  scf.if %first {
    scf.for %s = %c0 to %c2 step %c1 : i32 {
      %o = llvm.mul %s, %c8 : i32
      %o2 = llvm.add %o, %c32 : i32
      %fb = llvm.getelementptr %smem[%o] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      %eb = llvm.getelementptr %smem[%o2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %fb, %c1 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %eb, %c128 : !llvm.ptr<3>, i32
    }
    nvvm.fence.mbarrier.init
  }
  nvvm.barrier
  scf.if %w0 {
    scf.if %first {
      %e:2 = scf.while (%n = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
        scf.condition(%go) %n, %go : i32, i1
      } do {
      ^bb0(%n: i32, %g: i1):
        %st = llvm.and %n, %c1 : i32
        %q = llvm.lshr %n, %c1 : i32
        %ph = llvm.and %q, %c1 : i32
        %pe = llvm.xor %ph, %c1 : i32
        %o = llvm.mul %st, %c8 : i32
        %oe = llvm.add %o, %c32 : i32
        %r0 = llvm.mul %st, %c16 : i32
        %r1 = llvm.add %r0, %c64 : i32
        %full = llvm.getelementptr %smem[%o] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %empty = llvm.getelementptr %smem[%oe] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %resp = llvm.getelementptr %smem[%r1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        // expected-warning@below {{wait-without-signal}}
        nvvm.mbarrier.try_wait.parity %empty, %pe, %ticks : !llvm.ptr<3>, i32, i32
        nvvm.mbarrier.arrive.expect_tx %full, %c16 : !llvm.ptr<3>, i32
        nvvm.clusterlaunchcontrol.try.cancel %resp, %full
        nvvm.mbarrier.try_wait.parity %full, %ph, %ticks : !llvm.ptr<3>, i32, i32
        %vp = llvm.load %resp : !llvm.ptr<3> -> i128
        %cancp = llvm.inline_asm asm_dialect = att "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 $0, $1;", "=b,q" %vp : (i128) -> i1
        %nn = llvm.add %n, %c1 : i32
        scf.yield %nn, %cancp : i32, i1
      }
    }
  } else {
      %e:2 = scf.while (%n = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
        scf.condition(%go) %n, %go : i32, i1
      } do {
      ^bb0(%n: i32, %g: i1):
        %st = llvm.and %n, %c1 : i32
        %q = llvm.lshr %n, %c1 : i32
        %ph = llvm.and %q, %c1 : i32
        %o = llvm.mul %st, %c8 : i32
        %oe = llvm.add %o, %c32 : i32
        %r0 = llvm.mul %st, %c16 : i32
        %r1 = llvm.add %r0, %c64 : i32
        %full = llvm.getelementptr %smem[%o] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %empty = llvm.getelementptr %smem[%oe] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %resp = llvm.getelementptr %smem[%r1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        // expected-note@below {{waits here}}
        nvvm.mbarrier.try_wait.parity %full, %ph, %ticks : !llvm.ptr<3>, i32, i32
        %v = llvm.load %resp : !llvm.ptr<3> -> i128
        %canc = llvm.inline_asm asm_dialect = att "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 $0, $1;", "=b,q" %v : (i128) -> i1
        %nn = llvm.add %n, %c1 : i32
        scf.yield %nn, %canc : i32, i1
      }
  }
  llvm.return
}
// -----
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
llvm.func @jobs(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 160>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %true = llvm.mlir.constant(true) : i1
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %lane = llvm.urem %tid, %c32 : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %w0 = llvm.icmp "eq" %warp, %c0 : i32
  %leadlane = llvm.icmp "eq" %lane, %c0 : i32
  scf.if %first {
    scf.for %s = %c0 to %c2 step %c1 : i32 {
      %o = llvm.mul %s, %c8 : i32
      %o2 = llvm.add %o, %c32 : i32
      %fb = llvm.getelementptr %smem[%o] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      %eb = llvm.getelementptr %smem[%o2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %fb, %c1 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %eb, %c128 : !llvm.ptr<3>, i32
    }
    nvvm.fence.mbarrier.init
  }
  nvvm.barrier
  scf.if %w0 {
    scf.if %first {
      %e:2 = scf.while (%n = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
        scf.condition(%go) %n, %go : i32, i1
      } do {
      ^bb0(%n: i32, %g: i1):
        %st = llvm.and %n, %c1 : i32
        %q = llvm.lshr %n, %c1 : i32
        %ph = llvm.and %q, %c1 : i32
        %pe = llvm.xor %ph, %c1 : i32
        %o = llvm.mul %st, %c8 : i32
        %oe = llvm.add %o, %c32 : i32
        %r0 = llvm.mul %st, %c16 : i32
        %r1 = llvm.add %r0, %c64 : i32
        %full = llvm.getelementptr %smem[%o] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %empty = llvm.getelementptr %smem[%oe] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %resp = llvm.getelementptr %smem[%r1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        // expected-warning@below {{wait-without-signal}}
        nvvm.mbarrier.try_wait.parity %empty, %pe, %ticks : !llvm.ptr<3>, i32, i32
        nvvm.mbarrier.arrive.expect_tx %full, %c16 : !llvm.ptr<3>, i32
        nvvm.clusterlaunchcontrol.try.cancel %resp, %full
        nvvm.mbarrier.try_wait.parity %full, %ph, %ticks : !llvm.ptr<3>, i32, i32
        %vp = llvm.load %resp : !llvm.ptr<3> -> vector<2xi64>
        %vpl = llvm.extractelement %vp[%c0 : i32] : vector<2xi64>
        %vph = llvm.extractelement %vp[%c1 : i32] : vector<2xi64>
        %cancpi = llvm.inline_asm has_side_effects asm_dialect = att "{\0A.reg .b128 r;\0Amov.b128 r, {$1, $2};\0A{\0A.reg .pred p;\0Aclusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, r;\0Aselp.b32 $0, 1, 0, p;\0A}\0A}", "=r,l,l" %vpl, %vph : (i64, i64) -> i32
        %cancp = llvm.icmp "ne" %cancpi, %c0 : i32
        %nn = llvm.add %n, %c1 : i32
        scf.yield %nn, %cancp : i32, i1
      }
    }
  } else {
      %e:2 = scf.while (%n = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
        scf.condition(%go) %n, %go : i32, i1
      } do {
      ^bb0(%n: i32, %g: i1):
        %st = llvm.and %n, %c1 : i32
        %q = llvm.lshr %n, %c1 : i32
        %ph = llvm.and %q, %c1 : i32
        %o = llvm.mul %st, %c8 : i32
        %oe = llvm.add %o, %c32 : i32
        %r0 = llvm.mul %st, %c16 : i32
        %r1 = llvm.add %r0, %c64 : i32
        %full = llvm.getelementptr %smem[%o] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %empty = llvm.getelementptr %smem[%oe] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %resp = llvm.getelementptr %smem[%r1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        // expected-note@below {{waits here}}
        nvvm.mbarrier.try_wait.parity %full, %ph, %ticks : !llvm.ptr<3>, i32, i32
        %v = llvm.load %resp : !llvm.ptr<3> -> vector<2xi64>
        %vl = llvm.extractelement %v[%c0 : i32] : vector<2xi64>
        %vh = llvm.extractelement %v[%c1 : i32] : vector<2xi64>
        %canci = llvm.inline_asm has_side_effects asm_dialect = att "{\0A.reg .b128 r;\0Amov.b128 r, {$1, $2};\0A{\0A.reg .pred p;\0Aclusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, r;\0Aselp.b32 $0, 1, 0, p;\0A}\0A}", "=r,l,l" %vl, %vh : (i64, i64) -> i32
        %canc = llvm.icmp "ne" %canci, %c0 : i32
        %nn = llvm.add %n, %c1 : i32
        scf.yield %nn, %canc : i32, i1
      }
  }
  llvm.return
}
// -----
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
llvm.func @jobs(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 160>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %true = llvm.mlir.constant(true) : i1
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %lane = llvm.urem %tid, %c32 : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %w0 = llvm.icmp "eq" %warp, %c0 : i32
  %leadlane = llvm.icmp "eq" %lane, %c0 : i32
  scf.if %first {
    scf.for %s = %c0 to %c2 step %c1 : i32 {
      %o = llvm.mul %s, %c8 : i32
      %o2 = llvm.add %o, %c32 : i32
      %fb = llvm.getelementptr %smem[%o] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      %eb = llvm.getelementptr %smem[%o2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %fb, %c1 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %eb, %c128 : !llvm.ptr<3>, i32
    }
    nvvm.fence.mbarrier.init
  }
  nvvm.barrier
  scf.if %w0 {
    scf.if %first {
      %e:2 = scf.while (%n = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
        scf.condition(%go) %n, %go : i32, i1
      } do {
      ^bb0(%n: i32, %g: i1):
        %st = llvm.and %n, %c1 : i32
        %q = llvm.lshr %n, %c1 : i32
        %ph = llvm.and %q, %c1 : i32
        %pe = llvm.xor %ph, %c1 : i32
        %o = llvm.mul %st, %c8 : i32
        %oe = llvm.add %o, %c32 : i32
        %r0 = llvm.mul %st, %c16 : i32
        %r1 = llvm.add %r0, %c64 : i32
        %full = llvm.getelementptr %smem[%o] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %empty = llvm.getelementptr %smem[%oe] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %resp = llvm.getelementptr %smem[%r1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        // expected-warning@below {{wait-without-signal}}
        nvvm.mbarrier.try_wait.parity %empty, %pe, %ticks : !llvm.ptr<3>, i32, i32
        nvvm.mbarrier.arrive.expect_tx %full, %c16 : !llvm.ptr<3>, i32
        nvvm.clusterlaunchcontrol.try.cancel %resp, %full
        nvvm.mbarrier.try_wait.parity %full, %ph, %ticks : !llvm.ptr<3>, i32, i32
        %cancps = llvm.inline_asm has_side_effects asm_dialect = att "{\0A.reg .pred p1;\0A\09.reg .b128 answer;\0A\09ld.shared.b128 answer, [$4];\0A\09clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p1, answer;\0A\09selp.u32 $3, 1, 0, p1;\0A\09@p1 clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {$0, $1, $2, _}, answer;\0A\09}\0A", "=r,=r,=r,=r,r,~{memory}" %resp : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
        %cancpi = llvm.extractvalue %cancps[3] : !llvm.struct<(i32, i32, i32, i32)>
        %cancp = llvm.icmp "ne" %cancpi, %c0 : i32
        %nn = llvm.add %n, %c1 : i32
        scf.yield %nn, %cancp : i32, i1
      }
    }
  } else {
      %e:2 = scf.while (%n = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
        scf.condition(%go) %n, %go : i32, i1
      } do {
      ^bb0(%n: i32, %g: i1):
        %st = llvm.and %n, %c1 : i32
        %q = llvm.lshr %n, %c1 : i32
        %ph = llvm.and %q, %c1 : i32
        %o = llvm.mul %st, %c8 : i32
        %oe = llvm.add %o, %c32 : i32
        %r0 = llvm.mul %st, %c16 : i32
        %r1 = llvm.add %r0, %c64 : i32
        %full = llvm.getelementptr %smem[%o] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %empty = llvm.getelementptr %smem[%oe] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %resp = llvm.getelementptr %smem[%r1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        // expected-note@below {{waits here}}
        nvvm.mbarrier.try_wait.parity %full, %ph, %ticks : !llvm.ptr<3>, i32, i32
        %cancs = llvm.inline_asm has_side_effects asm_dialect = att "{\0A.reg .pred p1;\0A\09.reg .b128 answer;\0A\09ld.shared.b128 answer, [$4];\0A\09clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p1, answer;\0A\09selp.u32 $3, 1, 0, p1;\0A\09@p1 clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {$0, $1, $2, _}, answer;\0A\09}\0A", "=r,=r,=r,=r,r,~{memory}" %resp : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
        %canci = llvm.extractvalue %cancs[3] : !llvm.struct<(i32, i32, i32, i32)>
        %canc = llvm.icmp "ne" %canci, %c0 : i32
        %nn = llvm.add %n, %c1 : i32
        scf.yield %nn, %canc : i32, i1
      }
  }
  llvm.return
}
