// Two streams take turns at a tile by two numbered barriers, which no memory holds.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @turns(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c9 = arith.constant 9 : i32
    %c10 = arith.constant 10 : i32
    %c256 = arith.constant 256 : i32
    %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    ttg.warp_specialize(%tile, %n) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      scf.for %i = %c0 to %n step %c1 : i32 {
        ttng.wait_barrier_named %c9, %c256 : i32, i32
        ttg.local_store %v, %tile : tensor<128xf16, #blocked> -> !tile
        ttng.arrive_barrier_named %c10, %c256 : i32, i32
      }
      ttg.warp_yield
    }
    partition0(%s: !tile, %m: i32) num_warps(4) {
      %d0 = arith.constant 0 : i32
      %d1 = arith.constant 1 : i32
      %d9 = arith.constant 9 : i32
      %d10 = arith.constant 10 : i32
      %d256 = arith.constant 256 : i32
      %w = arith.constant dense<2.0> : tensor<128xf16, #blocked>
      ttng.arrive_barrier_named %d9, %d256 : i32, i32
      scf.for %i = %d0 to %m step %d1 : i32 {
        ttng.wait_barrier_named %d10, %d256 : i32, i32
        ttg.local_store %w, %s : tensor<128xf16, #blocked> -> !tile
        ttng.arrive_barrier_named %d9, %d256 : i32, i32
      }
      ttg.warp_return
    } : (!tile, i32) -> ()
    tt.return
  }
}
