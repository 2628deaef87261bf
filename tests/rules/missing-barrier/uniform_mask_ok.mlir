// RUN: fencepost lint %s --verify-diagnostics
// Behind a barrier, or where the condition in the mask does not hold, the load meets nothing of the copy.
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#pairs = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [2, 2], order = [1, 0]}>
#linear = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @splat_of_condition(%p: tensor<64x32x!tt.ptr<f16>, #rows>, %n: i32, %o: tensor<64x32xf16, #rows>) {
    %c0 = arith.constant 0 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #linear, #smem, mutable>
    %some = arith.cmpi sgt, %n, %c0 : i32
    %m = tt.splat %some : i1 -> tensor<64x32xi1, #rows>
    %c = ttg.async_copy_global_to_local %p, %tile mask %m : tensor<64x32x!tt.ptr<f16>, #rows> -> <64x32xf16, #linear, #smem, mutable>
    %g = ttg.async_commit_group tokens %c
    %w = ttg.async_wait %g {num = 0 : i32}
    ttg.barrier local
    %y = ttg.local_load %tile token %w : !ttg.memdesc<64x32xf16, #linear, #smem, mutable> -> tensor<64x32xf16, #pairs>
    ttg.barrier local
    ttg.local_store %o, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #linear, #smem, mutable>
    tt.return
  }
  tt.func public @rows_besides(%p: tensor<64x32x!tt.ptr<f16>, #rows>, %rows: tensor<64x1xi1, #rows>, %some: i1, %o: tensor<64x32xf16, #rows>) {
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #linear, #smem, mutable>
    %all = tt.splat %some : i1 -> tensor<64x1xi1, #rows>
    %both = arith.andi %all, %rows : tensor<64x1xi1, #rows>
    %m = tt.broadcast %both : tensor<64x1xi1, #rows> -> tensor<64x32xi1, #rows>
    %c = ttg.async_copy_global_to_local %p, %tile mask %m : tensor<64x32x!tt.ptr<f16>, #rows> -> <64x32xf16, #linear, #smem, mutable>
    %g = ttg.async_commit_group tokens %c
    %w = ttg.async_wait %g {num = 0 : i32}
    %none = arith.constant true
    %not = arith.xori %some, %none : i1
    scf.if %not {
      %y = ttg.local_load %tile token %w : !ttg.memdesc<64x32xf16, #linear, #smem, mutable> -> tensor<64x32xf16, #pairs>
    }
    ttg.barrier local
    ttg.local_store %o, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #linear, #smem, mutable>
    tt.return
  }
  tt.func public @few_or_many(%p: tensor<64x32x!tt.ptr<f16>, #rows>, %n: i32, %o: tensor<64x32xf16, #rows>) {
    %c3 = arith.constant 3 : i32
    %limit = arith.constant 5 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #linear, #smem, mutable>
    %few = arith.cmpi slt, %n, %c3 : i32
    %m = tt.splat %few : i1 -> tensor<64x32xi1, #rows>
    %c = ttg.async_copy_global_to_local %p, %tile mask %m : tensor<64x32x!tt.ptr<f16>, #rows> -> <64x32xf16, #linear, #smem, mutable>
    %g = ttg.async_commit_group tokens %c
    %w = ttg.async_wait %g {num = 0 : i32}
    %many = arith.cmpi sgt, %n, %limit : i32
    scf.if %many {
      %y = ttg.local_load %tile token %w : !ttg.memdesc<64x32xf16, #linear, #smem, mutable> -> tensor<64x32xf16, #pairs>
    }
    ttg.barrier local
    ttg.local_store %o, %tile : tensor<64x32xf16, #rows> -> !ttg.memdesc<64x32xf16, #linear, #smem, mutable>
    tt.return
  }
}
