// RUN: fencepost lint %s --ignore wide-fence --verify-diagnostics
// parts: any
// Each iteration copies one tile and waits for the one before; the copy of the last iteration is waited for behind the loop, after its tile is read.
// fencepost: target=sm_90
!tile = memref<64xf32, #gpu.address_space<workgroup>>
func.func @kernel(%data: memref<64xf32>, %flag: i1, %n: index) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %tid = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %last = arith.constant 63 : index
  %other = arith.subi %last, %tid : index
  %lds = memref.alloc() : !tile
  %lds2 = memref.alloc() : !tile
  %t1 = nvgpu.device_async_copy %data[%tid], %lds[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  gpu.barrier
  %v2 = memref.load %lds[%other] : !tile
  scf.for %i = %c0 to %c4 step %c1 {
    // expected-error@below {{missing-async-wait: nvgpu.device_async_copy may write %lds2 in the next iteration of the loop}}
    // expected-note@below {{copied here, in the iteration before}}
    // expected-note@below {{copied here}}
    %t3 = nvgpu.device_async_copy %data[%tid], %lds2[%tid], 1 : memref<64xf32> to !tile
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 1
  }
  // expected-note@below {{ordered here}}
  gpu.barrier
  // expected-error@below {{missing-async-wait: memref.load may read %lds2 before the nvgpu.device_async_copy}}
  %v4 = memref.load %lds2[%other] : !tile
  // expected-note@below {{of no use without it}}
  nvvm.cp.async.wait.group 0
  // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: the gpu.barrier}}
  gpu.barrier
  %t5 = nvgpu.device_async_copy %data[%tid], %lds[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  gpu.barrier
  %v6 = memref.load %lds[%other] : !tile
  %t7 = nvgpu.device_async_copy %data[%tid], %lds2[%tid], 1 : memref<64xf32> to !tile
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  gpu.barrier
  %v8 = memref.load %lds2[%other] : !tile
  return
}
