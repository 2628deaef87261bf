// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Partition 0 copies out what partition 1 has written: the pass that places proxy fences sees no way from one partition to another.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16, rank = 1}>
#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #flat, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @store(%d: !tt.tensordesc<128xf16, #shared>) {
    %tile = ttg.local_alloc : () -> !tile
    %full = ttg.local_alloc : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttg.warp_specialize(%tile, %full, %d)
    default {
      ttg.warp_yield
    }
    partition0(%a: !tile, %f: !bar, %e: !tt.tensordesc<128xf16, #shared>) num_warps(4) {
      %c0 = arith.constant 0 : i32
      ttng.wait_barrier %f, %c0 : !bar
      // expected-error@below {{missing-proxy-fence: ttng.async_tma_copy_local_to_global of partition 0}}
      ttng.async_tma_copy_local_to_global %e[%c0] %a : !tt.tensordesc<128xf16, #shared>, !tile
      ttng.async_tma_store_wait {pendings = 0 : i32}
      ttg.warp_return
    }
    partition1(%a: !tile, %f: !bar, %e: !tt.tensordesc<128xf16, #shared>) num_warps(4) {
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      // expected-note@below {{partition 1 writes here}}
      ttg.local_store %v, %a : tensor<128xf16, #blocked> -> !tile
      ttng.arrive_barrier %f, 1 : !bar
      ttg.warp_return
    } : (!tile, !bar, !tt.tensordesc<128xf16, #shared>) -> ()
    tt.return
  }
}
