// Block arguments that ops print outside of their regions, bounds, inits and successors.
//? args=%n:index %p:i1 %lds:memref<64xf32, 3> %v:f32
func.func @structured(%n: index, %p: i1, %lds: memref<64xf32, 3>, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  //? args=%i:index  list0=[%c0]  list1=[%n]  list2=[%c1]  inits=
  scf.for %i = %c0 to %n step %c1 {
    scf.yield
  }
  //? args=%i:i32  list1=[%b32]
  scf.for unsigned %i = %a32 to %b32 step %s32 : i32 {
  }
  //? args=%i:index %x:f32 %y:vector<4xf32>  inits=%v %w  type=f32  type1=vector<4xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %v, %y = %w) -> (f32, vector<4xf32>) {
    //? name=scf.yield
    scf.yield %x, %y : f32, vector<4xf32>
  }
  //? args=%i:index %x:f32  inits=%v  list0=[%c0]  list1=[%n]  list2=[%c1]
  %g = "scf.for"(%c0, %n, %c1, %v) ({
  ^bb0(%i: index, %x: f32):
    "scf.yield"(%x) : (f32) -> ()
  }) : (index, index, index, f32) -> f32
  //? condition=%p  type=f32
  %if = scf.if %p -> (f32) {
    scf.yield %v : f32
  } else {
    scf.yield %r#0 : f32
  }
  //? args=%before:index  args1=%after:index  inits=%c0
  %while = scf.while (%before = %c0) : (index) -> index {
    %go = arith.cmpi slt, %before, %n : index
    //? condition=%go
    scf.condition(%go) %before : index
  } do {
  ^bb0(%after: index):
    scf.yield %after : index
  }
  //? args=%i:index %j:index  list0=[%c0, %c0]  list1=[%n, %n]  list2=[%c1, %c1]
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    scf.reduce
  }
  //? args=%i:index %j:index  list0=[0, 0]  list1=[%n, 4]  list2=[1, 1]  attr:mapping=[#gpu.thread<y>, #gpu.thread<x>]
  scf.forall (%i, %j) in (%n, 4) {
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  //? args=%i:index  list0=[2]  list1=[%n]  list2=[4]
  scf.forall (%i) = (2) to (%n) step (4) {
  }
  //? args=%i:index  list0=[0]  list1=[64]  list2=[2]
  affine.for %i = 0 to 64 step 2 {
  }
  //? args=%i:index %x:f32  list0=[affine_map<(d0) -> (0, d0 - 4)>] of %n  list1=[%n]  list2=[1]  inits=%v
  %af = affine.for %i = max affine_map<(d0) -> (0, d0 - 4)>(%n) to %n iter_args(%x = %v) -> (f32) {
    affine.yield %x : f32
  }
  //? args=%i:index %j:index  list0=[0, 0]  list1=[8, 8]
  affine.parallel (%i, %j) = (0, 0) to (8, 8) {
  }
  //? condition=%n
  scf.index_switch %n
  case 2 {
    %case = arith.constant 2 : index
    scf.yield
  }
  default {
    scf.yield
  }
  func.return %v : f32
}

//? args=%n:index %f:i32
func.func @graph(%n: index, %f: i32) {
  %c0 = arith.constant 0 : index
  //? to=^head(%c0)
  cf.br ^head(%c0 : index)
^head(%i: index):
  %go = arith.cmpi slt, %i, %n : index
  //? condition=%go  to=^body() ^exit(%i, %f)
  cf.cond_br %go, ^body, ^exit(%i, %f : index, i32)
^body:
  //? to=^head(%next)
  "cf.br"(%next)[^head] : (index) -> ()
^exit(%last: index, %g: i32):
  //? condition=%g  to=^done() ^other(%last) ^done()
  cf.switch %g : i32, [
    default: ^done,
    42: ^other(%last : index),
    43: ^done
  ]
^other(%o: index):
  //? condition=%go  to=^done() ^exit(%o, %f)
  "cf.cond_br"(%go, %o, %f)[^done, ^exit] <{operandSegmentSizes = array<i32: 1, 0, 2>}> : (i1, index, i32) -> ()
^unknown:
  //? to=nowhere()
  cf.br ^missing
^done:
  return
}

//? args=%m:memref<64xf32> %tile:memref<64xf32, #gpu.address_space<workgroup>> %more:memref<32xf32, 3> %mine:memref<1xf32, 5>  attr:known_block_size=array<i32: 64, 1, 1>  word2=kernel
gpu.func @attributions(%m: memref<64xf32>) workgroup(%tile: memref<64xf32, #gpu.address_space<workgroup>>, %more: memref<32xf32, 3>) private(%mine: memref<1xf32, 5>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  gpu.return
}

//? args=%m:memref<64xf32>
func.func @host(%m: memref<64xf32>) {
  %one = arith.constant 1 : index
  %many = arith.constant 64 : index
  //? args=%bx:index %by:index %bz:index %tx:index %ty:index %tz:index %gx:index %gy:index %gz:index %sx:index %sy:index %sz:index %w:memref<64xf32, 3>  list0=[%one, %one, %one]  list1=[%many, %one, %one]
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %many, %sy = %one, %sz = %one) workgroup(%w : memref<64xf32, 3>) {
    gpu.terminator
  }
  //? symbol0=@kernels::@attributions  list0=[%one, %one, %one]  list1=[%many, %one, %one]
  gpu.launch_func @kernels::@attributions blocks in (%one, %one, %one) threads in (%many, %one, %one) args(%m : memref<64xf32>)
  return
}
