// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Both bounds are made of one block id and lie one step apart: behind the loop the second slot is read, to which the copy goes.
gpu.module @kernels {
  gpu.func @structured(%src: memref<64xf32>) workgroup(%lds: memref<2x64xf32, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %block = gpu.block_id x
    %after = arith.addi %block, %c1 : index
    %low = arith.muli %block, %c128 : index
    %end = arith.muli %after, %c128 : index
    %high = arith.subi %end, %c64 : index
    %copy = nvgpu.device_async_copy %src[%tid], %lds[%c1, %tid], 1 : memref<64xf32> to memref<2x64xf32, 3>  // expected-note {{copied here}}
    %group = nvgpu.device_async_create_group %copy
    %slot = scf.for %i = %low to %high step %c64 iter_args(%s = %c0) -> (index) {
      %other = arith.subi %c1, %s : index
      scf.yield %other : index
    }
    // expected-error@below {{missing-async-wait}}
    %x = memref.load %lds[%slot, %tid] : memref<2x64xf32, 3>
    nvgpu.device_async_wait %group {numGroups = 0 : i32}
    gpu.return
  }

  gpu.func @blocks(%src: memref<64xf32>) workgroup(%lds: memref<2x64xf32, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %tid = gpu.thread_id x
    %block = gpu.block_id x
    %after = arith.addi %block, %c1 : index
    %low = arith.muli %block, %c128 : index
    %end = arith.muli %after, %c128 : index
    %high = arith.subi %end, %c64 : index
    %copy = nvgpu.device_async_copy %src[%tid], %lds[%c1, %tid], 1 : memref<64xf32> to memref<2x64xf32, 3>  // expected-note {{copied here}}
    %group = nvgpu.device_async_create_group %copy
    cf.br ^head(%low, %c0 : index, index)
  ^head(%i: index, %slot: index):
    %more = arith.cmpi slt, %i, %high : index
    cf.cond_br %more, ^body, ^out
  ^body:
    %other = arith.subi %c1, %slot : index
    %next = arith.addi %i, %c64 : index
    cf.br ^head(%next, %other : index, index)
  ^out:
    // expected-error@below {{missing-async-wait}}
    %x = memref.load %lds[%slot, %tid] : memref<2x64xf32, 3>
    nvgpu.device_async_wait %group {numGroups = 0 : i32}
    gpu.return
  }
}
