// RUN: fencepost lint %s --min-level information --verify-diagnostics
// The warp's number is a quotient that is rounded down. The lane that drives the ring is elected once, in front of the loop.
gpu.module @m [#nvvm.target<chip = "sm_100a">] {
  llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
  llvm.mlir.global internal @free() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<2 x array<64 x i32>>
  llvm.func @ring(%source: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c8 = llvm.mlir.constant(8 : i32) : i32
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %bytes = llvm.mlir.constant(256 : i32) : i32
    %ticks = llvm.mlir.constant(10000000 : i32) : i32
    %full = llvm.mlir.addressof @full : !llvm.ptr<3>
    %free = llvm.mlir.addressof @free : !llvm.ptr<3>
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %full1 = llvm.getelementptr %full[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i64
    %free1 = llvm.getelementptr %free[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i64
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %lane = llvm.urem %tid, %c32 : i32
    %no = llvm.mlir.constant(false) : i1
    %minus = llvm.mlir.constant(-1 : i32) : i32
    %quotient = llvm.sdiv %tid, %c32 : i32
    %product = llvm.mul %quotient, %c32 : i32
    %inexact = llvm.icmp "ne" %tid, %product : i32
    %below = llvm.icmp "slt" %tid, %c0 : i32
    %differ = llvm.icmp "ne" %below, %no : i1
    %rounds = llvm.and %inexact, %differ : i1
    %less = llvm.add %quotient, %minus : i32
    %warp = llvm.select %rounds, %less, %quotient : i1, i32
    %zero = llvm.icmp "eq" %tid, %c0 : i32
    %loads = llvm.icmp "eq" %warp, %c0 : i32
    llvm.cond_br %zero, ^init, ^made
  ^init:
    nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
    nvvm.mbarrier.init %full1, %c1 : !llvm.ptr<3>, i32
    nvvm.mbarrier.init %free, %c32 : !llvm.ptr<3>, i32
    nvvm.mbarrier.init %free1, %c32 : !llvm.ptr<3>, i32
    llvm.br ^made
  ^made:
    nvvm.barrier
    %leads = nvvm.elect.sync -> i1
    llvm.cond_br %loads, ^load(%c0 : i32), ^read(%c0 : i32)
  ^load(%k: i32):
    %k_more = llvm.icmp "slt" %k, %c8 : i32
    llvm.cond_br %k_more, ^fill, ^end
  ^fill:
    %k_slot = llvm.urem %k, %c2 : i32
    %k_turn = llvm.udiv %k, %c2 : i32
    %k_turned = llvm.add %k_turn, %c1 : i32
    %k_phase = llvm.urem %k_turned, %c2 : i32
    %k_free = llvm.getelementptr %free[%k_slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    // expected-information@below {{missed-phase: nvvm.mbarrier.try_wait.parity of thread group 1-31 may miss the phase of @free[0]}}
    nvvm.mbarrier.try_wait.parity %k_free, %k_phase, %ticks : !llvm.ptr<3>, i32, i32
    llvm.cond_br %leads, ^start, ^next
  ^start:
    %k_full = llvm.getelementptr %full[%k_slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    %k_at = llvm.mul %k_slot, %c64 : i32
    %k_tile = llvm.getelementptr %tile[%k_at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %t = nvvm.mbarrier.arrive.expect_tx %k_full, %bytes : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.shared.cluster.global %k_tile, %source, %k_full, %bytes : !llvm.ptr<3>, !llvm.ptr<1>
    llvm.br ^next
  ^next:
    %k_next = llvm.add %k, %c1 : i32
    llvm.br ^load(%k_next : i32)
  ^read(%j: i32):
    %j_more = llvm.icmp "slt" %j, %c8 : i32
    llvm.cond_br %j_more, ^use, ^end
  ^use:
    %j_slot = llvm.urem %j, %c2 : i32
    %j_turn = llvm.udiv %j, %c2 : i32
    %j_phase = llvm.urem %j_turn, %c2 : i32
    %j_full = llvm.getelementptr %full[%j_slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    nvvm.mbarrier.try_wait.parity %j_full, %j_phase, %ticks : !llvm.ptr<3>, i32, i32
    %j_row = llvm.mul %j_slot, %c64 : i32
    %j_at = llvm.add %j_row, %lane : i32
    %j_tile = llvm.getelementptr %tile[%j_at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %v = llvm.load %j_tile : !llvm.ptr<3> -> i32
    llvm.store %v, %out : i32, !llvm.ptr<1>
    %j_free = llvm.getelementptr %free[%j_slot] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
    %a = nvvm.mbarrier.arrive %j_free : !llvm.ptr<3> -> i64 // expected-note {{warp 1 arrives here}}
    %j_next = llvm.add %j, %c1 : i32
    llvm.br ^read(%j_next : i32)
  ^end:
    llvm.return
  }
}
