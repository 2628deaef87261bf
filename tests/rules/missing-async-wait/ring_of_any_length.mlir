// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics --min-level error
// A ring of three slots for every length, beside a loop of another length under conditions: nobody waits for the copies.
#ws = #gpu.address_space<workgroup>
!bar = !nvgpu.mbarrier.group<memorySpace = #ws, num_barriers = 3>
!tile = memref<128xf32, strided<[1], offset: ?>, 3>
!map = !nvgpu.tensormap.descriptor<tensor = memref<128xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
gpu.module @kernels {
  gpu.func @ring(%map: !map, %n: index, %m: index, %p: i1, %q: i1, %out: memref<?xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c128 = arith.constant 128 : index
    %c512 = arith.constant 512 : index
    %c1000 = arith.constant 1000 : index
    %f = arith.constant 1.0 : f32
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %tiles = memref.alloc() : memref<384xf32, 3>
    %sums = memref.alloc() : memref<64xf32, 3>
    %bars = nvgpu.mbarrier.create -> !bar
    scf.for %i = %c0 to %c3 step %c1 {
      nvgpu.mbarrier.init %bars[%i], %c1, predicate = %first : !bar
    }
    gpu.barrier
    scf.for %i = %c0 to %c3 step %c1 {
      %some = arith.cmpi slt, %i, %n : index
      scf.if %some {
        %start = arith.muli %i, %c128 : index
        %tile = memref.subview %tiles[%start] [128] [1] : memref<384xf32, 3> to !tile
        nvgpu.mbarrier.arrive.expect_tx %bars[%i], %c512, predicate = %first : !bar
        nvgpu.tma.async.load %map[%c0], %bars[%i] to %tile, predicate = %first : !map, !bar -> !tile // expected-note {{thread 0 starts it here, in iteration 0}}
      }
    }
    scf.for %i = %c0 to %n step %c1 {
      %slot = arith.remui %i, %c3 : index
      %round = arith.divui %i, %c3 : index
      %bit = arith.remui %round, %c2 : index
      %parity = arith.cmpi ne, %bit, %c0 : index
      %start = arith.muli %slot, %c128 : index
      %tile = memref.subview %tiles[%start] [128] [1] : memref<384xf32, 3> to !tile
      %x = memref.load %tile[%tid] : !tile // expected-error {{missing-async-wait}}
      memref.store %x, %out[%i] : memref<?xf32>
      gpu.barrier
      %ahead = arith.addi %i, %c3 : index
      %more = arith.cmpi slt, %ahead, %n : index
      scf.if %more {
        nvgpu.mbarrier.arrive.expect_tx %bars[%slot], %c512, predicate = %first : !bar
        nvgpu.tma.async.load %map[%c0], %bars[%slot] to %tile, predicate = %first : !map, !bar -> !tile // expected-error {{missing-async-wait}} expected-note {{thread 0 starts it here, in iteration 0}} expected-note {{thread 0 starts it here, in iteration 0}}
      }
    }
    scf.if %p {
      scf.if %q {
        scf.for %i = %c0 to %m step %c1 {
          %old = memref.atomic_rmw addf %f, %sums[%tid] : (f32, memref<64xf32, 3>) -> f32
        }
      }
    }
    gpu.return
  }
}
