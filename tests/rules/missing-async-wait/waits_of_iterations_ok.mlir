// RUN: fencepost lint %s --target sm_80 --verify-diagnostics
// The first of two iterations commits the copy and waits for it, and both store behind that.
// fencepost: block=64,1,1
func.func @commits_first(%v: f32, %n: index, %g: memref<64xf32>, %tile: memref<64xf32, 3>) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %tid = gpu.thread_id x
  scf.for %o = %c0 to %n step %c1 {
    %copy = nvgpu.device_async_copy %g[%tid], %tile[%tid], 1 : memref<64xf32> to memref<64xf32, 3>
    scf.for %i = %c0 to %c2 step %c1 {
      %next = arith.addi %i, %c1 : index
      %more = arith.cmpi slt, %next, %c2 : index
      scf.if %more {
        nvvm.cp.async.commit.group
      }
      %first = arith.cmpi eq, %i, %c0 : index
      scf.if %first {
        nvvm.cp.async.wait.group 0
      }
      memref.store %v, %tile[%tid] : memref<64xf32, 3>
    }
  }
  return
}

// -----

// Likewise in blocks.
// fencepost: block=64,1,1
func.func @commits_first_in_blocks(%v: f32, %g: memref<64xf32>, %tile: memref<64xf32, 3>) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %tid = gpu.thread_id x
  %copy = nvgpu.device_async_copy %g[%tid], %tile[%tid], 1 : memref<64xf32> to memref<64xf32, 3>
  cf.br ^head(%c0 : index)
^head(%i: index):
  %in = arith.cmpi slt, %i, %c2 : index
  cf.cond_br %in, ^body, ^end
^body:
  %next = arith.addi %i, %c1 : index
  %more = arith.cmpi slt, %next, %c2 : index
  cf.cond_br %more, ^commit, ^committed
^commit:
  nvvm.cp.async.commit.group
  cf.br ^committed
^committed:
  %first = arith.cmpi eq, %i, %c0 : index
  cf.cond_br %first, ^wait, ^waited
^wait:
  nvvm.cp.async.wait.group 0
  cf.br ^waited
^waited:
  memref.store %v, %tile[%tid] : memref<64xf32, 3>
  cf.br ^head(%next : index)
^end:
  return
}

// -----

// Of a loop of four iterations, the third commits what the first two have copied.
// fencepost: block=64,1,1
func.func @commits_third(%v: f32, %g: memref<64xf32>, %out: memref<64xf32>, %tile: memref<64xf32, 3>) attributes {gpu.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %last = arith.constant 63 : index
  %tid = gpu.thread_id x
  %other = arith.subi %last, %tid : index
  scf.for %i = %c0 to %c4 step %c1 {
    %early = arith.cmpi slt, %i, %c1 : index
    scf.if %early {
      %copy = nvgpu.device_async_copy %g[%tid], %tile[%tid], 1 : memref<64xf32> to memref<64xf32, 3>
    }
    %third = arith.cmpi eq, %i, %c2 : index
    scf.if %third {
      nvvm.cp.async.commit.group
    }
  }
  nvvm.cp.async.wait.group 0
  gpu.barrier
  %x = memref.load %tile[%other] : memref<64xf32, 3>
  memref.store %x, %out[%tid] : memref<64xf32>
  return
}
