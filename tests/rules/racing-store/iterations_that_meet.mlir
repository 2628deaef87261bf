// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Iterations of the second loop meet at a barrier: each is a thread of its own, and there are 512 of them. Each runs four
// iterations of the first loop; threads of several waves write the same elements.
// expected-information@below {{missing-barrier: 1 pair of accesses ordered by a mapped scf.forall alone}}
func.func @fill(%lds: memref<1024xf32, #gpu.address_space<workgroup>>, %out: memref<512xf32>, %in: memref<2048xf32>) attributes {gpu.kernel} {
  %last = arith.constant 511 : index
  scf.forall (%i) in (2048) {
    %v = memref.load %in[%i] : memref<2048xf32>
    %e = affine.apply affine_map<(d0) -> (d0 mod 64)>(%i)
    // expected-error@below {{racing-store: racing store: several threads write the same bytes of %lds}} expected-note@below {{written here}}
    memref.store %v, %lds[%e] : memref<1024xf32, #gpu.address_space<workgroup>>
  } {mapping = [#gpu.thread<linear_dim_0>]}
  scf.forall (%t) in (512) {
    %a = memref.load %lds[%t] : memref<1024xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %other = arith.subi %last, %t : index
    memref.store %a, %lds[%other] : memref<1024xf32, #gpu.address_space<workgroup>>
    memref.store %a, %out[%t] : memref<512xf32>
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return
}
