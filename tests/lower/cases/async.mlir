// Asynchronous copies with what completes them: groups with commits and waits, a counter that other traffic shares, a completion object, tags.
// fencepost: target=gfx942
#ws = #gpu.address_space<workgroup>
#gl = #gpu.address_space<global>
func.func @groups(%g: memref<64xf32>, %i: index) {
  %s = memref.alloc() : memref<64xf32, #ws>
  %0 = nvgpu.device_async_copy %g[%i], %s[%i], 4 : memref<64xf32> to memref<64xf32, #ws>
  %1 = nvgpu.device_async_create_group %0
  nvgpu.device_async_wait %1 {numGroups = 1 : i32}
  nvgpu.device_async_wait %1
  gpu.barrier
  %2 = memref.load %s[%i] : memref<64xf32, #ws>
  return
}
func.func @counter(%g: memref<64x64xf32, #gl>, %i: index, %v: f32) {
  %tx = gpu.thread_id x
  %s = memref.alloc() : memref<64x64xf32, #ws>
  amdgpu.gather_to_lds %g[%i, %i], %s[%i, %i] : f32, memref<64x64xf32, #gl>, memref<64x64xf32, #ws>
  %0 = memref.load %g[%i, %tx] : memref<64x64xf32, #gl>
  memref.store %v, %g[%i, %i] : memref<64x64xf32, #gl>
  amdgpu.memory_counter_wait load(2)
  rocdl.s.waitcnt 16368
  rocdl.s.waitcnt 49279
  return
}
func.func @marks(%g: memref<64x64xf32, #gl>, %i: index) {
  %s = memref.alloc() : memref<64x64xf32, #ws>
  amdgpu.gather_to_lds async %g[%i, %i], %s[%i, %i] : f32, memref<64x64xf32, #gl>, memref<64x64xf32, #ws>
  rocdl.asyncmark
  rocdl.wait.asyncmark 0
  return
}
llvm.func @object(%g: !llvm.ptr<1>, %d: !llvm.ptr<3>, %bar: !llvm.ptr<3>, %size: i32, %phase: i32) {
  nvvm.mbarrier.init %bar, %size : !llvm.ptr<3>, i32
  nvvm.cp.async.bulk.shared.cluster.global %d, %g, %bar, %size : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.mbarrier.try_wait.parity %bar, %phase, %phase : !llvm.ptr<3>, i32, i32
  nvvm.mbarrier.inval %bar : !llvm.ptr<3>
  llvm.return
}
func.func @tag(%g: memref<64xf32>, %i: index, %tag: memref<1xi32>) {
  %s = memref.alloc() : memref<64xf32, #ws>
  memref.dma_start %g[%i], %s[%i], %i, %tag[%i] : memref<64xf32>, memref<64xf32, #ws>, memref<1xi32>
  memref.dma_wait %tag[%i], %i : memref<1xi32>
  return
}
