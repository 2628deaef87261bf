// RUN: fencepost lint %s --verify-diagnostics
// A product that comes behind no token is asynchronous as it stands, and nothing waits for it before the next operand is stored.
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#object = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // expected-information@below {{missing-barrier: 2 barriers are still to come}}
  tt.func @products(%p: tensor<128x64x!tt.ptr<f16>, #blocked>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %n: i32) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sum, %token = ttng.tmem_alloc : () -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %token) -> (!ttg.async.token) : i32 {
      %x = tt.load %p : tensor<128x64x!tt.ptr<f16>, #blocked>
      // expected-error@below {{missing-async-wait: ttg.local_alloc may overwrite %a in the next iteration}}
      %a = ttg.local_alloc %x : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
      // expected-note@below {{read here, in the iteration before}}
      %done = ttng.tc_gen5_mma %a, %b, %sum[], %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      scf.yield %before : !ttg.async.token
    }
    tt.return
  }

  // No token, but a commit, for which another function may wait.
  // expected-information@below {{missing-barrier: 1 barrier is still to come}}
  tt.func @committed(%p: tensor<128x64x!tt.ptr<f16>, #blocked>, %b: !ttg.memdesc<64x64xf16, #shared, #smem>, %bar: !ttg.memdesc<1xi64, #object, #smem, mutable>, %n: i32) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sum = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.load %p : tensor<128x64x!tt.ptr<f16>, #blocked>
      // expected-error@below {{missing-async-wait: ttg.local_alloc may overwrite %a in the next iteration}}
      %a = ttg.local_alloc %x : (tensor<128x64xf16, #blocked>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
      // expected-note@below {{read here, in the iteration before}}
      ttng.tc_gen5_mma %a, %b, %sum, %true, %true : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
      ttng.tc_gen5_commit %bar : !ttg.memdesc<1xi64, #object, #smem, mutable>
    }
    tt.return
  }
}
