// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Each thread stores to an element of its own, whatever its value comes from.
gpu.module @kernels {
  gpu.func @handed_over() workgroup(%a: memref<256xf32, 3>, %b: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c32 = arith.constant 32 : index
    %one = arith.constant 1 : i32
    %width = arith.constant 64 : i32
    %tid = gpu.thread_id x
    %l = arith.remui %tid, %c32 : index
    %v = memref.load %a[%l] : memref<256xf32, 3>
    %w, %valid = gpu.shuffle up %v, %one, %width : f32
    memref.store %w, %b[%tid] : memref<256xf32, 3>
    gpu.return
  }
  gpu.func @of_its_own() workgroup(%a: memref<256xf32, 3>, %b: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %l = arith.remui %tid, %c32 : index
    %v = memref.load %a[%tid] : memref<256xf32, 3>
    memref.store %v, %b[%tid] : memref<256xf32, 3>
    gpu.return
  }
  gpu.func @of_one_element() workgroup(%a: memref<256xf32, 3>, %b: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %l = arith.remui %tid, %c32 : index
    %v = memref.load %a[%l] : memref<256xf32, 3>
    %w = math.absf %v : f32
    memref.store %w, %b[%tid] : memref<256xf32, 3>
    gpu.return
  }
}
