// RUN: fencepost fix %s --unsafe-fixes --min-level hint
// The product needs registers alone: it could run while waves agree that the tile is free.
gpu.module @kernels [#rocdl.target<chip = "gfx1201">] {
  gpu.func @multiply(%in: memref<4096x8xf16>, %out: memref<256x8xf32>)
      workgroup(%lds: memref<256x8xf16, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c256 = arith.constant 256 : index
    %c4096 = arith.constant 4096 : index
    %c255 = arith.constant 255 : index
    %zero = arith.constant dense<0.0> : vector<8xf32>
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %sum = scf.for %i = %c0 to %c4096 step %c256 iter_args(%acc = %zero) -> (vector<8xf32>) {
      %row = arith.addi %i, %tid : index
      %x = vector.load %in[%row, %c0] : memref<4096x8xf16>, vector<8xf16>
      vector.store %x, %lds[%tid, %c0] : memref<256x8xf16, #gpu.address_space<workgroup>>, vector<8xf16>
      amdgpu.lds_barrier
      %a = vector.load %lds[%other, %c0] : memref<256x8xf16, #gpu.address_space<workgroup>>, vector<8xf16>
      %product = amdgpu.wmma 16x16x16 %a * %a + %acc : vector<8xf16>, vector<8xf16>, vector<8xf32>
      amdgpu.lds_barrier
      scf.yield %product : vector<8xf32>
    }
    vector.store %sum, %out[%tid, %c0] : memref<256x8xf32>, vector<8xf32>
    gpu.return
  }
}
