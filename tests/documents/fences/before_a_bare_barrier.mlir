// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A bare s.barrier orders execution; the fence before it makes the data land. Which fences reach workgroup memory: scope, address spaces, tags.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @workgroup_release(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    llvm.fence syncscope("workgroup") release
    rocdl.s.barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @none(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>  // expected-note {{written here}}
    rocdl.s.barrier
    // expected-error@below {{missing-fence}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @acquire_only(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>  // expected-note {{written here}}
    llvm.fence syncscope("workgroup") acquire
    rocdl.s.barrier
    // expected-error@below {{missing-fence}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @agent_release(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    llvm.fence syncscope("agent") release
    rocdl.s.barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @system_seq_cst(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    llvm.fence seq_cst
    rocdl.s.barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @wavefront_release(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>  // expected-note {{written here}}
    llvm.fence syncscope("wavefront") release
    rocdl.s.barrier
    // expected-error@below {{missing-fence}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @one_address_space(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>  // expected-note {{written here}}
    llvm.fence syncscope("workgroup-one-as") release
    rocdl.s.barrier
    // expected-error@below {{missing-fence}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @tagged_local(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"amdgpu-synchronize-as":"local">}
    rocdl.s.barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @tagged_global(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>  // expected-note {{written here}} expected-note {{this access}}
    // expected-warning@below {{incompatible-tags}}
    llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"amdgpu-synchronize-as":"global">}
    rocdl.s.barrier
    // expected-error@below {{missing-fence}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @behind_the_barrier(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>  // expected-note {{written here}}
    rocdl.s.barrier
    llvm.fence syncscope("workgroup") release
    // expected-error@below {{missing-fence}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
