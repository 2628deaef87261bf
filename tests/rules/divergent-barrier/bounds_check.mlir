// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Threads beyond the end skip the barrier.
gpu.module @kernels {
  gpu.func @meet(%v: f32, %n: index) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %out = arith.cmpi uge, %tid, %n : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
    cf.cond_br %out, ^exit, ^work
    ^work:
    // expected-error@below {{divergent-barrier}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    cf.br ^exit
    ^exit:
    "test.after"() : () -> ()
    gpu.return
  }
}
