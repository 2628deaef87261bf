// RUN: fencepost lint %s --verify-diagnostics
// Registers hold rows, memory columns: each workgroup stores its rows into both workgroups, and reads them whole.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = [[0, 1]]}>
#rows = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#whole = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @k(%values: tensor<8x32xi32, #rows>) {
    %buf = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<8x32xi32, #shared, #smem, mutable>
    ttg.local_store %values, %buf : tensor<8x32xi32, #rows> -> !ttg.memdesc<8x32xi32, #shared, #smem, mutable> // expected-note {{default of workgroup 1 writes here}} expected-note {{default of workgroup 0 writes here}}
    ttg.barrier local
    // expected-error@below {{missing-barrier: ttg.local_load of default of workgroup 0 may read %buf while the ttg.local_store of default of workgroup 1}}
    %all = ttg.local_load %buf : !ttg.memdesc<8x32xi32, #shared, #smem, mutable> -> tensor<8x32xi32, #whole>
    ttng.cluster_barrier // expected-note {{the next that default of workgroup 0 tells others}}
    tt.return
  }
}
