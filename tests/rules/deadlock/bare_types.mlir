// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// A slot is free after 64 arrivals, and one thread of the 64 that read it arrives. Types are printed without their names.
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
    %full = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    %free = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      scf.for %s = %c0 to %c2 step %c1 {
        nvgpu.mbarrier.init %full[%s], %c1 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
        nvgpu.mbarrier.init %free[%s], %c64 : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
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
          // expected-error@below {{deadlock: thread 0 waits for ever for the phase of parity 0 of %free[0], which still takes 63 arrivals}}
          nvgpu.mbarrier.try_wait.parity %free[%slot], %parity, %ticks : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
          nvgpu.mbarrier.arrive.expect_tx %full[%slot], %bytes : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
          nvgpu.tma.async.load %map[%c0], %full[%slot] to %tile : <tensor = memref<64xf32, #gpu.address_space<workgroup>>, swizzle = none, l2promo = none, oob = zero, interleave = none>, <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2> -> memref<64xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
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
        // expected-note@+2 {{thread 32 waits here for %full[0], parity 1}}
        // expected-note@+1 {{thread group 33-95 waits here for %full[0], parity 1}}
        nvgpu.mbarrier.try_wait.parity %full[%slot], %parity, %ticks : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
        %v = memref.load %tiles[%slot, %lane] : memref<2x64xf32, #gpu.address_space<workgroup>>
        memref.store %v, %out[%tid] : memref<?xf32>
        nvvm.barrier id = %id number_of_threads = %threads
        scf.if %one {
          %token = nvgpu.mbarrier.arrive %free[%slot] : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2> -> !nvgpu.mbarrier.token // expected-note {{thread 32 would arrive on %free[0] here}}
        }
      }
    }
    gpu.return
  }
}
