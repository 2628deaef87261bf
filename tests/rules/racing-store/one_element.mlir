// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// All threads store their own value to one element: the last one wins, whoever that is.
gpu.module @kernels {
  gpu.func @ids() workgroup(%lds: memref<256xindex, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c5 = arith.constant 5 : index
    %tid = gpu.thread_id x
    // expected-error@+2 {{racing-store: memref.store lets several threads write the same bytes of %lds: no barrier can order them}}
    // expected-note@+1 {{written here}}
    memref.store %tid, %lds[%c5] : memref<256xindex, 3>
    gpu.return
  }
}
