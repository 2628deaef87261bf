// RUN: fencepost lint %s --verify-diagnostics
// Each thread keeps the phases of its barriers as bits of a variable, and turns the bit that it has waited for.
gpu.module @m attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  gpu.func @k(%desc: !llvm.ptr, %smem: !llvm.ptr<3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i0 = arith.constant 0 : index
    %i1 = arith.constant 1 : index
    %i4 = arith.constant 4 : index
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %bytes = arith.constant 1024 : i32
    %ticks = arith.constant 10000000 : i32
    %data = llvm.getelementptr %smem[1024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %first = arith.cmpi eq, %tid, %c0 : i32
    %phases = memref.alloca() : memref<i32>
    memref.store %c0, %phases[] : memref<i32>
    nvvm.mbarrier.init %smem, %c1, predicate = %first : !llvm.ptr<3>, i32, i1
    gpu.barrier
    scf.for %i = %i0 to %i4 step %i1 {
      nvvm.mbarrier.arrive.expect_tx %smem, %bytes, predicate = %first : !llvm.ptr<3>, i32, i1
      nvvm.cp.async.bulk.tensor.shared.cluster.global %data, %desc, %smem, box[%c0, %c0] predicate = %first : !llvm.ptr<3>, !llvm.ptr
      %held = memref.load %phases[] : memref<i32>
      %bit = arith.andi %held, %c1 : i32
      %turned = arith.xori %held, %c1 : i32
      memref.store %turned, %phases[] : memref<i32>
      nvvm.mbarrier.try_wait.parity %smem, %bit, %ticks : !llvm.ptr<3>, i32, i32
      gpu.barrier
    }
    gpu.return
  }
}
