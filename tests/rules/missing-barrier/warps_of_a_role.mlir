// RUN: fencepost lint %s --verify-diagnostics --min-level information
// Lanes of a warp exchange values in one of two roles, without the warp's barrier.
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
    gpu.func @exchange(%v: f32, %out: memref<128xf32>) workgroup(%lds: memref<128xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      %first = arith.constant 1 : i32
      %second = arith.constant 2 : i32
      %half = arith.constant 64 : i32
      %tid = gpu.thread_id x
      %role = arith.cmpi ult, %tid, %c64 : index
      // expected-note@below {{not all threads take this way}}
      scf.if %role {
        // expected-note@below {{written here}}
        memref.store %v, %lds[%tid] : memref<128xf32, 3>
        %beside = arith.xori %tid, %c1 : index
        // expected-warning@below {{missing-barrier}}
        %x = memref.load %lds[%beside] : memref<128xf32, 3>
        memref.store %x, %out[%tid] : memref<128xf32>
        nvvm.barrier id = %first number_of_threads = %half
      } else {
        nvvm.barrier id = %second number_of_threads = %half
      }
      gpu.return
    }
  }
}
