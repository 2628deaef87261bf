// RUN: fencepost lint %s --target=gfx950 --verify-diagnostics
// Five copies for each tile and three tiles ahead: the wait leaves fifteen ops on the counter.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @five_buffers(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c13 = arith.constant 13 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %c512 = arith.constant 512 : index
    %c768 = arith.constant 768 : index
    %c1024 = arith.constant 1024 : index
    %a = memref.alloc() : memref<5x1280xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    %base1 = arith.addi %base0, %c256 : index
    %base2 = arith.addi %base0, %c512 : index
    %base3 = arith.addi %base0, %c768 : index
    %base4 = arith.addi %base0, %c1024 : index
    %last = arith.addi %rev, %c1024 : index
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base1] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base2] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base3] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base4] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base1] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base2] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base3] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base4] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base0] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base1] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base2] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base3] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base4] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c3, %base0] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c3, %base1] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c3, %base2] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c3, %base3] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c3, %base4] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c4 : index
      %this = arith.remui %i, %c5 : index
      %next = arith.remui %ahead, %c5 : index
      amdgpu.memory_counter_wait load(15) ds(0)
      rocdl.s.barrier
      %x = memref.load %a[%this, %last] : memref<5x1280xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base1] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base2] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base3] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base4] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    }
    amdgpu.memory_counter_wait load(15) ds(0)
    rocdl.s.barrier
    %y0 = memref.load %a[%c3, %last] : memref<5x1280xf32, #ws>
    amdgpu.memory_counter_wait load(10) ds(0)
    rocdl.s.barrier
    %y1 = memref.load %a[%c4, %last] : memref<5x1280xf32, #ws>
    amdgpu.memory_counter_wait load(5) ds(0)
    rocdl.s.barrier
    %y2 = memref.load %a[%c0, %last] : memref<5x1280xf32, #ws>
    amdgpu.memory_counter_wait load(0) ds(0)
    rocdl.s.barrier
    %y3 = memref.load %a[%c1, %last] : memref<5x1280xf32, #ws>
    gpu.return
  }

  gpu.func @five_buffers_one_too_many_in_the_loop(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c13 = arith.constant 13 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %c512 = arith.constant 512 : index
    %c768 = arith.constant 768 : index
    %c1024 = arith.constant 1024 : index
    %a = memref.alloc() : memref<5x1280xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    %base1 = arith.addi %base0, %c256 : index
    %base2 = arith.addi %base0, %c512 : index
    %base3 = arith.addi %base0, %c768 : index
    %base4 = arith.addi %base0, %c1024 : index
    %last = arith.addi %rev, %c1024 : index
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base1] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base2] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base3] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base4] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>  // expected-note {{copied here}}
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base1] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base2] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base3] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base4] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>  // expected-note {{copied here}}
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base0] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base1] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base2] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base3] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base4] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>  // expected-note {{copied here}}
    amdgpu.gather_to_lds %src[%tid], %a[%c3, %base0] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c3, %base1] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c3, %base2] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c3, %base3] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c3, %base4] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>  // expected-note {{copied here}}
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c4 : index
      %this = arith.remui %i, %c5 : index
      %next = arith.remui %ahead, %c5 : index
      amdgpu.memory_counter_wait load(16) ds(0)
      rocdl.s.barrier
      // expected-error@below {{missing-async-wait}}
      %x = memref.load %a[%this, %last] : memref<5x1280xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base1] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base2] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base3] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base4] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>  // expected-note {{copied here}}
    }
    amdgpu.memory_counter_wait load(15) ds(0)
    rocdl.s.barrier
    %y0 = memref.load %a[%c3, %last] : memref<5x1280xf32, #ws>
    amdgpu.memory_counter_wait load(10) ds(0)
    rocdl.s.barrier
    %y1 = memref.load %a[%c4, %last] : memref<5x1280xf32, #ws>
    amdgpu.memory_counter_wait load(5) ds(0)
    rocdl.s.barrier
    %y2 = memref.load %a[%c0, %last] : memref<5x1280xf32, #ws>
    amdgpu.memory_counter_wait load(0) ds(0)
    rocdl.s.barrier
    %y3 = memref.load %a[%c1, %last] : memref<5x1280xf32, #ws>
    gpu.return
  }

  gpu.func @five_buffers_one_too_many_in_the_epilogue(%src: memref<4096xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c13 = arith.constant 13 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %c512 = arith.constant 512 : index
    %c768 = arith.constant 768 : index
    %c1024 = arith.constant 1024 : index
    %a = memref.alloc() : memref<5x1280xf32, #ws>
    %wave = arith.divui %tid, %c64 : index
    %base0 = arith.muli %wave, %c64 : index
    %base1 = arith.addi %base0, %c256 : index
    %base2 = arith.addi %base0, %c512 : index
    %base3 = arith.addi %base0, %c768 : index
    %base4 = arith.addi %base0, %c1024 : index
    %last = arith.addi %rev, %c1024 : index
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base0] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base1] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base2] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base3] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c0, %base4] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base0] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base1] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base2] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base3] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c1, %base4] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base0] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base1] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base2] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base3] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c2, %base4] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c3, %base0] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c3, %base1] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c3, %base2] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c3, %base3] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %a[%c3, %base4] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
    scf.for %i = %c0 to %c13 step %c1 {
      %ahead = arith.addi %i, %c4 : index
      %this = arith.remui %i, %c5 : index
      %next = arith.remui %ahead, %c5 : index
      amdgpu.memory_counter_wait load(15) ds(0)
      rocdl.s.barrier
      %x = memref.load %a[%this, %last] : memref<5x1280xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base0] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base1] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base2] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base3] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>
      amdgpu.gather_to_lds %src[%tid], %a[%next, %base4] : f32, memref<4096xf32>, memref<5x1280xf32, #ws>  // expected-note {{copied here}}
    }
    amdgpu.memory_counter_wait load(15) ds(0)
    rocdl.s.barrier
    %y0 = memref.load %a[%c3, %last] : memref<5x1280xf32, #ws>
    amdgpu.memory_counter_wait load(10) ds(0)
    rocdl.s.barrier
    %y1 = memref.load %a[%c4, %last] : memref<5x1280xf32, #ws>
    amdgpu.memory_counter_wait load(5) ds(0)
    rocdl.s.barrier
    %y2 = memref.load %a[%c0, %last] : memref<5x1280xf32, #ws>
    amdgpu.memory_counter_wait load(1) ds(0)
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier
    // expected-error@below {{missing-async-wait}}
    %y3 = memref.load %a[%c1, %last] : memref<5x1280xf32, #ws>
    gpu.return
  }
}
