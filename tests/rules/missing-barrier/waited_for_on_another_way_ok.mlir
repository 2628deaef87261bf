// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// The other wave waits for its copy on its own way, where one barrier stands as on this way.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  gpu.func @ways(%src: memref<128xf32>, %out: memref<128xf32>, %flags: memref<2xi32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %c64 = arith.constant 64 : index
    %tid = gpu.thread_id x
    %wave = arith.divui %tid, %c64 : index
    %lane = arith.remui %tid, %c64 : index
    %other = arith.subi %c1, %wave : index
    %flag = memref.load %flags[%wave] : memref<2xi32>
    %set = arith.cmpi eq, %flag, %zero : i32
    %first = arith.cmpi eq, %wave, %c0 : index
    %rows = memref.alloc() : memref<2x64xf32, #ws>
    amdgpu.gather_to_lds %src[%tid], %rows[%wave, %c0] : f32, memref<128xf32>, memref<2x64xf32, #ws>
    scf.if %first {
      rocdl.s.barrier
      %x = memref.load %rows[%other, %lane] : memref<2x64xf32, #ws>
      memref.store %x, %out[%tid] : memref<128xf32>
    } else {
      amdgpu.memory_counter_wait load(0)
      rocdl.s.barrier
    }
    gpu.return
  }
}
