// RUN: fencepost lint %s --target=gfx1201 --select=redundant-wait --verify-diagnostics
// The barrier itself waits for the store: no wait is needed before it.
gpu.module @kernels {
  gpu.func @hand_over(%out: memref<?xf32>, %v: f32) workgroup(%x: memref<32xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %lane = arith.remui %tid, %c32 : index
    %produces = arith.cmpi ult, %tid, %c32 : index
    scf.if %produces {
      memref.store %v, %x[%lane] : memref<32xf32, 3>
      // expected-warning@below {{redundant-wait}}
      rocdl.s.wait.dscnt 0
    }
    // expected-note@below {{waited for here}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %x[%lane] : memref<32xf32, 3>
    memref.store %r, %out[%tid] : memref<?xf32>
    gpu.return
  }
}
