// RUN: fencepost lint %s --min-level=warning --verify-diagnostics
// No target is named, and only AMD's chips have this barrier: one wave's accesses to LDS run in order.
func.func @hist(%v: vector<4xi32>, %bin: index) -> vector<4xi32> attributes {gpu.known_block_size = array<i32: 64, 1, 1>, translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %lds = memref.alloc() : memref<4xi32, #gpu.address_space<workgroup>>
  vector.store %v, %lds[%c0] : memref<4xi32, #gpu.address_space<workgroup>>, vector<4xi32>
  %old = memref.atomic_rmw addi %one, %lds[%bin] : (i32, memref<4xi32, #gpu.address_space<workgroup>>) -> i32
  amdgpu.lds_barrier
  %sums = vector.load %lds[%c0] : memref<4xi32, #gpu.address_space<workgroup>>, vector<4xi32>
  return %sums : vector<4xi32>
}
