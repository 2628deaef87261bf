// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// A warp stores a tile, and one thread of another warp sends it off: the copy reads through another proxy.
!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!map = !nvgpu.tensormap.descriptor<tensor = memref<32xf32, #gpu.address_space<workgroup>>, swizzle = none, l2promo = none, oob = zero, interleave = none>
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  gpu.func @send(%map: !map, %v: f32) workgroup(%tile: memref<32xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %ticks = arith.constant 1000000 : index
    %false = arith.constant false
    %tid = gpu.thread_id x
    %full = nvgpu.mbarrier.create -> !bar
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first { nvgpu.mbarrier.init %full[%c0], %c32 : !bar }
    gpu.barrier
    %stores = arith.cmpi ult, %tid, %c32 : index
    %sends = arith.cmpi eq, %tid, %c32 : index
    scf.if %stores {
      memref.store %v, %tile[%tid] : memref<32xf32, #gpu.address_space<workgroup>>
      nvvm.fence.proxy <async.shared>, space = <cta>
      %token = nvgpu.mbarrier.arrive %full[%c0] : !bar -> !nvgpu.mbarrier.token
    }
    scf.if %sends {
      nvgpu.mbarrier.try_wait.parity %full[%c0], %false, %ticks : !bar
      nvgpu.tma.async.store %tile to %map[%c0] : memref<32xf32, #gpu.address_space<workgroup>> -> !map
      nvvm.cp.async.bulk.commit.group
      nvvm.cp.async.bulk.wait_group 0 read
    }
    gpu.return
  }
}
