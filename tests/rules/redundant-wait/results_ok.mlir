// RUN: fencepost lint %s --verify-diagnostics
// The same shape with matrix products. Nothing in memory needs the first wait, but it brings the accumulator that the second product takes.
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // expected-information@below {{missing-proxy-fence: 2 pairs of accesses still wait for a fence}}
  tt.func public @products(%x: tensor<64x64xf16, #mma>, %acc: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %a = ttg.local_alloc %x : (tensor<64x64xf16, #mma>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    ttg.barrier local
    %0 = ttng.warp_group_dot %a, %a, %acc {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    %1:2 = ttng.warp_group_dot_wait %0, %a {pendings = 0 : i32} : tensor<64x64xf32, #mma>, !ttg.memdesc<64x64xf16, #shared, #smem>
    %2 = ttng.warp_group_dot %a, %a, %1#0 {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    %3:2 = ttng.warp_group_dot_wait %2, %a {pendings = 0 : i32} : tensor<64x64xf32, #mma>, !ttg.memdesc<64x64xf16, #shared, #smem>
    tt.return %3#0 : tensor<64x64xf32, #mma>
  }
}
// -----
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  func.func @sum(%v: i32) -> i32 attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
    %lds = memref.alloc() : memref<128xi32, #gpu.address_space<workgroup>>
    %t = gpu.thread_id x
    memref.store %v, %lds[%t] : memref<128xi32, #gpu.address_space<workgroup>>
    %all = gpu.all_reduce add %v uniform {} : (i32) -> i32
    %own = memref.load %lds[%t] : memref<128xi32, #gpu.address_space<workgroup>>
    %both = arith.addi %own, %all : i32
    return %both : i32
  }
}
