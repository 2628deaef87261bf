// The last steps of a reduction need one wave of 64 lanes only.
// fencepost: target=gfx942
// verdict: same_wave
// wave: 64
// loop: i in range(0, 6), A 1 later
// value: s = 32 >> i
gpu.module @m {
  gpu.func @reduction_last_wave(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c6 = arith.constant 6 : index
    %c32 = arith.constant 32 : index
    %tx = gpu.thread_id x
    %res = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %c32) -> (index) {
      %x1 = arith.cmpi slt, %tx, %s : index
      scf.if %x1 {
        %x2 = arith.addi %tx, %s : index
        // A: 4 bytes at 4*(tx+s) where tx<s
        %x3 = memref.load %lds[%x2] : memref<4096xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %x4 = arith.cmpi slt, %tx, %s : index
      scf.if %x4 {
        // P: 4 bytes at 4*tx where tx<s
        memref.store %f, %lds[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
      }
      %x5 = arith.divui %s, %c2 : index
      scf.yield %x5 : index
    }
    gpu.return
  }
}
