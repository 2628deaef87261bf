// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// Loads are under way, too: the store of another thread may overtake them.
gpu.module @kernels {
  gpu.func @shift(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %r = memref.load %lds[%other] : memref<256xf32, 3> // expected-note {{read here}}
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    // expected-error@below {{missing-fence: memref.store may overwrite %lds while another thread's memref.load on line 9 still reads it}}
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
