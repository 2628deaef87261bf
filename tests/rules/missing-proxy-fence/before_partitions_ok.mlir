// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// What stands before all partitions, and behind them, lies on the way that the pass follows: its fences are still to come.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16, rank = 1}>
#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @store(%d: !tt.tensordesc<128xf16, #shared>) {
    %c0 = arith.constant 0 : i32
    %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
    %before = ttg.local_alloc : () -> !tile
    %behind = ttg.local_alloc : () -> !tile
    ttg.local_store %v, %before : tensor<128xf16, #blocked> -> !tile
    ttg.warp_specialize(%before, %behind, %d)
    default {
      ttg.warp_yield
    }
    partition0(%a: !tile, %b: !tile, %e: !tt.tensordesc<128xf16, #shared>) num_warps(4) {
      %p0 = arith.constant 0 : i32
      ttng.async_tma_copy_local_to_global %e[%p0] %a : !tt.tensordesc<128xf16, #shared>, !tile
      ttng.async_tma_store_wait {pendings = 0 : i32}
      ttg.warp_return
    }
    partition1(%a: !tile, %b: !tile, %e: !tt.tensordesc<128xf16, #shared>) num_warps(4) {
      %w = arith.constant dense<2.0> : tensor<128xf16, #blocked>
      ttg.local_store %w, %b : tensor<128xf16, #blocked> -> !tile
      ttg.warp_return
    } : (!tile, !tile, !tt.tensordesc<128xf16, #shared>) -> ()
    ttng.async_tma_copy_local_to_global %d[%c0] %behind : !tt.tensordesc<128xf16, #shared>, !tile
    ttng.async_tma_store_wait {pendings = 0 : i32}
    tt.return
  }
}
