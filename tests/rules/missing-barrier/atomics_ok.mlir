// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Two atomic updates of one word need no order.
gpu.module @kernels {
  gpu.func @count() workgroup(%lds: memref<1xi32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %a = memref.atomic_rmw addi %one, %lds[%c0] : (i32, memref<1xi32, 3>) -> i32
    %r = memref.atomic_rmw addi %one, %lds[%c0] : (i32, memref<1xi32, 3>) -> i32
    gpu.return
  }
}
