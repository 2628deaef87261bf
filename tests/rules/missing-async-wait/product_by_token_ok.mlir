// RUN: fencepost lint %s --verify-diagnostics
// Tokens order the product, which no attribute makes asynchronous: a later pass lets it wait for itself.
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // expected-information@below {{missing-barrier: 3 barriers are still to come}}
  tt.func @products(%p: tensor<128x64x!tt.ptr<f16>, #blocked>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %n: i32) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sum, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %token) -> (!ttg.async.token) : i32 {
      %x = tt.load %p : tensor<128x64x!tt.ptr<f16>, #blocked>
      %a = ttg.local_alloc %x : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
      %after = ttng.tc_gen5_mma %a, %b, %sum[%before], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      scf.yield %after : !ttg.async.token
    }
    tt.return
  }

  // Behind the pass that takes tokens away: no commit stands here that could wait for it.
  // expected-information@below {{missing-barrier: 3 barriers are still to come}}
  tt.func @without_tokens(%p: tensor<128x64x!tt.ptr<f16>, #blocked>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %n: i32) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sum = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.load %p : tensor<128x64x!tt.ptr<f16>, #blocked>
      %a = ttg.local_alloc %x : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
      ttng.tc_gen5_mma %a, %b, %sum, %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    }
    tt.return
  }
}
