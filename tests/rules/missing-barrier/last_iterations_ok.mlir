// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// 32-bit bounds: what runs for i < n - 128 does not run in the last iteration of a loop to n - 64, so that the barrier of that iteration orders all of it.
func.func @tiles(%n: i32, %v: f32) -> f32 attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c = arith.constant 128 : i32
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c255, %tid : index
  %lds = memref.alloc() : memref<256xf32, 3>
  %end = arith.subi %n, %c64 : i32
  scf.for %i = %c0 to %end step %c64 : i32 {
    // expected-hint@below {{hoistable-barrier}}
    amdgpu.lds_barrier
    %last = arith.subi %n, %c : i32
    %more = arith.cmpi slt, %i, %last : i32
    scf.if %more {
      memref.store %v, %lds[%tid] : memref<256xf32, 3>
    }
  }
  %r = memref.load %lds[%rev] : memref<256xf32, 3>
  return %r : f32
}
