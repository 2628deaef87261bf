// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// Three iterations, three slots: no slot comes again in the loop, so that the copies which it starts are still under way behind it.
#ws = #gpu.address_space<workgroup>
!bar = !nvgpu.mbarrier.group<memorySpace = #ws, num_barriers = 3>
!tile = memref<128xf32, strided<[1], offset: ?>, 3>
!map = !nvgpu.tensormap.descriptor<tensor = memref<128xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
gpu.module @kernels {
  gpu.func @refill(%map: !map) -> f32 kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c128 = arith.constant 128 : index
    %c512 = arith.constant 512 : index
    %c1000 = arith.constant 1000 : index
    %false = arith.constant false
    %true = arith.constant true
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %tiles = memref.alloc() : memref<384xf32, 3>
    %bars = nvgpu.mbarrier.create -> !bar
    scf.for %i = %c0 to %c3 step %c1 {
      nvgpu.mbarrier.init %bars[%i], %c1, predicate = %first : !bar
    }
    gpu.barrier
    scf.for %i = %c0 to %c3 step %c1 {
      %start = arith.muli %i, %c128 : index
      %tile = memref.subview %tiles[%start] [128] [1] : memref<384xf32, 3> to !tile
      nvgpu.mbarrier.arrive.expect_tx %bars[%i], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %bars[%i] to %tile, predicate = %first : !map, !bar -> !tile
    }
    scf.for %i = %c0 to %c3 step %c1 {
      nvgpu.mbarrier.try_wait.parity %bars[%i], %false, %c1000 : !bar
      %start = arith.muli %i, %c128 : index
      %tile = memref.subview %tiles[%start] [128] [1] : memref<384xf32, 3> to !tile
      %x = memref.load %tile[%tid] : !tile
      gpu.barrier
      nvgpu.mbarrier.arrive.expect_tx %bars[%i], %c512, predicate = %first : !bar
      nvgpu.tma.async.load %map[%c0], %bars[%i] to %tile, predicate = %first : !map, !bar -> !tile // expected-note {{thread 0 starts it here, in iteration 0}}
    }
    %y = memref.load %tiles[%tid] : memref<384xf32, 3> // expected-error {{missing-async-wait}}
    gpu.return %y : f32
  }
}
