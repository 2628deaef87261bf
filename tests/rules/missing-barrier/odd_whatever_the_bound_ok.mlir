// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// %i is 1, 3, 7, 15 .., whatever %n is: it is never even, and the store on its even numbers never runs.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @odd_whatever_the_bound(%v: f32, %n: index) workgroup(%b: memref<512xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %tid = gpu.thread_id x
      %left = scf.while (%i = %c1) : (index) -> index {
        %go = arith.cmpi ult, %i, %n : index
        scf.condition(%go) %i : index
      } do {
      ^bb0(%i: index):
        %rest = arith.remui %i, %c2 : index
        %even = arith.cmpi eq, %rest, %c0 : index
        scf.if %even {
          memref.store %v, %b[%tid] : memref<512xf32, #gpu.address_space<workgroup>>
        }
        %at = arith.addi %tid, %c1 : index
        memref.store %v, %b[%at] : memref<512xf32, #gpu.address_space<workgroup>>
        %twice = arith.muli %i, %c2 : index
        %next = arith.addi %twice, %c1 : index
        scf.yield %next : index
      }
      gpu.return
    }
  }
}
