// Triton's dialects, whose custom forms name operands by place and by word.
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  //? args=%ptr:tensor<64x64x!tt.ptr<f16>, #blocked> %i:i32 %p:i1 %x:tensor<64x64xf16, #blocked> %desc:!tt.tensordesc<64x64xf16>
  tt.func public @copies(%ptr: tensor<64x64x!tt.ptr<f16>, #blocked> {tt.divisibility = 16 : i32}, %i: i32, %p: i1, %x: tensor<64x64xf16, #blocked>, %desc: !tt.tensordesc<64x64xf16>) {
    //? type=!ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
    %a = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
    //? int:allocation.offset=1024  type=!ttg.memdesc<1xi64, #shared, #smem, mutable>
    %bar = ttg.local_alloc {allocation.offset = 1024 : i32} : () -> !ttg.memdesc<1xi64, #shared, #smem, mutable>
    //? read=%a  list0=[%i]  type=!ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %s = ttg.memdesc_index %a[%i] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    //? read=%s  list0=[0, 16]
    %ss = ttg.memdesc_subslice %s[0, 16] : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x16xf16, #shared, #smem, mutable, 64x64>
    //? write=%s  value=%x
    ttg.local_store %x, %s : tensor<64x64xf16, #blocked> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    //? read=%ptr  write=%s  type=
    %t = ttg.async_copy_global_to_local %ptr, %s mask %m other %x : tensor<64x64x!tt.ptr<f16>, #blocked> -> <64x64xf16, #shared, #smem, mutable>
    %g = ttg.async_commit_group tokens %t
    //? count=2
    %w = ttg.async_wait %g {num = 2 : i32}
    //? count=1
    %w2 = amdg.async_wait %g {num_inst = 4 : i32, ttg.num_commit_groups = 1 : i32}
    //? count=4
    %w3 = amdg.async_wait {num_inst = 4 : i32}
    //? read=%s  type=tensor<64x64xf16, #blocked>
    %l = ttg.local_load %s token %w : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
    //? word0=local
    ttg.barrier local
    //? read=%bar  count=1
    ttng.init_barrier %bar, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    //? read=%desc  write=%s  object=%bar
    ttng.async_tma_copy_global_to_local %desc[%i, %i] %s, %bar, %p : !tt.tensordesc<64x64xf16>, !ttg.memdesc<1xi64, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    //? read=%s
    ttng.async_tma_copy_local_to_global %desc[%i, %i] %s : !tt.tensordesc<64x64xf16>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    //? count=0
    ttng.async_tma_store_wait {pendings = 0 : i32}
    //? read=%bar
    ttng.wait_barrier %bar, %i, %p deps %s : !ttg.memdesc<1xi64, #shared, #smem, mutable>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    //? read=%q  write=%s  object=
    %d0 = amdg.buffer_load_to_local %q[%off] mask = %m other = %x into %s : !tt.ptr<f16>[tensor<64x64xi32, #blocked>] tensor<64x64xf16, #blocked> -> <64x64xf16, #shared, #smem, mutable>
    //? read=%desc  write=%s  object=%bar
    %d1 = amdg.async_tdm_copy_global_to_local %desc[%i, %i] into %s, pred = %p, barrier = %bar : !tt.tensordesc<64x64xf16>, !ttg.memdesc<1xi64, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    //? read=%s  write=%desc
    amdg.async_tdm_copy_local_to_global %desc from %s : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> !tt.tensordesc<64x64xf16>
    //? read=%desc  write=%s  object=%bar
    %d2 = amdg.async_tdm_gather %desc[%rows] to %s, barrier = %bar : tensor<64xi32, #rows>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared, #smem, mutable> -> !tt.tensordesc<64x64xf16>
    //? read=%s  write=%desc
    %d3 = amdg.async_tdm_scatter %desc[%rows] from %s : tensor<64xi32, #rows>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> !tt.tensordesc<64x64xf16>
    //? read=%s  write=%ptr
    %d4 = amdg.async_copy_local_to_global %s, %ptr mask %m : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64x!tt.ptr<f16>, #blocked>
    //? read=%s  second=%ss  attr:isAsync=true
    %dot = ttng.warp_group_dot %s, %ss, %acc {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x16xf16, #shared, #smem, mutable, 64x64> -> tensor<64x16xf32, #blocked>
    //? int:allocation.offset=64  type=f32  type1=i32
    %red:2 = "tt.reduce"(%l, %l) <{axis = 0 : i32}> ({
    ^bb0(%e: f32, %f: i32, %h: f32, %k: i32):
      tt.reduce.return %e, %f : f32, i32
    }) {allocation.offset = 64 : i32, allocation.size = 32 : i32} : (tensor<64x64xf16, #blocked>, tensor<64x64xf16, #blocked>) -> (f32, i32)
    //? args1=%inner:!ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttg.warp_specialize(%s)
    default {
      ttg.warp_yield
    }
    partition0(%inner: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) num_warps(4) {
      ttg.warp_return
    } : (!ttg.memdesc<64x64xf16, #shared, #smem, mutable>) -> ()
    tt.return
  }
}
