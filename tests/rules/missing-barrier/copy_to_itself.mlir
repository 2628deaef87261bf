// RUN: fencepost lint %s --verify-diagnostics
// Each thread copies another thread's row to its own.
// fencepost: target=sm_80 block=64,1,1
gpu.module @m {
  gpu.func @rows(%f: f32) workgroup(%tile: memref<64x4xf32, 3>) kernel {
    %c0 = arith.constant 0 : index
    %c63 = arith.constant 63 : index
    %tid = gpu.thread_id x
    %turned = arith.subi %c63, %tid : index
    // expected-note@below {{written here}}
    memref.store %f, %tile[%tid, %c0] : memref<64x4xf32, 3>
    %from = memref.subview %tile[%turned, 0] [1, 4] [1, 1] : memref<64x4xf32, 3> to memref<1x4xf32, strided<[4, 1], offset: ?>, 3>
    %to = memref.subview %tile[%tid, 0] [1, 4] [1, 1] : memref<64x4xf32, 3> to memref<1x4xf32, strided<[4, 1], offset: ?>, 3>
    // expected-error@below {{missing-barrier: memref.copy may read %from before another thread's memref.store on line 11 has written it}}
    // expected-note@below {{read here}}
    memref.copy %from, %to : memref<1x4xf32, strided<[4, 1], offset: ?>, 3> to memref<1x4xf32, strided<[4, 1], offset: ?>, 3>
    gpu.return
  }
}
