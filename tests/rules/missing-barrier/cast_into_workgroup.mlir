// RUN: fencepost lint %s --verify-diagnostics --min-level warning
// What a pointer is made of does not tell where it lies; its type does: workgroup memory.
llvm.func @from_number(%v: f32, %at: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %base = llvm.inttoptr %at : i32 to !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // expected-note@below {{written here}}
  llvm.store %v, %own : f32, !llvm.ptr<3>
  // expected-error@below {{missing-barrier}}
  %x = llvm.load %base : !llvm.ptr<3> -> f32
  %mine = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %x, %mine : f32, !llvm.ptr<1>
  llvm.return
}
llvm.func @from_pointer(%v: f32, %at: !llvm.ptr, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %base = llvm.addrspacecast %at : !llvm.ptr to !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  // expected-note@below {{written here}}
  llvm.store %v, %own : f32, !llvm.ptr<3>
  // expected-error@below {{missing-barrier}}
  %x = llvm.load %base : !llvm.ptr<3> -> f32
  %mine = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %x, %mine : f32, !llvm.ptr<1>
  llvm.return
}
func.func @from_memref(%v: f32, %at: memref<128xf32>, %out: memref<128xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %lds = memref.memory_space_cast %at : memref<128xf32> to memref<128xf32, 3>
  %t = gpu.thread_id x
  // expected-note@below {{written here}}
  memref.store %v, %lds[%t] : memref<128xf32, 3>
  // expected-error@below {{missing-barrier}}
  %x = memref.load %lds[%c0] : memref<128xf32, 3>
  memref.store %x, %out[%t] : memref<128xf32>
  return
}
