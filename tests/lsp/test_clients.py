"""Runs the tests of clients/ with pytest-lsp, an independent client that decodes every message of the server.

    test_clients.py FENCEPOST

Looks for pytest_lsp in this Python, in that of `./dev check`, and in that of $FENCEPOST_E2E (by default ~/.cache/fencepost-e2e); skipped without.
"""
import os
import pathlib
import subprocess
import sys

folder = pathlib.Path(os.environ.get("FENCEPOST_E2E") or pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache", "fencepost-e2e"))
root = pathlib.Path(__file__).resolve().parent.parent.parent
for python in sys.executable, str(root / ".cache/protocol/bin/python"), str(folder / "python/bin/python"):
    try:
        if subprocess.run([python, "-c", "import pytest_lsp"], capture_output=True).returncode != 0:
            continue
    except FileNotFoundError:
        continue
    here = pathlib.Path(__file__).parent / "clients"
    command = [python, "-B", "-m", "pytest", "-p", "no:cacheprovider", "-q", str(here)]
    sys.exit(subprocess.run(command, env={**os.environ, "FENCEPOST": sys.argv[1]}).returncode)
print("skipped: no pytest-lsp; ./dev check fetches it")
sys.exit(77)
