// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The barriers of helpers stay: one kernel of two needs it; the next turn of a loop does; other files may call the helper, directly or through one that they may call; its address is taken, in a kernel or in a global's initialiser.
gpu.module @kernels {
  func.func private @put(%m: memref<256xf32, 3>, %i: index, %v: f32) {
    memref.store %v, %m[%i] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    return
  }
  func.func private @again(%m: memref<256xf32, 3>, %i: index, %v: f32) {
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    memref.store %v, %m[%i] : memref<256xf32, 3>
    return
  }
  func.func @public(%m: memref<256xf32, 3>, %i: index, %v: f32) {
    memref.store %v, %m[%i] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    return
  }
  func.func private @through_public(%m: memref<256xf32, 3>, %i: index, %v: f32) {
    memref.store %v, %m[%i] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    return
  }
  func.func @public_too(%m: memref<256xf32, 3>, %i: index, %v: f32) {
    func.call @through_public(%m, %i, %v) : (memref<256xf32, 3>, index, f32) -> ()
    return
  }
  func.func private @by_address(%m: memref<256xf32, 3>, %i: index, %v: f32) {
    memref.store %v, %m[%i] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    return
  }
  func.func private @in_table(%m: memref<256xf32, 3>, %i: index, %v: f32) {
    memref.store %v, %m[%i] : memref<256xf32, 3>
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    return
  }
  llvm.mlir.global internal constant @table() : !llvm.ptr {
    %p = llvm.mlir.addressof @in_table : !llvm.ptr
    llvm.return %p : !llvm.ptr
  }
  gpu.func @own(%v: f32, %n: index, %out: memref<256xf32, 1>) workgroup(%lds: memref<256xf32, 3>, %turn: memref<256xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    func.call @put(%lds, %tid, %v) : (memref<256xf32, 3>, index, f32) -> ()
    func.call @public(%lds, %tid, %v) : (memref<256xf32, 3>, index, f32) -> ()
    func.call @through_public(%lds, %tid, %v) : (memref<256xf32, 3>, index, f32) -> ()
    func.call @public_too(%lds, %tid, %v) : (memref<256xf32, 3>, index, f32) -> ()
    func.call @by_address(%lds, %tid, %v) : (memref<256xf32, 3>, index, f32) -> ()
    func.call @in_table(%lds, %tid, %v) : (memref<256xf32, 3>, index, f32) -> ()
    %address = func.constant @by_address : (memref<256xf32, 3>, index, f32) -> ()
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    memref.store %r, %out[%tid] : memref<256xf32, 1>
    scf.for %i = %c0 to %n step %c1 {
      func.call @again(%turn, %tid, %v) : (memref<256xf32, 3>, index, f32) -> ()
      gpu.barrier memfence [#gpu.address_space<workgroup>]
      %s = memref.load %turn[%other] : memref<256xf32, 3>
      memref.store %s, %out[%tid] : memref<256xf32, 1>
    }
    gpu.return
  }
  gpu.func @shared(%v: f32, %out: memref<256xf32, 1>) workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    func.call @put(%lds, %tid, %v) : (memref<256xf32, 3>, index, f32) -> ()
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    memref.store %r, %out[%tid] : memref<256xf32, 1>
    gpu.return
  }
}
