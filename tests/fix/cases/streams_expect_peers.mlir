// RUN: fencepost fix --unsafe-fixes
// One workgroup of the cluster stores to both: each must expect the bytes on its own object, not only the one that stores.
#blocked = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
#half = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%out: tensor<256x!tt.ptr<i32>, #half>) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %numbers = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #blocked>
    %data = ttg.local_alloc : () -> !ttg.memdesc<256xi32, #shared, #smem, mutable>
    %bar = ttg.local_alloc : () -> !ttg.memdesc<2xi64, #shared, #smem, mutable>
    ttng.init_barrier %bar, 1 : !ttg.memdesc<2xi64, #shared, #smem, mutable>
    %rank = tt.elementwise_inline_asm "mov.u32 $0, %cluster_ctarank;" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
    %first = arith.cmpi eq, %rank, %c0 : i32
    scf.if %first {
      ttng.async_shared_store %numbers, %data, %bar : tensor<256xi32, #blocked> -> !ttg.memdesc<256xi32, #shared, #smem, mutable>, !ttg.memdesc<2xi64, #shared, #smem, mutable>
    }
    ttng.wait_barrier %bar, %c0, %true : !ttg.memdesc<2xi64, #shared, #smem, mutable>
    %read = ttg.local_load %data : !ttg.memdesc<256xi32, #shared, #smem, mutable> -> tensor<256xi32, #half>
    ttng.inval_barrier %bar : !ttg.memdesc<2xi64, #shared, #smem, mutable>
    tt.store %out, %read : tensor<256x!tt.ptr<i32>, #half>
    tt.return
  }
}
