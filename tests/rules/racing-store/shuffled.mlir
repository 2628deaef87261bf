// RUN: fencepost lint %s --verify-diagnostics
// Threads of eight groups of 32 store what the neighbouring lane has loaded, each group from its own part of the buffer.
// fencepost: target=gfx942 block=256,1,1
gpu.module @m {
  gpu.func @sums(%in: memref<256xf32>, %out: memref<256xf32>) workgroup(%tile: memref<32xf32, 3>) kernel {
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %lane = arith.remui %tid, %c32 : index
    %v = memref.load %in[%tid] : memref<256xf32>
    %s, %valid = gpu.shuffle xor %v, %c1, %c64 : f32
    %sum = arith.addf %v, %s : f32
    // expected-warning@below {{racing-store: memref.store lets several threads write the same bytes of %tile, unless what they write is equal}}
    // expected-note@below {{written here}}
    memref.store %sum, %tile[%lane] : memref<32xf32, 3>
    amdgpu.lds_barrier
    %w = memref.load %tile[%lane] : memref<32xf32, 3>
    memref.store %w, %out[%tid] : memref<256xf32>
    gpu.return
  }
}
