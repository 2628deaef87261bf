// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics
// In generic form a predicate stands behind the number of the barrier, and no attribute tells how many operands are of which kind.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (!nvgpu.tensormap.descriptor<tensor = memref<128xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, memref<?xf32>) -> (), kernel, sym_name = "tile"}> ({
    ^bb0(%arg0: !nvgpu.tensormap.descriptor<tensor = memref<128xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %arg1: memref<?xf32>):
      %0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %2 = "arith.constant"() <{value = 512 : index}> : () -> index
      %3 = "arith.constant"() <{value = 1000 : index}> : () -> index
      %4 = "arith.constant"() <{value = true}> : () -> i1
      %5 = "gpu.thread_id"() <{dimension = #gpu.dim<x>}> : () -> index
      %6 = "arith.addi"(%5, %0) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %7 = "arith.cmpi"(%6, %0) <{predicate = 0 : i64}> : (index, index) -> i1
      %8 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<128xf32, 3>
      %9 = "nvgpu.mbarrier.create"() : () -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
      "nvgpu.mbarrier.init"(%9, %1, %0, %7) : (!nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, index, index, i1) -> ()
      "gpu.barrier"() <{scope = #gpu.barrier_scope<workgroup>}> : () -> ()
      "nvgpu.mbarrier.arrive.expect_tx"(%9, %2, %0, %7) : (!nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, index, index, i1) -> ()
      // expected-note@below {{thread 0 arrives here}}
      // expected-note@below {{thread 0 starts it here}}
      "nvgpu.tma.async.load"(%8, %9, %arg0, %0, %0, %7) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1>}> : (memref<128xf32, 3>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, !nvgpu.tensormap.descriptor<tensor = memref<128xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, index, index, i1) -> ()
      // expected-error@below {{missed-phase}}
      "nvgpu.mbarrier.try_wait.parity"(%9, %4, %3, %0) : (!nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, i1, index, index) -> ()
      // expected-error@below {{missing-async-wait}}
      %10 = "memref.load"(%8, %5) : (memref<128xf32, 3>, index) -> f32
      "memref.store"(%10, %arg1, %5) : (f32, memref<?xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()
