// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// What another partition has read is overwritten through the async proxy: no pass puts a fence there.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @ring(%d: !tt.tensordesc<128xf16, #shared>, %p: tensor<128x!tt.ptr<f16>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %tile = ttg.local_alloc : () -> !tile
    %full = ttg.local_alloc : () -> !bar
    %empty = ttg.local_alloc : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttng.init_barrier %empty, 1 : !bar
    ttg.warp_specialize(%tile, %full, %empty, %d) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      scf.for %i = %c0 to %c4 step %c1 iter_args(%phase = %c0) -> (i32) : i32 {
        ttng.wait_barrier %full, %phase : !bar
        // expected-note@below {{default reads here}}
        %x = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
        tt.store %p, %x : tensor<128x!tt.ptr<f16>, #blocked>
        ttng.arrive_barrier %empty, 1 : !bar
        %next = arith.xori %phase, %c1 : i32
        scf.yield %next : i32
      }
      ttg.warp_yield
    }
    partition0(%a: !tile, %f: !bar, %e: !bar, %g: !tt.tensordesc<128xf16, #shared>) num_warps(4) {
      %z = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %four = arith.constant 4 : i32
      %t = arith.constant true
      scf.for %i = %z to %four step %one iter_args(%phase = %one) -> (i32) : i32 {
        ttng.wait_barrier %e, %phase : !bar
        ttng.barrier_expect %f, 256, %t : !bar
        // expected-error@below {{missing-proxy-fence: ttng.async_tma_copy_global_to_local of partition 0}}
        ttng.async_tma_copy_global_to_local %g[%z] %a, %f, %t : !tt.tensordesc<128xf16, #shared>, !bar -> !tile
        %next = arith.xori %phase, %one : i32
        ttng.wait_barrier %f, %next : !bar
        scf.yield %next : i32
      }
      ttg.warp_return
    } : (!tile, !bar, !bar, !tt.tensordesc<128xf16, #shared>) -> ()
    tt.return
  }
}
