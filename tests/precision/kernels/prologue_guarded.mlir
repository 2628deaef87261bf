// RUN: fencepost lint %s --target=sm_80 --ignore=redundant-wait,redundant-barrier,wide-fence --verify-diagnostics
// The prologue copies a second tile only where the loop has a second iteration, and that iteration waits for it: what runs at all, runs behind the wait. In the
// second kernel the copy asks for one iteration too few.
#ws = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @second_iteration_waits(%g: memref<1024xf32>, %n: index) -> f32 workgroup(%a: memref<512xf32, #ws>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %c256 = arith.constant 256 : index
    %other = arith.subi %c255, %tid : index
    %zero = arith.constant 0.0 : f32
    %behind = arith.addi %c256, %tid : index
    %first = nvgpu.device_async_copy %g[%tid], %a[%tid], 1 : memref<1024xf32> to memref<512xf32, #ws>
    %g0 = nvgpu.device_async_create_group %first
    %two = arith.cmpi sgt, %n, %c1 : index
    scf.if %two {
      %second = nvgpu.device_async_copy %g[%behind], %a[%behind], 1 : memref<1024xf32> to memref<512xf32, #ws>
    }
    %g1 = nvgpu.device_async_create_group
    scf.for %i = %c0 to %n step %c1 {
      nvgpu.device_async_wait %g1 {numGroups = 1 : i32}
      // expected-hint@below {{hoistable-barrier}}
      gpu.barrier
      %g2 = nvgpu.device_async_create_group
    }
    %read = scf.if %two -> (f32) {
      %at = arith.addi %other, %c256 : index
      %r = memref.load %a[%at] : memref<512xf32, #ws>
      scf.yield %r : f32
    } else {
      scf.yield %zero : f32
    }
    nvgpu.device_async_wait %g1 {numGroups = 0 : i32}
    gpu.return %read : f32
  }
  gpu.func @one_too_few(%g: memref<1024xf32>, %n: index) -> f32 workgroup(%a: memref<512xf32, #ws>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tid = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %c256 = arith.constant 256 : index
    %other = arith.subi %c255, %tid : index
    %zero = arith.constant 0.0 : f32
    %behind = arith.addi %c256, %tid : index
    %first = nvgpu.device_async_copy %g[%tid], %a[%tid], 1 : memref<1024xf32> to memref<512xf32, #ws>
    %g0 = nvgpu.device_async_create_group %first
    %one = arith.cmpi sgt, %n, %c0 : index
    scf.if %one {
      %second = nvgpu.device_async_copy %g[%behind], %a[%behind], 1 : memref<1024xf32> to memref<512xf32, #ws> // expected-note {{copied here}}
    }
    %g1 = nvgpu.device_async_create_group
    scf.for %i = %c0 to %n step %c1 {
      nvgpu.device_async_wait %g1 {numGroups = 1 : i32}
      gpu.barrier
      %g2 = nvgpu.device_async_create_group
    }
    %read = scf.if %one -> (f32) {
      %at = arith.addi %other, %c256 : index
      // expected-warning@below {{missing-async-wait: memref.load may read %a}}
      %r = memref.load %a[%at] : memref<512xf32, #ws>
      scf.yield %r : f32
    } else {
      scf.yield %zero : f32
    }
    nvgpu.device_async_wait %g1 {numGroups = 0 : i32}
    gpu.return %read : f32
  }
}
