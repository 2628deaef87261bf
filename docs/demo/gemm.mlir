// C = A * B for row-major 512x512 matrices: a workgroup of 16x16 threads makes one 16x16 tile of C.
// A row of A is the same for a whole row of threads, so the cache serves it; a tile of B is used by all rows, so it goes through LDS.
//
// One barrier is missing here and one is redundant: `fencepost lint docs/demo/gemm.mlir` finds both.
module attributes {gpu.container_module} {
  gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
    gpu.func @gemm(%A: memref<512x512xf32>, %B: memref<512x512xf32>, %C: memref<512x512xf32>)
        workgroup(%tile: memref<16x16xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %c512 = arith.constant 512 : index
      %zero = arith.constant 0.0 : f32

      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %first_row = arith.muli %by, %c16 : index
      %first_col = arith.muli %bx, %c16 : index
      %row = arith.addi %first_row, %ty : index
      %col = arith.addi %first_col, %tx : index

      %sum = scf.for %k = %c0 to %c512 step %c16 iter_args(%acc = %zero) -> (f32) {
        // Every thread brings one element of the tile of B.
        %b_row = arith.addi %k, %ty : index
        %b = memref.load %B[%b_row, %col] : memref<512x512xf32>
        memref.store %b, %tile[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
        amdgpu.lds_barrier

        // Every thread reads a column of it: elements that other waves brought.
        %next = scf.for %i = %c0 to %c16 step %c1 iter_args(%part = %acc) -> (f32) {
          %a_col = arith.addi %k, %i : index
          %x = memref.load %A[%row, %a_col] : memref<512x512xf32>
          %y = memref.load %tile[%i, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
          %more = math.fma %x, %y, %part : f32
          scf.yield %more : f32
        }
        scf.yield %next : f32
      }

      amdgpu.lds_barrier
      memref.store %sum, %C[%row, %col] : memref<512x512xf32>
      gpu.return
    }
  }
}
