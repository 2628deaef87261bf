// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// %i is 2, 4, 8 ..: the store on even numbers always runs.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @odd_whatever_the_bound(%v: f32, %n: index) workgroup(%b: memref<512xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %tid = gpu.thread_id x
      %left = scf.while (%i = %c2) : (index) -> index {
        %go = arith.cmpi ult, %i, %n : index
        scf.condition(%go) %i : index
      } do {
      ^bb0(%i: index):
        %rest = arith.remui %i, %c2 : index
        %even = arith.cmpi eq, %rest, %c0 : index
        scf.if %even {
          // expected-note@below {{written here}}
          // expected-warning@below {{it happens for some values only: thread 31 writes byte 128, thread 32 writes it, with %i = 2 and 4, %n = 5}}
          memref.store %v, %b[%tid] : memref<512xf32, #gpu.address_space<workgroup>>
        }
        %at = arith.addi %tid, %c1 : index
        // expected-note@below {{written here, in the iteration before}}
        // expected-error@below {{missing-barrier}}
        memref.store %v, %b[%at] : memref<512xf32, #gpu.address_space<workgroup>>
        %twice = arith.muli %i, %c2 : index
        %next = arith.addi %twice, %c0 : index
        scf.yield %next : index
      }
      gpu.return
    }
  }
}
