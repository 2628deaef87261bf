// Conditions become branches with arms; constants choose their arm at once; what holds nothing is left out.
func.func @branches(%v: f32, %c: i1, %n: index, %lds: memref<64xf32, 3>) {
  %true = arith.constant true
  %lane = gpu.lane_id
  scf.if %c {
    memref.store %v, %lds[%n] : memref<64xf32, 3>
  } else {
    gpu.barrier
  }
  scf.if %c {
    gpu.barrier
  }
  scf.if %true {
    memref.store %v, %lds[%n] : memref<64xf32, 3>
  } else {
    gpu.barrier
  }
  scf.if %c {
    %w = arith.addf %v, %v : f32
  }
  scf.index_switch %n
  case 2 {
    gpu.barrier
    scf.yield
  }
  case 5 {
    scf.yield
  }
  default {
    memref.store %v, %lds[%n] : memref<64xf32, 3>
    scf.yield
  }
  affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%n) {
    affine.store %v, %lds[%n] : memref<64xf32, 3>
  }
  gpu.warp_execute_on_lane_0(%lane)[64] {
    memref.store %v, %lds[%n] : memref<64xf32, 3>
  }
  scf.execute_region {
    cf.cond_br %c, ^one, ^two
  ^one:
    gpu.barrier
    cf.br ^three
  ^two:
    cf.br ^three
  ^three:
    scf.yield
  }
  return
}
