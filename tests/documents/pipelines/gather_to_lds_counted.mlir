// RUN: fencepost lint %s --target=gfx950 --verify-diagnostics
// Plain amdgpu.gather_to_lds under a bare barrier: each copy is one op on the load counter, two per tile, and what is read is what the second wrote.
// A barrier with fences would wait for all of them and end the overlap.
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
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<2x512xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    %base1 = arith.addi %base0, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base1] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c1 : index
      %this = arith.remui %i, %c2 : index
      %next = arith.remui %ahead, %c2 : index
      amdgpu.memory_counter_wait load(0) ds(0)
      rocdl.s.barrier
      %x = memref.load %a[%this, %last] : memref<2x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base1] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
    }
    amdgpu.memory_counter_wait load(0) ds(0)
    rocdl.s.barrier
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
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<2x512xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    %base1 = arith.addi %base0, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base1] : f32, memref<4096xf32>, memref<2x512xf32, #ws>  // expected-note {{copied here}}
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c1 : index
      %this = arith.remui %i, %c2 : index
      %next = arith.remui %ahead, %c2 : index
      amdgpu.memory_counter_wait load(1) ds(0)
      rocdl.s.barrier
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %last] : memref<2x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base1] : f32, memref<4096xf32>, memref<2x512xf32, #ws>  // expected-note {{copied here}}
    }
    amdgpu.memory_counter_wait load(0) ds(0)
    rocdl.s.barrier
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
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<2x512xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    %base1 = arith.addi %base0, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base1] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c1 : index
      %this = arith.remui %i, %c2 : index
      %next = arith.remui %ahead, %c2 : index
      amdgpu.memory_counter_wait load(0) ds(0)
      rocdl.s.barrier
      %x = memref.load %a[%this, %last] : memref<2x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<2x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base1] : f32, memref<4096xf32>, memref<2x512xf32, #ws>  // expected-note {{copied here}}
    }
    amdgpu.memory_counter_wait load(1) ds(0)
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier
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
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<3x512xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    %base1 = arith.addi %base0, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      amdgpu.memory_counter_wait load(2) ds(0)
      rocdl.s.barrier
      %x = memref.load %a[%this, %last] : memref<3x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    }
    amdgpu.memory_counter_wait load(2) ds(0)
    rocdl.s.barrier
    %y0 = memref.load %a[%c1, %last] : memref<3x512xf32, #ws>
    amdgpu.memory_counter_wait load(0) ds(0)
    rocdl.s.barrier
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
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<3x512xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    %base1 = arith.addi %base0, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>  // expected-note {{copied here}}
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>  // expected-note {{copied here}}
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      amdgpu.memory_counter_wait load(3) ds(0)
      rocdl.s.barrier
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %last] : memref<3x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>  // expected-note {{copied here}}
    }
    amdgpu.memory_counter_wait load(2) ds(0)
    rocdl.s.barrier
    %y0 = memref.load %a[%c1, %last] : memref<3x512xf32, #ws>
    amdgpu.memory_counter_wait load(0) ds(0)
    rocdl.s.barrier
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
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<3x512xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    %base1 = arith.addi %base0, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      amdgpu.memory_counter_wait load(2) ds(0)
      rocdl.s.barrier
      %x = memref.load %a[%this, %last] : memref<3x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>  // expected-note {{copied here}}
    }
    amdgpu.memory_counter_wait load(2) ds(0)
    rocdl.s.barrier
    %y0 = memref.load %a[%c1, %last] : memref<3x512xf32, #ws>
    amdgpu.memory_counter_wait load(1) ds(0)
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier
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
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<3x512xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    %base1 = arith.addi %base0, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    scf.for %i = %c0 to %n step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      amdgpu.memory_counter_wait load(2) ds(0)
      rocdl.s.barrier
      %x = memref.load %a[%this, %last] : memref<3x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
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
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<3x512xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    %base1 = arith.addi %base0, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>  // expected-note {{copied here}}
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>  // expected-note {{copied here}}
    scf.for %i = %c0 to %n step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      amdgpu.memory_counter_wait load(3) ds(0)
      rocdl.s.barrier
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %last] : memref<3x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<3x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base1] : f32, memref<4096xf32>, memref<3x512xf32, #ws>  // expected-note {{copied here}}
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
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<4x512xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    %base1 = arith.addi %base0, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base0] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c3 : index
      %this = arith.remui %i, %c4 : index
      %next = arith.remui %ahead, %c4 : index
      amdgpu.memory_counter_wait load(4) ds(0)
      rocdl.s.barrier
      %x = memref.load %a[%this, %last] : memref<4x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    }
    amdgpu.memory_counter_wait load(4) ds(0)
    rocdl.s.barrier
    %y0 = memref.load %a[%c1, %last] : memref<4x512xf32, #ws>
    amdgpu.memory_counter_wait load(2) ds(0)
    rocdl.s.barrier
    %y1 = memref.load %a[%c2, %last] : memref<4x512xf32, #ws>
    amdgpu.memory_counter_wait load(0) ds(0)
    rocdl.s.barrier
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
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %a = memref.alloc() : memref<4x512xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    %base1 = arith.addi %base0, %c256 : index
    %last = arith.addi %rev, %c256 : index
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>  // expected-note {{copied here}}
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>  // expected-note {{copied here}}
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base0] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>  // expected-note {{copied here}}
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c3 : index
      %this = arith.remui %i, %c4 : index
      %next = arith.remui %ahead, %c4 : index
      amdgpu.memory_counter_wait load(5) ds(0)
      rocdl.s.barrier
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %last] : memref<4x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<4x512xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base1] : f32, memref<4096xf32>, memref<4x512xf32, #ws>  // expected-note {{copied here}}
    }
    amdgpu.memory_counter_wait load(4) ds(0)
    rocdl.s.barrier
    %y0 = memref.load %a[%c1, %last] : memref<4x512xf32, #ws>
    amdgpu.memory_counter_wait load(2) ds(0)
    rocdl.s.barrier
    %y1 = memref.load %a[%c2, %last] : memref<4x512xf32, #ws>
    amdgpu.memory_counter_wait load(0) ds(0)
    rocdl.s.barrier
    %y2 = memref.load %a[%c3, %last] : memref<4x512xf32, #ws>
    gpu.return
  }
}
