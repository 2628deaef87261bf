// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// Nothing joins the threads of the consumer: one of them hands the slot before back while others may still have to look at its phase.
#ws = #gpu.address_space<workgroup>
!bars = !nvgpu.mbarrier.group<memorySpace = #ws, num_barriers = 3>
!token = !nvgpu.mbarrier.token
!tma = !nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, #ws>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!tmb = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, #ws>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!acc = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
!da = !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, #ws>>
!db = !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, #ws>>
gpu.module @m [#nvvm.target<chip = "sm_90a">] {
  gpu.func @gemm(%ta: !tma, %tb: !tmb, %out: memref<1024x1024xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %last = arith.constant 2 : index
    %n = arith.constant 3 : index
    %iters = arith.constant 8 : index
    %bytes = arith.constant 32768 : index
    %half = arith.constant 16384 : index
    %more = arith.constant 8192 : index
    %ticks = arith.constant 10000000 : index
    %true = arith.constant true
    %false = arith.constant false
    %tid = gpu.thread_id x
    %wg = arith.divui %tid, %c128 : index
    %in = arith.remui %tid, %c128 : index
    %primary = arith.cmpi eq, %in, %c0 : index
    %producer = arith.cmpi eq, %wg, %c0 : index
    %consumer = arith.cmpi eq, %wg, %c1 : index
    %thread0 = arith.cmpi eq, %tid, %c0 : index
    %full = nvgpu.mbarrier.create -> !bars
    %free = nvgpu.mbarrier.create -> !bars
    scf.for %i = %c0 to %n step %c1 {
      nvgpu.mbarrier.init %full[%i], %c1, predicate = %thread0 : !bars
      nvgpu.mbarrier.init %free[%i], %c1, predicate = %thread0 : !bars
    }
    gpu.barrier
    %smem = gpu.dynamic_shared_memory : memref<?xi8, #ws>
    scf.if %producer {
      scf.if %primary {
      %e = scf.for %k = %c0 to %iters step %c1 iter_args(%phase = %true) -> (i1) {
        %stage = arith.remui %k, %n : index
        nvgpu.mbarrier.try_wait.parity %free[%stage], %phase, %ticks : !bars
        %wraps = arith.cmpi eq, %stage, %last : index
        %flip = arith.xori %phase, %true : i1
        %next = arith.select %wraps, %flip, %phase : i1
        %at = arith.muli %stage, %bytes : index
        %atb = arith.addi %at, %half : index
        %atc = arith.addi %atb, %more : index
        %a = memref.view %smem[%at][] : memref<?xi8, #ws> to memref<128x64xf16, #ws>
        %b = memref.view %smem[%atb][] : memref<?xi8, #ws> to memref<64x64xf16, #ws>
        %c = memref.view %smem[%atc][] : memref<?xi8, #ws> to memref<64x64xf16, #ws>
        nvgpu.mbarrier.arrive.expect_tx %full[%stage], %bytes, predicate = %primary : !bars
        %col = arith.muli %k, %c64 : index
        nvgpu.tma.async.load %ta[%col, %c0], %full[%stage] to %a, predicate = %primary : !tma, !bars -> memref<128x64xf16, #ws>
        nvgpu.tma.async.load %tb[%c0, %col], %full[%stage] to %b, predicate = %primary : !tmb, !bars -> memref<64x64xf16, #ws>
        // expected-note@below {{arrives here}}
        nvgpu.tma.async.load %tb[%c64, %col], %full[%stage] to %c, predicate = %primary : !tmb, !bars -> memref<64x64xf16, #ws>
        scf.yield %next : i1
      }
      }
    }
    scf.if %consumer {
      %init = nvgpu.warpgroup.mma.init.accumulator -> !acc
      %r:2 = scf.for %k = %c0 to %iters step %c1 iter_args(%acc = %init, %phase = %false) -> (!acc, i1) {
        %stage = arith.remui %k, %n : index
        // expected-error@below {{missed-phase}}
        nvgpu.mbarrier.try_wait.parity %full[%stage], %phase, %ticks : !bars
        %at = arith.muli %stage, %bytes : index
        %atb = arith.addi %at, %half : index
        %a = memref.view %smem[%at][] : memref<?xi8, #ws> to memref<128x64xf16, #ws>
        %b = memref.view %smem[%atb][] : memref<?xi8, #ws> to memref<64x128xf16, #ws>
        %da = nvgpu.warpgroup.generate.descriptor %a, %ta : memref<128x64xf16, #ws>, !tma -> !da
        %db = nvgpu.warpgroup.generate.descriptor %b, %tb : memref<64x128xf16, #ws>, !tmb -> !db
        %later = arith.cmpi ugt, %k, %c0 : index
        %arrives = arith.andi %later, %primary : i1
        scf.if %arrives {
          %first = arith.cmpi eq, %stage, %c0 : index
          %less = arith.subi %stage, %c1 : index
          %before = arith.select %first, %last, %less : index
          %t = nvgpu.mbarrier.arrive %free[%before] : !bars -> !token
        }
        %wraps = arith.cmpi eq, %stage, %last : index
        %flip = arith.xori %phase, %true : i1
        %next = arith.select %wraps, %flip, %phase : i1
        scf.yield %acc, %next : !acc, i1
      }
    }
    gpu.return
  }
}
