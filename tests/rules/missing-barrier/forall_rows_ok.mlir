// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The first kernel has a barrier. In the second one each wave reads its own row only.
func.func @rows(%out: memref<256xf32>, %v: f32) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %lds = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
  scf.forall (%i, %j) in (32, 8) {
    %w = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
    %r = affine.apply affine_map<(d0, d1) -> (255 - d0 * 8 - d1)>(%i, %j)
    memref.store %v, %lds[%w] : memref<256xf32, #gpu.address_space<workgroup>>
    amdgpu.lds_barrier
    %0 = memref.load %lds[%r] : memref<256xf32, #gpu.address_space<workgroup>>
    memref.store %0, %out[%w] : memref<256xf32>
  } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
  return
}
// -----
func.func @waves(%out: memref<256xf32>, %v: f32) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %lds = memref.alloc() : memref<4x64xf32, #gpu.address_space<workgroup>>
  %three = arith.constant 3 : index
  scf.forall (%wave) in (4) {
    %other = arith.subi %three, %wave : index
    scf.forall (%lane) in (64) {
      memref.store %v, %lds[%wave, %lane] : memref<4x64xf32, #gpu.address_space<workgroup>>
      %0 = memref.load %lds[%wave, %lane] : memref<4x64xf32, #gpu.address_space<workgroup>>
      memref.store %0, %out[%lane] : memref<256xf32>
    } {mapping = [#iree_gpu.lane_id<0>]}
  } {mapping = [#gpu.warp<linear_dim_0>]}
  return
}
