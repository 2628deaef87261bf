"""MLIR's own programs, where they are installed."""
import os
import shutil
import subprocess

NAMES = ["mlir-opt-16", "mlir-opt", "iree-opt"]
SEPARATOR = b"// -----"  # where --split-input-file splits, whatever follows
SKIPPED = 77


def tools():
    """Those in PATH, and those of FENCEPOST_MLIR_OPT (a list with colons)."""
    given = [path for path in os.environ.get("FENCEPOST_MLIR_OPT", "").split(":") if path]
    return given + [path for path in map(shutil.which, NAMES) if path]


def opt(tool, text, *options):
    return subprocess.run([tool, "--allow-unregistered-dialect", "--split-input-file", *options, "-"], input=text, capture_output=True, timeout=900)
