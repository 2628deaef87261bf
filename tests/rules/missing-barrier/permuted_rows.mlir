// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Stored in another order than it is read in: pieces of rows that reach over two waves.
gpu.module @kernels {
  gpu.func @exchanged(%v: vector<8xf16>) workgroup(%lds: memref<2048xf16, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c8 = arith.constant 8 : index
    %tid = gpu.thread_id x
    %at = arith.muli %tid, %c8 : index
    %a = iree_codegen.swizzle_hint %lds[#iree_codegen.xor_shuffle<1024, 8, 8, 2>] : memref<2048xf16, 3>
    vector.store %v, %a[%at] : memref<2048xf16, 3>, vector<8xf16> // expected-note {{written here}}
    %b = "iree_codegen.swizzle_hint"(%lds) <{swizzle = #iree_codegen.xor_shuffle<1024, 8>}> : (memref<2048xf16, 3>) -> memref<2048xf16, 3>
    // expected-error@below {{missing-barrier: vector.load may read %b}}
    %r = vector.load %b[%at] : memref<2048xf16, 3>, vector<8xf16>
    gpu.return
  }

  gpu.func @moved_on(%v: vector<8xf16>) workgroup(%lds: memref<2048xf16, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c8 = arith.constant 8 : index
    %tid = gpu.thread_id x
    %at = arith.muli %tid, %c8 : index
    %a = iree_codegen.swizzle_hint %lds[#iree_codegen.rotate_rows<1024, 8>] : memref<2048xf16, 3>
    vector.store %v, %a[%at] : memref<2048xf16, 3>, vector<8xf16> // expected-note {{written here}}
    // expected-error@below {{missing-barrier: vector.load may read %lds}}
    %r = vector.load %lds[%at] : memref<2048xf16, 3>, vector<8xf16>
    gpu.return
  }

  // A piece is 4 elements: an access of 8 is in two places, which are not followed.
  gpu.func @two_pieces(%v: vector<8xf16>) workgroup(%lds: memref<2048xf16, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c8 = arith.constant 8 : index
    %tid = gpu.thread_id x
    %at = arith.muli %tid, %c8 : index
    %a = iree_codegen.swizzle_hint %lds[#iree_codegen.xor_shuffle<64, 4>] : memref<2048xf16, 3>
    vector.store %v, %a[%at] : memref<2048xf16, 3>, vector<8xf16> // expected-note {{written here}}
    // expected-warning@below {{missing-barrier: vector.load may read %lds}}
    %r = vector.load %lds[%at] : memref<2048xf16, 3>, vector<8xf16>
    gpu.return
  }
}
