// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// Each stores one of the elements behind its own, and reads its own.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @value_left_by_all(%v: f32, %n: index) workgroup(%b: memref<512xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %tid = gpu.thread_id x
      %left = scf.while (%i = %c1) : (index) -> index {
        %go = arith.cmpi ult, %i, %n : index
        scf.condition(%go) %i : index
      } do {
      ^bb0(%i: index):
        %twice = arith.muli %i, %c2 : index
        scf.yield %twice : index
      }
      %at = arith.addi %tid, %left : index
      // expected-note@below {{written here}}
      memref.store %v, %b[%at] : memref<512xf32, #gpu.address_space<workgroup>>
      // expected-warning@below {{missing-barrier}}
      %r = memref.load %b[%tid] : memref<512xf32, #gpu.address_space<workgroup>>
      gpu.return
    }
  }
}
