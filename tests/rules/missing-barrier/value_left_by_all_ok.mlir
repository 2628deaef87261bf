// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// All threads leave the loop with the same power of two, whatever %n is: each stores an element of its own, and reads
// it back.
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
      memref.store %v, %b[%at] : memref<512xf32, #gpu.address_space<workgroup>>
      %r = memref.load %b[%at] : memref<512xf32, #gpu.address_space<workgroup>>
      gpu.return
    }
  }
}
