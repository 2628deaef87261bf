// RUN: fencepost lint %s --verify-diagnostics
// The consumer takes a last tile that is not whole, the producer leaves it out: right where the length is a multiple of the tile, which the kernel says once.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
!tiles = !ttg.memdesc<2x128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  // expected-information@below {{unknown-protocol: no fault shows with values that fit the loops and divisions of this kernel; with %n = 257 one does}}
  tt.func public @ring(%p: tensor<128x!tt.ptr<f16>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c128 = arith.constant 128 : i32
    %tiles = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tiles
    %full = ttg.local_alloc {allocation.offset = 512 : i32} : () -> !bars
    %empty = ttg.local_alloc {allocation.offset = 528 : i32} : () -> !bars
    %full0 = ttg.memdesc_index %full[%c0] : !bars -> !bar
    %full1 = ttg.memdesc_index %full[%c1] : !bars -> !bar
    %empty0 = ttg.memdesc_index %empty[%c0] : !bars -> !bar
    %empty1 = ttg.memdesc_index %empty[%c1] : !bars -> !bar
    ttng.init_barrier %full0, 1 : !bar
    ttng.init_barrier %full1, 1 : !bar
    ttng.init_barrier %empty0, 1 : !bar
    ttng.init_barrier %empty1, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tiles, %full, %empty, %n) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      scf.for %i = %c0 to %n step %c128 iter_args(%slot = %c0, %phase = %c0) -> (i32, i32) : i32 {
        %full_i = ttg.memdesc_index %full[%slot] : !bars -> !bar
        %empty_i = ttg.memdesc_index %empty[%slot] : !bars -> !bar
        %tile = ttg.memdesc_index %tiles[%slot] : !tiles -> !tile
        ttng.wait_barrier %full_i, %phase : !bar
        %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
        ttng.arrive_barrier %empty_i, 1 : !bar
        tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
        %next = arith.addi %slot, %c1 : i32
        %two = arith.constant 2 : i32
        %wraps = arith.cmpi eq, %next, %two : i32
        %slot_next = arith.select %wraps, %c0, %next : i32
        %flipped = arith.xori %phase, %c1 : i32
        %phase_next = arith.select %wraps, %flipped, %phase : i32
        scf.yield %slot_next, %phase_next : i32, i32
      }
      ttg.warp_yield
    }
    partition0(%t: !tiles, %f: !bars, %e: !bars, %count: i32) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      %length = arith.constant 128 : i32
      %steps = arith.divsi %count, %length : i32
      scf.for %i = %zero to %steps step %one iter_args(%slot = %zero, %phase = %one) -> (i32, i32) : i32 {
        %full_i = ttg.memdesc_index %f[%slot] : !bars -> !bar
        %empty_i = ttg.memdesc_index %e[%slot] : !bars -> !bar
        %tile = ttg.memdesc_index %t[%slot] : !tiles -> !tile
        ttng.wait_barrier %empty_i, %phase : !bar
        ttg.local_store %v, %tile : tensor<128xf16, #blocked> -> !tile
        ttng.arrive_barrier %full_i, 1 : !bar
        %next = arith.addi %slot, %one : i32
        %two = arith.constant 2 : i32
        %wraps = arith.cmpi eq, %next, %two : i32
        %slot_next = arith.select %wraps, %zero, %next : i32
        %flipped = arith.xori %phase, %one : i32
        %phase_next = arith.select %wraps, %flipped, %phase : i32
        scf.yield %slot_next, %phase_next : i32, i32
      }
      ttg.warp_return
    } : (!tiles, !bars, !bars, i32) -> ()
    tt.return
  }
}
