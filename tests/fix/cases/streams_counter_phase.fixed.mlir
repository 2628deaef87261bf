// RUN: fencepost fix --unsafe-fixes
// Both waits of the producer name the phase of the readers: it lacks its flip, which has to come before both.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
!tiles = !ttg.memdesc<2x128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @ring(%p: tensor<128x!tt.ptr<f16>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %start = arith.constant 0 : i64
    %next = arith.constant 1 : i64
    %ring = arith.constant 2 : i64
    %tiles = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tiles
    %full = ttg.local_alloc {allocation.offset = 512 : i32} : () -> !bars
    %empty = ttg.local_alloc {allocation.offset = 528 : i32} : () -> !bars
    %free = ttg.local_alloc {allocation.offset = 544 : i32} : () -> !bars
    %others = ttg.local_alloc {allocation.offset = 1024 : i32} : () -> !tiles
    %free0 = ttg.memdesc_index %free[%c0] : !bars -> !bar
    %free1 = ttg.memdesc_index %free[%c1] : !bars -> !bar
    ttng.init_barrier %free0, 1 : !bar
    ttng.init_barrier %free1, 1 : !bar
    %full0 = ttg.memdesc_index %full[%c0] : !bars -> !bar
    %full1 = ttg.memdesc_index %full[%c1] : !bars -> !bar
    %empty0 = ttg.memdesc_index %empty[%c0] : !bars -> !bar
    %empty1 = ttg.memdesc_index %empty[%c1] : !bars -> !bar
    ttng.init_barrier %full0, 1 : !bar
    ttng.init_barrier %full1, 1 : !bar
    ttng.init_barrier %empty0, 1 : !bar
    ttng.init_barrier %empty1, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tiles, %full, %empty, %n, %free, %others) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      scf.for %i = %c0 to %n step %c1 iter_args(%count = %start) -> (i64) : i32 {
        %round = arith.divui %count, %ring : i64
        %done = arith.muli %round, %ring : i64
        %rest = arith.subi %count, %done : i64
        %slot = arith.trunci %rest : i64 to i32
        %odd = arith.andi %round, %next : i64
        %bit = arith.trunci %odd : i64 to i1
        %phase = arith.extui %bit : i1 to i32
        %full_i = ttg.memdesc_index %full[%slot] : !bars -> !bar
        %empty_i = ttg.memdesc_index %empty[%slot] : !bars -> !bar
        %free_i = ttg.memdesc_index %free[%slot] : !bars -> !bar
        %tile = ttg.memdesc_index %tiles[%slot] : !tiles -> !tile
        %other = ttg.memdesc_index %others[%slot] : !tiles -> !tile
        ttng.wait_barrier %full_i, %phase : !bar
        %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
        ttng.arrive_barrier %empty_i, 1 : !bar
        %z = ttg.local_load %other : !tile -> tensor<128xf16, #blocked>
        ttng.arrive_barrier %free_i, 1 : !bar
        %sum = arith.addf %y, %z : tensor<128xf16, #blocked>
        tt.store %p, %sum : tensor<128x!tt.ptr<f16>, #blocked>
        %count_next = arith.addi %count, %next : i64
        scf.yield %count_next : i64
      }
      ttg.warp_yield
    }
    partition0(%t: !tiles, %f: !bars, %e: !bars, %n_0: i32, %r: !bars, %o: !tiles) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %first = arith.constant 0 : i64
      %more = arith.constant 1 : i64
      %slots = arith.constant 2 : i64
      %true = arith.constant true
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      scf.for %i = %zero to %n_0 step %one iter_args(%count = %first) -> (i64) : i32 {
        %round = arith.divui %count, %slots : i64
        %done = arith.muli %round, %slots : i64
        %rest = arith.subi %count, %done : i64
        %slot = arith.trunci %rest : i64 to i32
        %odd = arith.andi %round, %more : i64
        %bit = arith.trunci %odd : i64 to i1
        %phase = arith.extui %bit : i1 to i32
        %phase_0 = arith.xori %phase, %one : i32
        %full_i = ttg.memdesc_index %f[%slot] : !bars -> !bar
        %empty_i = ttg.memdesc_index %e[%slot] : !bars -> !bar
        %free_i = ttg.memdesc_index %r[%slot] : !bars -> !bar
        %tile = ttg.memdesc_index %t[%slot] : !tiles -> !tile
        %other = ttg.memdesc_index %o[%slot] : !tiles -> !tile
        ttng.wait_barrier %empty_i, %phase_0 : !bar
        ttg.local_store %v, %tile : tensor<128xf16, #blocked> -> !tile
        ttng.wait_barrier %free_i, %phase_0 : !bar
        ttg.local_store %v, %other : tensor<128xf16, #blocked> -> !tile
        ttng.arrive_barrier %full_i, 1 : !bar
        %count_next = arith.addi %count, %more : i64
        scf.yield %count_next : i64
      }
      ttg.warp_return
    } : (!tiles, !bars, !bars, i32, !bars, !tiles) -> ()
    tt.return
  }
}
