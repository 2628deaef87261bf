// RUN: fencepost lint %s --verify-diagnostics
// Thread 0 ends at once; of the others the upper half loads what the lower half stores, although both regions are guarded by one condition.
// fencepost: target=gfx1030 block=64,1,1
func.func @kernel(%f: f32) attributes {gpu.kernel} {
  %m = memref.alloc() : memref<64xf32, 3>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %last = arith.constant 63 : index
  %tid = gpu.thread_id x
  %first = arith.cmpi eq, %tid, %c0 : index
  cf.cond_br %first, ^meet, ^others
^others:
  %lower = arith.cmpi ult, %tid, %c32 : index
  cf.cond_br %lower, ^both, ^load
^load:
  %v = memref.load %m[%tid] : memref<64xf32, 3> // expected-note {{read here}}
  cf.br ^both
^both:
  cf.cond_br %lower, ^store, ^meet
^store:
  %r = arith.subi %last, %tid : index
  memref.store %f, %m[%r] : memref<64xf32, 3> // expected-error {{missing-barrier}}
  cf.br ^meet
^meet:
  cf.br ^end
^end:
  return
}
