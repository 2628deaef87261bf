// RUN: fencepost lint %s --verify-diagnostics
// The caller passes multiples of 16: what a division by 16 leaves of them is 0.
// fencepost: target=sm_90
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
  memref.store %v, %lds[%tid] : memref<64xf32, 3>
  scf.if %some {
    %r = memref.load %lds[%mirror] : memref<64xf32, 3>
    memref.store %r, %out[%tid] : memref<64xf32>
  }
  return
}
func.func @shift(%v: f32, %n: i32 {tt.divisibility = 16 : i32}, %out: memref<64xf32>)
    attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
  %last = arith.constant 15 : i32
  %lds = memref.alloc() : memref<128xf32, 3>
  %tid = gpu.thread_id x
  %low = arith.andi %n, %last : i32
  %shift = arith.index_cast %low : i32 to index
  %other = arith.addi %tid, %shift : index
  memref.store %v, %lds[%tid] : memref<128xf32, 3>
  %r = memref.load %lds[%other] : memref<128xf32, 3>
  memref.store %r, %out[%tid] : memref<64xf32>
  return
}
