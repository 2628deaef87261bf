// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// A barrier of each warp in front of an elected arrival: thread 0 tells of what its own warp has stored, and of no other.
gpu.module @m [#nvvm.target<chip = "sm_90">] {
  gpu.func @k(%v: f32) workgroup(%x: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %false = arith.constant false
    %ticks = arith.constant 10000000 : index
    %mask = arith.constant -1 : i32
    %t = gpu.thread_id x
    %t0 = arith.cmpi eq, %t, %c0 : index
    %full = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
    scf.if %t0 {
      nvgpu.mbarrier.init %full[%c0], %c1 : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %p = arith.cmpi ult, %t, %c64 : index
    scf.if %p {
      // expected-note@below {{written here}}
      memref.store %v, %x[%t] : memref<64xf32, 3>
      nvvm.bar.warp.sync %mask : i32
      scf.if %t0 {
        %tok = nvgpu.mbarrier.arrive %full[%c0] : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>> -> !nvgpu.mbarrier.token
      }
    } else {
      nvgpu.mbarrier.try_wait.parity %full[%c0], %false, %ticks : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
      %l = arith.subi %t, %c64 : index
      // expected-error@below {{missing-barrier: memref.load may read %x before another thread's memref.store on line 21 has written it: different threads run the two at the same time}}
      %r = memref.load %x[%l] : memref<64xf32, 3>
    }
    gpu.return
  }
}
