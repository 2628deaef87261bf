// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// A buffer of two parts, each in a place of its own; the scratch lies behind the first part and in front of the second.
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#across = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#half = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [32, 32]}>
#halves = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, partitionDim = 0, partitionLayout = #half}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<64x32xf16, #halves, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32, ttg.shared = 70000 : i32} {
  tt.func public @turn(%x: tensor<64x32xf16, #blocked>) -> tensor<64x32xf16, #blocked> {
    %tile = ttg.local_alloc {allocation.offset = [0 : i32, 65536 : i32]} : () -> !tile
    ttg.local_store %x, %tile : tensor<64x32xf16, #blocked> -> !tile
    ttg.barrier local
    %y = ttg.local_load %tile : !tile -> tensor<64x32xf16, #across>
    ttg.barrier local // expected-warning {{redundant-barrier}}
    %z = ttg.convert_layout %y {allocation.offset = 8192 : i32, allocation.size = 4096 : i32} : tensor<64x32xf16, #across> -> tensor<64x32xf16, #blocked>
    tt.return %z : tensor<64x32xf16, #blocked>
  }
}
