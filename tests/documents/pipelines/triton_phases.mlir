// RUN: fencepost lint %s --verify-diagnostics
// The same in Triton, where the loop carries slot and phase: the phase toggles when the slot wraps.
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @toggles_when_the_slot_wraps(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %cm1 = arith.constant -1 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %true = arith.constant true
    %a = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>
    %b = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %b0 = ttg.memdesc_index %b[%c0] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b0, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %b1 = ttg.memdesc_index %b[%c1] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.barrier local
    %has = arith.cmpi sgt, %n, %c0 : i32
    ttng.barrier_expect %b0, 8192, %has : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a0 = ttg.memdesc_index %a[%c0] : !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %has : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %e:2 = scf.for %i = %c0 to %n step %c1 iter_args(%idx = %cm1, %phase = %c0) -> (i32, i32) : i32 {
      %idx1 = arith.addi %idx, %c1 : i32
      %wraps = arith.cmpi sge, %idx1, %c2 : i32
      %slot = arith.select %wraps, %c0, %idx1 : i32
      %toggled = arith.xori %phase, %c1 : i32
      %now = arith.select %wraps, %toggled, %phase : i32
      %bs = ttg.memdesc_index %b[%slot] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.wait_barrier %bs, %now : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %as = ttg.memdesc_index %a[%slot] : !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      %x = ttg.local_load %as : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %ahead = arith.addi %i, %c1 : i32
      %more = arith.cmpi slt, %ahead, %n : i32
      %other = arith.remsi %ahead, %c2 : i32
      %bo = ttg.memdesc_index %b[%other] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.barrier_expect %bo, 8192, %more : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %ao = ttg.memdesc_index %a[%other] : !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttg.barrier local
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %ao, %bo, %more : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      scf.yield %slot, %now : i32, i32
    }
    tt.return
  }

  tt.func public @toggles_when_it_does_not(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %cm1 = arith.constant -1 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %true = arith.constant true
    %a = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>
    %b = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %b0 = ttg.memdesc_index %b[%c0] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b0, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %b1 = ttg.memdesc_index %b[%c1] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.barrier local
    %has = arith.cmpi sgt, %n, %c0 : i32
    ttng.barrier_expect %b0, 8192, %has : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a0 = ttg.memdesc_index %a[%c0] : !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    // expected-note@+2 {{default arrives here}}
    // expected-note@below {{default starts it here}}
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %has : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %e:2 = scf.for %i = %c0 to %n step %c1 iter_args(%idx = %cm1, %phase = %c0) -> (i32, i32) : i32 {
      %idx1 = arith.addi %idx, %c1 : i32
      %wraps = arith.cmpi sge, %idx1, %c2 : i32
      %slot = arith.select %wraps, %c0, %idx1 : i32
      %toggled = arith.xori %phase, %c1 : i32
      %now = arith.select %wraps, %phase, %toggled : i32
      %bs = ttg.memdesc_index %b[%slot] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      // expected-error@below {{missed-phase: ttng.wait_barrier of default may miss the phase of %b[0] that it waits for: the}}
      ttng.wait_barrier %bs, %now : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %as = ttg.memdesc_index %a[%slot] : !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      // expected-error@below {{missing-async-wait: ttg.local_load of default may read %a before the ttng.async_tma_copy_global_to_local that default starts}}
      %x = ttg.local_load %as : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %ahead = arith.addi %i, %c1 : i32
      %more = arith.cmpi slt, %ahead, %n : i32
      %other = arith.remsi %ahead, %c2 : i32
      %bo = ttg.memdesc_index %b[%other] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      // expected-error@below {{early-arrival: ttng.barrier_expect of default may be counted in the phase of %b[0] before the one that it is for: default}}
      ttng.barrier_expect %bo, 8192, %more : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %ao = ttg.memdesc_index %a[%other] : !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttg.barrier local
      ttng.fence_async_shared {bCluster = false}
      // expected-error@+3 {{early-arrival: ttng.async_tma_copy_global_to_local of default may be counted in the phase of %b[0] before the one that it is}}
      // expected-error@+2 {{missing-async-wait: ttng.async_tma_copy_global_to_local of default may write %a before the ttng.async_tma_copy_global_to_local}}
      // expected-note@below {{default starts it here, in iteration 1}}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %ao, %bo, %more : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      scf.yield %slot, %now : i32, i32
    }
    tt.return
  }

  tt.func public @forgets_the_phase(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %cm1 = arith.constant -1 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %true = arith.constant true
    %a = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>
    %b = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared1, #smem, mutable>
    %b0 = ttg.memdesc_index %b[%c0] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b0, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %b1 = ttg.memdesc_index %b[%c1] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.barrier local
    %has = arith.cmpi sgt, %n, %c0 : i32
    ttng.barrier_expect %b0, 8192, %has : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a0 = ttg.memdesc_index %a[%c0] : !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %has : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %e:2 = scf.for %i = %c0 to %n step %c1 iter_args(%idx = %cm1, %phase = %c0) -> (i32, i32) : i32 {
      %idx1 = arith.addi %idx, %c1 : i32
      %wraps = arith.cmpi sge, %idx1, %c2 : i32
      %slot = arith.select %wraps, %c0, %idx1 : i32
      %toggled = arith.xori %phase, %c1 : i32
      %now = arith.select %wraps, %toggled, %phase : i32
      %bs = ttg.memdesc_index %b[%slot] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      // expected-error@below {{missed-phase: ttng.wait_barrier of default may miss the phase of %b[1] that it waits for: the}}
      ttng.wait_barrier %bs, %now : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %as = ttg.memdesc_index %a[%slot] : !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      // expected-error@below {{missing-async-wait: ttg.local_load of default may read %a before the ttng.async_tma_copy_global_to_local that default starts}}
      %x = ttg.local_load %as : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %ahead = arith.addi %i, %c1 : i32
      %more = arith.cmpi slt, %ahead, %n : i32
      %other = arith.remsi %ahead, %c2 : i32
      %bo = ttg.memdesc_index %b[%other] : !ttg.memdesc<2x1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      // expected-error@below {{early-arrival: ttng.barrier_expect of default may be counted in the phase of %b[1] before the one that it is for: default}}
      ttng.barrier_expect %bo, 8192, %more : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      %ao = ttg.memdesc_index %a[%other] : !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttg.barrier local
      ttng.fence_async_shared {bCluster = false}
      // expected-error@+4 {{early-arrival: ttng.async_tma_copy_global_to_local of default may be counted in the phase of %b[1] before the one that it is}}
      // expected-error@+3 {{missing-async-wait: ttng.async_tma_copy_global_to_local of default may write %a before the ttng.async_tma_copy_global_to_local}}
      // expected-note@+2 {{default arrives here}}
      // expected-note@below {{default starts it here, in iteration 2}}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %ao, %bo, %more : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      scf.yield %slot, %phase : i32, i32
    }
    tt.return
  }
}
