// RUN: fencepost lint %s --verify-diagnostics --min-level=information --ignore divergent-barrier
// An argument says how often: the runs try all numbers that make a difference.
func.func @shifted(%f: f32, %n: index, %out: memref<128xf32>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>, rocdl.target = #rocdl.target<chip = "gfx942">} {
  %buffer = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %last = arith.constant 127 : index
  %tid = gpu.thread_id x
  %mirrored = arith.subi %last, %tid : index
  %behind = arith.cmpi ult, %tid, %c64 : index
  scf.if %behind {
    gpu.barrier
  }
  scf.for %i = %c0 to %n step %c1 {
    memref.store %f, %buffer[%mirrored] : memref<128xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    gpu.barrier
    %read = memref.load %buffer[%tid] : memref<128xf32, #gpu.address_space<workgroup>>
    memref.store %read, %out[%tid] : memref<128xf32>
    gpu.barrier
    gpu.barrier
  }
  %in_front = arith.cmpi uge, %tid, %c64 : index
  scf.if %in_front {
    gpu.barrier
  }
  return
}
