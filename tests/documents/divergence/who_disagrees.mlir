// RUN: fencepost lint %s --target=gfx942 --ignore=redundant-barrier --verify-diagnostics
// A barrier under a condition on which threads disagree; the finding names two of them. Conditions that are the same for all are fine.
#ws = #gpu.address_space<workgroup>
gpu.module @kernels {
  func.func private @meet() {
    gpu.barrier  // expected-note {{in the callee, here}}
    return
  }
  gpu.func @argument(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    scf.if %p {
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @loop_to_an_argument(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    scf.for %i = %c0 to %n step %c1 {
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @loop_to_the_thread_id(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    scf.for %i = %c0 to %tid step %c1 {  // expected-note {{because of this condition}}
      // expected-error@below {{thread 0 and thread 1}}
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @first_32_of_256(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c32 = arith.constant 32 : index
    %few = arith.cmpi ult, %tid, %c32 : index
    scf.if %few {  // expected-note {{because of this condition}}
      // expected-error@below {{thread 31 and thread 32}}
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @all_256_of_256(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c256 = arith.constant 256 : index
    %all = arith.cmpi ult, %tid, %c256 : index
    scf.if %all {
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @block_id(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %bid = gpu.block_id x
    %first = arith.cmpi eq, %bid, %c0 : index
    scf.if %first {
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @one_wave(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c64 = arith.constant 64 : index
    %w = arith.divui %tid, %c64 : index
    %first = arith.cmpi eq, %w, %c0 : index
    // expected-warning@below {{wave 0 and wave 1 do not arrive equally often}}
    scf.if %first {
      rocdl.s.barrier
    }
    gpu.return
  }

  gpu.func @each_wave_in_its_arm(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c64 = arith.constant 64 : index
    %w = arith.divui %tid, %c64 : index
    %first = arith.cmpi eq, %w, %c0 : index
    scf.if %first {
      rocdl.s.barrier
    } else {
      rocdl.s.barrier
    }
    gpu.return
  }

  gpu.func @waves_by_two_conditions(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c128 = arith.constant 128 : index
    %low = arith.cmpi ult, %tid, %c128 : index
    %high = arith.cmpi uge, %tid, %c128 : index
    scf.if %low {
      rocdl.s.barrier
    }
    scf.if %high {
      rocdl.s.barrier
    }
    gpu.return
  }

  gpu.func @lanes_of_a_wave(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %odd = arith.andi %tid, %c1 : index
    %is = arith.cmpi eq, %odd, %c1 : index
    scf.if %is {  // expected-note {{because of this condition}}
      // expected-error@below {{thread 0 and thread 1}}
      rocdl.s.barrier
    }
    gpu.return
  }

  gpu.func @vote(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %votes = gpu.all_reduce add %v uniform {
    } : (f32) -> f32
    %zero = arith.constant 0.0 : f32
    %go = arith.cmpf ogt, %votes, %zero : f32
    scf.if %go {
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @equal_values_chosen(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c4 = arith.constant 4 : index
    %low = arith.cmpi ult, %tid, %c4 : index
    %s = scf.if %low -> index {
      scf.yield %c1 : index
    } else {
      scf.yield %c1 : index
    }
    %go = arith.cmpi eq, %s, %c1 : index
    scf.if %go {
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @called_by_one_thread(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %one = arith.cmpi eq, %tid, %c0 : index
    scf.if %one {
      // expected-error@below {{thread 0 and thread 1}}
      func.call @meet() : () -> ()
    }
    gpu.return
  }

  gpu.func @early_exit_of_threads_beyond_the_end(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %out = arith.cmpi uge, %tid, %n : index
    cf.cond_br %out, ^exit, ^work
    ^work:
    gpu.barrier
    cf.br ^exit
    ^exit:
    gpu.return
  }

  gpu.func @blocks(%src: memref<4096xf32>, %v: f32, %n: index, %p: i1) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %tid = gpu.thread_id x
    %rev = arith.subi %c255, %tid : index
    %c32 = arith.constant 32 : index
    %few = arith.cmpi ult, %tid, %c32 : index
    cf.cond_br %p, ^a, ^b
    ^a:
    cf.cond_br %few, ^x, ^b  // expected-note {{because of this condition}}
    ^b:
    // expected-error@below {{thread 31 and thread 32}}
    gpu.barrier
    cf.cond_br %p, ^a, ^x
    ^x:
    gpu.barrier
    gpu.return
  }
}
