// Which value a name means: packs, names that come before their definition, scopes, names without a definition.
func.func @packs(%a: i32, %b: i32) {
  //? type=i32  type1=i1
  %s, %c = arith.addui_extended %a, %b : i32, i1
  %q:3 = "foreign.three"(%a) : (i32) -> (i32, f32, index)
  //? at=[%q#2]  value=%q#1
  memref.store %q#1, %m[%q#2] : memref<8xf32, 3>
  //? inits=%q#0  type=i32
  %l = scf.for %i = %q#2 to %q#2 step %q#2 iter_args(%x = %q#0) -> (i32) {
    scf.yield %x : i32
  }
  return
}

// The block that defines %late stands behind the one that uses it; both are the same value.
func.func @order(%p: i1) {
  cf.br ^second
^first:
  //? to=^end(%late)
  cf.br ^end(%late : index)
^second:
  %late = arith.constant 7 : index
  cf.br ^first
^end(%x: index):
  //? condition=%p
  scf.if %p {
    //? at=[%later]  write=%buffer
    memref.store %x, %buffer[%later] : memref<8xindex, 3>
  }
  %later = arith.constant 3 : index
  return
}

// Names of a function are not seen in another, nor names of a sibling region; a region may use a name again.
func.func @scopes(%p: i1, %m: memref<8xf32, 3>, %v: f32) {
  scf.if %p {
    %i = arith.constant 1 : index
    //? at=[%i]
    memref.store %v, %m[%i] : memref<8xf32, 3>
  } else {
    %i = arith.constant 2 : index
    memref.store %v, %m[%i] : memref<8xf32, 3>
  }
  %i = arith.constant 3 : index
  return
}
