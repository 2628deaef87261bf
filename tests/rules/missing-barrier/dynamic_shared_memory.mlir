// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Every gpu.dynamic_shared_memory is the same memory: views at the same place overlap.
gpu.module @kernels {
  gpu.func @halves(%v: f32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1024 = arith.constant 1024 : index
    %one = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %low = memref.view %one[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<256xf32, #gpu.address_space<workgroup>>
    %two = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %high = memref.view %two[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<256xf32, #gpu.address_space<workgroup>>
    memref.store %v, %low[%tid] : memref<256xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
    // expected-error@below {{missing-barrier: memref.load may read %high}}
    %r = memref.load %high[%other] : memref<256xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
