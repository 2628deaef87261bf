// One of each: a copy that runs on, an atomic, a read and a write of one op's buffer, a superfluous barrier, a window round a loop that a barrier closes.
gpu.module @kernels [#rocdl.target<chip = "gfx1201">] {
  gpu.func @kinds(%in: memref<256xf32>, %n: index)
      workgroup(%a: memref<256xf32, #gpu.address_space<workgroup>>, %count: memref<1xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %one = arith.constant 1 : i32
    %t = gpu.thread_id x
    %other = arith.subi %c255, %t : index
    %v = memref.load %in[%t] : memref<256xf32>
    scf.for %i = %c0 to %n step %c1 {
      memref.store %v, %a[%t] : memref<256xf32, #gpu.address_space<workgroup>>
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %r = memref.load %a[%other] : memref<256xf32, #gpu.address_space<workgroup>>
      %k = memref.atomic_rmw addi %one, %count[%c0] : (i32, memref<1xi32, #gpu.address_space<workgroup>>) -> i32
      gpu.barrier
      gpu.barrier
    }
    gpu.return
  }
}
