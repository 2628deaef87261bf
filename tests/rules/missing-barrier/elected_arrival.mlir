// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// One thread of those that read the slot gives it back while the others may not have read it yet.
!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
!map = !nvgpu.tensormap.descriptor<tensor = memref<64xf32, #gpu.address_space<workgroup>>, swizzle = none, l2promo = none, oob = zero, interleave = none>
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  gpu.func @ring(%map: !map, %out: memref<?xf32>) workgroup(%tiles: memref<2x64xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c6 = arith.constant 6 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %bytes = arith.constant 256 : index
    %ticks = arith.constant 1000000 : index
    %tid = gpu.thread_id x
    %full = nvgpu.mbarrier.create -> !bar
    %free = nvgpu.mbarrier.create -> !bar
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      scf.for %s = %c0 to %c2 step %c1 {
        nvgpu.mbarrier.init %full[%s], %c1 : !bar
        nvgpu.mbarrier.init %free[%s], %c1 : !bar
      }
    }
    gpu.barrier
    %loads = arith.cmpi ult, %tid, %c32 : index
    scf.if %loads {
      scf.if %first {
        scf.for %i = %c0 to %c6 step %c1 {
          %slot = arith.remui %i, %c2 : index
          %turn = arith.divui %i, %c2 : index
          %odd = arith.remui %turn, %c2 : index
          %parity = arith.cmpi eq, %odd, %c0 : index
          %tile = memref.subview %tiles[%slot, 0] [1, 64] [1, 1] : memref<2x64xf32, #gpu.address_space<workgroup>> to memref<64xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
          nvgpu.mbarrier.try_wait.parity %free[%slot], %parity, %ticks : !bar // expected-note {{the last that thread 0 waits for, %free[0]: it comes from before the access}}
          nvgpu.mbarrier.arrive.expect_tx %full[%slot], %bytes : !bar
          // expected-error@below {{missing-barrier: nvgpu.tma.async.load of thread 0 may overwrite %tiles while the memref.load of warp group 1-2}}
          // expected-note@below {{thread 0 arrives here}}
          nvgpu.tma.async.load %map[%c0], %full[%slot] to %tile : !map, !bar -> memref<64xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
        }
      }
    } else {
      %lane = arith.subi %tid, %c32 : index
      %one = arith.cmpi eq, %lane, %c0 : index
      %id = arith.constant 1 : i32
      %threads = arith.constant 64 : i32
      scf.for %i = %c0 to %c6 step %c1 {
        %slot = arith.remui %i, %c2 : index
        %turn = arith.divui %i, %c2 : index
        %odd = arith.remui %turn, %c2 : index
        %parity = arith.cmpi eq, %odd, %c1 : index
        // expected-error@below {{missed-phase}}
        nvgpu.mbarrier.try_wait.parity %full[%slot], %parity, %ticks : !bar
        %v = memref.load %tiles[%slot, %lane] : memref<2x64xf32, #gpu.address_space<workgroup>> // expected-note {{warp group 1-2 reads here, in iteration 0}}
        memref.store %v, %out[%tid] : memref<?xf32>
        scf.if %one {
          %token = nvgpu.mbarrier.arrive %free[%slot] : !bar -> !nvgpu.mbarrier.token
        }
      }
    }
    gpu.return
  }
}
