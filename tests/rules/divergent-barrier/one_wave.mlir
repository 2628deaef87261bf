// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// What all lanes of a wave are handed by one of them decides who comes to the barrier. In the first kernel there are two waves, in the second one each eight lanes get another number.
gpu.module @kernels {
  gpu.func @two_waves(%in: memref<64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %tid = gpu.thread_id x
    %v = memref.load %in[%tid] : memref<64xi32>
    %s, %valid = gpu.shuffle idx %v, %c0, %c32 : i32
    %e = arith.cmpi eq, %s, %c0 : i32
    // expected-note@below {{because of this condition}}
    scf.if %e {
      // expected-error@below {{divergent-barrier: divergent barrier: waves disagree}}
      gpu.barrier
    }
    gpu.return
  }
  gpu.func @parts(%in: memref<64xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c8 = arith.constant 8 : i32
    %tid = gpu.thread_id x
    %v = memref.load %in[%tid] : memref<64xi32>
    %s, %valid = gpu.shuffle idx %v, %c0, %c8 : i32
    %e = arith.cmpi eq, %s, %c0 : i32
    // expected-note@below {{because of this condition}}
    scf.if %e {
      // expected-warning@below {{divergent-barrier: divergent barrier? threads may disagree}}
      gpu.barrier
    }
    gpu.return
  }
}
