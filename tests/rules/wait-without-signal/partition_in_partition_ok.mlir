// RUN: fencepost lint %s --verify-diagnostics
// A partition starts partitions of its own in every iteration of its loop; they hand over a tile and are joined.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @nested(%n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %bar = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %tile = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    ttng.init_barrier %bar, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttg.warp_specialize(%bar, %tile, %n)
    default {
      ttg.warp_yield
    }
    partition0(%b: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %t: !ttg.memdesc<128xf32, #shared, #smem, mutable>, %m: i32) num_warps(4) {
      %c0_0 = arith.constant 0 : i32
      %c1_0 = arith.constant 1 : i32
      scf.for %i = %c0_0 to %m step %c1_0 : i32 {
        ttg.warp_specialize(%b, %t, %i)
        default {
          %p = arith.constant 1 : i32
          %ph = arith.andi %i, %p : i32
          ttng.wait_barrier %b, %ph : !ttg.memdesc<1xi64, #shared, #smem, mutable>
          %v = ttg.local_load %t : !ttg.memdesc<128xf32, #shared, #smem, mutable> -> tensor<128xf32, #blocked>
          ttg.warp_yield
        }
        partition0(%b2: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %t2: !ttg.memdesc<128xf32, #shared, #smem, mutable>, %i2: i32) num_warps(4) {
          %z = arith.constant dense<0.0> : tensor<128xf32, #blocked>
          ttg.local_store %z, %t2 : tensor<128xf32, #blocked> -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
          ttng.arrive_barrier %b2, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
          ttg.warp_return
        } : (!ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<128xf32, #shared, #smem, mutable>, i32) -> ()
      }
      ttg.warp_return
    } : (!ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<128xf32, #shared, #smem, mutable>, i32) -> ()
    ttng.inval_barrier %bar : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    tt.return
  }
}
