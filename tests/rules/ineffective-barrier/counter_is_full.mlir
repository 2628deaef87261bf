// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// 51 loads have room in the counter (63): the first copy may be on its way still when the barrier runs, which does not wait for it.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<128xf32>) workgroup(%lds: memref<128xf32, 3>, %more: memref<6400xf32, 3>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c50 = arith.constant 50 : index
    %c127 = arith.constant 127 : index
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c127, %tid : index
    %wave = arith.divui %tid, %c64 : index
    %base = arith.muli %wave, %c64 : index
    amdgpu.gather_to_lds %from[%tid], %lds[%base] : f32, memref<128xf32>, memref<128xf32, 3> // expected-note {{copied here}}
    scf.for %i = %c0 to %c50 step %c1 {
      %slot = arith.muli %i, %c128 : index
      %at = arith.addi %slot, %base : index
      amdgpu.gather_to_lds %from[%tid], %more[%at] : f32, memref<128xf32>, memref<6400xf32, 3>
    }
    // expected-warning@below {{ineffective-barrier: rocdl.s.barrier does not wait for the amdgpu.gather_to_lds of %lds}}
    rocdl.s.barrier
    // expected-error@below {{missing-async-wait: memref.load may read %lds}}
    %r = memref.load %lds[%other] : memref<128xf32, 3>
    gpu.return
  }
}
