// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Threads of two dimensions, and nobody tells how many there are: nothing can be run.
!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 1>
!map = !nvgpu.tensormap.descriptor<tensor = memref<128xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
gpu.module @kernels {
  gpu.func @tile(%map: !map, %out: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %bytes = arith.constant 512 : index
    %ticks = arith.constant 1000 : index
    %phase = arith.constant false
    %tid = gpu.thread_id x
    %row = gpu.thread_id y
    %id = arith.addi %tid, %row : index
    %first = arith.cmpi eq, %id, %c0 : index
    %tile = memref.alloc() : memref<128xf32, 3>
    %full = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %full[%c0], %c1, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %full[%c0], %bytes, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %full[%c0] to %tile, predicate = %first : !map, !bar -> memref<128xf32, 3>
    nvgpu.mbarrier.try_wait.parity %full[%c0], %phase, %ticks : !bar // expected-information {{unknown-protocol: not judged: how many threads there are in each dimension is not known here}}
    %x = memref.load %tile[%tid] : memref<128xf32, 3>
    memref.store %x, %out[%tid] : memref<?xf32>
    gpu.return
  }
}
