// RUN: fencepost lint %s --target=gfx950 --verify-diagnostics --min-level warning
// The last two waves are one barrier behind, so often as memory says; the first two read what they have not copied yet.
func.func @halves(%g: memref<512xf32, #gpu.address_space<global>>, %len: memref<1xindex, #gpu.address_space<global>>) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.load %len[%c0] : memref<1xindex, #gpu.address_space<global>>
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %tid = gpu.thread_id x
  %wave = arith.divui %tid, %c64 : index
  %first = arith.muli %wave, %c64 : index
  %late = arith.cmpi uge, %tid, %c128 : index
  %early = arith.cmpi ult, %tid, %c128 : index
  %other = arith.xori %tid, %c128 : index
  %a = memref.alloc() : memref<256xf32, #gpu.address_space<workgroup>>
  scf.if %late {
    rocdl.s.barrier
  }
  scf.for %i = %c0 to %n step %c1 {
    %from = arith.muli %i, %c64 : index
    // expected-note@below {{wave group 2-3 starts it here, in iteration 0}}
    amdgpu.gather_to_lds %g[%from], %a[%first] : f32, memref<512xf32, #gpu.address_space<global>>, memref<256xf32, #gpu.address_space<workgroup>>
    amdgpu.memory_counter_wait load(1)
    // expected-note@below {{the next that wave group 2-3 tells others}}
    rocdl.s.barrier
    amdgpu.memory_counter_wait load(0)
    // expected-note@below {{the last that wave group 0-1 waits for}}
    rocdl.s.barrier
    // expected-warning@below {{missing-async-wait: missing wait: %a is read before line 22 writes it}}
    %x = memref.load %a[%other] : memref<256xf32, #gpu.address_space<workgroup>>
    memref.store %x, %g[%tid] : memref<512xf32, #gpu.address_space<global>>
    amdgpu.memory_counter_wait ds(0)
    rocdl.s.barrier
    rocdl.s.barrier
  }
  scf.if %early {
    rocdl.s.barrier
  }
  return
}
