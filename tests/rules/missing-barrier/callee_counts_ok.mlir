// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// How often a loop of the function called runs is a case of its caller, too: the element that the caller reads is the
// one stored only where the loop has run once, and its barrier with it.
gpu.module @kernels {
  func.func private @meet(%n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      gpu.barrier
    }
    return
  }
  gpu.func @k(%n: index, %v: f32, %out: memref<256xf32, 1>) workgroup(%tile: memref<512xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %first = arith.cmpi eq, %tid, %c1 : index
    scf.if %first {
      memref.store %v, %tile[%tid] : memref<512xf32, 3>
    }
    func.call @meet(%n) : (index) -> ()
    %r = memref.load %tile[%n] : memref<512xf32, 3>
    memref.store %r, %out[%tid] : memref<256xf32, 1>
    gpu.return
  }
}
