// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// What a call of itself does is not followed: it orders nothing, as far as is known.
gpu.module @kernels {
  func.func private @again(%p: i1) {
    scf.if %p {
      func.call @again(%p) : (i1) -> ()
    } else {
      gpu.barrier memfence [#gpu.address_space<workgroup>]
    }
    return
  }
  gpu.func @meet(%v: f32, %p: i1) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
    func.call @again(%p) : (i1) -> ()
    // expected-warning@below {{missing-barrier: memref.load may read %lds}}
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    gpu.return
  }
}
