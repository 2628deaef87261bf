// RUN: fencepost lint %s --verify-diagnostics --target=sm_90
// A fence for the threads of the workgroup hands nothing to others.
func.func @of_the_workgroup(%data: memref<256xf32>, %flag: memref<1xi32>, %f: f32, %i: i32) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  memref.store %f, %data[%t] : memref<256xf32>
  llvm.inline_asm has_side_effects "fence.acq_rel.cta;", "" : () -> ()
  // expected-warning@below {{redundant-barrier}}
  gpu.barrier
  scf.if %first {
    memref.store %i, %flag[%c0] : memref<1xi32>
  }
  return
}
