"""Runs the tests of triton/ with the real Triton, which compiles without a GPU. `./dev triton` fetches it; skipped without."""
import os
import pathlib
import subprocess
import sys
import tempfile

from tools import ROOT, python_with, skip

python = python_with("triton", "triton", "pytest")
if python is None:
    skip("no Triton; ./dev triton fetches it")
with tempfile.TemporaryDirectory() as cache:
    here = pathlib.Path(__file__).parent / "triton"
    command = [python, "-B", "-m", "pytest", "-p", "fencepost.pytest_plugin", "-p", "no:cacheprovider", "-v", str(here)]
    environment = {**os.environ, "TRITON_CACHE_DIR": cache, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    page = [python, "-B", str(ROOT / "tests/python/test_docs.py"), str(ROOT / "docs/python.md"), str(ROOT / "docs/demo/gemm.mlir")]
    sys.exit(max(subprocess.run(command, env=environment).returncode, subprocess.run(page, env=environment).returncode))
