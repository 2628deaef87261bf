// RUN: fencepost lint %s --verify-diagnostics
// The chip's name lacks its last digit, and the block has a size that is no number: both are left out.
// expected-warning@below {{unused-suppression: there is no target 'gfx94'; did you mean}}
// fencepost: target=gfx94
// expected-warning@below {{unused-suppression: '256,y' is no block of threads}}
// fencepost: block=256,y
gpu.module @kernels {
  gpu.func @ids() workgroup(%lds: memref<256xindex, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    memref.store %tid, %lds[%tid] : memref<256xindex, 3>
    gpu.return
  }
}
