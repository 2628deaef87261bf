// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The counter of a ring's slots runs on through an outer loop: it is tile * steps + step. Of two slots, the one that is
// overwritten may still be read.
func.func @persistent(%lds: memref<2x128xf32, 3>, %tiles: index, %steps: index, %v: f32) attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %slots = arith.constant 2 : i32
  %x = gpu.thread_id x
  %other = arith.xori %x, %c64 : index
  %end = scf.for %tile = %c0 to %tiles step %c1 iter_args(%head = %c0_i32) -> (i32) {
    %first = arith.remsi %head, %slots : i32
    %f = arith.index_cast %first : i32 to index
    memref.store %v, %lds[%f, %x] : memref<2x128xf32, 3>
    %next = scf.for %step = %c0 to %steps step %c1 iter_args(%count = %head) -> (i32) {
      %ahead = arith.addi %count, %c1_i32 : i32
      %write = arith.remsi %ahead, %slots : i32
      %w = arith.index_cast %write : i32 to index
      // expected-error@below {{missing-barrier: missing barrier: %lds is overwritten while line 26 reads it (next iteration)}}
      memref.store %v, %lds[%w, %x] : memref<2x128xf32, 3>
      gpu.barrier
      %read = arith.remsi %count, %slots : i32
      %r = arith.index_cast %read : i32 to index
      %l = memref.load %lds[%r, %other] : memref<2x128xf32, 3> // expected-note {{read here}}
      scf.yield %ahead : i32
    }
    scf.yield %next : i32
  }
  return
}
