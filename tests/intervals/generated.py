"""generated.py PROGRAM SHARED: kernels of SHARED/tools/gen_kernels.py, with barriers left out and put in, go through `intervals`."""
import os
import subprocess
import sys
import tempfile

program, shared = sys.argv[1:]
maker = os.path.join(shared, "tools", "gen_kernels.py")
if not os.path.exists(maker):
    print("skipped: no corpus")
    sys.exit(77)

KINDS = ["gpu.barrier", "amdgpu.lds_barrier", "nvvm.barrier0", "split"]
SHAPES = [  # one kernel, several; with needed barriers left out and with others put in
    ["--single", "--kernels", "1", "--ops", "150"],
    ["--single", "--kernels", "1", "--ops", "250", "--remove", "3"],
    ["--single", "--kernels", "1", "--ops", "250", "--extra", "4"],
    ["--kernels", "4", "--ops", "80", "--remove", "2", "--extra", "2"],
    ["--kernels", "3", "--ops", "120", "--buffers", "6", "--memspace", "int"],
]
with tempfile.TemporaryDirectory() as folder:
    files = []
    for number, shape in enumerate(SHAPES):
        for seed in range(2):
            path = os.path.join(folder, "kernels_%d_%d.mlir" % (number, seed))
            kind = KINDS[(number + seed) % len(KINDS)] if seed else KINDS[0]
            subprocess.run([sys.executable, maker, "-o", path, "--barrier", kind, "--seed", str(number * 10 + seed)] + shape, check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            files.append(path)
    sys.exit(subprocess.run([program] + files).returncode)
