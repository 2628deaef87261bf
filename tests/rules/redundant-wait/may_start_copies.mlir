// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics --min-level warning
// An op that no table knows takes no memory: no copy can be under way behind it.
gpu.module @kernels {
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    "mine.start"(%tid) : (index) -> ()
    // expected-warning@below {{redundant-wait}}
    nvvm.cp.async.wait.group 0
    gpu.barrier
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
