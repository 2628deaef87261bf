// RUN: fencepost lint %s --verify-diagnostics
// Nothing is asked of the argument where a barrier lies between.
gpu.module @m {
  gpu.func @no_room(%out: memref<256xf32>, %f: f32, %n: index) workgroup(%a: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.addi %t, %n : index
    memref.store %f, %a[%i] : memref<256xf32, 3>
    gpu.barrier
    %v = memref.load %a[%t] : memref<256xf32, 3>
    memref.store %v, %out[%t] : memref<256xf32>
    gpu.return
  }
  gpu.func @room(%out: memref<256xf32>, %f: f32, %n: index) workgroup(%a: memref<512xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.addi %t, %n : index
    memref.store %f, %a[%i] : memref<512xf32, 3>
    gpu.barrier
    %v = memref.load %a[%t] : memref<512xf32, 3>
    memref.store %v, %out[%t] : memref<256xf32>
    gpu.return
  }
}
