// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Threads above the table's end all copy its first entry. Two stores of one element are harmless, which is not followed; a sum of two is another number.
gpu.module @kernels {
  gpu.func @copies(%v: i32) workgroup(%from: memref<512xi32, 3>, %to: memref<512xi32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c200 = arith.constant 200 : index
    %c256 = arith.constant 256 : index
    %tid = gpu.thread_id x
    %next = arith.addi %tid, %c256 : index
    memref.store %v, %from[%tid] : memref<512xi32, 3>
    memref.store %v, %from[%next] : memref<512xi32, 3>
    gpu.barrier
    %inside = arith.cmpi ule, %tid, %c200 : index
    %first = arith.select %inside, %tid, %c0 : index
    %beyond = arith.cmpi ule, %next, %c200 : index
    %second = arith.select %beyond, %next, %c0 : index
    %x = memref.load %from[%first] : memref<512xi32, 3>
    memref.store %x, %to[%first] : memref<512xi32, 3> // expected-information {{racing-store}} expected-note {{written here}}
    %y = memref.load %from[%second] : memref<512xi32, 3>
    // expected-warning@+1 {{missing-barrier}}
    memref.store %y, %to[%second] : memref<512xi32, 3> // expected-information {{racing-store}} expected-note {{written here}}
    gpu.return
  }
  gpu.func @sums(%v: i32) workgroup(%from: memref<512xi32, 3>, %to: memref<512xi32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c200 = arith.constant 200 : index
    %c256 = arith.constant 256 : index
    %tid = gpu.thread_id x
    %next = arith.addi %tid, %c256 : index
    memref.store %v, %from[%tid] : memref<512xi32, 3>
    memref.store %v, %from[%next] : memref<512xi32, 3>
    gpu.barrier
    %inside = arith.cmpi ule, %tid, %c200 : index
    %first = arith.select %inside, %tid, %c0 : index
    %beyond = arith.cmpi ule, %next, %c200 : index
    %second = arith.select %beyond, %next, %c0 : index
    %x = memref.load %from[%first] : memref<512xi32, 3>
    memref.store %x, %to[%first] : memref<512xi32, 3> // expected-information {{racing-store}} expected-note {{written here}}
    %y = memref.load %from[%second] : memref<512xi32, 3>
    %sum = arith.addi %x, %y : i32
    // expected-error@+1 {{missing-barrier}}
    memref.store %sum, %to[%second] : memref<512xi32, 3> // expected-error {{racing-store}} expected-note {{written here}}
    gpu.return
  }
}
