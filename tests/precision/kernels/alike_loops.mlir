// RUN: fencepost lint %s --target=sm_80 --ignore=racing-store --verify-diagnostics
// Nests of loops with equal bounds: outside of them their accesses stand in one group, and each finding names the variables of the loops that it is about.
gpu.module @m {
  gpu.func @nested(%f: f32, %n: index, %g: memref<512xf32>) workgroup(%a: memref<512xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %tid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %first = %c0 to %c4 step %c1 {
      scf.for %inner = %c0 to %c4 step %c1 {
        %at = arith.addi %first, %inner : index
        %t = nvgpu.device_async_copy %g[%tid], %a[%at], 1 : memref<512xf32> to memref<512xf32, 3> // expected-note {{copied here}} expected-note {{copied here}}
        %q = nvgpu.device_async_create_group %t
      }
    }
    scf.for %second = %c0 to %c4 step %c1 {
      scf.for %deeper = %c0 to %c4 step %c1 {
        %at = arith.addi %second, %deeper : index
        %r = memref.load %a[%at] : memref<512xf32, 3> // expected-error {{with %inner = 3, %first = 3, %deeper = 3, %second = 3}}
      }
    }
    scf.for %third = %c0 to %c4 step %c1 {
      scf.for %deepest = %c0 to %c4 step %c1 {
        %at = arith.addi %third, %deepest : index
        %r = memref.load %a[%at] : memref<512xf32, 3> // expected-error {{with %inner = 3, %first = 3, %deepest = 3, %third = 3}}
      }
    }
    gpu.return
  }
}
