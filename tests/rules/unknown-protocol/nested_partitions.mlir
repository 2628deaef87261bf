// RUN: fencepost lint %s --verify-diagnostics
// Partitions inside a partition: what the inner ones hand each other is not judged, and nothing certain is said.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @k() {
    %f = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bar
    ttng.init_barrier %f, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%f) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      ttg.warp_yield
    }
    partition0(%g: !bar) num_warps(8) {
      ttg.warp_specialize(%g) attributes {warpGroupStartIds = array<i32: 8>}
      default {
        // expected-information@below {{unknown-protocol: ttng.arrive_barrier does not tell which barrier it means}}
        ttng.arrive_barrier %g, 1 : !bar
        ttg.warp_yield
      }
      partition0(%h: !bar) num_warps(4) {
        %z = arith.constant 0 : i32
        // expected-information@below {{wait-without-signal: hang? partition 1 waits for %f, no arrival is left}}
        ttng.wait_barrier %h, %z : !bar
        ttg.warp_return
      } : (!bar) -> ()
      ttg.warp_return
    } : (!bar) -> ()
    tt.return
  }
}
