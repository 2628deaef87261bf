// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The block is one row of threads, and both ids are the same.
func.func @shift(%v: f32, %out: memref<256xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 256, 1, 1>} {
  %lds = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
  %tid = gpu.thread_id x
  scf.forall (%i) in (256) {
    memref.store %v, %lds[%i] : memref<256xf32, #gpu.address_space<workgroup>>
    %w = memref.load %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    memref.store %w, %out[%i] : memref<256xf32>
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return
}
