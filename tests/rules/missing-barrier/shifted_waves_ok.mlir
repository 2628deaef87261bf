// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// Two barriers are between the accesses, or no wave touches what another one does.
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<32x256xf32, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.shared = 32768 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @pingpong(%v: tensor<32x256xf32, #blocked>, %p: tensor<32x256x!tt.ptr<f32>, #columns>) {
    %c0 = arith.constant 0 : i32
    %c128 = arith.constant 128 : i32
    %thread = rocdl.workitem.id.x : i32
    %half = arith.divsi %thread, %c128 : i32
    %late = arith.cmpi ne, %half, %c0 : i32
    %early = arith.cmpi eq, %half, %c0 : i32
    %tile = ttg.local_alloc %v {allocation.offset = 0 : i32} : (tensor<32x256xf32, #blocked>) -> !tile
    ttg.barrier local
    amdg.cond_barrier %late
    %x = ttg.local_load %tile : !tile -> tensor<32x256xf32, #columns>
    ttg.barrier local
    ttg.barrier local
    ttg.local_store %v, %tile : tensor<32x256xf32, #blocked> -> !tile
    ttg.barrier local
    amdg.cond_barrier %early
    tt.store %p, %x : tensor<32x256x!tt.ptr<f32>, #columns>
    tt.return
  }
  tt.func public @own(%v: tensor<32x256xf32, #blocked>, %p: tensor<32x256x!tt.ptr<f32>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c128 = arith.constant 128 : i32
    %thread = rocdl.workitem.id.x : i32
    %half = arith.divsi %thread, %c128 : i32
    %late = arith.cmpi ne, %half, %c0 : i32
    %early = arith.cmpi eq, %half, %c0 : i32
    %tile = ttg.local_alloc %v {allocation.offset = 0 : i32} : (tensor<32x256xf32, #blocked>) -> !tile
    ttg.barrier local
    amdg.cond_barrier %late
    %x = ttg.local_load %tile : !tile -> tensor<32x256xf32, #blocked>
    ttg.barrier local
    ttg.local_store %v, %tile : tensor<32x256xf32, #blocked> -> !tile
    ttg.barrier local
    amdg.cond_barrier %early
    tt.store %p, %x : tensor<32x256x!tt.ptr<f32>, #blocked>
    tt.return
  }
  tt.func public @own_copies(%g: tensor<32x256x!tt.ptr<f32>, #blocked>, %p: tensor<32x256x!tt.ptr<f32>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c128 = arith.constant 128 : i32
    %thread = rocdl.workitem.id.x : i32
    %half = arith.divsi %thread, %c128 : i32
    %late = arith.cmpi ne, %half, %c0 : i32
    %early = arith.cmpi eq, %half, %c0 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    ttg.barrier local
    amdg.cond_barrier %late
    %copy = ttg.async_copy_global_to_local %g, %tile : tensor<32x256x!tt.ptr<f32>, #blocked> -> !tile
    %group = ttg.async_commit_group tokens %copy
    %wait = ttg.async_wait %group {num = 0 : i32}
    ttg.barrier local
    %x = ttg.local_load %tile token %wait : !tile -> tensor<32x256xf32, #blocked>
    ttg.barrier local
    amdg.cond_barrier %early
    tt.store %p, %x : tensor<32x256x!tt.ptr<f32>, #blocked>
    tt.return
  }
}
