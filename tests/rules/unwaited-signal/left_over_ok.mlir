// RUN: fencepost lint %s --target=gfx1201 --verify-diagnostics
// Functions of a library that nothing here calls and nothing outside sees: what is around a call of them is not told.
func.func private @arrive() attributes {always_inline} {
  rocdl.s.barrier.signal id = -1
  return
}
func.func private @wait() attributes {always_inline} {
  rocdl.s.barrier.wait id = -1
  return
}
