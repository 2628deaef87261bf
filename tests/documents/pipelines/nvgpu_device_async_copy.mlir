// RUN: fencepost lint %s --target=sm_80 --verify-diagnostics
// Prologue, steady loop, epilogue, with nvgpu's copies and groups. In each iteration one tile is used and the one B-1 ahead is copied into the slot
// that the last iteration used; the wait leaves the B-2 newest groups. One group more, and the tile that is read may still be on its way.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @two_buffers(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c13 = arith.constant 13 : index
    %a = memref.alloc() : memref<2x256xf32, #ws>
    %t_p0 = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<2x256xf32, #ws>
    %g_p0 = nvgpu.device_async_create_group %t_p0
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c1 : index
      %this = arith.remui %i, %c2 : index
      %next = arith.remui %ahead, %c2 : index
      nvgpu.device_async_wait %g_p0 {numGroups = 0 : i32}
      gpu.barrier
      %x = memref.load %a[%this, %rev] : memref<2x256xf32, #ws>
      %t_l = nvgpu.device_async_copy %src[%tid], %a[%next, %tid], 1 : memref<4096xf32> to memref<2x256xf32, #ws>
      %g_l = nvgpu.device_async_create_group %t_l
    }
    nvgpu.device_async_wait %g_p0 {numGroups = 0 : i32}
    gpu.barrier
    %y0 = memref.load %a[%c1, %rev] : memref<2x256xf32, #ws>
    gpu.return
  }

  gpu.func @two_buffers_one_too_many_in_the_loop(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c13 = arith.constant 13 : index
    %a = memref.alloc() : memref<2x256xf32, #ws>
    %t_p0 = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<2x256xf32, #ws>  // expected-note {{copied here}}
    %g_p0 = nvgpu.device_async_create_group %t_p0
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c1 : index
      %this = arith.remui %i, %c2 : index
      %next = arith.remui %ahead, %c2 : index
      nvgpu.device_async_wait %g_p0 {numGroups = 1 : i32}
      gpu.barrier
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %rev] : memref<2x256xf32, #ws>
      %t_l = nvgpu.device_async_copy %src[%tid], %a[%next, %tid], 1 : memref<4096xf32> to memref<2x256xf32, #ws>  // expected-note {{copied here}}
      %g_l = nvgpu.device_async_create_group %t_l
    }
    nvgpu.device_async_wait %g_p0 {numGroups = 0 : i32}
    gpu.barrier
    %y0 = memref.load %a[%c1, %rev] : memref<2x256xf32, #ws>
    gpu.return
  }

  gpu.func @two_buffers_one_too_many_in_the_epilogue(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c13 = arith.constant 13 : index
    %a = memref.alloc() : memref<2x256xf32, #ws>
    %t_p0 = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<2x256xf32, #ws>
    %g_p0 = nvgpu.device_async_create_group %t_p0
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c1 : index
      %this = arith.remui %i, %c2 : index
      %next = arith.remui %ahead, %c2 : index
      nvgpu.device_async_wait %g_p0 {numGroups = 0 : i32}
      gpu.barrier
      %x = memref.load %a[%this, %rev] : memref<2x256xf32, #ws>
      %t_l = nvgpu.device_async_copy %src[%tid], %a[%next, %tid], 1 : memref<4096xf32> to memref<2x256xf32, #ws>  // expected-note {{copied here}}  // expected-note {{the last copy}}
      %g_l = nvgpu.device_async_create_group %t_l
    }
    // expected-warning@below {{redundant-wait}}
    nvgpu.device_async_wait %g_p0 {numGroups = 1 : i32}
    // expected-warning@below {{ineffective-barrier}}
    gpu.barrier
    // expected-error@below {{missing-async-wait}}
    %y0 = memref.load %a[%c1, %rev] : memref<2x256xf32, #ws>
    gpu.return
  }

  gpu.func @three_buffers(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c13 = arith.constant 13 : index
    %a = memref.alloc() : memref<3x256xf32, #ws>
    %t_p0 = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>
    %g_p0 = nvgpu.device_async_create_group %t_p0
    %t_p1 = nvgpu.device_async_copy %src[%tid], %a[%c1, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>
    %g_p1 = nvgpu.device_async_create_group %t_p1
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      nvgpu.device_async_wait %g_p0 {numGroups = 1 : i32}
      gpu.barrier
      %x = memref.load %a[%this, %rev] : memref<3x256xf32, #ws>
      %t_l = nvgpu.device_async_copy %src[%tid], %a[%next, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>
      %g_l = nvgpu.device_async_create_group %t_l
    }
    nvgpu.device_async_wait %g_p0 {numGroups = 1 : i32}
    gpu.barrier
    %y0 = memref.load %a[%c1, %rev] : memref<3x256xf32, #ws>
    nvgpu.device_async_wait %g_p0 {numGroups = 0 : i32}
    gpu.barrier
    %y1 = memref.load %a[%c2, %rev] : memref<3x256xf32, #ws>
    gpu.return
  }

  gpu.func @three_buffers_one_too_many_in_the_loop(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c13 = arith.constant 13 : index
    %a = memref.alloc() : memref<3x256xf32, #ws>
    %t_p0 = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>  // expected-note {{copied here}}
    %g_p0 = nvgpu.device_async_create_group %t_p0
    %t_p1 = nvgpu.device_async_copy %src[%tid], %a[%c1, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>  // expected-note {{copied here}}
    %g_p1 = nvgpu.device_async_create_group %t_p1
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      nvgpu.device_async_wait %g_p0 {numGroups = 2 : i32}
      gpu.barrier
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %rev] : memref<3x256xf32, #ws>
      %t_l = nvgpu.device_async_copy %src[%tid], %a[%next, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>  // expected-note {{copied here}}
      %g_l = nvgpu.device_async_create_group %t_l
    }
    nvgpu.device_async_wait %g_p0 {numGroups = 1 : i32}
    gpu.barrier
    %y0 = memref.load %a[%c1, %rev] : memref<3x256xf32, #ws>
    nvgpu.device_async_wait %g_p0 {numGroups = 0 : i32}
    gpu.barrier
    %y1 = memref.load %a[%c2, %rev] : memref<3x256xf32, #ws>
    gpu.return
  }

  gpu.func @three_buffers_one_too_many_in_the_epilogue(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c13 = arith.constant 13 : index
    %a = memref.alloc() : memref<3x256xf32, #ws>
    %t_p0 = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>
    %g_p0 = nvgpu.device_async_create_group %t_p0
    %t_p1 = nvgpu.device_async_copy %src[%tid], %a[%c1, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>
    %g_p1 = nvgpu.device_async_create_group %t_p1
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      nvgpu.device_async_wait %g_p0 {numGroups = 1 : i32}
      gpu.barrier
      %x = memref.load %a[%this, %rev] : memref<3x256xf32, #ws>
      %t_l = nvgpu.device_async_copy %src[%tid], %a[%next, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>  // expected-note {{copied here}}
      %g_l = nvgpu.device_async_create_group %t_l
    }
    nvgpu.device_async_wait %g_p0 {numGroups = 1 : i32}  // expected-note {{waited for here}}
    gpu.barrier
    %y0 = memref.load %a[%c1, %rev] : memref<3x256xf32, #ws>
    // expected-warning@below {{double-wait}}
    nvgpu.device_async_wait %g_p0 {numGroups = 1 : i32}
    // expected-warning@below {{ineffective-barrier}}
    gpu.barrier
    // expected-error@below {{missing-async-wait}}
    %y1 = memref.load %a[%c2, %rev] : memref<3x256xf32, #ws>
    gpu.return
  }

  gpu.func @three_buffers_unknown_count(%src: memref<4096xf32>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %a = memref.alloc() : memref<3x256xf32, #ws>
    %t_p0 = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>
    %g_p0 = nvgpu.device_async_create_group %t_p0
    %t_p1 = nvgpu.device_async_copy %src[%tid], %a[%c1, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>
    %g_p1 = nvgpu.device_async_create_group %t_p1
    scf.for %i = %c0 to %n step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      nvgpu.device_async_wait %g_p0 {numGroups = 1 : i32}
      gpu.barrier
      %x = memref.load %a[%this, %rev] : memref<3x256xf32, #ws>
      %t_l = nvgpu.device_async_copy %src[%tid], %a[%next, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>
      %g_l = nvgpu.device_async_create_group %t_l
    }
    gpu.return
  }

  gpu.func @three_buffers_unknown_count_one_too_many(%src: memref<4096xf32>, %n: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %a = memref.alloc() : memref<3x256xf32, #ws>
    %t_p0 = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>  // expected-note {{copied here}}
    %g_p0 = nvgpu.device_async_create_group %t_p0
    %t_p1 = nvgpu.device_async_copy %src[%tid], %a[%c1, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>  // expected-note {{copied here}}
    %g_p1 = nvgpu.device_async_create_group %t_p1
    scf.for %i = %c0 to %n step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      nvgpu.device_async_wait %g_p0 {numGroups = 2 : i32}
      gpu.barrier
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %rev] : memref<3x256xf32, #ws>
      %t_l = nvgpu.device_async_copy %src[%tid], %a[%next, %tid], 1 : memref<4096xf32> to memref<3x256xf32, #ws>  // expected-note {{copied here}}
      %g_l = nvgpu.device_async_create_group %t_l
    }
    gpu.return
  }

  gpu.func @four_buffers(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c13 = arith.constant 13 : index
    %a = memref.alloc() : memref<4x256xf32, #ws>
    %t_p0 = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<4x256xf32, #ws>
    %g_p0 = nvgpu.device_async_create_group %t_p0
    %t_p1 = nvgpu.device_async_copy %src[%tid], %a[%c1, %tid], 1 : memref<4096xf32> to memref<4x256xf32, #ws>
    %g_p1 = nvgpu.device_async_create_group %t_p1
    %t_p2 = nvgpu.device_async_copy %src[%tid], %a[%c2, %tid], 1 : memref<4096xf32> to memref<4x256xf32, #ws>
    %g_p2 = nvgpu.device_async_create_group %t_p2
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c3 : index
      %this = arith.remui %i, %c4 : index
      %next = arith.remui %ahead, %c4 : index
      nvgpu.device_async_wait %g_p0 {numGroups = 2 : i32}
      gpu.barrier
      %x = memref.load %a[%this, %rev] : memref<4x256xf32, #ws>
      %t_l = nvgpu.device_async_copy %src[%tid], %a[%next, %tid], 1 : memref<4096xf32> to memref<4x256xf32, #ws>
      %g_l = nvgpu.device_async_create_group %t_l
    }
    nvgpu.device_async_wait %g_p0 {numGroups = 2 : i32}
    gpu.barrier
    %y0 = memref.load %a[%c1, %rev] : memref<4x256xf32, #ws>
    nvgpu.device_async_wait %g_p0 {numGroups = 1 : i32}
    gpu.barrier
    %y1 = memref.load %a[%c2, %rev] : memref<4x256xf32, #ws>
    nvgpu.device_async_wait %g_p0 {numGroups = 0 : i32}
    gpu.barrier
    %y2 = memref.load %a[%c3, %rev] : memref<4x256xf32, #ws>
    gpu.return
  }

  gpu.func @four_buffers_one_too_many_in_the_loop(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c13 = arith.constant 13 : index
    %a = memref.alloc() : memref<4x256xf32, #ws>
    %t_p0 = nvgpu.device_async_copy %src[%tid], %a[%c0, %tid], 1 : memref<4096xf32> to memref<4x256xf32, #ws>  // expected-note {{copied here}}
    %g_p0 = nvgpu.device_async_create_group %t_p0
    %t_p1 = nvgpu.device_async_copy %src[%tid], %a[%c1, %tid], 1 : memref<4096xf32> to memref<4x256xf32, #ws>  // expected-note {{copied here}}
    %g_p1 = nvgpu.device_async_create_group %t_p1
    %t_p2 = nvgpu.device_async_copy %src[%tid], %a[%c2, %tid], 1 : memref<4096xf32> to memref<4x256xf32, #ws>  // expected-note {{copied here}}
    %g_p2 = nvgpu.device_async_create_group %t_p2
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c3 : index
      %this = arith.remui %i, %c4 : index
      %next = arith.remui %ahead, %c4 : index
      nvgpu.device_async_wait %g_p0 {numGroups = 3 : i32}
      gpu.barrier
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %rev] : memref<4x256xf32, #ws>
      %t_l = nvgpu.device_async_copy %src[%tid], %a[%next, %tid], 1 : memref<4096xf32> to memref<4x256xf32, #ws>  // expected-note {{copied here}}
      %g_l = nvgpu.device_async_create_group %t_l
    }
    nvgpu.device_async_wait %g_p0 {numGroups = 2 : i32}
    gpu.barrier
    %y0 = memref.load %a[%c1, %rev] : memref<4x256xf32, #ws>
    nvgpu.device_async_wait %g_p0 {numGroups = 1 : i32}
    gpu.barrier
    %y1 = memref.load %a[%c2, %rev] : memref<4x256xf32, #ws>
    nvgpu.device_async_wait %g_p0 {numGroups = 0 : i32}
    gpu.barrier
    %y2 = memref.load %a[%c3, %rev] : memref<4x256xf32, #ws>
    gpu.return
  }
}
