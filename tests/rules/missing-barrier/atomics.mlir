// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// An atomic update orders nothing for a plain load.
gpu.module @kernels {
  gpu.func @count() workgroup(%lds: memref<1xi32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %a = memref.atomic_rmw addi %one, %lds[%c0] : (i32, memref<1xi32, 3>) -> i32 // expected-note {{updated here}}
    // expected-error@below {{missing-barrier: memref.load may read %lds before another thread's memref.atomic_rmw on line 7 has updated it}}
    %r = memref.load %lds[%c0] : memref<1xi32, 3>
    gpu.return
  }
}
