// RUN: fencepost lint %s --verify-diagnostics
// One stream starts the copy of the next phase before it has looked at the first one.
#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<64x64xf16, #tile, #smem, mutable>
!bar = !ttg.memdesc<1xi64, #bar, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @load(%from: !tt.tensordesc<64x64xf16, #tile>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %a = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %b = ttg.local_alloc {allocation.offset = 8192 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 16384 : i32} : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttg.barrier local
    ttng.barrier_expect %full, 8192, %true : !bar
    // expected-note@+2 {{default arrives here}}
    // expected-note@below {{default arrives here}}
    ttng.async_tma_copy_global_to_local %from[%c0, %c0] %a, %full, %true : !tt.tensordesc<64x64xf16, #tile>, !bar -> !tile
    // expected-warning@below {{early-arrival}}
    ttng.barrier_expect %full, 8192, %true : !bar
    // expected-warning@+2 {{early-arrival}}
    // expected-note@below {{default arrives here}}
    ttng.async_tma_copy_global_to_local %from[%c0, %c0] %b, %full, %true : !tt.tensordesc<64x64xf16, #tile>, !bar -> !tile
    // expected-warning@below {{missed-phase: ttng.wait_barrier of default may miss the phase of %full that it waits for: the ttng.async_tma_copy_global_to_local of default on line 26 may complete the next one before default has looked; default must wait for a phase before it begins what completes the next one}}
    ttng.wait_barrier %full, %c0 : !bar
    tt.return
  }
}
