// RUN: fencepost lint %s --verify-diagnostics
// The caller passes multiples of 16, with which the load does not run: no other number shows that it races.
func.func @rest(%v: f32, %n: i32 {tt.divisibility = 16 : i32}, %out: memref<64xf32>)
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %c63 = arith.constant 63 : index
  %lds = memref.alloc() : memref<64xf32, 3>
  %tid = gpu.thread_id x
  %mirror = arith.subi %c63, %tid : index
  %rest = arith.remsi %n, %c16 : i32
  %some = arith.cmpi ne, %rest, %c0 : i32
  memref.store %v, %lds[%tid] : memref<64xf32, 3> // expected-note {{written here}}
  scf.if %some {
    // expected-warning@below {{missing-barrier: missing barrier? %lds is read before line 13 writes it}}
    %r = memref.load %lds[%mirror] : memref<64xf32, 3>
    memref.store %r, %out[%tid] : memref<64xf32>
  }
  return
}
