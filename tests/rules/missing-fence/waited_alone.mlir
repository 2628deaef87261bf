// RUN: fencepost lint %s --target=gfx1030 --verify-diagnostics
// The upper waves run one barrier behind the lower ones. Each wave waits for its own update behind its barrier; thread 0 reads what another wave of its half has updated.
#ws = #gpu.address_space<workgroup>
func.func @ping_pong(%v: f32) -> f32 attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<1xf32, #ws>
  %tid = gpu.thread_id x
  // expected-note@below {{updated here}}
  %was = memref.atomic_rmw addf %v, %sum[%c0] : (f32, memref<1xf32, #ws>) -> f32
  %late = arith.cmpi uge, %tid, %c64 : index
  scf.if %late { // expected-note {{this condition}}
    gpu.barrier // expected-information {{divergent-barrier}}
  }
  rocdl.s.barrier
  amdgpu.memory_counter_wait ds(0)
  %first = arith.cmpi eq, %tid, %c0 : index
  %x = scf.if %first -> f32 {
    %all = memref.load %sum[%c0] : memref<1xf32, #ws> // expected-error {{missing-fence}}
    scf.yield %all : f32
  } else {
    scf.yield %zero : f32
  }
  %early = arith.cmpi ult, %tid, %c64 : index
  scf.if %early { // expected-note {{this condition}}
    gpu.barrier // expected-information {{divergent-barrier}}
  }
  return %x : f32
}
