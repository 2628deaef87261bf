// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// The same in Triton: barrier_expect, async_tma_copy, wait_barrier for each slot.
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @two_buffers(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32, %phase: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
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
      ttng.wait_barrier %b0, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    }
    ttng.wait_barrier %b0, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @two_buffers_one_too_many_in_the_loop(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32, %phase: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b0 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b0, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.barrier local
    ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>  // expected-note {{copied here}}
    scf.for %i = %c0 to %n step %c1 : i32 {
      ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      // expected-error@below {{missing-async-wait}}
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>  // expected-note {{copied here}}  // expected-note {{copied here}} expected-error {{missing-async-wait}}
    }
    ttng.wait_barrier %b0, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @two_buffers_one_too_many_in_the_epilogue(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32, %phase: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b0 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b0, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    %b1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.init_barrier %b1, 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttg.barrier local
    ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>  // expected-note {{copied here}}
    scf.for %i = %c0 to %n step %c1 : i32 {
      ttng.wait_barrier %b0, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>  // expected-note {{copied here}}
    }
    ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    // expected-error@below {{missing-async-wait}}
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @three_buffers(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32, %phase: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
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
      ttng.wait_barrier %b0, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b2, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a2, %b2, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b2, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    }
    ttng.wait_barrier %b0, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @three_buffers_one_too_many_in_the_loop(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32, %phase: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
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
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>  // expected-note {{copied here}}
    ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      // expected-error@below {{missing-async-wait}}
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b2, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a2, %b2, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>  // expected-note {{copied here}}  // expected-note {{copied here}} expected-error {{missing-async-wait}}
      ttng.wait_barrier %b2, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    }
    ttng.wait_barrier %b0, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @three_buffers_one_too_many_in_the_epilogue(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32, %phase: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
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
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>  // expected-note {{copied here}}
    scf.for %i = %c0 to %n step %c1 : i32 {
      ttng.wait_barrier %b0, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b2, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a2, %b2, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b2, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>  // expected-note {{copied here}}
    }
    ttng.wait_barrier %b0, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    ttng.wait_barrier %b0, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    // expected-error@below {{missing-async-wait}}
    %y1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @four_buffers(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32, %phase: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
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
      ttng.wait_barrier %b0, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b3, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a3, %b3, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b2, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b3, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x3 = ttg.local_load %a3 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b2, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a2, %b2, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    }
    ttng.wait_barrier %b0, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    ttng.wait_barrier %b2, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @four_buffers_one_too_many_in_the_loop(%desc: !tt.tensordesc<64x64xf16, #nvmma>, %n: i32, %phase: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
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
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>  // expected-note {{copied here}}
    ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    ttng.barrier_expect %b2, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a2, %b2, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      // expected-error@below {{missing-async-wait}}
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b3, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a3, %b3, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b0, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a0, %b0, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>  // expected-note {{copied here}}  // expected-note {{copied here}} expected-error {{missing-async-wait}}
      ttng.wait_barrier %b2, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b1, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a1, %b1, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
      ttng.wait_barrier %b3, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttg.barrier local
      %x3 = ttg.local_load %a3 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttng.barrier_expect %b2, 8192, %true : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
      ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %a2, %b2, %true : !tt.tensordesc<64x64xf16, #nvmma>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
    }
    ttng.wait_barrier %b0, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    ttng.wait_barrier %b1, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    ttng.wait_barrier %b2, %phase : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
    %y2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }
}
