// RUN: fencepost lint %s --target=gfx950 --verify-diagnostics
// The lanes of a wave copy to one half of the buffer, side by side whatever the view's order; the same half is read.
gpu.module @kernels {
  gpu.func @k(%from: memref<1024xf16>) workgroup(%lds: memref<1024xf16, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c8 = arith.constant 8 : index
    %c512 = arith.constant 512 : index
    %tid = gpu.thread_id x
    %at = arith.muli %tid, %c8 : index
    %all = iree_codegen.swizzle_hint %lds[#iree_codegen.xor_shuffle<64, 8>] : memref<1024xf16, 3>
    amdgpu.gather_to_lds %from[%at], %all[%c512] : vector<8xf16>, memref<1024xf16>, memref<1024xf16, 3> // expected-note {{copied here}}
    %half = memref.subview %lds[512] [512] [1] : memref<1024xf16, 3> to memref<512xf16, strided<[1], offset: 512>, 3>
    %part = iree_codegen.swizzle_hint %half[#iree_codegen.xor_shuffle<64, 8>] : memref<512xf16, strided<[1], offset: 512>, 3>
    // expected-error@below {{missing-async-wait: vector.load may read %part}}
    %r = vector.load %part[%at] : memref<512xf16, strided<[1], offset: 512>, 3>, vector<8xf16>
    gpu.return
  }
}
