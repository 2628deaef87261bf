// RUN: fencepost lint %s --verify-diagnostics --min-level=warning
// Ping-pong over three slots with one barrier in an iteration: while those behind read a slot, those in front are an iteration ahead and store to it.
func.func @ring(%v: f32, %out: memref<256xf32>) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>, rocdl.target = #rocdl.target<chip = "gfx942">} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  %last = arith.constant 255 : index
  %tid = gpu.thread_id x
  %mirrored = arith.subi %last, %tid : index
  %slots = memref.alloc() : memref<3x256xf32, #gpu.address_space<workgroup>>
  memref.store %v, %slots[%c0, %tid] : memref<3x256xf32, #gpu.address_space<workgroup>>
  memref.store %v, %slots[%c1, %tid] : memref<3x256xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %behind = arith.cmpi uge, %tid, %c128 : index
  scf.if %behind {
    gpu.barrier
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %slot = arith.remui %i, %c3 : index
    %next = arith.addi %i, %c2 : index
    %free = arith.remui %next, %c3 : index
    // expected-note@below {{wave group 2-3 reads here, in iteration 0}}
    %read = memref.load %slots[%slot, %mirrored] : memref<3x256xf32, #gpu.address_space<workgroup>>
    // expected-error@below {{missing-barrier}}
    memref.store %v, %slots[%free, %tid] : memref<3x256xf32, #gpu.address_space<workgroup>>
    // expected-note@below {{the last that wave group 0-1 waits for}}
    // expected-note@below {{the next that wave group 2-3 tells others}}
    gpu.barrier
    memref.store %read, %out[%tid] : memref<256xf32>
  }
  %in_front = arith.cmpi ult, %tid, %c128 : index
  scf.if %in_front {
    gpu.barrier
  }
  return
}
