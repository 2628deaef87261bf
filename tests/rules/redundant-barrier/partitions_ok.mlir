// RUN: fencepost lint %s --verify-diagnostics
// Partitions that hand a buffer back and forth are programs of their own: which barriers they need only a run of all of them tells.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @hand_over(%x: tensor<128xf16, #blocked>, %out: tensor<128x!tt.ptr<f16>, #blocked>) {
    %true = arith.constant true
    %buffer = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<128xf16, #shared, #smem, mutable>
    %free = ttg.local_alloc {allocation.offset = 256 : i32} : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %free, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttg.barrier local
    ttg.local_store %x, %buffer : tensor<128xf16, #blocked> -> !ttg.memdesc<128xf16, #shared, #smem, mutable>
    ttg.barrier local
    ttg.warp_specialize(%buffer, %free) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      %c0 = arith.constant 0 : i32
      ttng.wait_barrier %free, %c0, %true : !ttg.memdesc<1xi64, #shared, #smem, mutable>
      ttg.warp_yield
    }
    partition0(%b: !ttg.memdesc<128xf16, #shared, #smem, mutable>, %f: !ttg.memdesc<1xi64, #shared, #smem, mutable>) num_warps(4) {
      %v = ttg.local_load %b : !ttg.memdesc<128xf16, #shared, #smem, mutable> -> tensor<128xf16, #blocked>
      %t = arith.constant true
      ttng.arrive_barrier %f, 1, %t : !ttg.memdesc<1xi64, #shared, #smem, mutable>
      ttg.warp_return
    } : (!ttg.memdesc<128xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>) -> ()
    tt.return
  }
}
