// RUN: fencepost lint %s --target=gfx1201 --select=redundant-wait --verify-diagnostics
// The store of one wave lands before that wave signals the other one: a wait that only the two together need.
gpu.module @kernels {
  gpu.func @hand_over(%out: memref<?xf32>, %v: f32) workgroup(%x: memref<32xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %lane = arith.remui %tid, %c32 : index
    %produces = arith.cmpi ult, %tid, %c32 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.if %produces {
      scf.for %i = %c0 to %c4 step %c1 {
        memref.store %v, %x[%lane] : memref<32xf32, 3>
        rocdl.s.wait.dscnt 0
        rocdl.s.barrier.signal id = -1
        rocdl.s.barrier.wait id = -1
        rocdl.s.barrier.signal id = -1
        rocdl.s.barrier.wait id = -1
      }
    } else {
      scf.for %i = %c0 to %c4 step %c1 {
        rocdl.s.barrier.signal id = -1
        rocdl.s.barrier.wait id = -1
        %r = memref.load %x[%lane] : memref<32xf32, 3>
        memref.store %r, %out[%tid] : memref<?xf32>
        rocdl.s.wait.dscnt 0
        rocdl.s.barrier.signal id = -1
        rocdl.s.barrier.wait id = -1
      }
    }
    gpu.return
  }
}
