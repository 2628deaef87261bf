// Waves 4 to 7 are shifted by a barrier for them alone: each half of the workgroup is a stream, and only waves 0 to 3 copy.
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
#shared = #ttg.padded_shared<[256:+8] {order = [1, 0], shape = [32, 256]}>
#smem = #ttg.shared_memory
!tile = !ttg.memdesc<32x256xf16, #shared, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.shared = 16880 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @copy(%d: !tt.tensordesc<32x256xf16, #shared>, %p: tensor<32x256x!tt.ptr<f16>, #blocked>) {
    %c0 = arith.constant 0 : i32
    %c128 = arith.constant 128 : i32
    %thread = rocdl.workitem.id.x : i32
    %half = arith.divsi %thread, %c128 : i32
    %late = arith.cmpi ne, %half, %c0 : i32
    %early = arith.cmpi eq, %half, %c0 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !tile
    %copy = amdg.async_tdm_copy_global_to_local %d into %tile {warp_used_hint = 15 : i32} : !tt.tensordesc<32x256xf16, #shared> -> !tile
    amdg.cond_barrier %late
    %wait = amdg.async_tdm_intrinsic_wait {count = 0 : i32, ttg.num_tdm_ops = 0 : i32}
    ttg.barrier local
    %x = ttg.local_load %tile : !tile -> tensor<32x256xf16, #blocked>
    ttg.barrier local
    amdg.cond_barrier %early
    tt.store %p, %x : tensor<32x256x!tt.ptr<f16>, #blocked>
    tt.return
  }
}
