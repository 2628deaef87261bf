// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Behind the last tile bytes are expected and not copied: nobody waits for them, and what is said of it is information.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16, rank = 1}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #flat, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32} {
  tt.func public @ahead(%d: !tt.tensordesc<128xf16, #shared>, %p: tensor<128x!tt.ptr<f16>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %tile = ttg.local_alloc : () -> !tile
    %bar = ttg.local_alloc : () -> !bar
    ttng.init_barrier %bar, 1 : !bar
    %t = arith.constant true
    ttng.barrier_expect %bar, 256, %t : !bar
    ttng.async_tma_copy_global_to_local %d[%c0] %tile, %bar, %t : !tt.tensordesc<128xf16, #shared>, !bar -> !tile
    scf.for %i = %c0 to %c3 step %c1 : i32 {
      %phase = arith.remsi %i, %c2 : i32
      ttng.wait_barrier %bar, %phase : !bar
      %x = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
      tt.store %p, %x : tensor<128x!tt.ptr<f16>, #blocked>
      %more = arith.cmpi slt, %i, %c2 : i32
      ttng.barrier_expect %bar, 256, %t : !bar
      ttng.async_tma_copy_global_to_local %d[%c0] %tile, %bar, %more : !tt.tensordesc<128xf16, #shared>, !bar -> !tile
    }
    tt.return
  }
}
