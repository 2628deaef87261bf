// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Threads beyond the end skip the barrier and meet the others at another one.
gpu.module @kernels {
  gpu.func @meet(%v: f32, %n: index) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %out = arith.cmpi uge, %tid, %n : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    cf.cond_br %out, ^exit, ^work // expected-note {{because of this condition}}
    ^work:
    // expected-warning@below {{divergent-barrier: gpu.barrier stands where threads may disagree}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    // expected-warning@below {{missing-barrier: memref.load may read %lds}}
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    cf.br ^exit
    ^exit:
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %s = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
