// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics --min-level warning
// Each of four waves stores a 16x16 matrix and reads the one that its neighbour stores. Which lane moves which element does not matter: another wave does.
gpu.module @m {
  gpu.func @neighbours(%m: !gpu.mma_matrix<16x16xf16, "COp">) workgroup(%lds: memref<64x16xf16, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %tid = gpu.thread_id x
    %row = affine.apply affine_map<()[s0] -> ((s0 floordiv 64) * 16)>()[%tid]
    %next = affine.apply affine_map<()[s0] -> ((s0 floordiv 64 + 1) mod 4 * 16)>()[%tid]
    gpu.subgroup_mma_store_matrix %m, %lds[%row, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<64x16xf16, #gpu.address_space<workgroup>> // expected-note {{written here}}
    // expected-error@below {{missing-barrier: gpu.subgroup_mma_load_matrix may read %lds}}
    %r = gpu.subgroup_mma_load_matrix %lds[%next, %c0] {leadDimension = 16 : index} : memref<64x16xf16, #gpu.address_space<workgroup>> -> !gpu.mma_matrix<16x16xf16, "AOp">
    gpu.return
  }
}
