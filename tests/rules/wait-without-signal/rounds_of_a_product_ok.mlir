// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Steps of 32 to 32 times a length, and steps of 1 to that length, are as many rounds.
gpu.module @m [#nvvm.target<chip = "sm_90">] {
  gpu.func @k(%n: index, %v: f32) workgroup(%x: memref<32xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %full = arith.constant 1 : i32
    %free = arith.constant 2 : i32
    %all = arith.constant 64 : i32
    %t = gpu.thread_id x
    %end = arith.muli %n, %c32 : index
    %producer = arith.cmpi ult, %t, %c32 : index
    scf.if %producer {
      scf.for %i = %c0 to %end step %c32 {
        memref.store %v, %x[%t] : memref<32xf32, 3>
        nvvm.barrier.arrive id = %full number_of_threads = %all
        nvvm.barrier id = %free number_of_threads = %all
      }
    } else {
      %l = arith.subi %t, %c32 : index
      scf.for %i = %c0 to %n step %c1 {
        nvvm.barrier id = %full number_of_threads = %all
        %r = memref.load %x[%l] : memref<32xf32, 3>
        nvvm.barrier.arrive id = %free number_of_threads = %all
      }
    }
    gpu.return
  }
}
