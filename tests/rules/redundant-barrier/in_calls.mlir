// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Nothing but the kernels of the file calls the helper, through another one or directly, and in each call every thread reads back what it has stored itself.
gpu.module @kernels {
  func.func private @put(%m: memref<256xf32, 3>, %i: index, %v: f32) {
    memref.store %v, %m[%i] : memref<256xf32, 3>
    // expected-warning@below {{redundant-barrier: gpu.barrier is redundant: in each call of this function every pair of accesses across it is ordered without it}}
    gpu.barrier memfence [#gpu.address_space<workgroup>]
    return
  }
  func.func private @put_first(%m: memref<256xf32, 3>, %v: f32) {
    %tid = gpu.thread_id x
    func.call @put(%m, %tid, %v) : (memref<256xf32, 3>, index, f32) -> ()
    return
  }
  gpu.func @own(%v: f32, %out: memref<256xf32, 1>) workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    func.call @put_first(%lds, %v) : (memref<256xf32, 3>, f32) -> ()
    %r = memref.load %lds[%tid] : memref<256xf32, 3>
    memref.store %r, %out[%tid] : memref<256xf32, 1>
    gpu.return
  }
  gpu.func @turned(%v: f32, %out: memref<256xf32, 1>) workgroup(%lds: memref<256xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %other = arith.subi %c255, %tid : index
    func.call @put(%lds, %other, %v) : (memref<256xf32, 3>, index, f32) -> ()
    %r = memref.load %lds[%other] : memref<256xf32, 3>
    memref.store %r, %out[%tid] : memref<256xf32, 1>
    gpu.return
  }
}
