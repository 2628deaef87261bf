// RUN: fencepost fix --unsafe-fixes
// The loop makes the phase and hands it on; the wait that would name it is missing.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
!bars = !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
!tile = !ttg.memdesc<128xf16, #nv, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @copies(%d: !tt.tensordesc<128xf16, #nv>, %p: tensor<128x!tt.ptr<f16>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %full = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !bar
    ttng.init_barrier %full, 1 : !bar
    ttg.barrier local
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %c1) -> (i32) : i32 {
      %phase = arith.xori %before, %c1 : i32
      ttng.barrier_expect %full, 256, %true : !bar
      ttng.async_tma_copy_global_to_local %d[%i] %tile, %full, %true : !tt.tensordesc<128xf16, #nv>, !bar -> !tile
      %y = ttg.local_load %tile : !tile -> tensor<128xf16, #blocked>
      tt.store %p, %y : tensor<128x!tt.ptr<f16>, #blocked>
      ttng.fence_async_shared {bCluster = false}
      ttg.barrier local
      scf.yield %phase : i32
    }
    tt.return
  }
}
