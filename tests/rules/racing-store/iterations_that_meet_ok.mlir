// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Iterations of the second loop meet at a barrier: each is a thread of its own, and there are 512 of them. Each runs four
// iterations of the first loop, and no two write the same element.
func.func @fill(%lds: memref<2048xf32, #gpu.address_space<workgroup>>, %out: memref<512xf32>, %in: memref<2048xf32>) attributes {gpu.kernel} {
  %last = arith.constant 511 : index
  scf.forall (%i) in (2048) {
    %v = memref.load %in[%i] : memref<2048xf32>
    %e = affine.apply affine_map<(d0) -> (d0)>(%i)
    memref.store %v, %lds[%e] : memref<2048xf32, #gpu.address_space<workgroup>>
  } {mapping = [#gpu.thread<linear_dim_0>]}
  scf.forall (%t) in (512) {
    %a = memref.load %lds[%t] : memref<2048xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %other = arith.subi %last, %t : index
    memref.store %a, %lds[%other] : memref<2048xf32, #gpu.address_space<workgroup>>
    memref.store %a, %out[%t] : memref<512xf32>
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return
}
