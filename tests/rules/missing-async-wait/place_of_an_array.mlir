// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// One array of two mbarriers, no loop: the wait is for the other copy's place.
#ws = #gpu.address_space<workgroup>
!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
!map = !nvgpu.tensormap.descriptor<tensor = memref<128xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
gpu.module @kernels {
  gpu.func @tile(%map: !map) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c512 = arith.constant 512 : index
    %c1000 = arith.constant 1000 : index
    %parity = arith.constant false
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %tile = memref.alloc() : memref<128xf32, 3>
    %other = memref.alloc() : memref<128xf32, 3>
    %bars = nvgpu.mbarrier.create -> !bar
    nvgpu.mbarrier.init %bars[%c0], %c1, predicate = %first : !bar
    nvgpu.mbarrier.init %bars[%c1], %c1, predicate = %first : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %bars[%c0], %c512, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %bars[%c0] to %tile, predicate = %first : !map, !bar -> memref<128xf32, 3> // expected-note {{thread 0 starts it here}}
    nvgpu.mbarrier.arrive.expect_tx %bars[%c1], %c512, predicate = %first : !bar
    nvgpu.tma.async.load %map[%c0], %bars[%c1] to %other, predicate = %first : !map, !bar -> memref<128xf32, 3>
    nvgpu.mbarrier.try_wait.parity %bars[%c1], %parity, %c1000 : !bar
    %x = memref.load %tile[%tid] : memref<128xf32, 3> // expected-error {{missing-async-wait}}
    %y = memref.load %other[%tid] : memref<128xf32, 3>
    gpu.return
  }
}
