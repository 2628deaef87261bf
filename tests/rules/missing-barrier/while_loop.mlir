// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// scf.while: its body follows itself.
gpu.module @kernels {
  gpu.func @ring(%v: f32, %n: index) workgroup(%lds: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %end = scf.while (%i = %c0) : (index) -> index {
      %more = arith.cmpi ult, %i, %n : index
      scf.condition(%more) %i : index
    } do {
    ^bb0(%i: index):
      // expected-error@below {{missing-barrier: memref.store may overwrite %lds in the next iteration}}
      memref.store %v, %lds[%tid] : memref<256xf32, 3>
      gpu.barrier memfence [#gpu.address_space<workgroup>]
      // expected-note@below {{read here, in the iteration before}}
      %r = memref.load %lds[%other] : memref<256xf32, 3>
      %next = arith.addi %i, %c1 : index
      scf.yield %next : index
    }
    gpu.return
  }
}
