// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// More parts than are followed: one of them lies where the scratch does.
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#across = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#half = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#halves = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, partitionDim = 0, partitionLayout = #half}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<64x32xf16, #halves, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32, ttg.shared = 300000 : i32} {
  tt.func public @turn(%x: tensor<64x32xf16, #blocked>) -> tensor<64x32xf16, #blocked> {
    %tile = ttg.local_alloc {allocation.offset = [0 : i32, 16384 : i32, 32768 : i32, 49152 : i32, 65536 : i32, 81920 : i32, 98304 : i32, 114688 : i32, 131072 : i32, 147456 : i32, 163840 : i32, 180224 : i32, 196608 : i32, 212992 : i32, 229376 : i32, 245760 : i32, 8192 : i32]} : () -> !tile
    ttg.local_store %x, %tile : tensor<64x32xf16, #blocked> -> !tile
    ttg.barrier local
    %y = ttg.local_load %tile : !tile -> tensor<64x32xf16, #across>
    ttg.barrier local
    %z = ttg.convert_layout %y {allocation.offset = 8192 : i32, allocation.size = 4096 : i32} : tensor<64x32xf16, #across> -> tensor<64x32xf16, #blocked>
    tt.return %z : tensor<64x32xf16, #blocked>
  }
}
