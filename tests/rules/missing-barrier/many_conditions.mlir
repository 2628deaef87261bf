// RUN: fencepost lint %s --target=gfx942 --verify-diagnostics
// Five conditions around each access: n may be 4 in both, so that what was stored is read without a barrier.
func.func @conditions(%n: i32, %l: i32, %m: i32, %v: f32, %out: memref<256xf32>) attributes {gpu.known_block_size = array<i32: 256, 1, 1>} {
  %c4 = arith.constant 4 : i32
  %limit = arith.constant 5 : i32
  %c255 = arith.constant 255 : index
  %tid = gpu.thread_id x
  %rev = arith.subi %c255, %tid : index
  %lds = memref.alloc() : memref<256xf32, 3>
  %a = arith.cmpi eq, %l, %c4 : i32
  %b = arith.cmpi ne, %m, %c4 : i32
  %few = arith.cmpi slt, %n, %limit : i32
  %many = arith.cmpi sge, %n, %c4 : i32
  %c = arith.cmpi ne, %l, %limit : i32
  %d = arith.cmpi ne, %l, %m : i32
  %e = arith.cmpi sgt, %m, %c4 : i32
  scf.if %a {
    scf.if %b {
      scf.if %few {
        scf.if %c {
          memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
        }
      }
    }
  }
  scf.if %a {
    scf.if %b {
      scf.if %few {
        scf.if %c {
          scf.if %d {
            memref.store %v, %lds[%tid] : memref<256xf32, 3> // expected-note {{written here}}
          }
        }
      }
    }
  }
  scf.if %a {
    scf.if %b {
      scf.if %e {
        scf.if %many {
          scf.if %c {
            // expected-warning@below {{missing-barrier: missing barrier: %lds is read before line 31 writes it}}
            %r = memref.load %lds[%rev] : memref<256xf32, 3>
            memref.store %r, %out[%tid] : memref<256xf32>
          }
        }
      }
    }
  }
  return
}
