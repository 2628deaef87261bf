// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// What iterations share out is no iteration number: the body runs once, and the store at its end comes last.
func.func @turned(%f: f32, %init: tensor<128xf32>) -> tensor<128xf32> attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %buffer = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %last = arith.constant 127 : index
  %turned = scf.forall (%i) in (128) shared_outs(%out = %init) -> tensor<128xf32> {
    %mirrored = arith.subi %last, %i : index
    %read = memref.load %buffer[%mirrored] : memref<128xf32, #gpu.address_space<workgroup>>
    %one = tensor.from_elements %read : tensor<1xf32>
    gpu.barrier
    memref.store %f, %buffer[%i] : memref<128xf32, #gpu.address_space<workgroup>>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %one into %out[%i] [1] [1] : tensor<1xf32> into tensor<128xf32>
    }
  } {mapping = [#gpu.thread<x>]}
  return %turned : tensor<128xf32>
}
