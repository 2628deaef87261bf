// The ring of ring.mlir after its loops became blocks.
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#barriers = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @ring(%source: !tt.tensordesc<64x64xf16, #shared>, %length: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c64 = arith.constant 64 : i32
    %true = arith.constant true
    %tiles = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
    %full = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #barriers, #smem, mutable>
    %empty = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #barriers, #smem, mutable>
    %full0 = ttg.memdesc_index %full[%c0] : !ttg.memdesc<2x1xi64, #barriers, #smem, mutable> -> !ttg.memdesc<1xi64, #barriers, #smem, mutable>
    ttng.init_barrier %full0, 1 : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
    %full1 = ttg.memdesc_index %full[%c1] : !ttg.memdesc<2x1xi64, #barriers, #smem, mutable> -> !ttg.memdesc<1xi64, #barriers, #smem, mutable>
    ttng.init_barrier %full1, 1 : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
    %empty0 = ttg.memdesc_index %empty[%c0] : !ttg.memdesc<2x1xi64, #barriers, #smem, mutable> -> !ttg.memdesc<1xi64, #barriers, #smem, mutable>
    ttng.init_barrier %empty0, 1 : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
    %empty1 = ttg.memdesc_index %empty[%c1] : !ttg.memdesc<2x1xi64, #barriers, #smem, mutable> -> !ttg.memdesc<1xi64, #barriers, #smem, mutable>
    ttng.init_barrier %empty1, 1 : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
    ttg.warp_specialize(%tiles, %full, %empty, %source, %length)
    default {
      cf.br ^head(%c0, %c0, %c0 : i32, i32, i32)
    ^head(%k: i32, %slot: i32, %phase: i32):
      %runs = arith.cmpi slt, %k, %length : i32
      cf.cond_br %runs, ^body, ^done
    ^body:
        %bar = ttg.memdesc_index %full[%slot] : !ttg.memdesc<2x1xi64, #barriers, #smem, mutable> -> !ttg.memdesc<1xi64, #barriers, #smem, mutable>
        ttng.wait_barrier %bar, %phase, %true : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
        %tile = ttg.memdesc_index %tiles[%slot] : !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        %value = ttg.local_load %tile : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16>
        %free = ttg.memdesc_index %empty[%slot] : !ttg.memdesc<2x1xi64, #barriers, #smem, mutable> -> !ttg.memdesc<1xi64, #barriers, #smem, mutable>
        ttng.arrive_barrier %free, 1 : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
        %more = arith.addi %slot, %c1 : i32
        %wraps = arith.cmpi eq, %more, %c2 : i32
        %next = arith.select %wraps, %c0, %more : i32
        %other = arith.xori %phase, %c1 : i32
        %turn = arith.select %wraps, %other, %phase : i32
        %k2 = arith.addi %k, %c64 : i32
        cf.br ^head(%k2, %next, %turn : i32, i32, i32)
    ^done:
      ttg.warp_yield
    }
    partition0(%a: !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, %b: !ttg.memdesc<2x1xi64, #barriers, #smem, mutable>, %c: !ttg.memdesc<2x1xi64, #barriers, #smem, mutable>, %d: !tt.tensordesc<64x64xf16, #shared>, %n: i32) num_warps(1) {
      %z = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %step = arith.constant 64 : i32
      %yes = arith.constant true
      cf.br ^head(%z : i32)
    ^head(%k: i32):
      %runs = arith.cmpi slt, %k, %n : i32
      cf.cond_br %runs, ^body, ^done
    ^body:
        %i = arith.divsi %k, %step : i32
        %slot = arith.remsi %i, %two : i32
        %lap = arith.divsi %i, %two : i32
        %odd = arith.andi %lap, %one : i32
        %phase = arith.xori %odd, %one : i32
        %free = ttg.memdesc_index %c[%slot] : !ttg.memdesc<2x1xi64, #barriers, #smem, mutable> -> !ttg.memdesc<1xi64, #barriers, #smem, mutable>
        ttng.wait_barrier %free, %phase, %yes : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
        %bar = ttg.memdesc_index %b[%slot] : !ttg.memdesc<2x1xi64, #barriers, #smem, mutable> -> !ttg.memdesc<1xi64, #barriers, #smem, mutable>
        ttng.barrier_expect %bar, 8192, %yes : !ttg.memdesc<1xi64, #barriers, #smem, mutable>
        %tile = ttg.memdesc_index %a[%slot] : !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        ttng.async_tma_copy_global_to_local %d[%z, %k] %tile, %bar, %yes : !tt.tensordesc<64x64xf16, #shared>, !ttg.memdesc<1xi64, #barriers, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        %k2 = arith.addi %k, %step : i32
        cf.br ^head(%k2 : i32)
    ^done:
      ttg.warp_return
    } : (!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x1xi64, #barriers, #smem, mutable>, !ttg.memdesc<2x1xi64, #barriers, #smem, mutable>, !tt.tensordesc<64x64xf16, #shared>, i32) -> ()
    tt.return
  }
}
