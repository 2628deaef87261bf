// Buffers, subscripts and values of accesses and views, in the spellings of several releases.
#ws = #gpu.address_space<workgroup>
#rows = affine_map<(d0)[s0] -> (d0 * 8 + s0)>
memref.global "private" @tile : memref<16x16xf32, #ws>

//? args=%g:memref<32x32xf32> %i:index %j:index %v:f32 %dyn:memref<?x?xf32, 3>
func.func @memory(%g: memref<32x32xf32>, %i: index {llvm.noundef}, %j: index loc("j"), %v: f32, %dyn: memref<?x?xf32, 3>) {
  //? type=memref<16x16xf32, #ws>  read=
  %a = memref.alloc() : memref<16x16xf32, #ws>
  //? attr:alignment=64  type=memref<8x?xf32, 3>
  %b = memref.alloc(%i) alignment = 64 : memref<8x?xf32, 3>
  //? attr:alignment=16 : i64  int:alignment=16
  %c = memref.alloc() {alignment = 16 : i64} : memref<8xf32, 3>
  //? symbol0=@tile  type=memref<16x16xf32, #ws>
  %t = memref.get_global @tile : memref<16x16xf32, #ws>
  //? write=%a  value=%v  at=[%i, 3]  type=
  memref.store %v, %a[%i, 3] : memref<16x16xf32, #ws>
  //? write=%a  value=%v  at=[%i, %j]  attr:nontemporal=true
  memref.store %v, %a[%i, %j] {nontemporal = true} : memref<16x16xf32, #ws>
  //? read=%a  at=[%j, 0]  type=f32  attr:nontemporal=true
  %x = memref.load %a[%j, 0] nontemporal(true) : memref<16x16xf32, #ws>
  //? read=%g  write=%a
  memref.copy %g, %a : memref<32x32xf32> to memref<16x16xf32, #ws>
  //? read=%a  write=%a  value=%v  at=[%i, %j]  word0=addf  type=f32
  %old = memref.atomic_rmw addf %v, %a[%i, %j] : (f32, memref<16x16xf32, #ws>) -> f32
  //? read=%a  list0=[%i, 0]  list1=[4, 16]  list2=[1, 1]  type=memref<4x16xf32, strided<[16, 1], offset: ?>, #ws>
  %sub = memref.subview %a[%i, 0] [4, 16] [1, 1] : memref<16x16xf32, #ws> to memref<4x16xf32, strided<[16, 1], offset: ?>, #ws>
  //? read=%a  list0=[0]  list1=[256]  list2=[1]  type=memref<256xf32, strided<[1]>, #ws>
  %flat = memref.reinterpret_cast %a to offset: [0], sizes: [256], strides: [1] : memref<16x16xf32, #ws> to memref<256xf32, strided<[1]>, #ws>
  //? list0=[%i]  list1=[%j, 4]  list2=[64, 1]
  %flat2 = memref.reinterpret_cast %a to offset: [%i], sizes: [%j, 4], strides: [64, 1] : memref<16x16xf32, #ws> to memref<?x4xf32, strided<[64, 1], offset: ?>, #ws>
  %bytes = memref.alloc() : memref<8192xi8, #ws>
  //? read=%bytes  list0=[%i]  list1=[%j]
  %view = memref.view %bytes[%i][%j] : memref<8192xi8, #ws> to memref<?x4xf32, #ws>
  //? read=%a  list0=[4, 4, 16]
  %expanded = memref.expand_shape %a [[0, 1], [2]] output_shape [4, 4, 16] : memref<16x16xf32, #ws> into memref<4x4x16xf32, #ws>
  //? type=index
  %d = memref.dim %dyn, %i : memref<?x?xf32, 3>
  //? type=memref<f32, #ws>  type1=index  type5=index
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a : memref<16x16xf32, #ws> -> memref<f32, #ws>, index, index, index, index, index
  %tag = memref.alloc() : memref<4xi32>
  //? read=%g  write=%a  object=%tag
  memref.dma_start %g[%i, %j], %a[%i, %j], %d, %tag[%i] : memref<32x32xf32>, memref<16x16xf32, #ws>, memref<4xi32>
  //? read=%g  write=%a  object=%tag
  "memref.dma_start"(%g, %i, %j, %a, %i, %j, %d, %tag, %i) : (memref<32x32xf32>, index, index, memref<16x16xf32, #ws>, index, index, index, memref<4xi32>, index) -> ()
  //? read=%tag
  memref.dma_wait %tag[%i], %d : memref<4xi32>
  //? read=%flat  at=[%i]  type=vector<4xf32>
  %p = vector.load %flat[%i] : memref<256xf32, strided<[1]>, #ws>, vector<4xf32>
  //? write=%flat  value=%p  at=[%i]
  vector.store %p, %flat[%i] : memref<256xf32, strided<[1]>, #ws>, vector<4xf32>
  //? read=%a  at=[%i, %j]  type=vector<4xf32>  attr:in_bounds=[true]
  %q = vector.transfer_read %a[%i, %j], %v {in_bounds = [true]} : memref<16x16xf32, #ws>, vector<4xf32>
  //? write=%a  value=%q  at=[%i, %j]
  vector.transfer_write %q, %a[%i, %j] {in_bounds = [true]} : vector<4xf32>, memref<16x16xf32, #ws>
  %mask = vector.constant_mask [2] : vector<4xi1>
  //? write=%flat  value=%q  at=[%i]
  vector.maskedstore %flat[%i], %mask, %q : memref<256xf32, strided<[1]>, #ws>, vector<4xi1>, vector<4xf32>
  //? write=%flat  value=%q  at=[%i]
  "vector.maskedstore"(%flat, %i, %mask, %q) : (memref<256xf32, strided<[1]>, #ws>, index, vector<4xi1>, vector<4xf32>) -> ()
  //? read=%a  at=[%i * 4 + 1, symbol(%j) mod 8]  type=f32
  %y = affine.load %a[%i * 4 + 1, symbol(%j) mod 8] : memref<16x16xf32, #ws>
  //? read=%a  at=[affine_map<(d0)[s0] -> (d0 * 4 + 1, s0 mod 8)>, affine_map<(d0)[s0] -> (d0 * 4 + 1, s0 mod 8)>] of %i, %j  type=f32
  %z = "affine.load"(%a, %i, %j) <{map = affine_map<(d0)[s0] -> (d0 * 4 + 1, s0 mod 8)>}> : (memref<16x16xf32, #ws>, index, index) -> f32
  //? list0=[affine_map<(d0)[s0] -> (d0 * 8 + s0)>] of %i, %j  type=index
  %m = affine.apply #rows(%i)[%j]
  //? list0=[affine_map<(d0) -> (d0, 64)>] of %i
  %n = affine.min affine_map<(d0) -> (d0, 64)>(%i)
  //? list0=[4, 8]  type=index  type1=index
  %o:2 = affine.delinearize_index %i into (4, 8) : index, index
  //? list0=[%o#0, %o#1]  list1=[4, 8]
  %r = affine.linearize_index disjoint [%o#0, %o#1] by (4, 8) : index
  //? write=%a
  linalg.fill ins(%v : f32) outs(%a : memref<16x16xf32, #ws>)
  //? read=%a  write=%t
  linalg.copy ins(%a : memref<16x16xf32, #ws>) outs(%t : memref<16x16xf32, #ws>)
  //? read=%a %t  write=%t  attr:iterator_types=["parallel", "parallel"]
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : memref<16x16xf32, #ws>) outs(%t : memref<16x16xf32, #ws>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  //? args=%e:f32  write=%t
  linalg.map ins(%a : memref<16x16xf32, #ws>) outs(%t : memref<16x16xf32, #ws>) (%e: f32) {
    linalg.yield %e : f32
  }
  //? name=func.return
  return
}
