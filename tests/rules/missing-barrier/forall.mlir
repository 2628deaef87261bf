// RUN: fencepost lint %s --verify-diagnostics
// What one iteration of a forall over threads writes another one reads. 512 iterations on 256 threads are two for each: the first writes 0..255 and reads
// 256..511, the second the other way round.
func.func @reversed(%m: memref<512xi32, 3>) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %last = arith.constant 511 : index
  scf.forall (%i) in (512) {
    %here = arith.index_cast %i : index to i32
    // expected-error@below {{missing-barrier: memref.store may overwrite %m in the next iteration of the loop on line 6 while another thread's memref.load on line 14 still reads it}}
    // expected-note@below {{written here, in the iteration before}}
    memref.store %here, %m[%i] : memref<512xi32, 3>
    %there = arith.subi %last, %i : index
    // expected-error@below {{missing-barrier: memref.load may read %m in the next iteration of the loop on line 6 before another thread's memref.store on line 10 has written it}}
    // expected-note@below {{read here, in the iteration before}}
    %read = memref.load %m[%there] : memref<512xi32, 3>
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return
}
