// RUN: fencepost lint %s --verify-diagnostics
// Ops on barriers happen where their predicate holds: one thread initialises the barrier and arrives.
gpu.module @m attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  gpu.func @k(%desc: !llvm.ptr, %smem: !llvm.ptr<3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %bytes = arith.constant 1024 : i32
    %ticks = arith.constant 10000000 : i32
    %data = llvm.getelementptr %smem[1024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = arith.cmpi eq, %tid, %c0 : i32
    nvvm.mbarrier.init %smem, %c1, predicate = %first : !llvm.ptr<3>, i32, i1
    gpu.barrier
    nvvm.mbarrier.arrive.expect_tx %smem, %bytes, predicate = %first : !llvm.ptr<3>, i32, i1
    nvvm.cp.async.bulk.tensor.shared.cluster.global %data, %desc, %smem, box[%c0, %c0] predicate = %first : !llvm.ptr<3>, !llvm.ptr
    nvvm.mbarrier.try_wait.parity %smem, %c0, %ticks : !llvm.ptr<3>, i32, i32
    gpu.return
  }
}
