// What keeps a barrier that no pair of accesses needs.
gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  gpu.func @unknown_op(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    "vendor.exchange"(%r) : (f32) -> ()
    gpu.barrier
    %s = memref.load %lds[%tid] : memref<256xf32, 3>
    gpu.return
  }
  gpu.func @staggered(%v: f32) workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %late = arith.cmpi uge, %tid, %c128 : index
    scf.if %late {
      rocdl.s.barrier
    }
    gpu.barrier
    gpu.return
  }
}
