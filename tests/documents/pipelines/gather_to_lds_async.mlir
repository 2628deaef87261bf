// RUN: fencepost lint %s --target=gfx950 --verify-diagnostics
// The same with amdgpu.gather_to_lds async: marks close groups, rocdl.wait.asyncmark counts them. The barrier's fence does not complete such copies.
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
    %a = memref.alloc() : memref<2x256xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    amdgpu.gather_to_lds async %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<2x256xf32, #ws>
    rocdl.asyncmark
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c1 : index
      %this = arith.remui %i, %c2 : index
      %next = arith.remui %ahead, %c2 : index
      rocdl.wait.asyncmark 0
      amdgpu.lds_barrier
      %x = memref.load %a[%this, %rev] : memref<2x256xf32, #ws>
      amdgpu.gather_to_lds async %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<2x256xf32, #ws>
      rocdl.asyncmark
    }
    rocdl.wait.asyncmark 0
    amdgpu.lds_barrier
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
    %c64 = arith.constant 64 : index
    %a = memref.alloc() : memref<2x256xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    amdgpu.gather_to_lds async %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<2x256xf32, #ws>  // expected-note {{copied here}}
    rocdl.asyncmark
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c1 : index
      %this = arith.remui %i, %c2 : index
      %next = arith.remui %ahead, %c2 : index
      rocdl.wait.asyncmark 1
      amdgpu.lds_barrier
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %rev] : memref<2x256xf32, #ws>
      amdgpu.gather_to_lds async %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<2x256xf32, #ws>  // expected-note {{copied here}}
      rocdl.asyncmark
    }
    rocdl.wait.asyncmark 0
    amdgpu.lds_barrier
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
    %c64 = arith.constant 64 : index
    %a = memref.alloc() : memref<2x256xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    amdgpu.gather_to_lds async %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<2x256xf32, #ws>
    rocdl.asyncmark
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c1 : index
      %this = arith.remui %i, %c2 : index
      %next = arith.remui %ahead, %c2 : index
      rocdl.wait.asyncmark 0
      amdgpu.lds_barrier
      %x = memref.load %a[%this, %rev] : memref<2x256xf32, #ws>
      amdgpu.gather_to_lds async %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<2x256xf32, #ws>  // expected-note {{copied here}}  // expected-note {{the last copy}}
      rocdl.asyncmark
    }
    // expected-warning@below {{redundant-wait}}
    rocdl.wait.asyncmark 1
    // expected-warning@below {{ineffective-barrier}}
    amdgpu.lds_barrier
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
    %c64 = arith.constant 64 : index
    %a = memref.alloc() : memref<3x256xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    amdgpu.gather_to_lds async %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<3x256xf32, #ws>
    rocdl.asyncmark
    amdgpu.gather_to_lds async %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<3x256xf32, #ws>
    rocdl.asyncmark
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      rocdl.wait.asyncmark 1
      amdgpu.lds_barrier
      %x = memref.load %a[%this, %rev] : memref<3x256xf32, #ws>
      amdgpu.gather_to_lds async %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<3x256xf32, #ws>
      rocdl.asyncmark
    }
    rocdl.wait.asyncmark 1
    amdgpu.lds_barrier
    %y0 = memref.load %a[%c1, %rev] : memref<3x256xf32, #ws>
    rocdl.wait.asyncmark 0
    amdgpu.lds_barrier
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
    %c64 = arith.constant 64 : index
    %a = memref.alloc() : memref<3x256xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    amdgpu.gather_to_lds async %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<3x256xf32, #ws>  // expected-note {{copied here}}
    rocdl.asyncmark
    amdgpu.gather_to_lds async %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<3x256xf32, #ws>  // expected-note {{copied here}}
    rocdl.asyncmark
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      rocdl.wait.asyncmark 2
      amdgpu.lds_barrier
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %rev] : memref<3x256xf32, #ws>
      amdgpu.gather_to_lds async %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<3x256xf32, #ws>  // expected-note {{copied here}}
      rocdl.asyncmark
    }
    rocdl.wait.asyncmark 1
    amdgpu.lds_barrier
    %y0 = memref.load %a[%c1, %rev] : memref<3x256xf32, #ws>
    rocdl.wait.asyncmark 0
    amdgpu.lds_barrier
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
    %c64 = arith.constant 64 : index
    %a = memref.alloc() : memref<3x256xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    amdgpu.gather_to_lds async %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<3x256xf32, #ws>
    rocdl.asyncmark
    amdgpu.gather_to_lds async %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<3x256xf32, #ws>
    rocdl.asyncmark
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      rocdl.wait.asyncmark 1
      amdgpu.lds_barrier
      %x = memref.load %a[%this, %rev] : memref<3x256xf32, #ws>
      amdgpu.gather_to_lds async %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<3x256xf32, #ws>  // expected-note {{copied here}}
      rocdl.asyncmark
    }
    rocdl.wait.asyncmark 1  // expected-note {{waited for here}}
    amdgpu.lds_barrier
    %y0 = memref.load %a[%c1, %rev] : memref<3x256xf32, #ws>
    // expected-warning@below {{double-wait}}
    rocdl.wait.asyncmark 1
    // expected-warning@below {{ineffective-barrier}}
    amdgpu.lds_barrier
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
    %c64 = arith.constant 64 : index
    %a = memref.alloc() : memref<3x256xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    amdgpu.gather_to_lds async %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<3x256xf32, #ws>
    rocdl.asyncmark
    amdgpu.gather_to_lds async %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<3x256xf32, #ws>
    rocdl.asyncmark
    scf.for %i = %c0 to %n step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      rocdl.wait.asyncmark 1
      amdgpu.lds_barrier
      %x = memref.load %a[%this, %rev] : memref<3x256xf32, #ws>
      amdgpu.gather_to_lds async %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<3x256xf32, #ws>
      rocdl.asyncmark
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
    %a = memref.alloc() : memref<3x256xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    amdgpu.gather_to_lds async %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<3x256xf32, #ws>  // expected-note {{copied here}}
    rocdl.asyncmark
    amdgpu.gather_to_lds async %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<3x256xf32, #ws>  // expected-note {{copied here}}
    rocdl.asyncmark
    scf.for %i = %c0 to %n step %c1 {
      %ahead = arith.addi %i, %c2 : index
      %this = arith.remui %i, %c3 : index
      %next = arith.remui %ahead, %c3 : index
      rocdl.wait.asyncmark 2
      amdgpu.lds_barrier
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %rev] : memref<3x256xf32, #ws>
      amdgpu.gather_to_lds async %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<3x256xf32, #ws>  // expected-note {{copied here}}
      rocdl.asyncmark
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
    %a = memref.alloc() : memref<4x256xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    amdgpu.gather_to_lds async %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<4x256xf32, #ws>
    rocdl.asyncmark
    amdgpu.gather_to_lds async %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<4x256xf32, #ws>
    rocdl.asyncmark
    amdgpu.gather_to_lds async %src[%tid], %a[%c2, %base0] : f32, memref<4096xf32>, memref<4x256xf32, #ws>
    rocdl.asyncmark
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c3 : index
      %this = arith.remui %i, %c4 : index
      %next = arith.remui %ahead, %c4 : index
      rocdl.wait.asyncmark 2
      amdgpu.lds_barrier
      %x = memref.load %a[%this, %rev] : memref<4x256xf32, #ws>
      amdgpu.gather_to_lds async %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<4x256xf32, #ws>
      rocdl.asyncmark
    }
    rocdl.wait.asyncmark 2
    amdgpu.lds_barrier
    %y0 = memref.load %a[%c1, %rev] : memref<4x256xf32, #ws>
    rocdl.wait.asyncmark 1
    amdgpu.lds_barrier
    %y1 = memref.load %a[%c2, %rev] : memref<4x256xf32, #ws>
    rocdl.wait.asyncmark 0
    amdgpu.lds_barrier
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
    %c64 = arith.constant 64 : index
    %a = memref.alloc() : memref<4x256xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    amdgpu.gather_to_lds async %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<4x256xf32, #ws>  // expected-note {{copied here}}
    rocdl.asyncmark
    amdgpu.gather_to_lds async %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<4x256xf32, #ws>  // expected-note {{copied here}}
    rocdl.asyncmark
    amdgpu.gather_to_lds async %src[%tid], %a[%c2, %base0] : f32, memref<4096xf32>, memref<4x256xf32, #ws>  // expected-note {{copied here}}
    rocdl.asyncmark
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c3 : index
      %this = arith.remui %i, %c4 : index
      %next = arith.remui %ahead, %c4 : index
      rocdl.wait.asyncmark 3
      amdgpu.lds_barrier
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %rev] : memref<4x256xf32, #ws>
      amdgpu.gather_to_lds async %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<4x256xf32, #ws>  // expected-note {{copied here}}
      rocdl.asyncmark
    }
    rocdl.wait.asyncmark 2
    amdgpu.lds_barrier
    %y0 = memref.load %a[%c1, %rev] : memref<4x256xf32, #ws>
    rocdl.wait.asyncmark 1
    amdgpu.lds_barrier
    %y1 = memref.load %a[%c2, %rev] : memref<4x256xf32, #ws>
    rocdl.wait.asyncmark 0
    amdgpu.lds_barrier
    %y2 = memref.load %a[%c3, %rev] : memref<4x256xf32, #ws>
    gpu.return
  }
}
