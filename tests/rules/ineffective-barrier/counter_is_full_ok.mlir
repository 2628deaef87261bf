// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// 71 loads are more than the counter holds (63): the first copy has landed at the barrier, which publishes it. So many are not told from 56 that may be on
// their way still: hence the warning, which says nothing against the barrier.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<128xf32>) workgroup(%lds: memref<128xf32, 3>, %more: memref<8960xf32, 3>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c70 = arith.constant 70 : index
    %c127 = arith.constant 127 : index
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c127, %tid : index
    %wave = arith.divui %tid, %c64 : index
    %base = arith.muli %wave, %c64 : index
    amdgpu.gather_to_lds %from[%tid], %lds[%base] : f32, memref<128xf32>, memref<128xf32, 3> // expected-note {{copied here}}
    scf.for %i = %c0 to %c70 step %c1 {
      %slot = arith.muli %i, %c128 : index
      %at = arith.addi %slot, %base : index
      amdgpu.gather_to_lds %from[%tid], %more[%at] : f32, memref<128xf32>, memref<8960xf32, 3>
    }
    rocdl.s.barrier
    // expected-warning@below {{missing-async-wait: memref.load may read %lds}}
    %r = memref.load %lds[%other] : memref<128xf32, 3>
    gpu.return
  }
}
