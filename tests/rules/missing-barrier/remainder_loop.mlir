// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Three tiles an iteration: of those that are left over there may be two.
func.func @remainder(%n: index, %g: memref<?xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %m = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c127 = arith.constant 127 : index
  %t = gpu.thread_id x
  %r = arith.subi %c127, %t : index
  %rest = arith.remsi %n, %c3 : index
  %whole = arith.subi %n, %rest : index
  scf.for %i = %whole to %n step %c1 {
    %v = memref.load %g[%t] : memref<?xf32>
    // expected-error@below {{missing-barrier: memref.store may overwrite %m in the next iteration}}
    memref.store %v, %m[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %x = memref.load %m[%r] : memref<128xf32, #gpu.address_space<workgroup>> // expected-note {{read here, in the iteration before}}
    memref.store %x, %g[%t] : memref<?xf32>
  }
  return
}
