"""Finds and fixes barrier mistakes in GPU kernels written in MLIR.

    for finding in fencepost.check(text, target="gfx942"):
        print(finding)
    text = fencepost.fix(text, target="gfx942")
    fencepost.assert_no_races(compiled_triton_kernel)
    print(fencepost.compare(old_text, new_text))

The C library does the work in this process; other threads of Python run meanwhile, and any number of threads may check at once. `python -m fencepost` is the
command-line program.
"""
from ._assert import NotJudged, RacesFound, assert_no_races
from ._check import check, fix
from ._compare import ComparedKernel, Comparison, Counts, compare
from ._findings import Edit, Finding, Fix, Hazard, Place, Range, Source
from ._library import version as _version

__version__ = _version()
__all__ = ["ComparedKernel", "Comparison", "Counts", "Edit", "Finding", "Fix", "Hazard", "NotJudged", "Place", "RacesFound", "Range", "Source", "assert_no_races", "check", "compare", "fix"]
