// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The load counter of gfx942 holds 63 operations: behind that many newer ones a copy is complete whether anybody waits or not. The count of the wait is
// the number of newer operations that it leaves, plain loads included.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @three_loads_behind_the_copy(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %c64 = arith.constant 64 : index
    %w = arith.divui %tid, %c64 : index
    %base = arith.muli %w, %c64 : index
    amdgpu.gather_to_lds %src[%tid], %a[%base] : f32, memref<4096xf32>, memref<256xf32, #ws>
    %y0 = memref.load %src[%tid] : memref<4096xf32>
    %y1 = memref.load %src[%tid] : memref<4096xf32>
    %y2 = memref.load %src[%tid] : memref<4096xf32>
    amdgpu.memory_counter_wait load(3) ds(0)
    rocdl.s.barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @one_load_less(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %c64 = arith.constant 64 : index
    %w = arith.divui %tid, %c64 : index
    %base = arith.muli %w, %c64 : index
    amdgpu.gather_to_lds %src[%tid], %a[%base] : f32, memref<4096xf32>, memref<256xf32, #ws>  // expected-note {{copied here}}
    %y0 = memref.load %src[%tid] : memref<4096xf32>
    %y1 = memref.load %src[%tid] : memref<4096xf32>
    amdgpu.memory_counter_wait load(3) ds(0)
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier
    // expected-error@below {{missing-async-wait}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
