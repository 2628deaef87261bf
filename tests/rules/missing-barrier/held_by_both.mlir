// RUN: fencepost lint %s --target sm_90 --verify-diagnostics
// The next value is written while the other workgroup may still write the first one.
#both = #ttg.linear<{register = [], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[1, 0], [2, 0]], block = [[0, 0]]}>
#half = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0]], block = [[2, 0]]}, alignment = 16>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: tensor<4x32xi32, #both>, %z: tensor<4x32xi32, #both>) {
    // expected-error@below {{missing-barrier: ttg.local_alloc of default of workgroup 1 may write %m while the ttg.local_store of default of workgroup 0 on line}}
    // expected-note@below {{default of workgroup 0 writes here}}
    %m = ttg.local_alloc %x {allocation.offset = 0 : i32} : (tensor<4x32xi32, #both>) -> !ttg.memdesc<4x32xi32, #half, #smem, mutable>
    ttg.barrier local
    // expected-error@below {{missing-barrier: ttg.local_store of default of workgroup 1 may write %m while the ttg.local_alloc of default of workgroup 0 on line}}
    // expected-note@below {{default of workgroup 0 writes here}}
    ttg.local_store %z, %m : tensor<4x32xi32, #both> -> !ttg.memdesc<4x32xi32, #half, #smem, mutable>
    // expected-note@below {{the next that default of workgroup 0 tells others, on the cluster's barrier: default of workgroup 1 has not waited for it}}
    // expected-note@below {{the next that default of workgroup 0 tells others, on the cluster's barrier: default of workgroup 1 has not waited for it}}
    ttng.cluster_barrier
    %y = ttg.local_load %m : !ttg.memdesc<4x32xi32, #half, #smem, mutable> -> tensor<4x32xi32, #both>
    ttng.cluster_barrier
    tt.return
  }
}
