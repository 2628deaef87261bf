// C = A * B, double-buffered: while a tile is being multiplied, the next one is on its way into the other half of each buffer.
// The barrier behind the prologue is there, the one at the end of an iteration is not: a wave that runs ahead overwrites the half that a slow one still reads,
// and a wave that runs ahead further reads a half that is not filled yet.
#lds = #gpu.address_space<workgroup>
gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  gpu.func @gemm(%A: memref<512x512xf32>, %B: memref<512x512xf32>, %C: memref<512x512xf32>)
      workgroup(%tile_a: memref<2x16x16xf32, #lds>, %tile_b: memref<2x16x16xf32, #lds>)
      kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c16 = arith.constant 16 : index
    %c31 = arith.constant 31 : index
    %zero = arith.constant 0.0 : f32
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %first_row = arith.muli %by, %c16 : index
    %first_col = arith.muli %bx, %c16 : index
    %row = arith.addi %first_row, %ty : index
    %col = arith.addi %first_col, %tx : index
    %a_row = arith.addi %first_row, %tx : index

    // The first tiles; that of A is turned, so that a step of the product reads a row of each.
    %a0 = memref.load %A[%a_row, %ty] : memref<512x512xf32>
    %b0 = memref.load %B[%ty, %col] : memref<512x512xf32>
    memref.store %a0, %tile_a[%c0, %ty, %tx] : memref<2x16x16xf32, #lds>
    memref.store %b0, %tile_b[%c0, %ty, %tx] : memref<2x16x16xf32, #lds>
    amdgpu.lds_barrier

    %sum = scf.for %k = %c0 to %c31 step %c1 iter_args(%acc = %zero) -> (f32) {
      %half = arith.remui %k, %c2 : index
      %next_k = arith.addi %k, %c1 : index
      %next_half = arith.remui %next_k, %c2 : index
      %step = arith.muli %next_k, %c16 : index
      %k_row = arith.addi %step, %ty : index
      %a = memref.load %A[%a_row, %k_row] : memref<512x512xf32>
      %b = memref.load %B[%k_row, %col] : memref<512x512xf32>
      %part = scf.for %i = %c0 to %c16 step %c1 iter_args(%p = %acc) -> (f32) {
        %x = memref.load %tile_a[%half, %i, %ty] : memref<2x16x16xf32, #lds>
        %y = memref.load %tile_b[%half, %i, %tx] : memref<2x16x16xf32, #lds>
        %q = math.fma %x, %y, %p : f32
        scf.yield %q : f32
      }
      memref.store %a, %tile_a[%next_half, %ty, %tx] : memref<2x16x16xf32, #lds>
      memref.store %b, %tile_b[%next_half, %ty, %tx] : memref<2x16x16xf32, #lds>
      scf.yield %part : f32
    }

    amdgpu.lds_barrier
    %last = scf.for %i = %c0 to %c16 step %c1 iter_args(%p = %sum) -> (f32) {
      %x = memref.load %tile_a[%c1, %i, %ty] : memref<2x16x16xf32, #lds>
      %y = memref.load %tile_b[%c1, %i, %tx] : memref<2x16x16xf32, #lds>
      %q = math.fma %x, %y, %p : f32
      scf.yield %q : f32
    }
    memref.store %last, %C[%row, %col] : memref<512x512xf32>
    gpu.return
  }
}
