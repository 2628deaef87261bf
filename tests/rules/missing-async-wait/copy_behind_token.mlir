// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// The wait is for the token of the first copy: the second, which it counts, may still be under way.
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#o = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<64x64xf16, #s, #smem, mutable>
!bar = !ttg.memdesc<1xi64, #o, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @k(%a: !tt.tensordesc<64x64xf16, #s>, %b: !tt.tensordesc<64x64xf16, #s>, %p: tensor<64x64x!tt.ptr<f16>, #b>) {
    %c0 = arith.constant 0 : i32
    %first = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %second = ttg.local_alloc {allocation.offset = 8192 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 16384 : i32} : () -> !bar
    amdg.init_barrier %full, 128 : !bar
    ttg.barrier local
    ttg.warp_specialize(%a, %b, %first, %second, %full) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      // expected-note@below {{the last that default waits for, %full}}
      amdg.wait_barrier %full, %c0 : !bar
      // expected-error@below {{missing-async-wait}}
      %x = ttg.local_load %second : !tile -> tensor<64x64xf16, #b>
      tt.store %p, %x : tensor<64x64x!tt.ptr<f16>, #b>
      ttg.warp_yield
    }
    partition0(%from: !tt.tensordesc<64x64xf16, #s>, %then: !tt.tensordesc<64x64xf16, #s>, %t: !tile, %u: !tile, %f: !bar) num_warps(4) {
      %one = amdg.async_tdm_copy_global_to_local %from into %t : !tt.tensordesc<64x64xf16, #s> -> !tile
      // expected-note@below {{partition 0 starts it here}}
      %two = amdg.async_tdm_copy_global_to_local %then into %u : !tt.tensordesc<64x64xf16, #s> -> !tile
      %done = amdg.async_tdm_intrinsic_wait %one {count = 1 : i32, ttg.num_tdm_ops = 0 : i32}
      // expected-note@below {{the next that partition 0 tells others, on %full}}
      %told = amdg.arrive_barrier %f, 1 : !bar -> i32
      ttg.warp_return
    } : (!tt.tensordesc<64x64xf16, #s>, !tt.tensordesc<64x64xf16, #s>, !tile, !tile, !bar) -> ()
    tt.return
  }
}
