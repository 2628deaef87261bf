// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// The group has one barrier, which is slot 0.
!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 1>
!desc = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, #gpu.address_space<workgroup>>, swizzle = none, l2promo = none, oob = zero, interleave = none>
gpu.module @m {
  memref.global "private" @buf : memref<64x64xf16, #gpu.address_space<workgroup>>
  gpu.func @k(%d: !desc, %out: memref<64x64xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %bytes = arith.constant 8192 : index
    %false = arith.constant false
    %true = arith.constant true
    %ticks = arith.constant 10000000 : index
    %t = gpu.thread_id x
    %x = memref.get_global @buf : memref<64x64xf16, #gpu.address_space<workgroup>>
    %bar = nvgpu.mbarrier.create -> !bar
    %lead = arith.cmpi eq, %t, %c0 : index
    %c64 = arith.constant 64 : index
    %u = arith.remui %t, %c64 : index
    // expected-error@below {{uninitialized-resource: slot 1 of %bar, which has 1 slot}}
    nvgpu.mbarrier.init %bar[%c1], %c1, predicate = %lead : !bar
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %bar[%c1], %bytes, predicate = %lead : !bar
    nvgpu.tma.async.load %d[%c0, %c0], %bar[%c1] to %x, predicate = %lead : !desc, !bar -> memref<64x64xf16, #gpu.address_space<workgroup>>
    nvgpu.mbarrier.try_wait.parity %bar[%c1], %false, %ticks : !bar
    %v = memref.load %x[%c0, %u] : memref<64x64xf16, #gpu.address_space<workgroup>>
    memref.store %v, %out[%c0, %u] : memref<64x64xf16>

    gpu.return
  }
}
