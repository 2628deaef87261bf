// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A workgroup of one wave needs the wait, but no barrier: a hint, since the compiler drops the instruction.
gpu.module @kernels {
  gpu.func @reverse(%v: f32) workgroup(%lds: memref<64xf32, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %last = arith.constant 63 : index
    %tid = gpu.thread_id x
    %other = arith.subi %last, %tid : index
    memref.store %v, %lds[%tid] : memref<64xf32, 3>
    amdgpu.memory_counter_wait ds(0)
    // expected-hint@below {{redundant-barrier: rocdl.s.barrier orders nothing: the workgroup is a single wave}}
    rocdl.s.barrier
    %r = memref.load %lds[%other] : memref<64xf32, 3>
    gpu.return
  }
}
