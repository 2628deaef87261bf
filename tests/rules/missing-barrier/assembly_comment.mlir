// RUN: fencepost lint %s --verify-diagnostics
// fencepost: target=gfx942 block=256,1,1
// A semicolon begins a comment in the assembly of AMD's chips: the barrier behind it is none.
func.func @commented(%f: f32) -> f32 attributes {gpu.kernel} {
  %m = memref.alloc() : memref<256xf32, 3>
  %last = arith.constant 255 : index
  %t = gpu.thread_id x
  %r = arith.subi %last, %t : index
  memref.store %f, %m[%t] : memref<256xf32, 3> // expected-note {{written here}}
  llvm.inline_asm has_side_effects "s_waitcnt lgkmcnt(0) ; s_barrier", "" : () -> ()
  // expected-error@below {{missing-barrier}}
  %v = memref.load %m[%r] : memref<256xf32, 3>
  return %v : f32
}
