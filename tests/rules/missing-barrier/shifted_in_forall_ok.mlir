// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// Threads are iterations of a loop. Those in front do both accesses before those behind come to them.
func.func @shifted(%f: f32, %in: tensor<?xf32>, %out: memref<256xf32>) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>, rocdl.target = #rocdl.target<chip = "gfx942">} {
  %buffer = memref.alloc() : memref<512xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %last = arith.constant 255 : index
  %length = tensor.dim %in, %c0 : tensor<?xf32>
  scf.forall (%i) in (512) {
    memref.store %f, %buffer[%i] : memref<512xf32, #gpu.address_space<workgroup>>
  } {mapping = [#gpu.thread<linear_dim_0>]}
  scf.forall (%i) in (256) {
    %mirrored = arith.subi %last, %i : index
    %behind = arith.cmpi ult, %i, %c128 : index
    scf.if %behind {
      gpu.barrier
    }
    memref.store %f, %buffer[%mirrored] : memref<512xf32, #gpu.address_space<workgroup>>
    %read = memref.load %buffer[%i] : memref<512xf32, #gpu.address_space<workgroup>>
    memref.store %read, %out[%i] : memref<256xf32>
    scf.for %k = %c0 to %length step %c1 {
      gpu.barrier
    }
    %in_front = arith.cmpi uge, %i, %c128 : index
    scf.if %in_front {
      gpu.barrier
    }
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return
}
