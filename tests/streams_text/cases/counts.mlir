// gfx1250: each lane arrives, each wave's copy arrives, and a region of two waves counts for two.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @counts(%source: !tt.tensordesc<128xf16, #shared>) {
    %c0 = arith.constant 0 : i32
    %tile = ttg.local_alloc : () -> !ttg.memdesc<128xf16, #shared, #smem, mutable>
    %full = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %empty = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    amdg.init_barrier %full, 2 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    amdg.init_barrier %empty, 128 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttg.warp_specialize(%tile, %full, %empty, %source)
    default {
      amdg.wait_barrier %full, %c0 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
      %v = ttg.local_load %tile : !ttg.memdesc<128xf16, #shared, #smem, mutable> -> tensor<128xf16>
      %old = amdg.arrive_barrier %empty, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable> -> i32
      ttg.warp_yield
    }
    partition0(%t: !ttg.memdesc<128xf16, #shared, #smem, mutable>, %f: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %e: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %s: !tt.tensordesc<128xf16, #shared>) num_warps(2) {
      %one = arith.constant 1 : i32
      amdg.wait_barrier %e, %one : !ttg.memdesc<1xi64, #shared, #smem, mutable>
      %x = amdg.async_tdm_copy_global_to_local %s into %t, barrier = %f : !tt.tensordesc<128xf16, #shared>, !ttg.memdesc<1xi64, #shared, #smem, mutable> -> !ttg.memdesc<128xf16, #shared, #smem, mutable>
      %y = amdg.async_tdm_wait {num = 0 : i32}
      ttg.warp_return
    } : (!ttg.memdesc<128xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>, !tt.tensordesc<128xf16, #shared>) -> ()
    amdg.init_barrier %full, 4 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    tt.return
  }
}
