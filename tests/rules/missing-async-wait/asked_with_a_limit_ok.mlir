// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// The threads ask, each time for a while, until the copy has landed.
llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<272 x i8>
llvm.func @fetch(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(256 : i32) : i32
  %limit = llvm.mlir.constant(1000 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %smem = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %bar = llvm.getelementptr %smem[256] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %wide = llvm.addrspacecast %smem : !llvm.ptr<3> to !llvm.ptr<7>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %first, ^init, ^ready
^init:
  nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^ready
^ready:
  nvvm.barrier.cta.sync %c0 : i32
  llvm.cond_br %first, ^copy, ^poll
^copy:
  %state = nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32 -> i64
  nvvm.cp.async.bulk.shared.cluster.global %wide, %in, %bar, %bytes : !llvm.ptr<7>, <1>
  llvm.br ^poll
^poll:
  %there = nvvm.mbarrier.try_wait.parity.timelimit %bar, %c0, %limit : !llvm.ptr<3>, i32, i32 -> i1
  %again = llvm.icmp "eq" %there, %no : i1
  llvm.cond_br %again, ^poll, ^done
^done:
  %at = llvm.getelementptr %smem[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %x = llvm.load %at : !llvm.ptr<3> -> i32
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %x, %to : i32, !llvm.ptr<1>
  llvm.return
}
