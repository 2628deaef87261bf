// RUN: fencepost lint %s --verify-diagnostics
// The first workgroup reads rows that the second one holds; the second one writes them again behind a cluster barrier.
#half = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#whole = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 0]]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = [[1, 0]]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<8x32xf32, #shared, #smem, mutable>
!rows = !ttg.memdesc<4x32xf32, #shared, #smem, mutable, 8x32>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 4 : i32} {
  tt.func public @exchange(%p: tensor<4x32x!tt.ptr<f32>, #whole>, %v: tensor<8x32xf32, #half>, %w: tensor<4x32xf32, #whole>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %tile = ttg.local_alloc %v {allocation.offset = 0 : i32} : (tensor<8x32xf32, #half>) -> !tile
    %second = ttg.memdesc_subslice %tile[4, 0] : !tile -> !rows
    %rank = tt.elementwise_inline_asm "mov.u32 $0, %cluster_ctarank;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
    %is_first = arith.cmpi eq, %rank, %c0 : i32
    %is_second = arith.cmpi eq, %rank, %c1 : i32
    ttng.cluster_barrier
    scf.if %is_first {
      %x = ttg.local_load %second : !rows -> tensor<4x32xf32, #whole>
      tt.store %p, %x : tensor<4x32x!tt.ptr<f32>, #whole>
    }
    ttng.cluster_barrier
    scf.if %is_second {
      ttg.local_store %w, %second : tensor<4x32xf32, #whole> -> !rows
    }
    ttng.cluster_barrier
    tt.return
  }
}
