// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// The inner loop starts at the number of the round: that of the second round runs once, and what it reads the third one
// overwrites.
func.func @halved_from_the_round(%v: f32, %g: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %m = memref.alloc() : memref<512xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %rounds = arith.constant 3 : index
  %c127 = arith.constant 127 : index
  %c128 = arith.constant 128 : index
  %t = gpu.thread_id x
  %r = arith.subi %c127, %t : index
  %e = arith.addi %t, %c256 : index
  scf.for %i = %c0 to %rounds step %c1 {
    %a = arith.addi %i, %t : index
    // expected-error@below {{missing-barrier: memref.store may overwrite %m in the next iteration}}
    memref.store %v, %m[%a] : memref<512xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %s = arith.addi %i, %c1 : index
    %w = scf.while (%k = %s) : (index) -> index {
      %q = memref.load %m[%e] : memref<512xf32, #gpu.address_space<workgroup>>
      memref.store %q, %g[%t] : memref<128xf32>
      %more = arith.cmpi ugt, %k, %c1 : index
      scf.condition(%more) %k : index
    } do {
    ^bb0(%h: index):
      %o = arith.remui %h, %c2 : index
      %p = arith.muli %o, %c128 : index
      %b = arith.addi %p, %r : index
      %x = memref.load %m[%b] : memref<512xf32, #gpu.address_space<workgroup>> // expected-note {{read here, in the iteration before}}
      memref.store %x, %g[%t] : memref<128xf32>
      %next = arith.shrui %h, %c1 : index
      scf.yield %next : index
    }
  }
  return
}
