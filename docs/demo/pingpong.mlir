// Two streams take turns with one scratch tile: while one works on it the other computes. The first waits for a phase
// that a fresh barrier has behind it, so that it may begin.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf32, #shared, #smem, mutable>
!row = tensor<128xf32, #blocked>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @ping_pong(%n: i32) {
    %tile = ttg.local_alloc : () -> !tile
    %ping = ttg.local_alloc : () -> !bar
    ttng.init_barrier %ping, 1 : !bar
    %pong = ttg.local_alloc : () -> !bar
    ttng.init_barrier %pong, 1 : !bar
    ttg.warp_specialize(%tile, %ping, %pong, %n)
    default {
      ttg.warp_yield
    }
    partition0(%t: !tile, %mine: !bar, %other: !bar, %m: i32) num_warps(4) {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      scf.for %i = %c0 to %m step %c1 : i32 {
        %odd = arith.andi %i, %c1 : i32
        %phase = arith.xori %odd, %c1 : i32
        ttng.wait_barrier %mine, %phase : !bar
        %v = arith.constant dense<1.0> : !row
        ttg.local_store %v, %t : !row -> !tile
        ttg.barrier local
        %x = ttg.local_load %t : !tile -> !row
        ttng.arrive_barrier %other, 1 : !bar
      }
      ttg.warp_return
    }
    partition1(%t: !tile, %other: !bar, %mine: !bar, %m: i32) num_warps(4) {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      scf.for %i = %c0 to %m step %c1 : i32 {
        %phase = arith.andi %i, %c1 : i32
        ttng.wait_barrier %mine, %phase : !bar
        %v = arith.constant dense<2.0> : !row
        ttg.local_store %v, %t : !row -> !tile
        ttg.barrier local
        %x = ttg.local_load %t : !tile -> !row
        ttng.arrive_barrier %other, 1 : !bar
      }
      ttg.warp_return
    } : (!tile, !bar, !bar, i32) -> ()
    tt.return
  }
}
