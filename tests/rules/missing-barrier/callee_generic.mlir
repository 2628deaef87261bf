// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The type of the function's parameter names no space. The caller says that it is workgroup memory, through one more function.
gpu.module @kernels {
  func.func private @step(%p: memref<?xf32>, %v: f32) -> f32 attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    memref.store %v, %p[%tid] : memref<?xf32> // expected-note {{written here}}
    // expected-error@below {{missing-barrier: memref.load may read %p before another thread's memref.store}}
    %r = memref.load %p[%rev] : memref<?xf32>
    return %r : f32
  }
  func.func private @twice(%p: memref<?xf32>, %v: f32) -> f32 {
    %r = func.call @step(%p, %v) : (memref<?xf32>, f32) -> f32
    return %r : f32
  }
  gpu.func @k(%out: memref<?xf32>, %v: f32) workgroup(%lds: memref<256xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %g = memref.memory_space_cast %lds : memref<256xf32, #gpu.address_space<workgroup>> to memref<256xf32>
    %d = memref.cast %g : memref<256xf32> to memref<?xf32>
    %r = func.call @twice(%d, %v) : (memref<?xf32>, f32) -> f32
    memref.store %r, %out[%tid] : memref<?xf32>
    gpu.return
  }
}
// -----
llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<256 x f32>
llvm.func internal @first(%p: !llvm.ptr, %i: i32) -> f32 {
  %a = llvm.getelementptr %p[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %r = llvm.load %a : !llvm.ptr -> f32
  // expected-note@above {{in the function called}}
  llvm.return %r : f32
}
llvm.func @k(%out: !llvm.ptr<1>, %v: f32) attributes {rocdl.kernel, rocdl.flat_work_group_size = "256,256", rocdl.reqd_work_group_size = array<i32: 256, 1, 1>} {
  %base = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %flat = llvm.addrspacecast %base : !llvm.ptr<3> to !llvm.ptr
  %last = llvm.mlir.constant(255 : i32) : i32
  %t = rocdl.workitem.id.x : i32
  %i = llvm.sub %last, %t : i32
  %a = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  llvm.store %v, %a : f32, !llvm.ptr<3> // expected-note {{written here}}
  // expected-error@below {{missing-barrier: llvm.load on line 30, called here, may read %a before another thread's llvm.store}}
  %r = llvm.call @first(%flat, %i) : (!llvm.ptr, i32) -> f32
  llvm.store %r, %out : f32, !llvm.ptr<1>
  llvm.return
}
