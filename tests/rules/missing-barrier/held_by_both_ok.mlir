// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// Both workgroups hold the whole tensor and write all of it, each into the memory of both: one value in each place.
#both = #ttg.linear<{register = [], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[1, 0], [2, 0]], block = [[0, 0]]}>
#half = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0]], block = [[2, 0]]}, alignment = 16>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: tensor<4x32xi32, #both>) {
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (tensor<4x32xi32, #both>) -> !ttg.memdesc<4x32xi32, #half, #smem, mutable>
    ttng.cluster_barrier
    %y = ttg.local_load %m : !ttg.memdesc<4x32xi32, #half, #smem, mutable> -> tensor<4x32xi32, #both>
    ttng.cluster_barrier
    tt.return
  }
}
