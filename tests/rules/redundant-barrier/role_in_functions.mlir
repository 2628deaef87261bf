// RUN: fencepost lint %s --select=redundant-barrier --verify-diagnostics
// All waves call both functions, one after the other: of the barriers in each, one is enough.
gpu.module @kernels [#rocdl.target<chip = "gfx1201">] {
  memref.global "private" @x : memref<32xf32, #gpu.address_space<workgroup>>
  func.func private @publish(%v: f32, %l: index) {
    %x = memref.get_global @x : memref<32xf32, #gpu.address_space<workgroup>>
    memref.store %v, %x[%l] : memref<32xf32, #gpu.address_space<workgroup>>
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    // expected-note@below {{ordered here; one of the two is enough}}
    rocdl.s.barrier.wait id = -1
    // expected-note@below {{signalled here}}
    rocdl.s.barrier.signal id = -1
    // expected-warning@below {{redundant-barrier}}
    rocdl.s.barrier.wait id = -1
    return
  }
  func.func private @take(%l: index) -> f32 {
    %x = memref.get_global @x : memref<32xf32, #gpu.address_space<workgroup>>
    // expected-note@below {{signalled here}}
    rocdl.s.barrier.signal id = -1
    // expected-warning@below {{redundant-barrier}}
    rocdl.s.barrier.wait id = -1
    %v = memref.load %x[%l] : memref<32xf32, #gpu.address_space<workgroup>>
    rocdl.s.wait.dscnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    return %v : f32
  }
  gpu.func @hand_over(%out: memref<?xf32>, %f: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %l = arith.remui %t, %c32 : index
    func.call @publish(%f, %l) : (f32, index) -> ()
    %v = func.call @take(%l) : (index) -> f32
    memref.store %v, %out[%t] : memref<?xf32>
    gpu.return
  }
}
