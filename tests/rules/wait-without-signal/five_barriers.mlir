// RUN: fencepost lint %s --verify-diagnostics
// One product arrives on five barriers; the copies wait for a sixth, on which nothing arrives.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @ring(%desc: !tt.tensordesc<tensor<128x128xf16, #tile>>, %n: i32) {
    %full = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %full, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %b0 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %b0, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %b1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %b1, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %b2 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %b2, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %b3 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %b3, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %b4 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %b4, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %b5 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %b5, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    gpu.barrier
    %a = ttg.local_alloc : () -> !ttg.memdesc<128x128xf16, #tile, #smem, mutable>
    %acc = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    ttg.warp_specialize(%full, %b0, %b1, %b2, %b3, %b4, %b5, %a, %acc, %desc, %n)
    default {
      ttg.warp_yield
    }
    partition0(%full_0: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %b0_0: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %b1_0: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %b2_0: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %b3_0: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %b4_0: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %b5_0: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %a_0: !ttg.memdesc<128x128xf16, #tile, #smem, mutable>, %acc_0: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %desc_0: !tt.tensordesc<tensor<128x128xf16, #tile>>, %n_0: i32) num_warps(1) {
      %z = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %t = arith.constant true
      scf.for %i = %z to %n_0 step %one : i32 {
        %parity = arith.andi %i, %one : i32
        %flipped = arith.xori %parity, %one : i32
        // expected-error@below {{wait-without-signal}}
        ttng.wait_barrier %b5_0, %flipped : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        ttng.barrier_expect %full_0, 32768, %t : !ttg.memdesc<1xi64, #shared, #smem, mutable>
        ttng.async_tma_copy_global_to_local %desc_0[%i, %z] %a_0, %full_0, %t : !tt.tensordesc<tensor<128x128xf16, #tile>>, !ttg.memdesc<1xi64, #shared, #smem, mutable> -> !ttg.memdesc<128x128xf16, #tile, #smem, mutable>
      }
      ttg.warp_return
    }
    partition1(%full_1: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %b0_1: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %b1_1: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %b2_1: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %b3_1: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %b4_1: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %b5_1: !ttg.memdesc<1xi64, #shared, #smem, mutable>, %a_1: !ttg.memdesc<128x128xf16, #tile, #smem, mutable>, %acc_1: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %desc_1: !tt.tensordesc<tensor<128x128xf16, #tile>>, %n_1: i32) num_warps(1) {
      %z = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %t = arith.constant true
      scf.for %i = %z to %n_1 step %one : i32 {
        %parity = arith.andi %i, %one : i32
        ttng.wait_barrier %full_1, %parity : !ttg.memdesc<1xi64, #shared, #smem, mutable> // expected-note {{waits here}}
        ttng.tc_gen5_mma %a_1, %a_1, %acc_1, %t, %t, %b0_1[%t], %b1_1[%t], %b2_1[%t], %b3_1[%t], %b4_1[%t] {is_async} : !ttg.memdesc<128x128xf16, #tile, #smem, mutable>, !ttg.memdesc<128x128xf16, #tile, #smem, mutable>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>
      }
      ttg.warp_return
    } : (!ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<128x128xf16, #tile, #smem, mutable>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !tt.tensordesc<tensor<128x128xf16, #tile>>, i32) -> ()
    tt.return
  }
}
