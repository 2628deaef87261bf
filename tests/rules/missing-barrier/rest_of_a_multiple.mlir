// RUN: fencepost lint %s --verify-diagnostics
// The caller passes multiples of 16: with 16, the loads run, or read what others have written.
// fencepost: target=sm_90
func.func @rest(%v: f32, %n: i32 {tt.divisibility = 16 : i32}, %out: memref<64xf32>)
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %c63 = arith.constant 63 : index
  %lds = memref.alloc() : memref<64xf32, 3>
  %tid = gpu.thread_id x
  %mirror = arith.subi %c63, %tid : index
  %rest = arith.remsi %n, %c32 : i32
  %some = arith.cmpi ne, %rest, %c0 : i32
  memref.store %v, %lds[%tid] : memref<64xf32, 3> // expected-note {{written here}}
  scf.if %some {
    // expected-error@below {{missing-barrier: missing barrier: %lds is read before line 14 writes it}}
    %r = memref.load %lds[%mirror] : memref<64xf32, 3>
    memref.store %r, %out[%tid] : memref<64xf32>
  }
  return
}
func.func @shift(%v: f32, %n: i32 {tt.divisibility = 16 : i32}, %out: memref<64xf32>)
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
  %last = arith.constant 31 : i32
  %lds = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %low = arith.andi %n, %last : i32
  %shift = arith.index_cast %low : i32 to index
  %other = arith.addi %tid, %shift : index
  memref.store %v, %lds[%tid] : memref<128xf32, 3> // expected-note {{written here}}
  // expected-warning@below {{missing-barrier}}
  %r = memref.load %lds[%other] : memref<128xf32, 3>
  memref.store %r, %out[%tid] : memref<64xf32>
  return
}
