// RUN: fencepost lint %s --verify-diagnostics
// A tile goes to another warp and back; the phases that are waited for come from memory, so nothing certain is said.
!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  gpu.func @hand(%phases: memref<?xi1>, %out: memref<?xf32>, %v: f32) workgroup(%tile: memref<32xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %ticks = arith.constant 1000000 : index
    %tid = gpu.thread_id x
    %bars = nvgpu.mbarrier.create -> !bar
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      nvgpu.mbarrier.init %bars[%c0], %c32 : !bar
      nvgpu.mbarrier.init %bars[%c1], %c32 : !bar
    }
    gpu.barrier
    %phase = memref.load %phases[%c0] : memref<?xi1>
    %stores = arith.cmpi ult, %tid, %c32 : index
    scf.if %stores {
      memref.store %v, %tile[%tid] : memref<32xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
      %t0 = nvgpu.mbarrier.arrive %bars[%c0] : !bar -> !nvgpu.mbarrier.token
      nvgpu.mbarrier.try_wait.parity %bars[%c1], %phase, %ticks : !bar // expected-information {{unknown-protocol}}
      memref.store %v, %tile[%tid] : memref<32xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
    }
    %loads = arith.cmpi uge, %tid, %c32 : index
    scf.if %loads {
      %lane = arith.subi %tid, %c32 : index
      nvgpu.mbarrier.try_wait.parity %bars[%c0], %phase, %ticks : !bar
      %r = memref.load %tile[%lane] : memref<32xf32, #gpu.address_space<workgroup>> // expected-information {{missing-barrier}}
      memref.store %r, %out[%tid] : memref<?xf32>
      %t1 = nvgpu.mbarrier.arrive %bars[%c1] : !bar -> !nvgpu.mbarrier.token
    }
    gpu.return
  }
}
