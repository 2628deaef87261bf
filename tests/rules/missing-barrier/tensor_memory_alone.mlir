// RUN: fencepost lint %s --verify-diagnostics
// Partitions that share nothing but tensor memory race there.
#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
!t = !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @columns(%p: tensor<128x64x!tt.ptr<f32>, #blocked>) {
    %acc = ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32, tensor_memory_row_offset = 0 : i32} : () -> !t
    ttg.warp_specialize(%acc) attributes {warpGroupStartIds = array<i32: 4>}
    default {
      // expected-error@below {{missing-barrier: race between streams: %acc is read}}
      %y = ttng.tmem_load %acc : !t -> tensor<128x64xf32, #blocked>
      tt.store %p, %y : tensor<128x64x!tt.ptr<f32>, #blocked>
      ttg.warp_yield
    }
    partition0(%a: !t) num_warps(4) {
      %tr = arith.constant true
      %c = arith.constant dense<1.0> : tensor<128x64xf32, #blocked>
      // expected-note@below {{partition 0 writes here}}
      ttng.tmem_store %c, %a, %tr : tensor<128x64xf32, #blocked> -> !t
      ttg.warp_return
    } : (!t) -> ()
    tt.return
  }
}
