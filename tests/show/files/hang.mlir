// A ring of two tiles: partition 0 loads, the default stream sums up. %empty counts two arrivals, as if two streams
// read each tile, and only one does: the third load waits for ever.
#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!tiles = !ttg.memdesc<2x64x64xf16, #tile, #smem, mutable>
!tile = !ttg.memdesc<64x64xf16, #tile, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #bar, #smem, mutable>
!bar = !ttg.memdesc<1xi64, #bar, #smem, mutable>
!source = !tt.tensordesc<64x64xf16, #tile>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @sum_tiles(%source: !source, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c64 = arith.constant 64 : i32
    %tiles = ttg.local_alloc : () -> !tiles
    %full = ttg.local_alloc : () -> !bars
    %empty = ttg.local_alloc : () -> !bars
    %full0 = ttg.memdesc_index %full[%c0] : !bars -> !bar
    ttng.init_barrier %full0, 1 : !bar
    %full1 = ttg.memdesc_index %full[%c1] : !bars -> !bar
    ttng.init_barrier %full1, 1 : !bar
    %empty0 = ttg.memdesc_index %empty[%c0] : !bars -> !bar
    ttng.init_barrier %empty0, 2 : !bar
    %empty1 = ttg.memdesc_index %empty[%c1] : !bars -> !bar
    ttng.init_barrier %empty1, 2 : !bar
    ttg.warp_specialize(%tiles, %full, %empty, %source, %n)
    default {
      scf.for %k = %c0 to %n step %c64 : i32 {
        %i = arith.divsi %k, %c64 : i32
        %slot = arith.remsi %i, %c2 : i32
        %lap = arith.divsi %i, %c2 : i32
        %phase = arith.andi %lap, %c1 : i32
        %loaded = ttg.memdesc_index %full[%slot] : !bars -> !bar
        ttng.wait_barrier %loaded, %phase : !bar
        %tile = ttg.memdesc_index %tiles[%slot] : !tiles -> !tile
        %x = ttg.local_load %tile : !tile -> tensor<64x64xf16>
        ttng.fence_async_shared {bCluster = false}
        %free = ttg.memdesc_index %empty[%slot] : !bars -> !bar
        ttng.arrive_barrier %free, 1 : !bar
      }
      ttg.warp_yield
    }
    partition0(%a: !tiles, %f: !bars, %e: !bars, %s: !source, %m: i32) num_warps(1) {
      %z = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %step = arith.constant 64 : i32
      %true = arith.constant true
      scf.for %k = %z to %m step %step : i32 {
        %i = arith.divsi %k, %step : i32
        %slot = arith.remsi %i, %two : i32
        %lap = arith.divsi %i, %two : i32
        %odd = arith.andi %lap, %one : i32
        %phase = arith.xori %odd, %one : i32
        %free = ttg.memdesc_index %e[%slot] : !bars -> !bar
        ttng.wait_barrier %free, %phase : !bar
        %loaded = ttg.memdesc_index %f[%slot] : !bars -> !bar
        ttng.barrier_expect %loaded, 8192, %true : !bar
        %tile = ttg.memdesc_index %a[%slot] : !tiles -> !tile
        ttng.async_tma_copy_global_to_local %s[%z, %k] %tile, %loaded, %true : !source, !bar -> !tile
      }
      ttg.warp_return
    } : (!tiles, !bars, !bars, !source, i32) -> ()
    tt.return
  }
}
