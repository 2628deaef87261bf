// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// A fence orders memory and meets nobody: without a barrier the other threads may be anywhere.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @no_barrier(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    memref.store %v, %a[%tid] : memref<256xf32, #ws>  // expected-note {{written here}}
    llvm.fence syncscope("workgroup") release
    // expected-error@below {{missing-barrier}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
