// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// The iterations repeat each other, so that the run follows the loop: the waves in front do both accesses before those behind come to them. It also tells that the barriers of the loop order nothing.
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
  %read = memref.load %buffer[%tid] : memref<128xf32, #gpu.address_space<workgroup>>
  memref.store %read, %out[%tid] : memref<128xf32>
  %in_front = arith.cmpi uge, %tid, %c64 : index
  scf.if %in_front {
    gpu.barrier
  }
  scf.for %i = %c0 to %many step %c1 {
    gpu.barrier // expected-warning {{redundant-barrier}}
  }
  return
}
