// RUN: fencepost fix --target=sm_80
// The region of a vector.mask holds one op: the barrier goes in front of the vector.mask, and behind another one.
func.func @reversed(%lds: memref<256xf32, 3>, %f: f32, %p: vector<4xf32>, %count: index) -> vector<4xf32> attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %c4 = arith.constant 4 : index
  %c63 = arith.constant 63 : index
  %t = gpu.thread_id x
  %own = arith.muli %t, %c4 : index
  %r = arith.subi %c63, %t : index
  %other = arith.muli %r, %c4 : index
  %some = vector.create_mask %count : vector<4xi1>
  vector.mask %some { vector.transfer_write %p, %lds[%own] : vector<4xf32>, memref<256xf32, 3> } : vector<4xi1>
  gpu.barrier
  %x = vector.mask %some { vector.transfer_read %lds[%other], %f : memref<256xf32, 3>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %x : vector<4xf32>
}
