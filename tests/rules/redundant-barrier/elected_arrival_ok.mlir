// RUN: fencepost lint %s --verify-diagnostics
// All threads have read before one of them gives the buffer back: the barrier orders their reads before its arrival.
!b = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
    gpu.func @consume(%out: memref<?xf32>) workgroup(%x: memref<64xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %id = arith.constant 9 : i32
      %n = arith.constant 64 : i32
      %tid = gpu.thread_id x
      %first = arith.cmpi eq, %tid, %c0 : index
      %free = nvgpu.mbarrier.create -> !b
      scf.if %first {
        nvgpu.mbarrier.init %free[%c0], %c1 : !b
      }
      gpu.barrier
      %v = memref.load %x[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
      memref.store %v, %out[%tid] : memref<?xf32>
      nvvm.barrier id = %id number_of_threads = %n
      scf.if %first {
        %token = nvgpu.mbarrier.arrive %free[%c0] : !b -> !nvgpu.mbarrier.token
      }
      gpu.return
    }
  }
}
