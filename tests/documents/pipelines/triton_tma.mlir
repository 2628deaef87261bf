// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// The same in Triton: barrier_expect, async_tma_copy, wait_barrier for each slot.
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @two_buffers(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %true = arith.constant true
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b0 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b0, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.barrier local
    ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %even = arith.remui %i, %c2 : i32
      ttng.wait_barrier %b0, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    }
    %end = arith.remui %n, %c2 : i32
    ttng.wait_barrier %b0, %end : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @two_buffers_one_too_many_in_the_loop(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %true = arith.constant true
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b0 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b0, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.barrier local
    ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %even = arith.remui %i, %c2 : i32
      // expected-error@below {{deadlock: default waits for ever for the phase of parity 0 of %b1, which still takes 1 arrival: what could complete it}}
      ttng.wait_barrier %b1, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      // expected-note@below {{default would arrive on %b1 here, behind the wait}}
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    }
    %end = arith.remui %n, %c2 : i32
    ttng.wait_barrier %b0, %end : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @two_buffers_one_too_many_in_the_epilogue(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %true = arith.constant true
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b0 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b0, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.barrier local
    ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %even = arith.remui %i, %c2 : i32
      ttng.wait_barrier %b0, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    }
    %end = arith.remui %n, %c2 : i32
    // expected-error@below {{wait-without-signal: default waits for ever for the phase of parity 0 of %b1, which still takes 1 arrival: nothing that could}}
    ttng.wait_barrier %b1, %end : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @three_buffers(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %true = arith.constant true
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b0 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b0, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a2 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b2 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b2, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.barrier local
    ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %even = arith.remui %i, %c2 : i32
      ttng.wait_barrier %b0, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b2, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a2, %b2, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b2, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    }
    %end = arith.remui %n, %c2 : i32
    ttng.wait_barrier %b0, %end : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    ttng.wait_barrier %b1, %end : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  // expected-information@below {{unknown-protocol: no fault shows with values that fit the loops and divisions of this kernel; with %n = 3 one does}}
  tt.func public @three_buffers_one_too_many_in_the_loop(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %true = arith.constant true
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b0 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b0, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a2 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b2 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b2, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.barrier local
    ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    // expected-note@+2 {{default arrives here}}
    // expected-note@below {{default starts it here}}
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %even = arith.remui %i, %c2 : i32
      ttng.wait_barrier %b1, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      // expected-error@below {{missing-async-wait: ttg.local_load of default may read %a0 before the ttng.async_tma_copy_global_to_local that default starts}}
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b2, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a2, %b2, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      // expected-error@below {{early-arrival: ttng.barrier_expect of default may be counted in the phase of %b0 before the one that it is for: default does}}
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      // expected-error@+4 {{early-arrival: ttng.async_tma_copy_global_to_local of default may be counted in the phase of %b0 before the one that it is}}
      // expected-error@+3 {{missing-async-wait: ttng.async_tma_copy_global_to_local of default may write %a0 before the ttng.async_tma_copy_global_to_local}}
      // expected-note@+2 {{default arrives here}}
      // expected-note@below {{default starts it here, in iteration 0}}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b2, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    }
    %end = arith.remui %n, %c2 : i32
    // expected-error@below {{missed-phase: ttng.wait_barrier of default may miss the phase of %b0 that it waits for: the}}
    ttng.wait_barrier %b0, %end : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    // expected-error@below {{missing-async-wait: ttg.local_load of default may read %a0 before the ttng.async_tma_copy_global_to_local that default starts}}
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    ttng.wait_barrier %b1, %end : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  // expected-information@below {{unknown-protocol: no fault shows with values that fit the loops and divisions of this kernel; with %n = 0 one does}}
  tt.func public @three_buffers_one_too_many_in_the_epilogue(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %true = arith.constant true
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b0 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b0, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a2 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b2 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b2, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.barrier local
    ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %even = arith.remui %i, %c2 : i32
      ttng.wait_barrier %b0, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b2, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a2, %b2, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b2, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      // expected-note@below {{default starts it here, in iteration 1}}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    }
    %end = arith.remui %n, %c2 : i32
    ttng.wait_barrier %b0, %end : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    ttng.wait_barrier %b0, %end : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    // expected-error@below {{missing-async-wait: ttg.local_load of default may read %a1 before the ttng.async_tma_copy_global_to_local that default starts}}
    %y1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @four_buffers(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %true = arith.constant true
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b0 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b0, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a2 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b2 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b2, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a3 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b3 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b3, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.barrier local
    ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    ttng.barrier_expect %b2, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a2, %b2, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %even = arith.remui %i, %c2 : i32
      ttng.wait_barrier %b0, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b3, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a3, %b3, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b2, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b3, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x3 = ttg.local_load %a3 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b2, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a2, %b2, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    }
    %end = arith.remui %n, %c2 : i32
    ttng.wait_barrier %b0, %end : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    ttng.wait_barrier %b1, %end : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    ttng.wait_barrier %b2, %end : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  // expected-information@below {{unknown-protocol: no fault shows with values that fit the loops and divisions of this kernel; with %n = 3 one does}}
  tt.func public @four_buffers_one_too_many_in_the_loop(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %true = arith.constant true
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b0 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b0, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a2 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b2 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b2, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a3 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b3 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b3, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.barrier local
    ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    // expected-note@+2 {{default arrives here}}
    // expected-note@below {{default starts it here}}
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    ttng.barrier_expect %b2, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a2, %b2, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %even = arith.remui %i, %c2 : i32
      ttng.wait_barrier %b1, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      // expected-error@below {{missing-async-wait: ttg.local_load of default may read %a0 before the ttng.async_tma_copy_global_to_local that default starts}}
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b3, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a3, %b3, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      // expected-error@below {{early-arrival: ttng.barrier_expect of default may be counted in the phase of %b0 before the one that it is for: default does}}
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      // expected-error@+4 {{early-arrival: ttng.async_tma_copy_global_to_local of default may be counted in the phase of %b0 before the one that it is}}
      // expected-error@+3 {{missing-async-wait: ttng.async_tma_copy_global_to_local of default may write %a0 before the ttng.async_tma_copy_global_to_local}}
      // expected-note@+2 {{default arrives here}}
      // expected-note@below {{default starts it here, in iteration 0}}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b2, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b3, %even : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x3 = ttg.local_load %a3 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b2, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.fence_async_shared {bCluster = false}
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a2, %b2, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    }
    %end = arith.remui %n, %c2 : i32
    // expected-error@below {{missed-phase: ttng.wait_barrier of default may miss the phase of %b0 that it waits for: the}}
    ttng.wait_barrier %b0, %end : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    // expected-error@below {{missing-async-wait: ttg.local_load of default may read %a0 before the ttng.async_tma_copy_global_to_local that default starts}}
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    ttng.wait_barrier %b1, %end : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    ttng.wait_barrier %b2, %end : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }
}
