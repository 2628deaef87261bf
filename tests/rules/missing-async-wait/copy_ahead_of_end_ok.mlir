// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// The predicate of the descriptor stops the last copy ahead: it is counted by the wait, and moves nothing.
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
!ring = !ttg.memdesc<2x32x32xf16, #shared, #smem, mutable>
!tile = !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @ahead(%d: !tt.tensordesc<32x32xf16, #shared>, %v: tensor<32x32xf16, #blocked>, %p: tensor<32x32x!tt.ptr<f16>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c31 = arith.constant 31 : i32
    %last = arith.constant 6 : i32
    %six = arith.constant 6 : i32
    %ring = ttg.local_alloc : () -> !ring
    %first = ttg.memdesc_index %ring[%c0] : !ring -> !tile
    %0 = amdg.async_tdm_copy_global_to_local %d into %first : !tt.tensordesc<32x32xf16, #shared> -> !tile
    scf.for %i = %c0 to %six step %c1 : i32 {
      %next = arith.addi %i, %c1 : i32
      %slot = arith.remsi %next, %c2 : i32
      %now = arith.remsi %i, %c2 : i32
      %left = arith.subi %next, %last : i32
      %sign = arith.shrsi %left, %c31 : i32
      %more = arith.andi %sign, %c1 : i32
      %ahead = amdg.update_tensor_descriptor %d add_offsets = [%next, %c0] pred = %more : !tt.tensordesc<32x32xf16, #shared>
      %into = ttg.memdesc_index %ring[%slot] : !ring -> !tile
      %copy = amdg.async_tdm_copy_global_to_local %ahead into %into : !tt.tensordesc<32x32xf16, #shared> -> !tile
      %landed = amdg.async_tdm_wait {num = 1 : i32}
      %tile = ttg.memdesc_index %ring[%now] : !ring -> !tile
      %x = ttg.local_load %tile : !tile -> tensor<32x32xf16, #blocked>
      tt.store %p, %x : tensor<32x32x!tt.ptr<f16>, #blocked>
    }
    ttg.local_store %v, %first : tensor<32x32xf16, #blocked> -> !tile
    tt.return
  }
}
