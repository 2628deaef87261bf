// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Elements that a mask turns on are read before other threads have written them. Which ones are on is not told, so that this is no error.
func.func @load_by_count(%f: f32, %n: index, %p: vector<4xf32>, %out: memref<256xf32>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %A = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c63, %tid : index
  memref.store %f, %A[%tid] : memref<256xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
  %m = vector.create_mask %c2 : vector<4xi1>
  // expected-error@below {{missing-barrier: vector.maskedload may read %A before another thread's memref.store}}
  %r = vector.maskedload %A[%rev], %m, %p : memref<256xf32, #gpu.address_space<workgroup>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.store %r, %out[%tid] : memref<256xf32>, vector<4xf32>
  return
}
func.func @load_by_constant(%f: f32, %n: index, %p: vector<4xf32>, %out: memref<256xf32>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %A = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c63, %tid : index
  memref.store %f, %A[%tid] : memref<256xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
  %m = vector.constant_mask [2] : vector<4xi1>
  // expected-error@below {{missing-barrier: vector.maskedload may read %A before another thread's memref.store}}
  %r = vector.maskedload %A[%rev], %m, %p : memref<256xf32, #gpu.address_space<workgroup>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.store %r, %out[%tid] : memref<256xf32>, vector<4xf32>
  return
}
func.func @read(%f: f32, %n: index, %p: vector<4xf32>, %out: memref<256xf32>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %A = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c63, %tid : index
  memref.store %f, %A[%tid] : memref<256xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
  %m = arith.constant dense<[true, false, false, true]> : vector<4xi1>
  // expected-warning@below {{missing-barrier: vector.transfer_read may read %A before another thread's memref.store}}
  %r = vector.transfer_read %A[%rev], %f, %m : memref<256xf32, #gpu.address_space<workgroup>>, vector<4xf32>
  vector.store %r, %out[%tid] : memref<256xf32>, vector<4xf32>
  return
}
func.func @read_inside(%f: f32, %n: index, %p: vector<4xf32>, %out: memref<256xf32>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %A = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c63, %tid : index
  memref.store %f, %A[%tid] : memref<256xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
  %m = vector.create_mask %c2 : vector<4xi1>
  // expected-warning@below {{missing-barrier: vector.transfer_read may read %A before another thread's memref.store}}
  %r = vector.mask %m { vector.transfer_read %A[%rev], %f : memref<256xf32, #gpu.address_space<workgroup>>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.store %r, %out[%tid] : memref<256xf32>, vector<4xf32>
  return
}
func.func @load_by_one(%f: f32, %n: index, %p: vector<4xf32>, %out: memref<256xf32>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %A = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c63 = arith.constant 63 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c63, %tid : index
  memref.store %f, %A[%tid] : memref<256xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
  %b = arith.constant true
  %m = vector.broadcast %b : i1 to vector<4xi1>
  // expected-error@below {{missing-barrier: vector.maskedload may read %A before another thread's memref.store}}
  %r = vector.maskedload %A[%rev], %m, %p : memref<256xf32, #gpu.address_space<workgroup>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.store %r, %out[%tid] : memref<256xf32>, vector<4xf32>
  return
}
