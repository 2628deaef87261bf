// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// So many elements of a mask are on: the third one is that of another thread.
func.func @k(%n: index, %p: i1, %x: vector<4xf32>, %out: memref<512xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %A = memref.alloc() : memref<516xf32, #gpu.address_space<workgroup>>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %tid = gpu.thread_id x
  %own = arith.muli %tid, %c4 : index
  %half = arith.addi %own, %c2 : index
  %m = vector.create_mask %c2 : vector<4xi1>
  %k = vector.create_mask %c3 : vector<4xi1>
  vector.maskedstore %A[%own], %m, %x : memref<516xf32, #gpu.address_space<workgroup>>, vector<4xi1>, vector<4xf32> // expected-note {{written here}}
  // expected-error@below {{missing-barrier: vector.maskedload may read %A}}
  %y = vector.maskedload %A[%half], %k, %x : memref<516xf32, #gpu.address_space<workgroup>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.store %y, %out[%own] : memref<512xf32>, vector<4xf32>
  return
}
// -----
// The same by a constant.
func.func @k(%n: index, %p: i1, %x: vector<4xf32>, %out: memref<512xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %A = memref.alloc() : memref<516xf32, #gpu.address_space<workgroup>>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %tid = gpu.thread_id x
  %own = arith.muli %tid, %c4 : index
  %half = arith.addi %own, %c2 : index
  %m = vector.constant_mask [2] : vector<4xi1>
  %k = vector.constant_mask [3] : vector<4xi1>
  vector.maskedstore %A[%own], %m, %x : memref<516xf32, #gpu.address_space<workgroup>>, vector<4xi1>, vector<4xf32> // expected-note {{written here}}
  // expected-error@below {{missing-barrier: vector.maskedload may read %A}}
  %y = vector.maskedload %A[%half], %k, %x : memref<516xf32, #gpu.address_space<workgroup>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.store %y, %out[%own] : memref<512xf32>, vector<4xf32>
  return
}
// -----
// At most three.
func.func @k(%n: index, %p: i1, %x: vector<4xf32>, %out: memref<512xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %A = memref.alloc() : memref<516xf32, #gpu.address_space<workgroup>>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %tid = gpu.thread_id x
  %own = arith.muli %tid, %c4 : index
  %half = arith.addi %own, %c2 : index
  %some = arith.minui %n, %c3 : index
  %m = vector.create_mask %some : vector<4xi1>
  vector.maskedstore %A[%own], %m, %x : memref<516xf32, #gpu.address_space<workgroup>>, vector<4xi1>, vector<4xf32> // expected-note {{written here}}
  // expected-warning@below {{missing-barrier: vector.maskedload may read %A}}
  %y = vector.maskedload %A[%half], %m, %x : memref<516xf32, #gpu.address_space<workgroup>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.store %y, %out[%own] : memref<512xf32>, vector<4xf32>
  return
}
// -----
// A condition on all of them besides.
func.func @k(%n: index, %p: i1, %x: vector<4xf32>, %out: memref<512xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %A = memref.alloc() : memref<516xf32, #gpu.address_space<workgroup>>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %tid = gpu.thread_id x
  %own = arith.muli %tid, %c4 : index
  %half = arith.addi %own, %c2 : index
  %two = vector.create_mask %c3 : vector<4xi1>
  %all = vector.broadcast %p : i1 to vector<4xi1>
  %m = arith.andi %two, %all : vector<4xi1>
  vector.maskedstore %A[%own], %m, %x : memref<516xf32, #gpu.address_space<workgroup>>, vector<4xi1>, vector<4xf32> // expected-note {{written here}}
  // expected-error@below {{missing-barrier: vector.maskedload may read %A}}
  %y = vector.maskedload %A[%half], %m, %x : memref<516xf32, #gpu.address_space<workgroup>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.store %y, %out[%own] : memref<512xf32>, vector<4xf32>
  return
}
// -----
// A mask that turns nothing off.
func.func @k(%n: index, %p: i1, %x: vector<4xf32>, %out: memref<512xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %A = memref.alloc() : memref<516xf32, #gpu.address_space<workgroup>>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %tid = gpu.thread_id x
  %own = arith.muli %tid, %c4 : index
  %half = arith.addi %own, %c2 : index
  %m = arith.constant dense<true> : vector<4xi1>
  vector.maskedstore %A[%own], %m, %x : memref<516xf32, #gpu.address_space<workgroup>>, vector<4xi1>, vector<4xf32> // expected-note {{written here}}
  // expected-error@below {{missing-barrier: vector.maskedload may read %A}}
  %y = vector.maskedload %A[%half], %m, %x : memref<516xf32, #gpu.address_space<workgroup>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.store %y, %out[%own] : memref<512xf32>, vector<4xf32>
  return
}
// -----
// Rows of a tile: the mask has the shape of the memory.
func.func @rows(%x: vector<4x4xf32>, %f: f32, %out: memref<512xf32>) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %A = memref.alloc() : memref<68x66xf32, #gpu.address_space<workgroup>>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %tid = gpu.thread_id x
  %w = arith.divui %tid, %c16 : index
  %l = arith.remui %tid, %c16 : index
  %row = arith.muli %w, %c4 : index
  %col = arith.muli %l, %c4 : index
  %next = arith.addi %row, %c2 : index
  %m = vector.create_mask %c3, %c4 : vector<4x4xi1>
  vector.transfer_write %x, %A[%row, %col], %m {in_bounds = [true, true]} : vector<4x4xf32>, memref<68x66xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
  // expected-error@below {{missing-barrier: vector.transfer_read may read %A}}
  %y = vector.transfer_read %A[%next, %col], %f, %m {in_bounds = [true, true]} : memref<68x66xf32, #gpu.address_space<workgroup>>, vector<4x4xf32>
  %e = vector.extract %y[0] : vector<4xf32> from vector<4x4xf32>
  vector.store %e, %out[%col] : memref<512xf32>, vector<4xf32>
  return
}
// -----
// Also where the vector runs along its columns.
func.func @rows(%x: vector<4x4xf32>, %f: f32, %out: memref<512xf32>) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %A = memref.alloc() : memref<68x66xf32, #gpu.address_space<workgroup>>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %tid = gpu.thread_id x
  %w = arith.divui %tid, %c16 : index
  %l = arith.remui %tid, %c16 : index
  %row = arith.muli %w, %c4 : index
  %col = arith.muli %l, %c4 : index
  %next = arith.addi %row, %c2 : index
  %m = vector.create_mask %c3, %c4 : vector<4x4xi1>
  vector.transfer_write %x, %A[%row, %col], %m {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x4xf32>, memref<68x66xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
  // expected-error@below {{missing-barrier: vector.transfer_read may read %A}}
  %y = vector.transfer_read %A[%next, %col], %f, %m {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<68x66xf32, #gpu.address_space<workgroup>>, vector<4x4xf32>
  %e = vector.extract %y[0] : vector<4xf32> from vector<4x4xf32>
  vector.store %e, %out[%col] : memref<512xf32>, vector<4xf32>
  return
}
