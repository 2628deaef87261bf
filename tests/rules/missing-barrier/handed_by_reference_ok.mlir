// RUN: fencepost lint %s --verify-diagnostics
// Nothing is handed over: one partition stores what nobody reads.
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%p: tensor<128x!tt.ptr<f32>, #b>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ring = ttg.local_alloc : () -> !ttg.memdesc<1x128xf32, #s, #smem, mutable>
    %reference = nvws.aref.create %ring : <[!ttg.memdesc<1x128xf32, #s, #smem, mutable>]>
      %to, %put = nvws.aref.put.enter %reference {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128xf32, #s, #smem, mutable>]> -> !ttg.memdesc<128xf32, #s, #smem, mutable>, !ttg.async.token
      %x = tt.load %p {ttg.partition = array<i32: 0>} : tensor<128x!tt.ptr<f32>, #b>
      ttg.local_store %x, %to {ttg.partition = array<i32: 0>} : tensor<128xf32, #b> -> !ttg.memdesc<128xf32, #s, #smem, mutable>
      nvws.aref.put.exit %reference, %put [#nvws.async_op<none>] {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x128xf32, #s, #smem, mutable>]>, !ttg.async.token
    tt.return
  }
}
