// RUN: fencepost lint %s --min-level information --verify-diagnostics
// All lanes of the producing warp wait for a slot, but one of them drives the ring: nothing but running in step keeps the others from coming late.
!bars = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 3>
!tma = !nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, #gpu.address_space<workgroup>>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
gpu.module @m [#nvvm.target<chip = "sm_90">] {
  gpu.func @gemm(%a: !tma) workgroup(%buf: memref<3x128x64xf16, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 160, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %c127 = arith.constant 127 : index
    %c128 = arith.constant 128 : index
    %bytes = arith.constant 16384 : index
    %ticks = arith.constant 10000000 : index
    %true = arith.constant true
    %false = arith.constant false
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c0 : index
    %full = nvgpu.mbarrier.create -> !bars
    %free = nvgpu.mbarrier.create -> !bars
    scf.if %first {
      scf.for %i = %c0 to %c3 step %c1 {
        nvgpu.mbarrier.init %full[%i], %c1 : !bars
        nvgpu.mbarrier.init %free[%i], %c1 : !bars
      }
    }
    gpu.barrier
    %wg = arith.divui %tid, %c128 : index
    %lane = arith.remui %tid, %c128 : index
    %lead = arith.cmpi eq, %lane, %c0 : index
    %isp = arith.cmpi eq, %wg, %c1 : index
    %isc = arith.cmpi eq, %wg, %c0 : index
    scf.if %isp {
     scf.if %true {
      %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%phase = %true) -> i1 {
        %slot = arith.remui %k, %c3 : index
        // expected-information@below {{missed-phase: nvgpu.mbarrier.try_wait.parity of thread group 129-159 may miss the phase of %free[1]}}
        nvgpu.mbarrier.try_wait.parity %free[%slot], %phase, %ticks : !bars
        %last = arith.cmpi eq, %slot, %c2 : index
        %flip = arith.xori %phase, %true : i1
        %next = arith.select %last, %flip, %phase : i1
        %tile = memref.subview %buf[%slot, 0, 0] [1, 128, 64] [1, 1, 1] : memref<3x128x64xf16, #gpu.address_space<workgroup>> to memref<128x64xf16, strided<[64, 1], offset: ?>, #gpu.address_space<workgroup>>
        nvgpu.mbarrier.arrive.expect_tx %full[%slot], %bytes, predicate = %lead : !bars
        nvgpu.tma.async.load %a[%c0, %c0], %full[%slot] to %tile, predicate = %lead : !tma, !bars -> memref<128x64xf16, strided<[64, 1], offset: ?>, #gpu.address_space<workgroup>>
        scf.yield %next : i1
      }
     }
    }
    scf.if %isc {
      %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%phase = %false) -> i1 {
        %slot = arith.remui %k, %c3 : index
        nvgpu.mbarrier.try_wait.parity %full[%slot], %phase, %ticks : !bars
        %tile = memref.subview %buf[%slot, 0, 0] [1, 128, 64] [1, 1, 1] : memref<3x128x64xf16, #gpu.address_space<workgroup>> to memref<128x64xf16, strided<[64, 1], offset: ?>, #gpu.address_space<workgroup>>
        %v = memref.load %tile[%lane, %c0] : memref<128x64xf16, strided<[64, 1], offset: ?>, #gpu.address_space<workgroup>>
        %id = arith.constant 1 : i32
        %n = arith.constant 128 : i32
        nvvm.barrier id = %id number_of_threads = %n
        %some = arith.cmpi ugt, %k, %c0 : index
        %both = arith.andi %some, %lead : i1
        %km = arith.subi %slot, %c1 : index
        %zero = arith.cmpi eq, %slot, %c0 : index
        %prev = arith.select %zero, %c2, %km : index
        scf.if %both {
          %t = nvgpu.mbarrier.arrive %free[%prev] : !bars -> !nvgpu.mbarrier.token // expected-note {{thread 0 arrives here}}
        }
        %last = arith.cmpi eq, %slot, %c2 : index
        %flip = arith.xori %phase, %true : i1
        %next = arith.select %last, %flip, %phase : i1
        scf.yield %next : i1
      }
    }
    gpu.return
  }
}
