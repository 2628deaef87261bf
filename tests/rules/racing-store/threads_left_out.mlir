// RUN: fencepost lint %s --verify-diagnostics
// Threads 32 and up store, two at one place and unequal numbers: those of the wave that does not come there do not matter.
gpu.module @kernels {
  gpu.func @different_in_those() workgroup(%b: memref<32xindex, 3>) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %one = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %lane = arith.remui %tid, %c32 : index
    %wave = arith.divui %tid, %c32 : index
    %inside = arith.cmpi uge, %tid, %c32 : index
    scf.if %inside {
      %next = arith.addi %wave, %one : index
      // expected-error@+2 {{racing-store: memref.store lets several threads write the same bytes of %b: no barrier can order them}}
      // expected-note@+1 {{written here}}
      memref.store %next, %b[%lane] : memref<32xindex, 3>
    }
    gpu.return
  }
}
