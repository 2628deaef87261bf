// RUN: fencepost lint %s --verify-diagnostics
// One product arrives on eighteen barriers; the copies wait for another one, on which nothing arrives.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#tile = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#smem = #ttg.shared_memory
!barrier = !ttg.memdesc<1xi64, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @ring(%desc: !tt.tensordesc<tensor<128x128xf16, #tile>>, %n: i32) {
    %full = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %full, 1 : !barrier
    %b0 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b0, 1 : !barrier
    %b1 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b1, 1 : !barrier
    %b2 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b2, 1 : !barrier
    %b3 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b3, 1 : !barrier
    %b4 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b4, 1 : !barrier
    %b5 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b5, 1 : !barrier
    %b6 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b6, 1 : !barrier
    %b7 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b7, 1 : !barrier
    %b8 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b8, 1 : !barrier
    %b9 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b9, 1 : !barrier
    %b10 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b10, 1 : !barrier
    %b11 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b11, 1 : !barrier
    %b12 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b12, 1 : !barrier
    %b13 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b13, 1 : !barrier
    %b14 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b14, 1 : !barrier
    %b15 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b15, 1 : !barrier
    %b16 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b16, 1 : !barrier
    %b17 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b17, 1 : !barrier
    %b18 = ttg.local_alloc : () -> !barrier
    ttng.init_barrier %b18, 1 : !barrier
    gpu.barrier
    %a = ttg.local_alloc : () -> !ttg.memdesc<128x128xf16, #tile, #smem, mutable>
    %acc = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
    ttg.warp_specialize(%full, %b0, %b1, %b2, %b3, %b4, %b5, %b6, %b7, %b8, %b9, %b10, %b11, %b12, %b13, %b14, %b15, %b16, %b17, %b18, %a, %acc, %desc, %n)
    default {
      ttg.warp_yield
    }
    partition0(%full_0: !barrier, %b0_0: !barrier, %b1_0: !barrier, %b2_0: !barrier, %b3_0: !barrier, %b4_0: !barrier, %b5_0: !barrier, %b6_0: !barrier, %b7_0: !barrier, %b8_0: !barrier, %b9_0: !barrier, %b10_0: !barrier, %b11_0: !barrier, %b12_0: !barrier, %b13_0: !barrier, %b14_0: !barrier, %b15_0: !barrier, %b16_0: !barrier, %b17_0: !barrier, %b18_0: !barrier, %a_0: !ttg.memdesc<128x128xf16, #tile, #smem, mutable>, %acc_0: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %desc_0: !tt.tensordesc<tensor<128x128xf16, #tile>>, %n_0: i32) num_warps(1) {
      %z = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %t = arith.constant true
      scf.for %i = %z to %n_0 step %one : i32 {
        %parity = arith.andi %i, %one : i32
        %flipped = arith.xori %parity, %one : i32
        // expected-error@below {{wait-without-signal}}
        ttng.wait_barrier %b18_0, %flipped : !barrier
        ttng.barrier_expect %full_0, 32768, %t : !barrier
        ttng.async_tma_copy_global_to_local %desc_0[%i, %z] %a_0, %full_0, %t : !tt.tensordesc<tensor<128x128xf16, #tile>>, !barrier -> !ttg.memdesc<128x128xf16, #tile, #smem, mutable>
      }
      ttg.warp_return
    }
    partition1(%full_1: !barrier, %b0_1: !barrier, %b1_1: !barrier, %b2_1: !barrier, %b3_1: !barrier, %b4_1: !barrier, %b5_1: !barrier, %b6_1: !barrier, %b7_1: !barrier, %b8_1: !barrier, %b9_1: !barrier, %b10_1: !barrier, %b11_1: !barrier, %b12_1: !barrier, %b13_1: !barrier, %b14_1: !barrier, %b15_1: !barrier, %b16_1: !barrier, %b17_1: !barrier, %b18_1: !barrier, %a_1: !ttg.memdesc<128x128xf16, #tile, #smem, mutable>, %acc_1: !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, %desc_1: !tt.tensordesc<tensor<128x128xf16, #tile>>, %n_1: i32) num_warps(1) {
      %z = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %t = arith.constant true
      scf.for %i = %z to %n_1 step %one : i32 {
        %parity = arith.andi %i, %one : i32
        ttng.wait_barrier %full_1, %parity : !barrier // expected-note {{waits here}}
        ttng.tc_gen5_mma %a_1, %a_1, %acc_1, %t, %t, %b0_1[%t], %b1_1[%t], %b2_1[%t], %b3_1[%t], %b4_1[%t], %b5_1[%t], %b6_1[%t], %b7_1[%t], %b8_1[%t], %b9_1[%t], %b10_1[%t], %b11_1[%t], %b12_1[%t], %b13_1[%t], %b14_1[%t], %b15_1[%t], %b16_1[%t], %b17_1[%t] {is_async} : !ttg.memdesc<128x128xf16, #tile, #smem, mutable>, !ttg.memdesc<128x128xf16, #tile, #smem, mutable>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier
      }
      ttg.warp_return
    } : (!barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !barrier, !ttg.memdesc<128x128xf16, #tile, #smem, mutable>, !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>, !tt.tensordesc<tensor<128x128xf16, #tile>>, i32) -> ()
    tt.return
  }
}
