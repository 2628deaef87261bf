// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// Tiles that the tensor unit copies, one buffer each; the loop is unrolled by the number of buffers. s.wait.tensorcnt counts copies; which bytes of the
// buffer a descriptor names is not followed, so a copy that is not waited for is a warning.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @two_buffers(%src: memref<64x64xf32>, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %a0 = memref.alloc() : memref<64x64xf32, #ws>
    %base0 = amdgpu.make_dma_base %src[%c0, %c0], %a0[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile0 = amdgpu.make_dma_descriptor %base0 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %a1 = memref.alloc() : memref<64x64xf32, #ws>
    %base1 = amdgpu.make_dma_base %src[%c0, %c0], %a1[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile1 = amdgpu.make_dma_descriptor %base1 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor
    scf.for %i = %c0 to %n step %c1 {
      rocdl.s.wait.tensorcnt 0
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile1 : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 0
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x1 = memref.load %a1[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor
    }
    rocdl.s.wait.tensorcnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
    gpu.return
  }

  gpu.func @two_buffers_one_too_many_in_the_loop(%src: memref<64x64xf32>, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %a0 = memref.alloc() : memref<64x64xf32, #ws>
    %base0 = amdgpu.make_dma_base %src[%c0, %c0], %a0[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile0 = amdgpu.make_dma_descriptor %base0 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %a1 = memref.alloc() : memref<64x64xf32, #ws>
    %base1 = amdgpu.make_dma_base %src[%c0, %c0], %a1[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile1 = amdgpu.make_dma_descriptor %base1 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor  // expected-note {{copied here}}  // expected-note {{the last copy}}
    scf.for %i = %c0 to %n step %c1 {
      // expected-warning@below {{redundant-wait}}
      rocdl.s.wait.tensorcnt 1
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      // expected-warning@below {{missing-async-wait}}
      %x0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile1 : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 0
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x1 = memref.load %a1[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor  // expected-note {{copied here}}
    }
    rocdl.s.wait.tensorcnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
    gpu.return
  }

  gpu.func @two_buffers_one_too_many_in_the_epilogue(%src: memref<64x64xf32>, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %a0 = memref.alloc() : memref<64x64xf32, #ws>
    %base0 = amdgpu.make_dma_base %src[%c0, %c0], %a0[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile0 = amdgpu.make_dma_descriptor %base0 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %a1 = memref.alloc() : memref<64x64xf32, #ws>
    %base1 = amdgpu.make_dma_base %src[%c0, %c0], %a1[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile1 = amdgpu.make_dma_descriptor %base1 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor  // expected-note {{copied here}}  // expected-note {{the last copy}}
    scf.for %i = %c0 to %n step %c1 {
      rocdl.s.wait.tensorcnt 0
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile1 : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 0
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x1 = memref.load %a1[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor  // expected-note {{copied here}}
    }
    // expected-warning@below {{redundant-wait}}
    rocdl.s.wait.tensorcnt 1
    rocdl.s.barrier.signal id = -1
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier.wait id = -1
    // expected-warning@below {{missing-async-wait}}
    %y0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
    gpu.return
  }

  gpu.func @three_buffers(%src: memref<64x64xf32>, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %a0 = memref.alloc() : memref<64x64xf32, #ws>
    %base0 = amdgpu.make_dma_base %src[%c0, %c0], %a0[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile0 = amdgpu.make_dma_descriptor %base0 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %a1 = memref.alloc() : memref<64x64xf32, #ws>
    %base1 = amdgpu.make_dma_base %src[%c0, %c0], %a1[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile1 = amdgpu.make_dma_descriptor %base1 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %a2 = memref.alloc() : memref<64x64xf32, #ws>
    %base2 = amdgpu.make_dma_base %src[%c0, %c0], %a2[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile2 = amdgpu.make_dma_descriptor %base2 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %tile1 : !amdgpu.tdm_descriptor
    scf.for %i = %c0 to %n step %c1 {
      rocdl.s.wait.tensorcnt 1
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile2 : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 1
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x1 = memref.load %a1[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 1
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x2 = memref.load %a2[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile1 : !amdgpu.tdm_descriptor
    }
    rocdl.s.wait.tensorcnt 1
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
    rocdl.s.wait.tensorcnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y1 = memref.load %a1[%c0, %tid] : memref<64x64xf32, #ws>
    gpu.return
  }

  gpu.func @three_buffers_one_too_many_in_the_loop(%src: memref<64x64xf32>, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %a0 = memref.alloc() : memref<64x64xf32, #ws>
    %base0 = amdgpu.make_dma_base %src[%c0, %c0], %a0[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile0 = amdgpu.make_dma_descriptor %base0 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %a1 = memref.alloc() : memref<64x64xf32, #ws>
    %base1 = amdgpu.make_dma_base %src[%c0, %c0], %a1[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile1 = amdgpu.make_dma_descriptor %base1 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %a2 = memref.alloc() : memref<64x64xf32, #ws>
    %base2 = amdgpu.make_dma_base %src[%c0, %c0], %a2[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile2 = amdgpu.make_dma_descriptor %base2 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor  // expected-note {{copied here}}
    amdgpu.tensor_load_to_lds %tile1 : !amdgpu.tdm_descriptor  // expected-note {{the last copy}}
    scf.for %i = %c0 to %n step %c1 {
      // expected-warning@below {{redundant-wait}}
      rocdl.s.wait.tensorcnt 2
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      // expected-warning@below {{missing-async-wait}}
      %x0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile2 : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 1
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x1 = memref.load %a1[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor  // expected-note {{copied here}}
      rocdl.s.wait.tensorcnt 1
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x2 = memref.load %a2[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile1 : !amdgpu.tdm_descriptor
    }
    rocdl.s.wait.tensorcnt 1
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
    rocdl.s.wait.tensorcnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y1 = memref.load %a1[%c0, %tid] : memref<64x64xf32, #ws>
    gpu.return
  }

  gpu.func @three_buffers_one_too_many_in_the_epilogue(%src: memref<64x64xf32>, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %a0 = memref.alloc() : memref<64x64xf32, #ws>
    %base0 = amdgpu.make_dma_base %src[%c0, %c0], %a0[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile0 = amdgpu.make_dma_descriptor %base0 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %a1 = memref.alloc() : memref<64x64xf32, #ws>
    %base1 = amdgpu.make_dma_base %src[%c0, %c0], %a1[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile1 = amdgpu.make_dma_descriptor %base1 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %a2 = memref.alloc() : memref<64x64xf32, #ws>
    %base2 = amdgpu.make_dma_base %src[%c0, %c0], %a2[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile2 = amdgpu.make_dma_descriptor %base2 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %tile1 : !amdgpu.tdm_descriptor  // expected-note {{copied here}}
    scf.for %i = %c0 to %n step %c1 {
      rocdl.s.wait.tensorcnt 1
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile2 : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 1
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x1 = memref.load %a1[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 1
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x2 = memref.load %a2[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile1 : !amdgpu.tdm_descriptor  // expected-note {{copied here}}
    }
    rocdl.s.wait.tensorcnt 1  // expected-note {{waited for here}}
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
    // expected-warning@below {{double-wait}}
    rocdl.s.wait.tensorcnt 1
    rocdl.s.barrier.signal id = -1
    // expected-warning@below {{ineffective-barrier}}
    rocdl.s.barrier.wait id = -1
    // expected-warning@below {{missing-async-wait}}
    %y1 = memref.load %a1[%c0, %tid] : memref<64x64xf32, #ws>
    gpu.return
  }

  gpu.func @four_buffers(%src: memref<64x64xf32>, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %a0 = memref.alloc() : memref<64x64xf32, #ws>
    %base0 = amdgpu.make_dma_base %src[%c0, %c0], %a0[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile0 = amdgpu.make_dma_descriptor %base0 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %a1 = memref.alloc() : memref<64x64xf32, #ws>
    %base1 = amdgpu.make_dma_base %src[%c0, %c0], %a1[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile1 = amdgpu.make_dma_descriptor %base1 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %a2 = memref.alloc() : memref<64x64xf32, #ws>
    %base2 = amdgpu.make_dma_base %src[%c0, %c0], %a2[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile2 = amdgpu.make_dma_descriptor %base2 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %a3 = memref.alloc() : memref<64x64xf32, #ws>
    %base3 = amdgpu.make_dma_base %src[%c0, %c0], %a3[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile3 = amdgpu.make_dma_descriptor %base3 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %tile1 : !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %tile2 : !amdgpu.tdm_descriptor
    scf.for %i = %c0 to %n step %c1 {
      rocdl.s.wait.tensorcnt 2
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile3 : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 2
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x1 = memref.load %a1[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 2
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x2 = memref.load %a2[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile1 : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 2
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x3 = memref.load %a3[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile2 : !amdgpu.tdm_descriptor
    }
    rocdl.s.wait.tensorcnt 2
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
    rocdl.s.wait.tensorcnt 1
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y1 = memref.load %a1[%c0, %tid] : memref<64x64xf32, #ws>
    rocdl.s.wait.tensorcnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y2 = memref.load %a2[%c0, %tid] : memref<64x64xf32, #ws>
    gpu.return
  }

  gpu.func @four_buffers_one_too_many_in_the_loop(%src: memref<64x64xf32>, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %a0 = memref.alloc() : memref<64x64xf32, #ws>
    %base0 = amdgpu.make_dma_base %src[%c0, %c0], %a0[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile0 = amdgpu.make_dma_descriptor %base0 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %a1 = memref.alloc() : memref<64x64xf32, #ws>
    %base1 = amdgpu.make_dma_base %src[%c0, %c0], %a1[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile1 = amdgpu.make_dma_descriptor %base1 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %a2 = memref.alloc() : memref<64x64xf32, #ws>
    %base2 = amdgpu.make_dma_base %src[%c0, %c0], %a2[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile2 = amdgpu.make_dma_descriptor %base2 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    %a3 = memref.alloc() : memref<64x64xf32, #ws>
    %base3 = amdgpu.make_dma_base %src[%c0, %c0], %a3[%c0, %c0] : memref<64x64xf32>, memref<64x64xf32, #ws> -> !amdgpu.tdm_base<f32>
    %tile3 = amdgpu.make_dma_descriptor %base3 globalSize [64, 64] globalStride [64, 1] sharedSize [64, 64] : !amdgpu.tdm_base<f32> -> !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor  // expected-note {{copied here}}
    amdgpu.tensor_load_to_lds %tile1 : !amdgpu.tdm_descriptor
    amdgpu.tensor_load_to_lds %tile2 : !amdgpu.tdm_descriptor  // expected-note {{the last copy}}
    scf.for %i = %c0 to %n step %c1 {
      // expected-warning@below {{redundant-wait}}
      rocdl.s.wait.tensorcnt 3
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      // expected-warning@below {{missing-async-wait}}
      %x0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile3 : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 2
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x1 = memref.load %a1[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile0 : !amdgpu.tdm_descriptor  // expected-note {{copied here}}
      rocdl.s.wait.tensorcnt 2
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x2 = memref.load %a2[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile1 : !amdgpu.tdm_descriptor
      rocdl.s.wait.tensorcnt 2
      rocdl.s.wait.dscnt 0
      rocdl.s.barrier.signal id = -1
      rocdl.s.barrier.wait id = -1
      %x3 = memref.load %a3[%c0, %tid] : memref<64x64xf32, #ws>
      amdgpu.tensor_load_to_lds %tile2 : !amdgpu.tdm_descriptor
    }
    rocdl.s.wait.tensorcnt 2
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y0 = memref.load %a0[%c0, %tid] : memref<64x64xf32, #ws>
    rocdl.s.wait.tensorcnt 1
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y1 = memref.load %a1[%c0, %tid] : memref<64x64xf32, #ws>
    rocdl.s.wait.tensorcnt 0
    rocdl.s.barrier.signal id = -1
    rocdl.s.barrier.wait id = -1
    %y2 = memref.load %a2[%c0, %tid] : memref<64x64xf32, #ws>
    gpu.return
  }
}
