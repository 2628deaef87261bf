// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The tensor is global memory's: no bufferization puts an access of workgroup memory here.
gpu.module @kernels {
  gpu.func @stage(%in: tensor<1024x64xf16>, %from: index, %to: index, %step: index, %pad: f16) workgroup(%lds: memref<64xf16, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    scf.for %i = %from to %to step %step {
      // expected-warning@below {{redundant-barrier}}
      gpu.barrier memfence [#gpu.address_space<workgroup>]
      %row = vector.transfer_read %in[%i, %c0], %pad : tensor<1024x64xf16>, vector<64xf16>
      %held = vector.transfer_read %lds[%c0], %pad : memref<64xf16, 3>, vector<64xf16>
      %sum = arith.addf %row, %held : vector<64xf16>
    }
    gpu.return
  }
}
