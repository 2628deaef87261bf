// A warp-specialised matrix product: partition 1 loads, partition 0 feeds the matrix unit, the default stream stores
// the result. A ring of two slots, full and free, and one barrier for the finished accumulator.
#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#linear = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 32]], warp = [[16, 0], [32, 0]], block = []}>
!tiles = !ttg.memdesc<2x64x64xf16, #tile, #smem, mutable>
!tile = !ttg.memdesc<64x64xf16, #tile, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #bar, #smem, mutable>
!bar = !ttg.memdesc<1xi64, #bar, #smem, mutable>
!acc = !ttg.memdesc<64x64xf32, #tmem, #ttng.tensor_memory, mutable>
!source = !tt.tensordesc<64x64xf16, #tile>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @matmul(%lhs: !source, %rhs: !source, %out: tensor<64x64x!tt.ptr<f32>, #linear>, %length: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = ttg.local_alloc : () -> !tiles
    %b = ttg.local_alloc : () -> !tiles
    %acc = ttng.tmem_alloc : () -> !acc
    %full = ttg.local_alloc : () -> !bars
    %free = ttg.local_alloc : () -> !bars
    %done = ttg.local_alloc : () -> !bar
    %full0 = ttg.memdesc_index %full[%c0] : !bars -> !bar
    ttng.init_barrier %full0, 1 : !bar
    %full1 = ttg.memdesc_index %full[%c1] : !bars -> !bar
    ttng.init_barrier %full1, 1 : !bar
    %free0 = ttg.memdesc_index %free[%c0] : !bars -> !bar
    ttng.init_barrier %free0, 1 : !bar
    %free1 = ttg.memdesc_index %free[%c1] : !bars -> !bar
    ttng.init_barrier %free1, 1 : !bar
    ttng.init_barrier %done, 1 : !bar
    ttg.warp_specialize(%a, %b, %acc, %full, %free, %done, %lhs, %rhs, %length)
    default {
      ttng.wait_barrier %done, %c0 : !bar
      %x = ttng.tmem_load %acc : !acc -> tensor<64x64xf32, #linear>
      tt.store %out, %x : tensor<64x64x!tt.ptr<f32>, #linear>
      ttg.warp_yield
    }
    partition0(%ta: !tiles, %tb: !tiles, %d: !acc, %f: !bars, %e: !bars, %end: !bar, %l: !source, %r: !source, %n: i32) num_warps(1) {
      %z = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %step = arith.constant 64 : i32
      %true = arith.constant true
      %false = arith.constant false
      %last = scf.for %k = %z to %n step %step iter_args(%more = %false) -> (i1) : i32 {
        %i = arith.divsi %k, %step : i32
        %slot = arith.remsi %i, %two : i32
        %lap = arith.divsi %i, %two : i32
        %phase = arith.andi %lap, %one : i32
        %loaded = ttg.memdesc_index %f[%slot] : !bars -> !bar
        ttng.wait_barrier %loaded, %phase : !bar
        %ak = ttg.memdesc_index %ta[%slot] : !tiles -> !tile
        %bk = ttg.memdesc_index %tb[%slot] : !tiles -> !tile
        %freed = ttg.memdesc_index %e[%slot] : !bars -> !bar
        ttng.tc_gen5_mma %ak, %bk, %d, %more, %true, %freed[%true] {is_async} : !tile, !tile, !acc, !bar
        scf.yield %true : i1
      }
      ttng.tc_gen5_commit %end, %true : !bar
      ttg.warp_return
    }
    partition1(%ta: !tiles, %tb: !tiles, %d: !acc, %f: !bars, %e: !bars, %end: !bar, %l: !source, %r: !source, %n: i32) num_warps(1) {
      %z = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %step = arith.constant 64 : i32
      %true = arith.constant true
      scf.for %k = %z to %n step %step : i32 {
        %i = arith.divsi %k, %step : i32
        %slot = arith.remsi %i, %two : i32
        %lap = arith.divsi %i, %two : i32
        %odd = arith.andi %lap, %one : i32
        %phase = arith.xori %odd, %one : i32
        %freed = ttg.memdesc_index %e[%slot] : !bars -> !bar
        ttng.wait_barrier %freed, %phase : !bar
        %loaded = ttg.memdesc_index %f[%slot] : !bars -> !bar
        ttng.barrier_expect %loaded, 16384, %true : !bar
        %ak = ttg.memdesc_index %ta[%slot] : !tiles -> !tile
        ttng.async_tma_copy_global_to_local %l[%z, %k] %ak, %loaded, %true : !source, !bar -> !tile
        %bk = ttg.memdesc_index %tb[%slot] : !tiles -> !tile
        ttng.async_tma_copy_global_to_local %r[%k, %z] %bk, %loaded, %true : !source, !bar -> !tile
      }
      ttg.warp_return
    } : (!tiles, !tiles, !acc, !bars, !bars, !bar, !source, !source, i32) -> ()
    tt.return
  }
}
