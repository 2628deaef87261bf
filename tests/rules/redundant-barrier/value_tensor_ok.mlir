// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The tensor becomes one buffer for all iterations: then the first barrier keeps the next transfer from what is still read.
gpu.module @kernels {
  gpu.func @stage(%in: tensor<1024x64xf16>, %from: index, %to: index, %step: index, %pad: f16)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    scf.for %i = %from to %to step %step {
      gpu.barrier memfence [#gpu.address_space<workgroup>]
      %row = vector.transfer_read %in[%i, %c0], %pad : tensor<1024x64xf16>, vector<64x64xf16>
      %tile = bufferization.alloc_tensor() {memory_space = #gpu.address_space<workgroup>} : tensor<64x64xf16>
      %full = vector.transfer_write %row, %tile[%c0, %c0] : vector<64x64xf16>, tensor<64x64xf16>
      gpu.barrier memfence [#gpu.address_space<workgroup>]
      %all = vector.transfer_read %full[%c0, %c0], %pad : tensor<64x64xf16>, vector<64x64xf16>
      "test.use"(%all) : (vector<64x64xf16>) -> ()
    }
    gpu.return
  }
}
