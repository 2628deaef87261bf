// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Memory tells which waves go round the loop: those that do meet the others at a barrier of theirs, and store while the others already load. Only what is wrong with the numbers is told for certain, and what may come of it.
gpu.module @m {
  gpu.func @k(%out: memref<128xf32>, %x: f32, %in: memref<2xi32>) workgroup(%buf: memref<128xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0 : i32
    %last = arith.constant 127 : index
    %other = arith.subi %last, %t : index
    %wave = arith.divui %t, %c64 : index
    %told = memref.load %in[%wave] : memref<2xi32>
    %some = arith.cmpi eq, %told, %zero : i32
    // expected-warning@below {{unbalanced-barrier: the ways through this hold unequal numbers of workgroup barriers, and waves may go different ways: behind this they meet at different places, and their accesses may race}}
    scf.if %some {
      scf.for %i = %c0 to %c4 step %c1 {
        gpu.barrier
        memref.store %x, %buf[%t] : memref<128xf32, 3>
      }
    }
    gpu.barrier
    %l = memref.load %buf[%other] : memref<128xf32, 3>
    memref.store %l, %out[%t] : memref<128xf32>
    gpu.return
  }
}
