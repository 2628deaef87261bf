// RUN: fencepost lint %s --verify-diagnostics --target=sm_90
// A function of another file that is given memory, or returns nothing, may tell other workgroups that the data is there.
func.func private @signal(memref<1xi32>)
func.func private @act()
func.func @given_memory(%data: memref<256xf32>, %flag: memref<1xi32>, %f: f32) attributes {gpu.kernel} {
  %t = gpu.thread_id x
  memref.store %f, %data[%t] : memref<256xf32>
  gpu.barrier
  func.call @signal(%flag) : (memref<1xi32>) -> ()
  return
}
func.func @returns_nothing(%data: memref<256xf32>, %f: f32) attributes {gpu.kernel} {
  %t = gpu.thread_id x
  memref.store %f, %data[%t] : memref<256xf32>
  gpu.barrier
  func.call @act() : () -> ()
  return
}
