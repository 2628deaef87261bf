// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// A copy is complete only behind a wait that every path runs.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  func.func private @wait_for_all() {
    nvvm.cp.async.wait.group 0
    return
  }
  func.func private @wait_for_all_but_one() {
    nvvm.cp.async.wait.group 1  // expected-note {{in the callee, here}}
    return
  }
  gpu.func @before_the_barrier(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %t = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<4096xf32> to memref<256xf32, #ws>
    %g = nvgpu.device_async_create_group %t
    nvgpu.device_async_wait %g {numGroups = 0 : i32}
    gpu.barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @none(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %t = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<4096xf32> to memref<256xf32, #ws>  // expected-note {{copied here}}
    %g = nvgpu.device_async_create_group %t
    // expected-warning@below {{ineffective-barrier}}
    gpu.barrier
    // expected-error@below {{missing-async-wait}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @behind_the_barrier(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %t = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<4096xf32> to memref<256xf32, #ws>  // expected-note {{copied here}}
    %g = nvgpu.device_async_create_group %t
    // expected-warning@below {{ineffective-barrier}}
    gpu.barrier
    nvgpu.device_async_wait %g {numGroups = 0 : i32}
    // expected-error@below {{missing-barrier}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @in_one_arm(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %t = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<4096xf32> to memref<256xf32, #ws>  // expected-note {{copied here}}
    %g = nvgpu.device_async_create_group %t
    scf.if %p {
      nvgpu.device_async_wait %g {numGroups = 0 : i32}
    }
    gpu.barrier
    // expected-warning@below {{missing-async-wait}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @in_both_arms(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %t = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<4096xf32> to memref<256xf32, #ws>
    %g = nvgpu.device_async_create_group %t
    scf.if %p {
      nvgpu.device_async_wait %g {numGroups = 0 : i32}
    } else {
      nvgpu.device_async_wait %g {numGroups = 0 : i32}
    }
    gpu.barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @in_a_loop_that_may_not_run(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %t = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<4096xf32> to memref<256xf32, #ws>  // expected-note {{copied here}}
    %g = nvgpu.device_async_create_group %t
    scf.for %i = %c0 to %n step %c1 {
      nvgpu.device_async_wait %g {numGroups = 0 : i32}
    }
    gpu.barrier
    // expected-warning@below {{missing-async-wait}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @in_a_loop_that_runs(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %c4 = arith.constant 4 : index
    %t = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<4096xf32> to memref<256xf32, #ws>
    %g = nvgpu.device_async_create_group %t
    scf.for %i = %c0 to %c4 step %c1 {
      nvgpu.device_async_wait %g {numGroups = 0 : i32}
    }
    gpu.barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @in_a_callee(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %t = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<4096xf32> to memref<256xf32, #ws>
    %g = nvgpu.device_async_create_group %t
    func.call @wait_for_all() : () -> ()
    gpu.barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @in_a_callee_for_all_but_one(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %t = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<4096xf32> to memref<256xf32, #ws>  // expected-note {{copied here}}
    %g = nvgpu.device_async_create_group %t
    // expected-warning@below {{redundant-wait}}
    func.call @wait_for_all_but_one() : () -> ()
    // expected-warning@below {{ineffective-barrier}}
    gpu.barrier
    // expected-error@below {{missing-async-wait}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @without_a_commit(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %t = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<4096xf32> to memref<256xf32, #ws>  // expected-warning {{unwaited-copy}} expected-note {{copied here}} expected-note {{copied here}}
    // expected-warning@below {{redundant-wait}}
    nvvm.cp.async.wait.group 0
    // expected-warning@below {{ineffective-barrier}}
    gpu.barrier
    // expected-error@below {{missing-async-wait}}
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }

  gpu.func @twice(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %a = memref.alloc() : memref<256xf32, #ws>
    %t = nvgpu.device_async_copy %src[%tid], %a[%tid], 1 : memref<4096xf32> to memref<256xf32, #ws>
    %g = nvgpu.device_async_create_group %t
    nvgpu.device_async_wait %g {numGroups = 0 : i32}  // expected-note {{waited for here}}
    // expected-warning@below {{double-wait}}
    nvgpu.device_async_wait %g {numGroups = 0 : i32}
    gpu.barrier
    %x = memref.load %a[%rev] : memref<256xf32, #ws>
    gpu.return
  }
}
