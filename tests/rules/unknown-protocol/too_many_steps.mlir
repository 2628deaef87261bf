// RUN: fencepost lint %s --verify-diagnostics --min-level information
// A tile of ten thousand iterations is more than is run: where it stops is told.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  // expected-information@below {{unknown-protocol: this kernel takes more steps than are run}}
  tt.func public @long(%p: tensor<128x!tt.ptr<f16>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %steps = arith.constant 10000 : i32
    %n = arith.constant 1000 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    %empty = ttg.local_alloc {allocation.offset = 264 : i32} : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttng.init_barrier %empty, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tile, %full, %empty, %n) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      scf.for %tile_of = %c0 to %n step %c1 : i32 {
        scf.for %i = %c0 to %steps step %c1 : i32 {
          %ph = arith.andi %i, %c1 : i32
          ttng.wait_barrier %full, %ph : !bar
          %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
          tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
          ttng.arrive_barrier %empty, 1 : !bar // expected-note {{the run stops here}}
        }
      }
      ttg.warp_yield
    }
    partition0(%t: !tile, %f: !bar, %e: !bar, %m: i32) num_warps(4) {
      %d0 = arith.constant 0 : i32
      %d1 = arith.constant 1 : i32
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      %own_steps = arith.constant 10000 : i32
      scf.for %tile_of = %d0 to %m step %d1 : i32 {
        scf.for %i = %d0 to %own_steps step %d1 : i32 {
          %ph = arith.andi %i, %d1 : i32
          %ep = arith.xori %ph, %d1 : i32
          ttng.wait_barrier %e, %ep : !bar
          ttg.local_store %v, %t : tensor<128xf16, #blocked> -> !tile
          ttng.arrive_barrier %f, 1 : !bar
        }
      }
      ttg.warp_return
    } : (!tile, !bar, !bar, i32) -> ()
    tt.return
  }
}
