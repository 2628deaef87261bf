// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// All waves meet between the reads and the stores, and between one iteration and the next.
func.func @mirrored(%f: f32) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>, rocdl.target = #rocdl.target<chip = "gfx1201">} {
  %buffer = memref.alloc() : memref<512xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %last = arith.constant 127 : index
  %tid = gpu.thread_id x
  %reads = arith.cmpi ult, %tid, %c64 : index
  scf.for %i = %c0 to %c3 step %c1 {
    scf.if %reads {
      %next = arith.addi %tid, %c1 : index
      %v = memref.load %buffer[%next] : memref<512xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %mirrored = arith.subi %last, %tid : index
    memref.store %f, %buffer[%mirrored] : memref<512xf32, #gpu.address_space<workgroup>>
    gpu.barrier
  }
  return
}
