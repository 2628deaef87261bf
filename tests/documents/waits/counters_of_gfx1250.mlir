// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// Each kind of copy has a counter of its own: the wait for another one completes nothing.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @asynccnt(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%tid] : f32, memref<4096xf32>, memref<256xf32, #ws>
    rocdl.s.wait.asynccnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @asynccnt_leaves_one(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%tid] : f32, memref<4096xf32>, memref<256xf32, #ws>  // expected-note {{copied here}}  // expected-note {{the last copy}}
    // expected-warning@below {{redundant-wait}}
    rocdl.s.wait.asynccnt 1
    rocdl.s.barrier.signal id = -1
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier.wait id = -1
    // expected-error@below {{missing-async-wait}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @tensorcnt_instead(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%tid] : f32, memref<4096xf32>, memref<256xf32, #ws>  // expected-note {{copied here}}
    // expected-warning@below {{redundant-wait}}
    rocdl.s.wait.tensorcnt 0
    rocdl.s.barrier.signal id = -1
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier.wait id = -1
    // expected-error@below {{missing-async-wait}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @dscnt_instead(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%tid] : f32, memref<4096xf32>, memref<256xf32, #ws>  // expected-note {{copied here}}
    // expected-warning@below {{redundant-wait}}
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier.wait id = -1
    // expected-error@below {{missing-async-wait}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @loadcnt_instead(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%tid] : f32, memref<4096xf32>, memref<256xf32, #ws>  // expected-note {{copied here}}
    rocdl.s.wait.loadcnt 0
    rocdl.s.barrier.signal id = -1
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier.wait id = -1
    // expected-error@below {{missing-async-wait}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @behind_the_signal(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%tid] : f32, memref<4096xf32>, memref<256xf32, #ws>  // expected-note {{copied here}}
    rocdl.s.barrier.signal id = -1
    rocdl.s.wait.asynccnt 0
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier.wait id = -1
    // expected-error@below {{missing-barrier}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
