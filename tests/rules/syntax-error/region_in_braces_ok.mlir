// RUN: fencepost lint %s --verify-diagnostics
// A region stands inside of braces: it decides whether the object fits a device.
func.func @external(%a: tensor<4xi32>) -> tensor<4xi32> {
  %r = hal.dispatch.extern "main"(%a) : (tensor<4xi32>) -> %a
    objects({
      #hal.executable.target<"cpu", "a"> if(%device: !hal.device) -> i1 {
        %ok = arith.constant true
        hal.return %ok : i1
      } ordinal(1) = [#hal.executable.object<{path = "a.o"}>]
    })
  return %r : tensor<4xi32>
}
