// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Triton's copies, groups and waits with tokens, after the pass that inserts barriers.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @two_buffers(%src: tensor<256x!tt.ptr<f32>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c13 = arith.constant 13 : i32
    %a = ttg.local_alloc : () -> !ttg.memdesc<2x256xf32, #shared, #smem, mutable>
    %v_p0 = ttg.memdesc_index %a[%c0] : !ttg.memdesc<2x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p0 = ttg.async_copy_global_to_local %src, %v_p0 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>
    %g_p0 = ttg.async_commit_group tokens %t_p0
    scf.for %i = %c0 to %c13 step %c1 : i32 {
      %ahead = arith.addi %i, %c1 : i32
      %this = arith.remui %i, %c2 : i32
      %next = arith.remui %ahead, %c2 : i32
      %w_l = ttg.async_wait %g_p0 {num = 0 : i32}
      ttg.barrier local
      %v_x = ttg.memdesc_index %a[%this] : !ttg.memdesc<2x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %x = ttg.local_load %v_x token %w_l : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
      %v_l = ttg.memdesc_index %a[%next] : !ttg.memdesc<2x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %t_l = ttg.async_copy_global_to_local %src, %v_l : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>
      %g_l = ttg.async_commit_group tokens %t_l
    }
    %w_e0 = ttg.async_wait %g_p0 {num = 0 : i32}
    ttg.barrier local
    %v_y0 = ttg.memdesc_index %a[%c1] : !ttg.memdesc<2x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %y0 = ttg.local_load %v_y0 token %w_e0 : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    tt.return
  }

  tt.func public @two_buffers_one_too_many_in_the_loop(%src: tensor<256x!tt.ptr<f32>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c13 = arith.constant 13 : i32
    %a = ttg.local_alloc : () -> !ttg.memdesc<2x256xf32, #shared, #smem, mutable>
    %v_p0 = ttg.memdesc_index %a[%c0] : !ttg.memdesc<2x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p0 = ttg.async_copy_global_to_local %src, %v_p0 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>  // expected-note {{copied here}}
    %g_p0 = ttg.async_commit_group tokens %t_p0
    scf.for %i = %c0 to %c13 step %c1 : i32 {
      %ahead = arith.addi %i, %c1 : i32
      %this = arith.remui %i, %c2 : i32
      %next = arith.remui %ahead, %c2 : i32
      %w_l = ttg.async_wait %g_p0 {num = 1 : i32}
      ttg.barrier local
      %v_x = ttg.memdesc_index %a[%this] : !ttg.memdesc<2x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      // expected-error@below {{missing-async-wait}}
      %x = ttg.local_load %v_x token %w_l : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
      %v_l = ttg.memdesc_index %a[%next] : !ttg.memdesc<2x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %t_l = ttg.async_copy_global_to_local %src, %v_l : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>  // expected-note {{copied here}}
      %g_l = ttg.async_commit_group tokens %t_l
    }
    %w_e0 = ttg.async_wait %g_p0 {num = 0 : i32}
    ttg.barrier local
    %v_y0 = ttg.memdesc_index %a[%c1] : !ttg.memdesc<2x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %y0 = ttg.local_load %v_y0 token %w_e0 : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    tt.return
  }

  tt.func public @two_buffers_one_too_many_in_the_epilogue(%src: tensor<256x!tt.ptr<f32>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c13 = arith.constant 13 : i32
    %a = ttg.local_alloc : () -> !ttg.memdesc<2x256xf32, #shared, #smem, mutable>
    %v_p0 = ttg.memdesc_index %a[%c0] : !ttg.memdesc<2x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p0 = ttg.async_copy_global_to_local %src, %v_p0 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>
    %g_p0 = ttg.async_commit_group tokens %t_p0
    scf.for %i = %c0 to %c13 step %c1 : i32 {
      %ahead = arith.addi %i, %c1 : i32
      %this = arith.remui %i, %c2 : i32
      %next = arith.remui %ahead, %c2 : i32
      %w_l = ttg.async_wait %g_p0 {num = 0 : i32}
      ttg.barrier local
      %v_x = ttg.memdesc_index %a[%this] : !ttg.memdesc<2x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %x = ttg.local_load %v_x token %w_l : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
      %v_l = ttg.memdesc_index %a[%next] : !ttg.memdesc<2x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %t_l = ttg.async_copy_global_to_local %src, %v_l : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>  // expected-note {{copied here}}  // expected-note {{the last copy}}
      %g_l = ttg.async_commit_group tokens %t_l
    }
    // expected-warning@below {{redundant-wait}}
    %w_e0 = ttg.async_wait %g_p0 {num = 1 : i32}
    // expected-warning@below {{ineffective-barrier}}
    ttg.barrier local
    %v_y0 = ttg.memdesc_index %a[%c1] : !ttg.memdesc<2x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    // expected-error@below {{missing-async-wait}}
    %y0 = ttg.local_load %v_y0 token %w_e0 : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    tt.return
  }

  tt.func public @three_buffers(%src: tensor<256x!tt.ptr<f32>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c13 = arith.constant 13 : i32
    %a = ttg.local_alloc : () -> !ttg.memdesc<3x256xf32, #shared, #smem, mutable>
    %v_p0 = ttg.memdesc_index %a[%c0] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p0 = ttg.async_copy_global_to_local %src, %v_p0 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>
    %g_p0 = ttg.async_commit_group tokens %t_p0
    %v_p1 = ttg.memdesc_index %a[%c1] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p1 = ttg.async_copy_global_to_local %src, %v_p1 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>
    %g_p1 = ttg.async_commit_group tokens %t_p1
    scf.for %i = %c0 to %c13 step %c1 : i32 {
      %ahead = arith.addi %i, %c2 : i32
      %this = arith.remui %i, %c3 : i32
      %next = arith.remui %ahead, %c3 : i32
      %w_l = ttg.async_wait %g_p0 {num = 1 : i32}
      ttg.barrier local
      %v_x = ttg.memdesc_index %a[%this] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %x = ttg.local_load %v_x token %w_l : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
      %v_l = ttg.memdesc_index %a[%next] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %t_l = ttg.async_copy_global_to_local %src, %v_l : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>
      %g_l = ttg.async_commit_group tokens %t_l
    }
    %w_e0 = ttg.async_wait %g_p0 {num = 1 : i32}
    ttg.barrier local
    %v_y0 = ttg.memdesc_index %a[%c1] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %y0 = ttg.local_load %v_y0 token %w_e0 : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    %w_e1 = ttg.async_wait %g_p0 {num = 0 : i32}
    ttg.barrier local
    %v_y1 = ttg.memdesc_index %a[%c2] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %y1 = ttg.local_load %v_y1 token %w_e1 : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    tt.return
  }

  tt.func public @three_buffers_one_too_many_in_the_loop(%src: tensor<256x!tt.ptr<f32>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c13 = arith.constant 13 : i32
    %a = ttg.local_alloc : () -> !ttg.memdesc<3x256xf32, #shared, #smem, mutable>
    %v_p0 = ttg.memdesc_index %a[%c0] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p0 = ttg.async_copy_global_to_local %src, %v_p0 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>  // expected-note {{copied here}}
    %g_p0 = ttg.async_commit_group tokens %t_p0
    %v_p1 = ttg.memdesc_index %a[%c1] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p1 = ttg.async_copy_global_to_local %src, %v_p1 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>  // expected-note {{copied here}}
    %g_p1 = ttg.async_commit_group tokens %t_p1
    scf.for %i = %c0 to %c13 step %c1 : i32 {
      %ahead = arith.addi %i, %c2 : i32
      %this = arith.remui %i, %c3 : i32
      %next = arith.remui %ahead, %c3 : i32
      %w_l = ttg.async_wait %g_p0 {num = 2 : i32}
      ttg.barrier local
      %v_x = ttg.memdesc_index %a[%this] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      // expected-error@below {{missing-async-wait}}
      %x = ttg.local_load %v_x token %w_l : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
      %v_l = ttg.memdesc_index %a[%next] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %t_l = ttg.async_copy_global_to_local %src, %v_l : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>  // expected-note {{copied here}}
      %g_l = ttg.async_commit_group tokens %t_l
    }
    %w_e0 = ttg.async_wait %g_p0 {num = 1 : i32}
    ttg.barrier local
    %v_y0 = ttg.memdesc_index %a[%c1] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %y0 = ttg.local_load %v_y0 token %w_e0 : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    %w_e1 = ttg.async_wait %g_p0 {num = 0 : i32}
    ttg.barrier local
    %v_y1 = ttg.memdesc_index %a[%c2] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %y1 = ttg.local_load %v_y1 token %w_e1 : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    tt.return
  }

  tt.func public @three_buffers_one_too_many_in_the_epilogue(%src: tensor<256x!tt.ptr<f32>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c13 = arith.constant 13 : i32
    %a = ttg.local_alloc : () -> !ttg.memdesc<3x256xf32, #shared, #smem, mutable>
    %v_p0 = ttg.memdesc_index %a[%c0] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p0 = ttg.async_copy_global_to_local %src, %v_p0 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>
    %g_p0 = ttg.async_commit_group tokens %t_p0
    %v_p1 = ttg.memdesc_index %a[%c1] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p1 = ttg.async_copy_global_to_local %src, %v_p1 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>
    %g_p1 = ttg.async_commit_group tokens %t_p1
    scf.for %i = %c0 to %c13 step %c1 : i32 {
      %ahead = arith.addi %i, %c2 : i32
      %this = arith.remui %i, %c3 : i32
      %next = arith.remui %ahead, %c3 : i32
      %w_l = ttg.async_wait %g_p0 {num = 1 : i32}
      ttg.barrier local
      %v_x = ttg.memdesc_index %a[%this] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %x = ttg.local_load %v_x token %w_l : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
      %v_l = ttg.memdesc_index %a[%next] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %t_l = ttg.async_copy_global_to_local %src, %v_l : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>  // expected-note {{copied here}}
      %g_l = ttg.async_commit_group tokens %t_l
    }
    %w_e0 = ttg.async_wait %g_p0 {num = 1 : i32}  // expected-note {{waited for here}}
    ttg.barrier local
    %v_y0 = ttg.memdesc_index %a[%c1] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %y0 = ttg.local_load %v_y0 token %w_e0 : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    // expected-warning@below {{double-wait}}
    %w_e1 = ttg.async_wait %g_p0 {num = 1 : i32}
    // expected-warning@below {{ineffective-barrier}}
    ttg.barrier local
    %v_y1 = ttg.memdesc_index %a[%c2] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    // expected-error@below {{missing-async-wait}}
    %y1 = ttg.local_load %v_y1 token %w_e1 : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    tt.return
  }

  tt.func public @three_buffers_unknown_count(%src: tensor<256x!tt.ptr<f32>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %a = ttg.local_alloc : () -> !ttg.memdesc<3x256xf32, #shared, #smem, mutable>
    %v_p0 = ttg.memdesc_index %a[%c0] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p0 = ttg.async_copy_global_to_local %src, %v_p0 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>
    %g_p0 = ttg.async_commit_group tokens %t_p0
    %v_p1 = ttg.memdesc_index %a[%c1] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p1 = ttg.async_copy_global_to_local %src, %v_p1 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>
    %g_p1 = ttg.async_commit_group tokens %t_p1
    scf.for %i = %c0 to %n step %c1 : i32 {
      %ahead = arith.addi %i, %c2 : i32
      %this = arith.remui %i, %c3 : i32
      %next = arith.remui %ahead, %c3 : i32
      %w_l = ttg.async_wait %g_p0 {num = 1 : i32}
      ttg.barrier local
      %v_x = ttg.memdesc_index %a[%this] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %x = ttg.local_load %v_x token %w_l : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
      %v_l = ttg.memdesc_index %a[%next] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %t_l = ttg.async_copy_global_to_local %src, %v_l : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>
      %g_l = ttg.async_commit_group tokens %t_l
    }
    tt.return
  }

  tt.func public @three_buffers_unknown_count_one_too_many(%src: tensor<256x!tt.ptr<f32>, #blocked>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %a = ttg.local_alloc : () -> !ttg.memdesc<3x256xf32, #shared, #smem, mutable>
    %v_p0 = ttg.memdesc_index %a[%c0] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p0 = ttg.async_copy_global_to_local %src, %v_p0 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>  // expected-note {{copied here}}
    %g_p0 = ttg.async_commit_group tokens %t_p0
    %v_p1 = ttg.memdesc_index %a[%c1] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p1 = ttg.async_copy_global_to_local %src, %v_p1 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>  // expected-note {{copied here}}
    %g_p1 = ttg.async_commit_group tokens %t_p1
    scf.for %i = %c0 to %n step %c1 : i32 {
      %ahead = arith.addi %i, %c2 : i32
      %this = arith.remui %i, %c3 : i32
      %next = arith.remui %ahead, %c3 : i32
      %w_l = ttg.async_wait %g_p0 {num = 2 : i32}
      ttg.barrier local
      %v_x = ttg.memdesc_index %a[%this] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      // expected-error@below {{missing-async-wait}}
      %x = ttg.local_load %v_x token %w_l : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
      %v_l = ttg.memdesc_index %a[%next] : !ttg.memdesc<3x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %t_l = ttg.async_copy_global_to_local %src, %v_l : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>  // expected-note {{copied here}}
      %g_l = ttg.async_commit_group tokens %t_l
    }
    tt.return
  }

  tt.func public @four_buffers(%src: tensor<256x!tt.ptr<f32>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c4 = arith.constant 4 : i32
    %c13 = arith.constant 13 : i32
    %a = ttg.local_alloc : () -> !ttg.memdesc<4x256xf32, #shared, #smem, mutable>
    %v_p0 = ttg.memdesc_index %a[%c0] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p0 = ttg.async_copy_global_to_local %src, %v_p0 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>
    %g_p0 = ttg.async_commit_group tokens %t_p0
    %v_p1 = ttg.memdesc_index %a[%c1] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p1 = ttg.async_copy_global_to_local %src, %v_p1 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>
    %g_p1 = ttg.async_commit_group tokens %t_p1
    %v_p2 = ttg.memdesc_index %a[%c2] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p2 = ttg.async_copy_global_to_local %src, %v_p2 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>
    %g_p2 = ttg.async_commit_group tokens %t_p2
    scf.for %i = %c0 to %c13 step %c1 : i32 {
      %ahead = arith.addi %i, %c3 : i32
      %this = arith.remui %i, %c4 : i32
      %next = arith.remui %ahead, %c4 : i32
      %w_l = ttg.async_wait %g_p0 {num = 2 : i32}
      ttg.barrier local
      %v_x = ttg.memdesc_index %a[%this] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %x = ttg.local_load %v_x token %w_l : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
      %v_l = ttg.memdesc_index %a[%next] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %t_l = ttg.async_copy_global_to_local %src, %v_l : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>
      %g_l = ttg.async_commit_group tokens %t_l
    }
    %w_e0 = ttg.async_wait %g_p0 {num = 2 : i32}
    ttg.barrier local
    %v_y0 = ttg.memdesc_index %a[%c1] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %y0 = ttg.local_load %v_y0 token %w_e0 : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    %w_e1 = ttg.async_wait %g_p0 {num = 1 : i32}
    ttg.barrier local
    %v_y1 = ttg.memdesc_index %a[%c2] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %y1 = ttg.local_load %v_y1 token %w_e1 : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    %w_e2 = ttg.async_wait %g_p0 {num = 0 : i32}
    ttg.barrier local
    %v_y2 = ttg.memdesc_index %a[%c3] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %y2 = ttg.local_load %v_y2 token %w_e2 : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    tt.return
  }

  tt.func public @four_buffers_one_too_many_in_the_loop(%src: tensor<256x!tt.ptr<f32>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c4 = arith.constant 4 : i32
    %c13 = arith.constant 13 : i32
    %a = ttg.local_alloc : () -> !ttg.memdesc<4x256xf32, #shared, #smem, mutable>
    %v_p0 = ttg.memdesc_index %a[%c0] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p0 = ttg.async_copy_global_to_local %src, %v_p0 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>  // expected-note {{copied here}}
    %g_p0 = ttg.async_commit_group tokens %t_p0
    %v_p1 = ttg.memdesc_index %a[%c1] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p1 = ttg.async_copy_global_to_local %src, %v_p1 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>  // expected-note {{copied here}}
    %g_p1 = ttg.async_commit_group tokens %t_p1
    %v_p2 = ttg.memdesc_index %a[%c2] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %t_p2 = ttg.async_copy_global_to_local %src, %v_p2 : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>  // expected-note {{copied here}}
    %g_p2 = ttg.async_commit_group tokens %t_p2
    scf.for %i = %c0 to %c13 step %c1 : i32 {
      %ahead = arith.addi %i, %c3 : i32
      %this = arith.remui %i, %c4 : i32
      %next = arith.remui %ahead, %c4 : i32
      %w_l = ttg.async_wait %g_p0 {num = 3 : i32}
      ttg.barrier local
      %v_x = ttg.memdesc_index %a[%this] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      // expected-error@below {{missing-async-wait}}
      %x = ttg.local_load %v_x token %w_l : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
      %v_l = ttg.memdesc_index %a[%next] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
      %t_l = ttg.async_copy_global_to_local %src, %v_l : tensor<256x!tt.ptr<f32>, #blocked> -> <256xf32, #shared, #smem, mutable>  // expected-note {{copied here}}
      %g_l = ttg.async_commit_group tokens %t_l
    }
    %w_e0 = ttg.async_wait %g_p0 {num = 2 : i32}
    ttg.barrier local
    %v_y0 = ttg.memdesc_index %a[%c1] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %y0 = ttg.local_load %v_y0 token %w_e0 : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    %w_e1 = ttg.async_wait %g_p0 {num = 1 : i32}
    ttg.barrier local
    %v_y1 = ttg.memdesc_index %a[%c2] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %y1 = ttg.local_load %v_y1 token %w_e1 : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    %w_e2 = ttg.async_wait %g_p0 {num = 0 : i32}
    ttg.barrier local
    %v_y2 = ttg.memdesc_index %a[%c3] : !ttg.memdesc<4x256xf32, #shared, #smem, mutable> -> !ttg.memdesc<256xf32, #shared, #smem, mutable>
    %y2 = ttg.local_load %v_y2 token %w_e2 : !ttg.memdesc<256xf32, #shared, #smem, mutable> -> tensor<256xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    tt.return
  }
}
