// RUN: fencepost lint %s --verify-diagnostics --min-level warning --ignore redundant-barrier
// The same with a barrier between the two that use the scratch and the tile.
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#across = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 4], instrShape = [16, 8]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @one_warps_bytes(%x: tensor<128x64xf16, #rows>, %v: tensor<128xf32, #ttg.slice<{dim = 1, parent = #mma}>>) -> tensor<128xf32, #line> {
    %tile = ttg.local_alloc %x {allocation.offset = 0 : i32} : (tensor<128x64xf16, #rows>) -> !ttg.memdesc<128x64xf16, #plain, #smem>
    ttg.barrier local
    %r = ttg.convert_layout %v {allocation.offset = 0 : i32, allocation.size = 512 : i32} : tensor<128xf32, #ttg.slice<{dim = 1, parent = #mma}>> -> tensor<128xf32, #line>
    ttg.barrier local
    tt.return %r : tensor<128xf32, #line>
  }
  tt.func public @read_by_all(%x: tensor<32x64xf16, #rows>, %v: tensor<128xf32, #line>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #across}>> {
    %r = ttg.convert_layout %v {allocation.offset = 0 : i32, allocation.size = 512 : i32} : tensor<128xf32, #line> -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #across}>>
    ttg.barrier local
    %tile = ttg.local_alloc %x {allocation.offset = 0 : i32} : (tensor<32x64xf16, #rows>) -> !ttg.memdesc<32x64xf16, #plain, #smem>
    ttg.barrier local
    tt.return %r : tensor<128xf32, #ttg.slice<{dim = 1, parent = #across}>>
  }
  // Each warp may have the quarter of the tile that it has in the scratch.
  tt.func public @perhaps_its_own(%x: tensor<128x64xf16, #rows>, %v: tensor<128x64xf16, #mma>) -> tensor<128x64xf16, #rows> {
    %tile = ttg.local_alloc %x {allocation.offset = 0 : i32} : (tensor<128x64xf16, #rows>) -> !ttg.memdesc<128x64xf16, #plain, #smem>
    ttg.barrier local
    %r = ttg.convert_layout %v {allocation.offset = 0 : i32, allocation.size = 16384 : i32} : tensor<128x64xf16, #mma> -> tensor<128x64xf16, #rows>
    ttg.barrier local
    tt.return %r : tensor<128x64xf16, #rows>
  }
}
