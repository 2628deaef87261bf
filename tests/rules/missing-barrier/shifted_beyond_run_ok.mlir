// RUN: fencepost lint %s --verify-diagnostics --min-level=information --ignore divergent-barrier
// Half of the waves run one barrier behind the others. The second barrier makes those in front wait until those behind have stored, and the iterations of the loop repeat each other, so that the run tells so.
func.func @shifted(%f: f32, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>, rocdl.target = #rocdl.target<chip = "gfx942">} {
  %buffer = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %last = arith.constant 127 : index
  %many = arith.constant 500000 : index
  %tid = gpu.thread_id x
  %mirrored = arith.subi %last, %tid : index
  %behind = arith.cmpi ult, %tid, %c64 : index
  scf.if %behind {
    gpu.barrier
  }
  memref.store %f, %buffer[%mirrored] : memref<128xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  gpu.barrier
  %read = memref.load %buffer[%tid] : memref<128xf32, #gpu.address_space<workgroup>>
  memref.store %read, %out[%tid] : memref<128xf32>
  %in_front = arith.cmpi uge, %tid, %c64 : index
  scf.if %in_front {
    gpu.barrier
  }
  scf.for %i = %c0 to %many step %c1 {
    gpu.barrier
  }
  return
}
