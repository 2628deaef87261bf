// RUN: fencepost lint %s --select=redundant-barrier --verify-diagnostics
// Waves that go different ways call functions with barriers in them: what these are for only all ways together tell.
gpu.module @kernels [#rocdl.target<chip = "gfx1201">] {
  memref.global "private" @x : memref<32xf32, #gpu.address_space<workgroup>>
  func.func private @publish(%v: f32, %l: index) {
    %x = memref.get_global @x : memref<32xf32, #gpu.address_space<workgroup>>
    memref.store %v, %x[%l] : memref<32xf32, #gpu.address_space<workgroup>>
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    return
  }
  func.func private @take(%l: index) -> f32 {
    %x = memref.get_global @x : memref<32xf32, #gpu.address_space<workgroup>>
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %v = memref.load %x[%l] : memref<32xf32, #gpu.address_space<workgroup>>
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    return %v : f32
  }
  gpu.func @hand_over(%out: memref<?xf32>, %f: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %l = arith.remui %t, %c32 : index
    %p = arith.cmpi ult, %t, %c32 : index
    scf.if %p {
      scf.for %k = %c0 to %c4 step %c1 {
        func.call @publish(%f, %l) : (f32, index) -> ()
      }
    } else {
      scf.for %k = %c0 to %c4 step %c1 {
        %v = func.call @take(%l) : (index) -> f32
        memref.store %v, %out[%t] : memref<?xf32>
      }
    }
    gpu.return
  }
}
