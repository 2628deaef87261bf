// RUN: fencepost lint %s --verify-diagnostics
// The stream waits for the first copy before it starts the second one.
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
    ttng.async_tma_copy_global_to_local %from[%c0, %c0] %a, %full, %true : !tt.tensordesc<64x64xf16, #tile>, !bar -> !tile
    ttng.wait_barrier %full, %c0 : !bar
    ttng.barrier_expect %full, 8192, %true : !bar
    ttng.async_tma_copy_global_to_local %from[%c0, %c0] %b, %full, %true : !tt.tensordesc<64x64xf16, #tile>, !bar -> !tile
    ttng.wait_barrier %full, %c1 : !bar
    tt.return
  }
}
