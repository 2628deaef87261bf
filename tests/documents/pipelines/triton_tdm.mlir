// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// Triton's tensor copies on gfx1250, counted by async_tdm_wait.
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @two_buffers(%desc: !tt.tensordesc<64x64xf16>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %t_p0 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %w_l0 = amdg.async_tdm_wait {num = 0 : i32}
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l0 = amdg.async_tdm_copy_global_to_local %desc into %a1 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %w_l1 = amdg.async_tdm_wait {num = 0 : i32}
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l1 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    }
    %w_e0 = amdg.async_tdm_wait {num = 0 : i32}
    ttg.barrier local
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @two_buffers_one_too_many_in_the_loop(%desc: !tt.tensordesc<64x64xf16>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %t_p0 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>  // expected-note {{default starts it here}}  // expected-note {{the last copy}}
    scf.for %i = %c0 to %n step %c1 : i32 {
      // expected-warning@below {{redundant-wait}}
      %w_l0 = amdg.async_tdm_wait {num = 1 : i32}
      ttg.barrier local
      // expected-error@below {{missing-async-wait}}
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l0 = amdg.async_tdm_copy_global_to_local %desc into %a1 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %w_l1 = amdg.async_tdm_wait {num = 0 : i32}
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l1 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>  // expected-note {{default starts it here}}
    }
    %w_e0 = amdg.async_tdm_wait {num = 0 : i32}
    ttg.barrier local
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  // expected-information@below {{unknown-protocol}}
  tt.func public @two_buffers_one_too_many_in_the_epilogue(%desc: !tt.tensordesc<64x64xf16>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %t_p0 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>  // expected-note {{the last copy}}
    scf.for %i = %c0 to %n step %c1 : i32 {
      %w_l0 = amdg.async_tdm_wait {num = 0 : i32}
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l0 = amdg.async_tdm_copy_global_to_local %desc into %a1 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %w_l1 = amdg.async_tdm_wait {num = 0 : i32}
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l1 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>  // expected-note {{default starts it here}}
    }
    // expected-warning@below {{redundant-wait}}
    %w_e0 = amdg.async_tdm_wait {num = 1 : i32}
    ttg.barrier local
    // expected-error@below {{missing-async-wait}}
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @three_buffers(%desc: !tt.tensordesc<64x64xf16>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %a2 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %t_p0 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %t_p1 = amdg.async_tdm_copy_global_to_local %desc into %a1 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %w_l0 = amdg.async_tdm_wait {num = 1 : i32}
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l0 = amdg.async_tdm_copy_global_to_local %desc into %a2 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %w_l1 = amdg.async_tdm_wait {num = 1 : i32}
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l1 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %w_l2 = amdg.async_tdm_wait {num = 1 : i32}
      ttg.barrier local
      %x2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l2 = amdg.async_tdm_copy_global_to_local %desc into %a1 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    }
    %w_e0 = amdg.async_tdm_wait {num = 1 : i32}
    ttg.barrier local
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    %w_e1 = amdg.async_tdm_wait {num = 0 : i32}
    ttg.barrier local
    %y1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @three_buffers_one_too_many_in_the_loop(%desc: !tt.tensordesc<64x64xf16>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %a2 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %t_p0 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>  // expected-note {{default starts it here}}
    %t_p1 = amdg.async_tdm_copy_global_to_local %desc into %a1 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>  // expected-note {{the last copy}}
    scf.for %i = %c0 to %n step %c1 : i32 {
      // expected-warning@below {{redundant-wait}}
      %w_l0 = amdg.async_tdm_wait {num = 2 : i32}
      ttg.barrier local
      // expected-error@below {{missing-async-wait}}
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l0 = amdg.async_tdm_copy_global_to_local %desc into %a2 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %w_l1 = amdg.async_tdm_wait {num = 1 : i32}
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l1 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>  // expected-note {{default starts it here}}
      %w_l2 = amdg.async_tdm_wait {num = 1 : i32}
      ttg.barrier local
      %x2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l2 = amdg.async_tdm_copy_global_to_local %desc into %a1 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    }
    %w_e0 = amdg.async_tdm_wait {num = 1 : i32}
    ttg.barrier local
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    %w_e1 = amdg.async_tdm_wait {num = 0 : i32}
    ttg.barrier local
    %y1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  // expected-information@below {{unknown-protocol}}
  tt.func public @three_buffers_one_too_many_in_the_epilogue(%desc: !tt.tensordesc<64x64xf16>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %a2 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %t_p0 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %t_p1 = amdg.async_tdm_copy_global_to_local %desc into %a1 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %w_l0 = amdg.async_tdm_wait {num = 1 : i32}
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l0 = amdg.async_tdm_copy_global_to_local %desc into %a2 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %w_l1 = amdg.async_tdm_wait {num = 1 : i32}
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l1 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %w_l2 = amdg.async_tdm_wait {num = 1 : i32}
      ttg.barrier local
      %x2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l2 = amdg.async_tdm_copy_global_to_local %desc into %a1 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>  // expected-note {{default starts it here}}
    }
    %w_e0 = amdg.async_tdm_wait {num = 1 : i32}  // expected-note {{waited for here}}
    ttg.barrier local
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    // expected-warning@below {{double-wait}}
    %w_e1 = amdg.async_tdm_wait {num = 1 : i32}
    ttg.barrier local
    // expected-error@below {{missing-async-wait}}
    %y1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @four_buffers(%desc: !tt.tensordesc<64x64xf16>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %a2 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %a3 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %t_p0 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %t_p1 = amdg.async_tdm_copy_global_to_local %desc into %a1 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %t_p2 = amdg.async_tdm_copy_global_to_local %desc into %a2 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %w_l0 = amdg.async_tdm_wait {num = 2 : i32}
      ttg.barrier local
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l0 = amdg.async_tdm_copy_global_to_local %desc into %a3 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %w_l1 = amdg.async_tdm_wait {num = 2 : i32}
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l1 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %w_l2 = amdg.async_tdm_wait {num = 2 : i32}
      ttg.barrier local
      %x2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l2 = amdg.async_tdm_copy_global_to_local %desc into %a1 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %w_l3 = amdg.async_tdm_wait {num = 2 : i32}
      ttg.barrier local
      %x3 = ttg.local_load %a3 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l3 = amdg.async_tdm_copy_global_to_local %desc into %a2 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    }
    %w_e0 = amdg.async_tdm_wait {num = 2 : i32}
    ttg.barrier local
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    %w_e1 = amdg.async_tdm_wait {num = 1 : i32}
    ttg.barrier local
    %y1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    %w_e2 = amdg.async_tdm_wait {num = 0 : i32}
    ttg.barrier local
    %y2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }

  tt.func public @four_buffers_one_too_many_in_the_loop(%desc: !tt.tensordesc<64x64xf16>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %a1 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %a2 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %a3 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %t_p0 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>  // expected-note {{default starts it here}}
    %t_p1 = amdg.async_tdm_copy_global_to_local %desc into %a1 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %t_p2 = amdg.async_tdm_copy_global_to_local %desc into %a2 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>  // expected-note {{the last copy}}
    scf.for %i = %c0 to %n step %c1 : i32 {
      // expected-warning@below {{redundant-wait}}
      %w_l0 = amdg.async_tdm_wait {num = 3 : i32}
      ttg.barrier local
      // expected-error@below {{missing-async-wait}}
      %x0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l0 = amdg.async_tdm_copy_global_to_local %desc into %a3 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %w_l1 = amdg.async_tdm_wait {num = 2 : i32}
      ttg.barrier local
      %x1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l1 = amdg.async_tdm_copy_global_to_local %desc into %a0 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>  // expected-note {{default starts it here}}
      %w_l2 = amdg.async_tdm_wait {num = 2 : i32}
      ttg.barrier local
      %x2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l2 = amdg.async_tdm_copy_global_to_local %desc into %a1 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      %w_l3 = amdg.async_tdm_wait {num = 2 : i32}
      ttg.barrier local
      %x3 = ttg.local_load %a3 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      %t_l3 = amdg.async_tdm_copy_global_to_local %desc into %a2 : !tt.tensordesc<64x64xf16> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    }
    %w_e0 = amdg.async_tdm_wait {num = 2 : i32}
    ttg.barrier local
    %y0 = ttg.local_load %a0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    %w_e1 = amdg.async_tdm_wait {num = 1 : i32}
    ttg.barrier local
    %y1 = ttg.local_load %a1 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    %w_e2 = amdg.async_tdm_wait {num = 0 : i32}
    ttg.barrier local
    %y2 = ttg.local_load %a2 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    tt.return
  }
}
