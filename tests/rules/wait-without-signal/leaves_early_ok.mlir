// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Where memory holds a 7 no tile goes through.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!buf = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @k(%n: i32, %state: !tt.ptr<i32>, %out: tensor<128x!tt.ptr<f16>, #blocked>) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
    %seven = arith.constant 7 : i32
    %told = tt.load %state : !tt.ptr<i32>
    %stops = arith.cmpi eq, %told, %seven : i32
    %tiles = arith.select %stops, %zero, %n : i32
    %buf = ttg.local_alloc : () -> !buf
    %full = ttg.local_alloc : () -> !bar
    %empty = ttg.local_alloc : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttng.init_barrier %empty, 1 : !bar
    ttg.warp_specialize(%buf, %full, %empty, %n, %stops, %out) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      scf.for %k = %zero to %tiles step %one iter_args(%free = %one) -> (i32) : i32 {
        ttng.wait_barrier %empty, %free : !bar
        ttg.local_store %v, %buf : tensor<128xf16, #blocked> -> !buf
        ttng.arrive_barrier %full, 1 : !bar
        %next = arith.xori %free, %one : i32
        scf.yield %next : i32
      }
      ttg.warp_yield
    }
    partition0(%b: !buf, %f: !bar, %e: !bar, %m: i32, %stops_too: i1, %o: tensor<128x!tt.ptr<f16>, #blocked>) num_warps(4) {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      cf.cond_br %stops_too, ^end, ^go
    ^go:
      scf.for %k = %c0 to %m step %c1 iter_args(%phase = %c0) -> (i32) : i32 {
        ttng.wait_barrier %f, %phase : !bar
        %x = ttg.local_load %b : !buf -> tensor<128xf16, #blocked>
        tt.store %o, %x : tensor<128x!tt.ptr<f16>, #blocked>
        ttng.arrive_barrier %e, 1 : !bar
        %next = arith.xori %phase, %c1 : i32
        scf.yield %next : i32
      }
      ttg.warp_return
    ^end:
      ttg.warp_return
    } : (!buf, !bar, !bar, i32, i1, tensor<128x!tt.ptr<f16>, #blocked>) -> ()
    tt.return
  }
}
