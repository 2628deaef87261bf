// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// Threads 32 and up store, two at one place and the same number: the other threads, whose number is another one, do not come there.
gpu.module @kernels {
  gpu.func @same_in_those() workgroup(%b: memref<32xindex, 3>) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %lane = arith.remui %tid, %c32 : index
    %wave = arith.divui %tid, %c32 : index
    %inside = arith.cmpi uge, %tid, %c32 : index
    scf.if %inside {
      %next = arith.addi %wave, %one : index
      %pair = arith.divui %next, %two : index
      memref.store %pair, %b[%lane] : memref<32xindex, 3>
    }
    gpu.return
  }
}
