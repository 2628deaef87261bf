// RUN: fencepost lint %s --target=gfx1250 --verify-diagnostics
// The same with a barrier behind the reads, and one thread that stores.
func.func @kernel(%v: f32, %b0: memref<512xf32, 3>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c24 = arith.constant 24 : index
  %c128 = arith.constant 128 : index
  %last = arith.constant 63 : index
  %tid = gpu.thread_id x
  %w18 = scf.while (%i18 = %c24) : (index) -> index {
    %o0 = arith.remui %i18, %c2 : index
    %d0 = arith.cmpi eq, %o0, %c1 : index
    scf.if %d0 {
      %o1 = arith.remui %i18, %c2 : index
      %d1 = arith.cmpi eq, %o1, %c1 : index
      scf.if %d1 {
        %w27 = scf.while (%i27 = %i18) : (index) -> index {
          %e2 = arith.remui %i27, %c2 : index
          %s2 = arith.muli %e2, %c128 : index
          %r2 = arith.subi %last, %tid : index
          %x2 = arith.addi %s2, %r2 : index
          %v3 = memref.load %b0[%x2] : memref<512xf32, 3>
          %g27 = arith.cmpi ugt, %i27, %c1 : index
          scf.condition(%g27) %i27 : index
        } do {
        ^body27(%i27: index):
          %s5 = arith.muli %i27, %c4 : index
          %r5 = arith.subi %last, %tid : index
          %x5 = arith.addi %s5, %r5 : index
          %v6 = memref.load %b0[%x5] : memref<512xf32, 3>
          %j27 = arith.shrui %i27, %c1 : index
          scf.yield %j27 : index
        }
      }
    }
    %g18 = arith.cmpi ugt, %i18, %c0 : index
    scf.condition(%g18) %i18 : index
  } do {
  ^body18(%i18: index):
    amdgpu.lds_barrier
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      memref.store %v, %b0[%c0] : memref<512xf32, 3>
    }
    %j18 = arith.shrui %i18, %c1 : index
    scf.yield %j18 : index
  }
  return
}
