// RUN: fencepost lint %s --target=sm_90 --verify-diagnostics --min-level hint
// Each wave stores what its lanes have joined: a step is left out; the difference of two lanes tells them apart; and of two lanes of which one holds no number,
// each takes the other's.
gpu.module @kernels {
  gpu.func @one_step_short(%in: memref<256xf32>) workgroup(%tile: memref<8xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %c32 = arith.constant 32 : i32
    %c32x = arith.constant 32 : index
    %tid = gpu.thread_id x
    %wave = arith.divui %tid, %c32x : index
    %x0 = memref.load %in[%tid] : memref<256xf32>
    %s0, %p0 = gpu.shuffle xor %x0, %c16, %c32 : f32
    %x1 = arith.addf %x0, %s0 : f32
    %s1, %p1 = gpu.shuffle xor %x1, %c8, %c32 : f32
    %x2 = arith.addf %x1, %s1 : f32
    %s2, %p2 = gpu.shuffle xor %x2, %c4, %c32 : f32
    %x3 = arith.addf %x2, %s2 : f32
    %s3, %p3 = gpu.shuffle xor %x3, %c2, %c32 : f32
    %x4 = arith.addf %x3, %s3 : f32
    // expected-information@+2 {{racing-store}}
    // expected-note@+1 {{written here}}
    memref.store %x4, %tile[%wave] : memref<8xf32, 3>
    gpu.return
  }
  gpu.func @which_is_which(%in: memref<256xf32>) workgroup(%tile: memref<8xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %c32 = arith.constant 32 : i32
    %c32x = arith.constant 32 : index
    %tid = gpu.thread_id x
    %wave = arith.divui %tid, %c32x : index
    %x0 = memref.load %in[%tid] : memref<256xf32>
    %s0, %p0 = gpu.shuffle xor %x0, %c16, %c32 : f32
    %x1 = arith.subf %x0, %s0 : f32
    %s1, %p1 = gpu.shuffle xor %x1, %c8, %c32 : f32
    %x2 = arith.subf %x1, %s1 : f32
    %s2, %p2 = gpu.shuffle xor %x2, %c4, %c32 : f32
    %x3 = arith.subf %x2, %s2 : f32
    %s3, %p3 = gpu.shuffle xor %x3, %c2, %c32 : f32
    %x4 = arith.subf %x3, %s3 : f32
    %s4, %p4 = gpu.shuffle xor %x4, %c1, %c32 : f32
    %x5 = arith.subf %x4, %s4 : f32
    // expected-information@+2 {{racing-store}}
    // expected-note@+1 {{written here}}
    memref.store %x5, %tile[%wave] : memref<8xf32, 3>
    gpu.return
  }
  gpu.func @no_number(%in: memref<256xf32>) workgroup(%tile: memref<8xf32, 3>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %c32 = arith.constant 32 : i32
    %c32x = arith.constant 32 : index
    %tid = gpu.thread_id x
    %wave = arith.divui %tid, %c32x : index
    %x0 = memref.load %in[%tid] : memref<256xf32>
    %i0 = arith.index_cast %tid : index to i32
    %s0, %p0 = gpu.shuffle xor %x0, %c16, %c32 : f32
    %j0, %q0 = gpu.shuffle xor %i0, %c16, %c32 : i32
    %equal0 = arith.cmpf oeq, %x0, %s0 : f32
    %before0 = arith.cmpi slt, %i0, %j0 : i32
    %tie0 = arith.andi %equal0, %before0 : i1
    %above0 = arith.cmpf ogt, %x0, %s0 : f32
    %mine0 = arith.ori %above0, %tie0 : i1
    %x1 = arith.select %mine0, %x0, %s0 : f32
    %i1 = arith.select %mine0, %i0, %j0 : i32
    %s1, %p1 = gpu.shuffle xor %x1, %c8, %c32 : f32
    %j1, %q1 = gpu.shuffle xor %i1, %c8, %c32 : i32
    %equal1 = arith.cmpf oeq, %x1, %s1 : f32
    %before1 = arith.cmpi slt, %i1, %j1 : i32
    %tie1 = arith.andi %equal1, %before1 : i1
    %above1 = arith.cmpf ogt, %x1, %s1 : f32
    %mine1 = arith.ori %above1, %tie1 : i1
    %x2 = arith.select %mine1, %x1, %s1 : f32
    %i2 = arith.select %mine1, %i1, %j1 : i32
    %s2, %p2 = gpu.shuffle xor %x2, %c4, %c32 : f32
    %j2, %q2 = gpu.shuffle xor %i2, %c4, %c32 : i32
    %equal2 = arith.cmpf oeq, %x2, %s2 : f32
    %before2 = arith.cmpi slt, %i2, %j2 : i32
    %tie2 = arith.andi %equal2, %before2 : i1
    %above2 = arith.cmpf ogt, %x2, %s2 : f32
    %mine2 = arith.ori %above2, %tie2 : i1
    %x3 = arith.select %mine2, %x2, %s2 : f32
    %i3 = arith.select %mine2, %i2, %j2 : i32
    %s3, %p3 = gpu.shuffle xor %x3, %c2, %c32 : f32
    %j3, %q3 = gpu.shuffle xor %i3, %c2, %c32 : i32
    %equal3 = arith.cmpf oeq, %x3, %s3 : f32
    %before3 = arith.cmpi slt, %i3, %j3 : i32
    %tie3 = arith.andi %equal3, %before3 : i1
    %above3 = arith.cmpf ogt, %x3, %s3 : f32
    %mine3 = arith.ori %above3, %tie3 : i1
    %x4 = arith.select %mine3, %x3, %s3 : f32
    %i4 = arith.select %mine3, %i3, %j3 : i32
    %s4, %p4 = gpu.shuffle xor %x4, %c1, %c32 : f32
    %j4, %q4 = gpu.shuffle xor %i4, %c1, %c32 : i32
    %equal4 = arith.cmpf oeq, %x4, %s4 : f32
    %before4 = arith.cmpi slt, %i4, %j4 : i32
    %tie4 = arith.andi %equal4, %before4 : i1
    %above4 = arith.cmpf ogt, %x4, %s4 : f32
    %mine4 = arith.ori %above4, %tie4 : i1
    %x5 = arith.select %mine4, %x4, %s4 : f32
    %i5 = arith.select %mine4, %i4, %j4 : i32
    // expected-information@+2 {{racing-store}}
    // expected-note@+1 {{written here}}
    memref.store %x5, %tile[%wave] : memref<8xf32, 3>
    gpu.return
  }
}
