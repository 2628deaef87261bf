// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// All but the last iteration fetch the next tile into the other slot; the barrier at the end is for both slots.
func.func @next_tile(%g: memref<?xf32>, %n: index) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %m = memref.alloc() : memref<2x128xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c127 = arith.constant 127 : index
  %t = gpu.thread_id x
  %r = arith.subi %c127, %t : index
  %first = memref.load %g[%t] : memref<?xf32>
  memref.store %first, %m[%c0, %t] : memref<2x128xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %before_last = arith.subi %n, %c1 : index
  %slot = scf.for %i = %c0 to %n step %c1 iter_args(%now = %c0) -> (index) {
    %next = arith.xori %now, %c1 : index
    %more = arith.cmpi slt, %i, %before_last : index
    scf.if %more {
      %v = memref.load %g[%t] : memref<?xf32>
      memref.store %v, %m[%next, %t] : memref<2x128xf32, #gpu.address_space<workgroup>>
    }
    %x = memref.load %m[%now, %r] : memref<2x128xf32, #gpu.address_space<workgroup>>
    memref.store %x, %g[%t] : memref<?xf32>
    gpu.barrier
    scf.yield %next : index
  }
  return
}
