// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// In a block of 16x16 threads the linear id is not the id along x: thread (1, 1) writes element 17 and reads element 1.
func.func @shift(%v: f32, %out: memref<256xf32>) attributes {gpu.kernel} {
  %lds = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
  %tid = gpu.thread_id x
  scf.forall (%i) in (256) {
    memref.store %v, %lds[%i] : memref<256xf32, #gpu.address_space<workgroup>> // expected-note {{written here}}
    // expected-warning@below {{missing-barrier: memref.load may read %lds}}
    %w = memref.load %lds[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
    memref.store %w, %out[%i] : memref<256xf32>
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return
}
