// RUN: fencepost lint %s --verify-diagnostics
// Slots that are not there or come from memory, captures that are no memory, ops that no table knows: nothing certain is said.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @slot_beyond(%p: tensor<128x!tt.ptr<f16>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    %other = ttg.local_alloc {allocation.offset = 264 : i32} : () -> !bar
    %bars = ttg.local_alloc {allocation.offset = 272 : i32} : () -> !bars
    ttng.init_barrier %full, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tile, %full) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      %b = ttg.memdesc_index %bars[%c4] : !bars -> !bar
      // expected-error@below {{uninitialized-resource: ttng.wait_barrier means slot 4 of %bars, which has 2 slots}}
      ttng.wait_barrier %b, %c0 : !bar
      // expected-information@below {{missing-barrier}}
      %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
      ttg.warp_yield
    }
    partition0(%a: !tile, %f: !bar) num_warps(4) {
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      // expected-note@below {{partition 0 writes here}}
      ttg.local_store %v, %a : tensor<128xf16, #blocked> -> !tile
      ttng.arrive_barrier %f, 1 : !bar
      ttg.warp_return
    } : (!tile, !bar) -> ()
    tt.return
  }
  tt.func public @slot_from_memory(%p: tensor<128x!tt.ptr<f16>, #blocked>, %q: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    %other = ttg.local_alloc {allocation.offset = 264 : i32} : () -> !bar
    %bars = ttg.local_alloc {allocation.offset = 272 : i32} : () -> !bars
    ttng.init_barrier %full, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tile, %full) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      %s = tt.load %q : !tt.ptr<i32>
      // expected-information@below {{unknown-protocol: ttg.memdesc_index does not tell which one of several barriers}}
      %b = ttg.memdesc_index %bars[%s] : !bars -> !bar
      // expected-information@below {{unknown-protocol}}
      ttng.wait_barrier %b, %c0 : !bar
      // expected-information@below {{missing-barrier}}
      %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
      ttg.warp_yield
    }
    partition0(%a: !tile, %f: !bar) num_warps(4) {
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      // expected-note@below {{partition 0 writes here}}
      ttg.local_store %v, %a : tensor<128xf16, #blocked> -> !tile
      ttng.arrive_barrier %f, 1 : !bar
      ttg.warp_return
    } : (!tile, !bar) -> ()
    tt.return
  }
  tt.func public @captures_a_number(%p: tensor<128x!tt.ptr<f16>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    %other = ttg.local_alloc {allocation.offset = 264 : i32} : () -> !bar
    %bars = ttg.local_alloc {allocation.offset = 272 : i32} : () -> !bars
    ttng.init_barrier %full, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tile, %c0) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      // expected-information@below {{wait-without-signal}}
      ttng.wait_barrier %full, %c0 : !bar
      %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
      tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      ttg.warp_yield
    }
    partition0(%a: !tile, %f: i32) num_warps(4) {
      // expected-information@below {{unknown-protocol: ttng.arrive_barrier does not tell which barrier it means}}
      ttng.arrive_barrier %f, 1 : !bar
      ttg.warp_return
    } : (!tile, i32) -> ()
    tt.return
  }
  tt.func public @captures_too_few(%p: tensor<128x!tt.ptr<f16>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    %other = ttg.local_alloc {allocation.offset = 264 : i32} : () -> !bar
    %bars = ttg.local_alloc {allocation.offset = 272 : i32} : () -> !bars
    ttng.init_barrier %full, 1 : !bar
    ttg.barrier local
    // expected-information@below {{unknown-protocol: ttg.warp_specialize does not tell what each argument of its partitions stands for}}
    ttg.warp_specialize(%tile) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      // expected-information@below {{wait-without-signal}}
      ttng.wait_barrier %full, %c0 : !bar
      %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
      tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      ttg.warp_yield
    }
    partition0(%a: !tile, %f: !bar) num_warps(4) {
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      ttg.local_store %v, %a : tensor<128xf16, #blocked> -> !tile
      // expected-note@below {{ttng.arrive_barrier does not tell it either}}
      ttng.arrive_barrier %f, 1 : !bar
      ttg.warp_return
    } : (!tile) -> ()
    tt.return
  }
  tt.func public @signals_by_unknown_op(%p: tensor<128x!tt.ptr<f16>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    %other = ttg.local_alloc {allocation.offset = 264 : i32} : () -> !bar
    %bars = ttg.local_alloc {allocation.offset = 272 : i32} : () -> !bars
    ttng.init_barrier %full, 1 : !bar
    ttg.barrier local
    ttg.warp_specialize(%tile, %full) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      // expected-information@below {{wait-without-signal}}
      ttng.wait_barrier %full, %c0 : !bar
      %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
      tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      ttg.warp_yield
    }
    partition0(%a: !tile, %f: !bar) num_warps(4) {
      %v = arith.constant dense<1.0> : tensor<128xf16, #blocked>
      ttg.local_store %v, %a : tensor<128xf16, #blocked> -> !tile
      // expected-information@below {{unknown-op}}
      // expected-information@below {{unknown-protocol: my.signal does not tell what it does to a barrier}}
      my.signal %f : !bar
      ttg.warp_return
    } : (!tile, !bar) -> ()
    tt.return
  }
}
