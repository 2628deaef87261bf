// RUN: fencepost lint %s --verify-diagnostics
// Intel's barrier in halves: the first half publishes, the second one waits; nothing closes the iteration.
#ws = #gpu.address_space<workgroup>
func.func @reverse(%in: memref<1024xf32>, %out: memref<1024xf32>) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %c1024 = arith.constant 1024 : index
  %c255 = arith.constant 255 : index
  %tile = memref.alloc() : memref<256xf32, #ws>
  %tid = gpu.thread_id x
  %other = arith.subi %c255, %tid : index
  scf.for %i = %c0 to %c1024 step %c256 {
    %at = arith.addi %i, %tid : index
    %x = memref.load %in[%at] : memref<1024xf32>
    // expected-error@below {{missing-barrier: memref.store may overwrite %tile in the next iteration}}
    memref.store %x, %tile[%tid] : memref<256xf32, #ws>
    %state = triton_gen.split_barrier_arrive
    triton_gen.split_barrier_wait %state
    %y = memref.load %tile[%other] : memref<256xf32, #ws> // expected-note {{read here}}
    memref.store %y, %out[%at] : memref<1024xf32>
  }
  return
}
