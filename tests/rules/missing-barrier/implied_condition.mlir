// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The barrier runs for n > 3 only: what was stored for n > 2 is read without one when n is 3.
func.func @weaker(%n: i32, %v: f32) -> f32 attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c255, %tid : index
  %lds = memref.alloc() : memref<256xf32, 3>
  %stores = arith.cmpi sgt, %n, %c2 : i32
  %waits = arith.cmpi sgt, %n, %c3 : i32
  scf.if %stores {
    memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
  }
  scf.if %waits {
    amdgpu.lds_barrier
  }
  // expected-warning@below {{missing-barrier: missing barrier: %lds is read before line 13 writes it}}
  %r = memref.load %lds[%rev] : memref<256xf32, 3>
  return %r : f32
}
