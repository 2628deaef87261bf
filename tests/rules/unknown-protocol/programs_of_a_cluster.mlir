// RUN: fencepost lint %s --verify-diagnostics --min-level information
// The two arrive on each other's barriers: which those are is not told, and said once.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.cluster-dim-x" = 2 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @two_programs(%other: i32) {
    %c0 = arith.constant 0 : i32
    %ready = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bar
    ttng.init_barrier %ready, 1 : !bar
    %done = ttg.local_alloc {allocation.offset = 8 : i32} : () -> !bar
    ttng.init_barrier %done, 1 : !bar
    %r = ttng.map_to_remote_buffer %ready, %other : !bar -> !bar
    %d = ttng.map_to_remote_buffer %done, %other : !bar -> !bar
    // expected-information@below {{unknown-protocol: not judged: which workgroup of the cluster it means is not known here}}
    ttng.arrive_barrier %r, 1 : !bar
    ttng.wait_barrier %ready, %c0 : !bar
    // expected-note@below {{ttng.arrive_barrier does not tell it either}}
    ttng.arrive_barrier %d, 1 : !bar
    ttng.wait_barrier %done, %c0 : !bar
    tt.return
  }
}
