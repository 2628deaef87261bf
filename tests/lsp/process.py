"""What the tests of the server as a process share: a client for it, a kernel with a finding, and running them one by one."""
import sys
import time

from client import Client

binary = sys.argv[1]
KERNEL = """func.func @f(%v: f32, %lds: memref<64xf32, 3>, %j: index) -> f32 {
  %i = gpu.thread_id x
  memref.store %v, %lds[%i] : memref<64xf32, 3>
  %r = memref.load %lds[%j] : memref<64xf32, 3>
  return %r : f32
}
"""
DEADLINE_S = 600  # whatever takes that long hangs, on any machine


def run_tests(names):
    """All functions of `names` that are called test_.."""
    for name, test in list(names.items()):
        if name.startswith("test_"):
            begin = time.monotonic()
            test()
            print(f"{name}: {time.monotonic() - begin:.2f} s", flush=True)
