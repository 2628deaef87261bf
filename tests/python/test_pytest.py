"""The pytest plugin in a pytest of its own: what a failing test prints, and the options of the configuration."""
import os
import pathlib
import subprocess
import sys
import tempfile

from tools import python_with, skip

TESTS = '''\
GOOD = """func.func @good(%v: f32, %lds: memref<64xf32, 3>, %i: index, %j: index) -> f32 {
  memref.store %v, %lds[%i] : memref<64xf32, 3>
  gpu.barrier
  %r = memref.load %lds[%j] : memref<64xf32, 3>
  return %r : f32
}
"""

def test_good(assert_no_races):
    assert_no_races(GOOD)

def test_race(assert_no_races):
    assert_no_races(GOOD.replace("  gpu.barrier\\n", ""), filename="race.mlir")

def test_split(assert_no_races):
    assert_no_races(GOOD.replace("gpu.barrier", "rocdl.s.barrier.signal id = -1\\n  rocdl.s.barrier.wait id = -1"))
'''

python = python_with("python", "pytest")
if python is None:
    skip("no pytest; ./dev check fetches it")


def run(configuration):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "test_kernels.py").write_text(TESTS)
        pathlib.Path(folder, "pytest.ini").write_text("[pytest]\n" + configuration)
        pathlib.Path(folder, "quiet.json").write_text('{"ignore": ["missing-barrier"]}')
        command = [python, "-B", "-m", "pytest", "-p", "fencepost.pytest_plugin", "-p", "no:cacheprovider", "-q", "-rA", "--color=no", "--rootdir", folder]
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}, cwd=folder).stdout


status = 0
for configuration, wanted in [
    ("", ["PASSED test_kernels.py::test_good", "test_kernels.py:13: RacesFound", "FAILED test_kernels.py::test_race", ">       assert_no_races(GOOD.replace", "missing-barrier", "--> race.mlir:3:", "^^^^",
          "E       fencepost.RacesFound: found 1 warning in race.mlir"]),
    ("fencepost_config = quiet.json\n", ["PASSED test_kernels.py::test_race"]),
    ("fencepost_target = gfx942\n", ["FAILED test_kernels.py::test_split", "unavailable-barrier"]),
    ("fencepost_target = gfx94x\n", ["ValueError: target: there is no target 'gfx94x'; did you mean 'gfx940'?"]),
]:
    printed = run(configuration)
    for words in wanted:
        if words not in printed:
            print(f"not printed with {configuration!r}: {words}\n{printed}")
            status = 1
            break
    if "_assert.py:" in printed or "_check.py:" in printed:
        print(f"the plugin's own code is shown:\n{printed}")
        status = 1
print("pytest: as it should be" if status == 0 else "pytest: differs")
sys.exit(status)
