// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Each start waits for its own phase.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
!tiles = !ttg.memdesc<2x128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 1024 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @again(%p: tensor<128x!tt.ptr<f16>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 512 : i32} : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttg.barrier local
    cf.br ^h(%c0 : i32)
  ^h(%i: i32):
    %go = arith.cmpi slt, %i, %n : i32
    cf.cond_br %go, ^b, ^e
  ^b:
    %ph = arith.andi %i, %c1 : i32
    ttg.warp_specialize(%tile, %full) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      ttng.wait_barrier %full, %ph : !bar
      %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
      tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      ttg.warp_yield
    }
    partition0(%t: !tile, %f: !bar) num_warps(4) {
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      ttg.local_store %v, %t : tensor<128xf16, #blocked> -> !tile
      ttng.arrive_barrier %f, 1 : !bar
      ttg.warp_return
    } : (!tile, !bar) -> ()
    %i1 = arith.addi %i, %c1 : i32
    cf.br ^h(%i1 : i32)
  ^e:
    tt.return
  }
}
