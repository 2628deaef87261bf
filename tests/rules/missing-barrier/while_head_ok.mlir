// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// With one iteration it runs for 0 and 1, and never comes to these bytes.
func.func @k(%f: f32, %out: memref<512xf32>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %A = memref.alloc() : memref<512xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %times = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c63, %tid : index
  %r = scf.while (%i = %c0) : (index) -> index {
    %o = arith.muli %i, %c64 : index
    %x = arith.addi %o, %tid : index
    %v = memref.load %A[%x] : memref<512xf32, #gpu.address_space<workgroup>>
    memref.store %v, %out[%x] : memref<512xf32>
    %c = arith.cmpi ult, %i, %times : index
    scf.condition(%c) %i : index
  } do {
  ^bb0(%j: index):
    %y = arith.addi %c128, %rev : index
    memref.store %f, %A[%y] : memref<512xf32, #gpu.address_space<workgroup>>
    %n = arith.addi %j, %c1 : index
    scf.yield %n : index
  }
  return
}

// The inner loop stops at 1, after as many iterations as the outer loop has run before: no read has the number 0.
func.func @often(%f: f32, %out: memref<256xf32>) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %A = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c63, %tid : index
  memref.store %f, %A[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
  scf.for %o = %c0 to %c2 step %c1 {
    %first = arith.addi %o, %c1 : index
    %w = scf.while (%i = %first) : (index) -> index {
      %s = arith.muli %i, %c64 : index
      %x = arith.addi %s, %rev : index
      %v = memref.load %A[%x] : memref<256xf32, #gpu.address_space<workgroup>>
      memref.store %v, %out[%x] : memref<256xf32>
      %c = arith.cmpi ugt, %i, %c1 : index
      scf.condition(%c) %i : index
    } do {
    ^bb0(%j: index):
      %n = arith.shrui %j, %c1 : index
      scf.yield %n : index
    }
  }
  return
}
