// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Two tiles are stored in turn; before one is written again the wait is for its own store.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, ttg.shared = 512 : i32} {
  tt.func public @store(%desc: !tt.tensordesc<128xf16, #shared>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
    %a = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %b = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !tile
    ttg.local_store %v, %a : tensor<128xf16, #blocked> -> !tile
    ttg.local_store %v, %b : tensor<128xf16, #blocked> -> !tile
    ttng.fence_async_shared {bCluster = false}
    ttg.barrier local
    %ta = ttng.async_tma_copy_local_to_global %desc[%c0] %a : !tt.tensordesc<128xf16, #shared>, !tile -> !ttg.async.token
    %tb = ttng.async_tma_copy_local_to_global %desc[%c0] %b : !tt.tensordesc<128xf16, #shared>, !tile -> !ttg.async.token
    %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%first = %ta, %second = %tb) -> (!ttg.async.token, !ttg.async.token) : i32 {
      ttng.async_tma_store_token_wait %second : !ttg.async.token
      ttg.barrier local
      ttg.local_store %v, %b : tensor<128xf16, #blocked> -> !tile
      ttng.fence_async_shared {bCluster = false}
      ttg.barrier local
      %next = ttng.async_tma_copy_local_to_global %desc[%i] %b : !tt.tensordesc<128xf16, #shared>, !tile -> !ttg.async.token
      scf.yield %first, %next : !ttg.async.token, !ttg.async.token
    }
    ttng.async_tma_store_token_wait %last#0 : !ttg.async.token
    ttng.async_tma_store_token_wait %last#1 : !ttg.async.token
    tt.return
  }
}
