// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// gpu.barrier names the memory that it makes visible: all when it says nothing, none when the list is empty.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @says_nothing(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    // expected-hint@below {{wide-fence}}
    gpu.barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @workgroup(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @global(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>  // expected-note {{written here}}
    gpu.barrier memfence [#gpu.address_space<global>]
    // expected-error@below {{missing-fence}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @empty_list(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>  // expected-note {{written here}}
    gpu.barrier memfence []
    // expected-error@below {{missing-fence}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @a_global_store_crosses_too(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>
    memref.store %v, %src[%tid] : memref<4096xf32>
    gpu.barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    %z = memref.load %src[%rev] : memref<4096xf32>
    gpu.return
  }
}
