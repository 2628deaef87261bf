// RUN: fencepost fix %s --unsafe-fixes
// Half a barrier of a cluster: the other half is named by its own word, arrive.
func.func @waits(%v: f32) {
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  return
}
func.func @arrives(%v: f32) {
  nvvm.cluster.arrive
  nvvm.cluster.wait
  return
}
