// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// Nobody meets across the pair, and nothing but the pair needs the wait before its signal: one finding.
gpu.module @kernels {
  gpu.func @meet(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    rocdl.s.wait.dscnt 0 // expected-note {{of no use without it}}
    rocdl.s.barrier.signal id = -1 // expected-note {{signalled here}}
    // expected-warning@below {{redundant-barrier: rocdl.s.barrier.wait with its signal is redundant}}
    rocdl.s.barrier.wait id = -1
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
