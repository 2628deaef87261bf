// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Each thread reads its own piece again, in the order in which it was stored.
gpu.module @kernels {
  gpu.func @exchanged(%v: vector<8xf16>) workgroup(%lds: memref<2048xf16, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c8 = arith.constant 8 : index
    %tid = gpu.thread_id x
    %at = arith.muli %tid, %c8 : index
    %a = iree_codegen.swizzle_hint %lds[#iree_codegen.xor_shuffle<1024, 8>] : memref<2048xf16, 3>
    vector.store %v, %a[%at] : memref<2048xf16, 3>, vector<8xf16>
    %b = "iree_codegen.swizzle_hint"(%lds) <{swizzle = #iree_codegen.xor_shuffle<1024, 8, 1024, 1>}> : (memref<2048xf16, 3>) -> memref<2048xf16, 3>
    %r = vector.load %b[%at] : memref<2048xf16, 3>, vector<8xf16>
    gpu.return
  }

  gpu.func @moved_on(%v: vector<8xf16>) workgroup(%lds: memref<2048xf16, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c8 = arith.constant 8 : index
    %tid = gpu.thread_id x
    %at = arith.muli %tid, %c8 : index
    %a = iree_codegen.swizzle_hint %lds[#iree_codegen.rotate_rows<1024, 8>] : memref<2048xf16, 3>
    vector.store %v, %a[%at] : memref<2048xf16, 3>, vector<8xf16>
    %b = iree_codegen.swizzle_hint %lds[#iree_codegen.rotate_rows<1024, 8>] : memref<2048xf16, 3>
    %r = vector.load %b[%at] : memref<2048xf16, 3>, vector<8xf16>
    gpu.return
  }
}
