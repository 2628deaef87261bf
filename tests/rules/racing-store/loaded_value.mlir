// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Eight threads store one element each. What a lane function hands them is not followed: it may be equal, but nobody knows. In the second kernel they load
// it from elements of their own, and those are different. In the third one those that meet have read one element at one point: one value.
gpu.module @kernels {
  gpu.func @handed_over() workgroup(%a: memref<256xf32, 3>, %b: memref<32xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c32 = arith.constant 32 : index
    %one = arith.constant 1 : i32
    %width = arith.constant 64 : i32
    %tid = gpu.thread_id x
    %l = arith.remui %tid, %c32 : index
    %v = memref.load %a[%l] : memref<256xf32, 3>
    %w, %valid = gpu.shuffle up %v, %one, %width : f32
    // expected-warning@+2 {{racing-store: memref.store lets several threads write the same bytes of %b, unless what they write is equal}}
    // expected-note@+1 {{written here}}
    memref.store %w, %b[%l] : memref<32xf32, 3>
    gpu.return
  }
  gpu.func @of_its_own() workgroup(%a: memref<256xf32, 3>, %b: memref<32xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %l = arith.remui %tid, %c32 : index
    %v = memref.load %a[%tid] : memref<256xf32, 3>
    // expected-error@+2 {{racing-store: memref.store lets several threads write the same bytes of %b: no barrier can order them}}
    // expected-note@+1 {{written here}}
    memref.store %v, %b[%l] : memref<32xf32, 3>
    gpu.return
  }
  gpu.func @of_one_element() workgroup(%a: memref<256xf32, 3>, %b: memref<32xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %l = arith.remui %tid, %c32 : index
    %v = memref.load %a[%l] : memref<256xf32, 3>
    %w = math.absf %v : f32
    // expected-information@+2 {{racing-store: memref.store lets several threads write the same value to the same bytes of %b}}
    // expected-note@+1 {{written here}}
    memref.store %w, %b[%l] : memref<32xf32, 3>
    gpu.return
  }
}
