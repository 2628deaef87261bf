// Triton after allocation: initial values, slots of a ring, places that overlap, hidden scratch with a barrier inside, partitions that run at once.
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @buffers(%x: tensor<64x64xf16, #blocked>, %ptr: tensor<64x64x!tt.ptr<f16>, #blocked>, %i: i32) {
    %c0 = arith.constant 0 : i32
    %a = ttg.local_alloc %x {allocation.offset = 0 : i32} : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %0 = ttg.local_load %a : !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf16, #blocked>
    ttg.barrier local
    %ring = ttg.local_alloc {allocation.offset = 4096 : i32} : () -> !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
    %slot = ttg.memdesc_index %ring[%i] : !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %1 = ttg.async_copy_global_to_local %ptr, %slot : tensor<64x64x!tt.ptr<f16>, #blocked> -> <64x64xf16, #shared, #smem, mutable>
    %2 = ttg.async_commit_group tokens %1
    %3 = ttg.async_wait %2 {num = 0 : i32}
    ttg.local_store %x, %slot : tensor<64x64xf16, #blocked> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %4 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%p: f16, %q: f16):
      %5 = arith.maximumf %p, %q : f16
      tt.reduce.return %5 : f16
    }) {allocation.offset = 0 : i32, allocation.size = 512 : i32} : (tensor<64x64xf16, #blocked>) -> tensor<64xf16, #ttg.slice<{dim = 1, parent = #blocked}>>
    tt.return
  }
  tt.func public @partitions(%x: tensor<64x64xf16, #blocked>) {
    %a = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttg.warp_specialize(%a)
    default {
      ttg.local_store %x, %a : tensor<64x64xf16, #blocked> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
      ttg.warp_yield
    }
    partition0(%b: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) num_warps(4) {
      %0 = ttg.local_load %b : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
      ttg.warp_return
    } : (!ttg.memdesc<64x64xf16, #shared, #smem, mutable>) -> ()
    tt.return
  }
}
