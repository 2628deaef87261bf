// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The barrier runs wherever something was stored: whoever stored for n > 3 has n > 2.
func.func @stronger(%n: i32, %v: f32) -> f32 attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c255, %tid : index
  %lds = memref.alloc() : memref<256xf32, 3>
  %stores = arith.cmpi sgt, %n, %c3 : i32
  %waits = arith.cmpi sgt, %n, %c2 : i32
  scf.if %stores {
    memref.store %v, %lds[%tid] : memref<256xf32, 3>
  }
  scf.if %waits {
    amdgpu.lds_barrier
  }
  %r = memref.load %lds[%rev] : memref<256xf32, 3>
  return %r : f32
}
