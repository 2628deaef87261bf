// RUN: fencepost lint %s --verify-diagnostics
// Earlier passes place barriers in front of accesses of tensor memory, and where waves part for a ping-pong: Triton's membar pass has yet to run.
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:100"} {
  // expected-information@below {{missing-barrier: 1 pair of accesses still waits for a barrier of Triton's membar pass}}
  tt.func public @tensor(%x: tensor<128xf32, #blocked>, %z: tensor<128x64xf32, #blocked>, %true: i1) {
    %buffer = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    %product = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttg.local_store %x, %buffer : tensor<128xf32, #blocked> -> !ttg.memdesc<128xf32, #shared, #smem, mutable>
    %y = ttg.local_load %buffer : !ttg.memdesc<128xf32, #shared, #smem, mutable> -> tensor<128xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    ttng.tmem_store %z, %product, %true : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
    ttg.barrier local
    %w = ttng.tmem_load %product : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked>
    tt.return
  }
}
// -----
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [8], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 8 : i32, "ttg.threads-per-warp" = 64 : i32, ttg.target = "hip:gfx950"} {
  // expected-information@below {{missing-barrier: 1 pair of accesses still waits for a barrier of Triton's membar pass}}
  tt.func public @parting(%x: tensor<512xf32, #blocked>) {
    %zero = arith.constant 0 : i32
    %half = arith.constant 256 : i32
    %buffer = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<512xf32, #shared, #smem, mutable>
    ttg.local_store %x, %buffer : tensor<512xf32, #blocked> -> !ttg.memdesc<512xf32, #shared, #smem, mutable>
    %y = ttg.local_load %buffer : !ttg.memdesc<512xf32, #shared, #smem, mutable> -> tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [64], warpsPerCTA = [8], order = [0]}>>
    ttg.barrier local
    %id = rocdl.workitem.id.x : i32
    %group = arith.divsi %id, %half : i32
    %late = arith.cmpi ne, %group, %zero : i32
    %early = arith.cmpi eq, %group, %zero : i32
    // expected-information@below {{divergent-barrier: }} expected-note@below {{this condition}}
    amdg.cond_barrier %late
    rocdl.s.barrier
    // expected-information@below {{divergent-barrier: }} expected-note@below {{this condition}}
    amdg.cond_barrier %early
    tt.return
  }
}
