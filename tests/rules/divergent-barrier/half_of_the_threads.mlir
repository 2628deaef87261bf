// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Threads 0 to 31 meet, the others do not come.
gpu.module @kernels {
  gpu.func @meet(%v: f32) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c32 = arith.constant 32 : index
    %few = arith.cmpi ult, %tid, %c32 : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    scf.if %few { // expected-note {{because of this condition}}
      // expected-error@below {{divergent-barrier: gpu.barrier stands where threads disagree, thread 31 and thread 32 for instance}}
      gpu.barrier memfence [#gpu.address_space<workgroup>]
    }
    %r = memref.load %lds[%other] : memref<256xf32, 3> // expected-error {{missing-barrier: missing barrier: %lds is read before}}
    gpu.return
  }
}
