// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// The workgroup is one wave, all of which one lane hands the number that decides who comes to the barrier.
gpu.module @kernels {
  gpu.func @one_wave(%in: memref<64xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %tid = gpu.thread_id x
    %v = memref.load %in[%tid] : memref<64xi32>
    %s, %valid = gpu.shuffle idx %v, %c0, %c32 : i32
    %e = arith.cmpi eq, %s, %c0 : i32
    scf.if %e {
      // expected-hint@below {{redundant-barrier: redundant barrier: the workgroup is a single wave}}
      gpu.barrier
    }
    gpu.return
  }
}
