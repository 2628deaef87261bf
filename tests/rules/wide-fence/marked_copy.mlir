// RUN: fencepost lint %s --target=gfx1030 --verify-diagnostics
// A copy without marks is waited for by a fence of workgroup memory as well.
gpu.module @kernels {
  gpu.func @fetch(%from: memref<64xf32>)
      workgroup(%lds: memref<64xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c63 = arith.constant 63 : index
    %width = arith.constant 32 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c63, %tid : index
    %wave = arith.divui %tid, %width : index
    %base = arith.muli %wave, %width : index
    amdgpu.gather_to_lds %from[%tid], %lds[%base] : f32, memref<64xf32>, memref<64xf32, #gpu.address_space<workgroup>>
    // expected-hint@below {{wide-fence}}
    gpu.barrier
    %x = memref.load %lds[%other] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %x, %from[%tid] : memref<64xf32>
    gpu.return
  }
}
