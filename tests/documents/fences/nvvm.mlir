// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// NVIDIA: barriers order all memory of the workgroup; fences alone meet nobody; the proxy fence is no barrier.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @barrier0(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    nvvm.barrier0
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @fence_alone(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>  // expected-note {{written here}}
    llvm.fence syncscope("block") acq_rel
    // expected-error@below {{missing-barrier}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @proxy_fence_alone(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>  // expected-note {{written here}}
    nvvm.fence.proxy <async.shared>, space = <cta>
    // expected-error@below {{missing-barrier}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @warp_barrier_alone(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %mask = arith.constant -1 : i32
    memref.store %v, %a[%tid] : memref<256xf32, #ws>  // expected-note {{written here}}
    nvvm.bar.warp.sync %mask : i32
    // expected-error@below {{missing-barrier}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
