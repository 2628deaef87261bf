// RUN: fencepost lint %s --verify-diagnostics
// Eighteen partitions: the last one stores what the default one reads at the same time.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<32xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @many(%p: tensor<32x!tt.ptr<f16>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tile, %full)
    default {
      // expected-error@below {{missing-barrier}}
      %y = ttg.local_load %tile : !tile -> tensor<32xf16, #blocked>
      tt.store %p, %y : tensor<32x!tt.ptr<f16>, #blocked>
      ttg.warp_yield
    }
    partition0(%t0: !tile, %f0: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition1(%t1: !tile, %f1: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition2(%t2: !tile, %f2: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition3(%t3: !tile, %f3: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition4(%t4: !tile, %f4: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition5(%t5: !tile, %f5: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition6(%t6: !tile, %f6: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition7(%t7: !tile, %f7: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition8(%t8: !tile, %f8: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition9(%t9: !tile, %f9: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition10(%t10: !tile, %f10: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition11(%t11: !tile, %f11: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition12(%t12: !tile, %f12: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition13(%t13: !tile, %f13: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition14(%t14: !tile, %f14: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition15(%t15: !tile, %f15: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition16(%t16: !tile, %f16: !bar) num_warps(1) {
      ttg.warp_return
    }
    partition17(%t17: !tile, %f17: !bar) num_warps(1) {
      // expected-note@+2 {{writes here}}
      %v = arith.constant dense<1.0> : tensor<32xf16, #blocked>
      ttg.local_store %v, %t17 : tensor<32xf16, #blocked> -> !tile
      ttng.arrive_barrier %f17, 1 : !bar
      ttg.warp_return
    } : (!tile, !bar) -> ()
    tt.return
  }
}
