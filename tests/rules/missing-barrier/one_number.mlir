// RUN: fencepost lint %s --verify-diagnostics
// Two partitions write two constants to one tile, or what they make of an argument: the store that comes last stays.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#turned = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
!numbers = !ttg.memdesc<128xi32, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 12 : i32} {
  tt.func public @clear() {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    ttg.warp_specialize(%tile) attributes {warpGroupStartIds = array<i32: 4, 8>}
    default {
      ttg.warp_yield
    }
    partition0(%a: !tile) num_warps(4) {
      %v = arith.constant dense<0.0> : tensor<128xf16, #blocked>
      // expected-note@below {{partition 0 writes here}}
      ttg.local_store %v, %a : tensor<128xf16, #blocked> -> !tile
      ttg.warp_return
    }
    partition1(%b: !tile) num_warps(4) {
      %w = arith.constant dense<1.0> : tensor<128xf16, #turned>
      // expected-error@below {{missing-barrier: ttg.local_store of partition 1 may write %tile}}
      ttg.local_store %w, %b : tensor<128xf16, #turned> -> !tile
      ttg.warp_return
    } : (!tile) -> ()
    tt.return
  }
  tt.func public @fill(%number: i32) {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !numbers
    ttg.warp_specialize(%number, %tile) attributes {warpGroupStartIds = array<i32: 4, 8>}
    default {
      ttg.warp_yield
    }
    partition0(%n: i32, %a: !numbers) num_warps(4) {
      %v = tt.splat %n : i32 -> tensor<128xi32, #blocked>
      // expected-note@below {{partition 0 writes here}}
      ttg.local_store %v, %a : tensor<128xi32, #blocked> -> !numbers
      ttg.warp_return
    }
    partition1(%m: i32, %b: !numbers) num_warps(4) {
      %sum = arith.addi %m, %m : i32
      %w = tt.splat %sum : i32 -> tensor<128xi32, #turned>
      // expected-error@below {{missing-barrier: ttg.local_store of partition 1 may write %tile}}
      ttg.local_store %w, %b : tensor<128xi32, #turned> -> !numbers
      ttg.warp_return
    } : (i32, !numbers) -> ()
    tt.return
  }
}
