// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The loop stays a loop while something is typed behind the branch that closes it.
gpu.module @kernels {
  gpu.func @typing(%v: f32, %more: i1, %out: memref<256xf32>) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    cf.br ^bb1
  ^bb1:
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    gpu.barrier
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.barrier
    memref.store %r, %out[%tid] : memref<256xf32>
    cf.cond_br %more, ^bb1, ^bb2
    %new = vector.lo
  ^bb2:
    gpu.return
  }
}
