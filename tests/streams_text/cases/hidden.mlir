// What the text hides is named: a parity from memory, a slot out of range, an op that nobody knows, a callee that calls itself.
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @again(%bar: !ttg.memdesc<1xi64, #shared, #smem, mutable>) {
    ttng.arrive_barrier %bar, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    tt.call @again(%bar) : (!ttg.memdesc<1xi64, #shared, #smem, mutable>) -> ()
    tt.return
  }
  tt.func public @hidden(%p: !tt.ptr<i32>, %n: i32) {
    %c5 = arith.constant 5 : i32
    %c0 = arith.constant 0 : i32
    %bars = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #shared, #smem, mutable>
    %bar = ttg.memdesc_index %bars[%c0] : !ttg.memdesc<2x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.init_barrier %bar, 1048576 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %far = ttg.memdesc_index %bars[%c5] : !ttg.memdesc<2x1xi64, #shared, #smem, mutable> -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.arrive_barrier %far, 0 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    %phase = tt.load %p : !tt.ptr<i32>
    ttng.wait_barrier %bar, %phase : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    "somebody.knows"(%bar) : (!ttg.memdesc<1xi64, #shared, #smem, mutable>) -> ()
    tt.call @again(%bar) : (!ttg.memdesc<1xi64, #shared, #smem, mutable>) -> ()
    ttg.warp_specialize(%n)
    default {
      ttg.warp_yield
    }
    partition0(%m: !ttg.memdesc<1xi64, #shared, #smem, mutable>) num_warps(4) {
      ttng.arrive_barrier %m, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
      ttg.warp_return
    } : (i32) -> ()
    tt.return
  }
}
