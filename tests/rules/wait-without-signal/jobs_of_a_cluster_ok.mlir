// RUN: fencepost lint %s --target sm_100a --min-level information --verify-diagnostics
// One thread of a cluster asks the chip for the next job; the answer comes to each workgroup, where a warp keeps a copy of it, which ends its loop.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x i8>
llvm.func @jobs() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %true = llvm.mlir.constant(true) : i1
  %ticks = llvm.mlir.constant(10000000 : i32) : i32
  %answer = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %full = llvm.getelementptr %answer[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %free = llvm.getelementptr %answer[24] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %own = llvm.alloca %c1 x i128 : (i32) -> !llvm.ptr
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %lane = llvm.urem %tid, %c32 : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  %leads = llvm.icmp "eq" %rank, %c0 : i32
  %asks = llvm.and %first, %leads : i1
  %zero = llvm.icmp "eq" %lane, %c0 : i32
  llvm.cond_br %first, ^init, ^made
^init:
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %free, %c2 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^made
^made:
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.cond_br %asks, ^ask(%true, %c1 : i1, i32), ^asked(%true : i1)
^ask(%more: i1, %turn: i32):
  llvm.cond_br %more, ^next, ^asked(%more : i1)
^next:
  nvvm.mbarrier.try_wait.parity %free, %turn, %ticks : !llvm.ptr<3>, i32, i32
  %here = nvvm.mapa %full, %c0 : !llvm.ptr<3> -> !llvm.ptr<7>
  %there = nvvm.mapa %full, %c1 : !llvm.ptr<3> -> !llvm.ptr<7>
  nvvm.mbarrier.arrive.expect_tx %here, %c16 : !llvm.ptr<7>, i32
  nvvm.mbarrier.arrive.expect_tx %there, %c16 : !llvm.ptr<7>, i32
  nvvm.clusterlaunchcontrol.try.cancel multicast, %answer, %full
  %ask_phase = llvm.xor %turn, %c1 : i32
  nvvm.mbarrier.try_wait.parity %full, %ask_phase, %ticks : !llvm.ptr<3>, i32, i32
  %heard = llvm.load %answer : !llvm.ptr<3> -> i128
  %goes = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %heard : i1
  llvm.br ^ask(%goes, %ask_phase : i1, i32)
^asked(%begins: i1):
  %works = llvm.icmp "eq" %warp, %c1 : i32
  llvm.cond_br %works, ^work(%begins, %c0 : i1, i32), ^end
^work(%left: i1, %phase: i32):
  llvm.cond_br %left, ^read, ^end
^read:
  nvvm.mbarrier.try_wait.parity %full, %phase, %ticks : !llvm.ptr<3>, i32, i32
  %read = llvm.load %answer : !llvm.ptr<3> -> i128
  llvm.store %read, %own : i128, !llvm.ptr
  %kept = llvm.load %own : !llvm.ptr -> i128
  %stays = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %kept : i1
  nvvm.bar.warp.sync %all : i32
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  llvm.cond_br %zero, ^release, ^released
^release:
  %leader = nvvm.mapa %free, %c0 : !llvm.ptr<3> -> !llvm.ptr<7>
  nvvm.mbarrier.arrive %leader : !llvm.ptr<7>
  llvm.br ^released
^released:
  %flipped = llvm.xor %phase, %c1 : i32
  llvm.br ^work(%stays, %flipped : i1, i32)
^end:
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}
