// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// The inner loop halves %j until it is 1, so that its last head, which no barrier follows, stores as well.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @count_of_this_start(%v: f32) workgroup(%b: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c8 = arith.constant 8 : index
      %tid = gpu.thread_id x
      %outer = scf.while (%i = %c3) : (index) -> index {
        %go = arith.cmpi ult, %i, %c8 : index
        scf.condition(%go) %i : index
      } do {
      ^bb0(%i: index):
        %inner = scf.while (%j = %i) : (index) -> index {
          %rest = arith.remui %j, %c2 : index
          %odd = arith.cmpi eq, %rest, %c1 : index
          scf.if %odd {
            %at = arith.addi %j, %tid : index
            // expected-note@below {{written here}}
            memref.store %v, %b[%at] : memref<64xf32, #gpu.address_space<workgroup>>
          }
          %stay = arith.cmpi ugt, %j, %c1 : index
          scf.condition(%stay) %j : index
        } do {
        ^bb0(%j: index):
          amdgpu.lds_barrier
          %half = arith.shrui %j, %c1 : index
          scf.yield %half : index
        }
        %other = arith.xori %tid, %i : index
        // expected-warning@below {{missing-barrier: missing barrier: %b is written before}}
        memref.store %v, %b[%other] : memref<64xf32, #gpu.address_space<workgroup>>
        amdgpu.lds_barrier
        %twice = arith.muli %i, %c2 : index
        %next = arith.addi %twice, %c1 : index
        scf.yield %next : index
      }
      gpu.return
    }
  }
}
