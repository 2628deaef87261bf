// RUN: fencepost lint %s --verify-diagnostics
// Four lanes of a warp read a place and meet before they store one sum there.
!bars = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 1>
gpu.module @m [#nvvm.target<chip = "sm_90">] {
  gpu.func @sums(%sum: f32, %out: memref<32xf32>) workgroup(%sums: memref<8xf32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %ticks = arith.constant 10000000 : index
    %false = arith.constant false
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %full = nvgpu.mbarrier.create -> !bars
    scf.if %first {
      nvgpu.mbarrier.init %full[%c0], %c32 : !bars
    }
    gpu.barrier
    %writes = arith.cmpi ult, %tid, %c32 : index
    %lane = arith.remui %tid, %c32 : index
    %row = arith.divui %lane, %c4 : index
    scf.if %writes {
      %old = memref.load %sums[%row] : memref<8xf32, #gpu.address_space<workgroup>>
      %new = arith.addf %old, %sum : f32
      memref.store %old, %out[%lane] : memref<32xf32>
      %all = arith.constant -1 : i32
      nvvm.bar.warp.sync %all : i32
      memref.store %sum, %sums[%row] : memref<8xf32, #gpu.address_space<workgroup>>
      %t = nvgpu.mbarrier.arrive %full[%c0] : !bars -> !nvgpu.mbarrier.token
    } else {
      nvgpu.mbarrier.try_wait.parity %full[%c0], %false, %ticks : !bars
      %v = memref.load %sums[%row] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %v, %out[%lane] : memref<32xf32>
    }
    gpu.return
  }
}
