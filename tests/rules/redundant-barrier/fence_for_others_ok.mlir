// RUN: fencepost lint %s --verify-diagnostics --target=sm_90
// A fence for the whole device hands data to other workgroups: the barrier beside it makes it speak for all threads before one of them sets the flag.
func.func @before_the_barrier(%data: memref<256xf32>, %flag: memref<1xi32>, %f: f32, %i: i32) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  memref.store %f, %data[%t] : memref<256xf32>
  llvm.inline_asm has_side_effects "fence.acq_rel.gpu;", "" : () -> ()
  gpu.barrier
  scf.if %first {
    memref.store %i, %flag[%c0] : memref<1xi32>
  }
  return
}
// -----
func.func @behind_the_barrier(%data: memref<256xf32>, %flag: memref<1xi32>, %f: f32, %i: i32) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  memref.store %f, %data[%t] : memref<256xf32>
  gpu.barrier
  scf.if %first {
    llvm.fence release
    memref.store %i, %flag[%c0] : memref<1xi32>
  }
  return
}
