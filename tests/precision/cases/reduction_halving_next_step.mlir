// The next step of a reduction reads what other threads wrote in the step before.
// verdict: cross_thread
// loop: i in range(0, 8), A 1 later
// value: s = 128 >> i
gpu.module @m {
  gpu.func @reduction_halving_next_step(%f: f32) workgroup(%lds : memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %c128 = arith.constant 128 : index
    %tx = gpu.thread_id x
    %res = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %c128) -> (index) {
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
