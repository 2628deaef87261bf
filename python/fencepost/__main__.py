"""`python -m fencepost`: becomes the program that the wheel has put beside Python."""
from __future__ import annotations

import os
import signal
import site
import sys
import sysconfig
from typing import Iterator


def _folders() -> Iterator[str]:
    """Where an installation puts programs: that of this module comes first, then those of this Python."""
    package = os.path.dirname(os.path.abspath(__file__))
    yield os.path.join(os.path.dirname(package), "bin")  # pip install --target
    folder = os.path.dirname(package)
    while folder != os.path.dirname(folder):  # PREFIX/lib/python3.x/site-packages
        folder = os.path.dirname(folder)
        if os.path.basename(folder) in ("lib", "lib64", "Lib"):
            yield os.path.join(os.path.dirname(folder), "bin")
            break
    yield sysconfig.get_path("scripts")
    user = site.getuserbase() if site.ENABLE_USER_SITE else None
    if user:
        yield os.path.join(user, "bin")


def main() -> None:
    looked = []
    for folder in _folders():
        program = os.path.join(folder, "fencepost")
        if os.access(program, os.X_OK):
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it, and the program would inherit that
            os.execv(program, [program, *sys.argv[1:]])
        looked.append(folder)
    sys.exit(f"fencepost: the program is not where this package was installed (looked into {', '.join(dict.fromkeys(looked))})")


main()
