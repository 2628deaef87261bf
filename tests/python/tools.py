"""Which Python has the packages that a test needs."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def python_with(environment, *modules):
    """This Python, or that of .cache/ENVIRONMENT, which `./dev` makes; None: neither has all the modules."""
    for python in sys.executable, str(ROOT / ".cache" / environment / "bin/python"):
        try:
            found = subprocess.run([python, "-c", "import " + ", ".join(modules)], capture_output=True)
        except FileNotFoundError:
            continue
        if found.returncode == 0:
            return python
    return None


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)
