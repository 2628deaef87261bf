// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// gfx1250: copies on asynccnt, each thread its own element; the wait for them, the wait for LDS operations and the split barrier stand apart.
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
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<2x512xf32, #ws>
    %tid1 = arith.addi %tid, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid1] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c1 : index
      %this = arith.remui %i, %c2 : index
      %next = arith.remui %ahead, %c2 : index
      rocdl.s.wait.asynccnt 0
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x = memref.load %a[%this, %last] : memref<2x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid1] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
    }
    rocdl.s.wait.asynccnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y0 = memref.load %a[%c1, %last] : memref<2x512xf32, #ws>
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
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<2x512xf32, #ws>
    %tid1 = arith.addi %tid, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid1] : f32, memref<4096xf32>, memref<2x512xf32, #ws>  // expected-note {{copied here}}
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c1 : index
      %this = arith.remui %i, %c2 : index
      %next = arith.remui %ahead, %c2 : index
      rocdl.s.wait.asynccnt 1
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %last] : memref<2x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid1] : f32, memref<4096xf32>, memref<2x512xf32, #ws>  // expected-note {{copied here}}
    }
    rocdl.s.wait.asynccnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y0 = memref.load %a[%c1, %last] : memref<2x512xf32, #ws>
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
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<2x512xf32, #ws>
    %tid1 = arith.addi %tid, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid1] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c1 : index
      %this = arith.remui %i, %c2 : index
      %next = arith.remui %ahead, %c2 : index
      rocdl.s.wait.asynccnt 0
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x = memref.load %a[%this, %last] : memref<2x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid1] : f32, memref<4096xf32>, memref<2x512xf32, #ws>  // expected-note {{copied here}}
    }
    rocdl.s.wait.asynccnt 1
    rocdl.s.barrier.signal id = -1
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier.wait id = -1
    // expected-error@below {{missing-async-wait}}
    %y0 = memref.load %a[%c1, %last] : memref<2x512xf32, #ws>
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
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<3x512xf32, #ws>
    %tid1 = arith.addi %tid, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c1, %tid] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c1, %tid1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      rocdl.s.wait.asynccnt 2
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x = memref.load %a[%this, %last] : memref<3x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    }
    rocdl.s.wait.asynccnt 2
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y0 = memref.load %a[%c1, %last] : memref<3x512xf32, #ws>
    rocdl.s.wait.asynccnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y1 = memref.load %a[%c2, %last] : memref<3x512xf32, #ws>
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
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<3x512xf32, #ws>
    %tid1 = arith.addi %tid, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>  // expected-note {{copied here}}
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c1, %tid] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c1, %tid1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>  // expected-note {{copied here}}
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      rocdl.s.wait.asynccnt 3
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %last] : memref<3x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>  // expected-note {{copied here}}
    }
    rocdl.s.wait.asynccnt 2
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y0 = memref.load %a[%c1, %last] : memref<3x512xf32, #ws>
    rocdl.s.wait.asynccnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y1 = memref.load %a[%c2, %last] : memref<3x512xf32, #ws>
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
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<3x512xf32, #ws>
    %tid1 = arith.addi %tid, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c1, %tid] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c1, %tid1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      rocdl.s.wait.asynccnt 2
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x = memref.load %a[%this, %last] : memref<3x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>  // expected-note {{copied here}}
    }
    rocdl.s.wait.asynccnt 2
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y0 = memref.load %a[%c1, %last] : memref<3x512xf32, #ws>
    rocdl.s.wait.asynccnt 1
    rocdl.s.barrier.signal id = -1
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier.wait id = -1
    // expected-error@below {{missing-async-wait}}
    %y1 = memref.load %a[%c2, %last] : memref<3x512xf32, #ws>
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
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<3x512xf32, #ws>
    %tid1 = arith.addi %tid, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c1, %tid] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c1, %tid1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    scf.for %i = %c0 to %n step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      rocdl.s.wait.asynccnt 2
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x = memref.load %a[%this, %last] : memref<3x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
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
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<3x512xf32, #ws>
    %tid1 = arith.addi %tid, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>  // expected-note {{copied here}}
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c1, %tid] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c1, %tid1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>  // expected-note {{copied here}}
    scf.for %i = %c0 to %n step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      rocdl.s.wait.asynccnt 3
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %last] : memref<3x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>  // expected-note {{copied here}}
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
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<4x512xf32, #ws>
    %tid1 = arith.addi %tid, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c1, %tid] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c1, %tid1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c2, %tid] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c2, %tid1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c3 : index
      %this = arith.remui %i, %c4 : index
      %next = arith.remui %ahead, %c4 : index
      rocdl.s.wait.asynccnt 4
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x = memref.load %a[%this, %last] : memref<4x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    }
    rocdl.s.wait.asynccnt 4
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y0 = memref.load %a[%c1, %last] : memref<4x512xf32, #ws>
    rocdl.s.wait.asynccnt 2
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y1 = memref.load %a[%c2, %last] : memref<4x512xf32, #ws>
    rocdl.s.wait.asynccnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y2 = memref.load %a[%c3, %last] : memref<4x512xf32, #ws>
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
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<4x512xf32, #ws>
    %tid1 = arith.addi %tid, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c0, %tid1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>  // expected-note {{copied here}}
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c1, %tid] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c1, %tid1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>  // expected-note {{copied here}}
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c2, %tid] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.global_load_async_to_lds %src[%tid], %a[%c2, %tid1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>  // expected-note {{copied here}}
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c3 : index
      %this = arith.remui %i, %c4 : index
      %next = arith.remui %ahead, %c4 : index
      rocdl.s.wait.asynccnt 5
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %last] : memref<4x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
      amdgpu.global_load_async_to_lds %src[%tid], %a[%next, %tid1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>  // expected-note {{copied here}}
    }
    rocdl.s.wait.asynccnt 4
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y0 = memref.load %a[%c1, %last] : memref<4x512xf32, #ws>
    rocdl.s.wait.asynccnt 2
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y1 = memref.load %a[%c2, %last] : memref<4x512xf32, #ws>
    rocdl.s.wait.asynccnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y2 = memref.load %a[%c3, %last] : memref<4x512xf32, #ws>
    gpu.return
  }
}
