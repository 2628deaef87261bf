// RUN: fencepost lint %s --verify-diagnostics
// Long lists of conditions: the masks of the copies ask for %n < 3, and %n > 5 stands around the loads. What is known of
// two lists serves longer ones, and others that share a condition.
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#pairs = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [16, 4], warpsPerCTA = [2, 2], order = [1, 0]}>
#linear = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @long_lists(%p: tensor<64x32x!tt.ptr<f16>, #rows>, %n: i32, %p0: i1, %p1: i1, %p2: i1, %q0: i1, %q1: i1, %q2: i1, %s0: i1, %s1: i1, %s2: i1, %k0: i32, %k1: i32, %k2: i32, %k3: i32, %k4: i32, %k5: i32) {
    %three = arith.constant 3 : i32
    %limit = arith.constant 5 : i32
    %tile = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #linear, #smem, mutable>
    %few = arith.cmpi slt, %n, %three : i32
    %many = arith.cmpi sgt, %n, %limit : i32
    %late0 = arith.cmpi sgt, %k0, %three : i32
    %late1 = arith.cmpi sgt, %k1, %three : i32
    %late2 = arith.cmpi sgt, %k2, %three : i32
    %late3 = arith.cmpi sgt, %k3, %three : i32
    %late4 = arith.cmpi sgt, %k4, %three : i32
    %late5 = arith.cmpi sgt, %k5, %three : i32
    %ml = tt.splat %late0 : i1 -> tensor<64x32xi1, #rows>
    %mf = tt.splat %few : i1 -> tensor<64x32xi1, #rows>
    %m = arith.andi %mf, %ml : tensor<64x32xi1, #rows>
    scf.if %p0 {
      scf.if %p1 {
        scf.if %p2 {
          %c0 = ttg.async_copy_global_to_local %p, %tile mask %m : tensor<64x32x!tt.ptr<f16>, #rows> -> <64x32xf16, #linear, #smem, mutable>
        }
      }
    }
    %g0 = ttg.async_commit_group
    %w0 = ttg.async_wait %g0 {num = 0 : i32}
    ttg.barrier local
    %y = ttg.local_load %tile : !ttg.memdesc<64x32xf16, #linear, #smem, mutable> -> tensor<64x32xf16, #pairs>
    ttg.barrier local
    scf.if %p0 {
      scf.if %p1 {
        scf.if %p2 {
          scf.if %late5 {
            %c1 = ttg.async_copy_global_to_local %p, %tile mask %m : tensor<64x32x!tt.ptr<f16>, #rows> -> <64x32xf16, #linear, #smem, mutable>
          }
        }
      }
    }
    %g = ttg.async_commit_group
    %w = ttg.async_wait %g {num = 0 : i32}
    scf.if %q0 {
      scf.if %q1 {
        scf.if %many {
          scf.if %late1 {
            %y0 = ttg.local_load %tile : !ttg.memdesc<64x32xf16, #linear, #smem, mutable> -> tensor<64x32xf16, #pairs>
            scf.if %late2 {
              %y1 = ttg.local_load %tile : !ttg.memdesc<64x32xf16, #linear, #smem, mutable> -> tensor<64x32xf16, #pairs>
            }
          }
        }
      }
    }
    scf.if %s0 {
      scf.if %many {
        scf.if %s1 {
          scf.if %late3 {
            %y2 = ttg.local_load %tile : !ttg.memdesc<64x32xf16, #linear, #smem, mutable> -> tensor<64x32xf16, #pairs>
            scf.if %late4 {
              %y3 = ttg.local_load %tile : !ttg.memdesc<64x32xf16, #linear, #smem, mutable> -> tensor<64x32xf16, #pairs>
            }
          }
        }
      }
    }
    scf.if %p0 {
      scf.if %p1 {
        scf.if %p2 {
          %c2 = ttg.async_copy_global_to_local %p, %tile mask %m : tensor<64x32x!tt.ptr<f16>, #rows> -> <64x32xf16, #linear, #smem, mutable>
        }
      }
    }
    tt.return
  }
}
