// A cluster of two programs, of which only the one with an even number comes to the barrier of both.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!bar = !ttg.memdesc<1xi64, #shared, #smem, mutable>
module attributes {"ttg.cluster-dim-x" = 2 : i32, "ttg.cluster-dim-y" = 1 : i32, "ttg.cluster-dim-z" = 1 : i32, "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @two_programs() {
    %c0 = arith.constant 0 : i32
    %c2 = arith.constant 2 : i32
    %bar = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !bar
    ttng.init_barrier %bar, 1 : !bar
    %pid = tt.get_program_id x : i32
    %rank = arith.remui %pid, %c2 : i32
    %first = arith.cmpi eq, %rank, %c0 : i32
    scf.if %first {
      ttng.cluster_barrier
    }
    tt.return
  }
}
