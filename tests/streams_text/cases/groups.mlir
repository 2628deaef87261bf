// Groups of copies: closed, waited for but for the newest, and an arrival of each thread when its copies are done. The callee waits.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @await(%bar: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %round: i32) -> i32 {
    %c1 = arith.constant 1 : i32
    %phase = arith.andi %round, %c1 : i32
    ttng.wait_barrier %bar, %phase : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %next = arith.addi %round, %c1 : i32
    tt.return %next : i32
  }
  tt.func public @groups(%p: tensor<128x!tt.ptr<f32>>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %tiles = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<2x128xf32, #shared, #smem, mutable>
    %bar = ttg.local_alloc {allocation.offset = 1024 : i32} : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %bar, 128 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %t0 = ttg.memdesc_index %tiles[%c0] : !ttg.memdesc<2x128xf32, #shared, #smem, mutable> -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    %t1 = ttg.memdesc_index %tiles[%c1] : !ttg.memdesc<2x128xf32, #shared, #smem, mutable> -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    %a = ttg.async_copy_global_to_local %p, %t0 : tensor<128x!tt.ptr<f32>> -> <128xf32, #shared, #smem, mutable>
    %ga = ttg.async_commit_group tokens %a
    %b = ttg.async_copy_global_to_local %p, %t1 : tensor<128x!tt.ptr<f32>> -> <128xf32, #shared, #smem, mutable>
    %gb = ttg.async_commit_group tokens %b
    %w = ttg.async_wait %ga {num = 1 : i32}
    ttng.async_copy_mbarrier_arrive %bar {noIncrement} : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %r = tt.call @await(%bar, %c0) : (!ttg.memdesc<1xi64, #shared, #smem, mutable>, i32) -> i32
    %half = ttg.memdesc_subslice %t1[64] : !ttg.memdesc<128xf32, #shared, #smem, mutable> -> !ttg.memdesc<64xf32, #shared, #smem, mutable, 128>
    %v = ttg.local_load %half : !ttg.memdesc<64xf32, #shared, #smem, mutable, 128> -> tensor<64xf32>
    tt.return
  }
}
