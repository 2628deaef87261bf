"""mypy --strict takes the package, and a user's program that uses it rightly; it refuses one that does not."""
import os
import pathlib
import subprocess
import sys
import tempfile

from tools import python_with, skip

RIGHT = """\
import pathlib
import fencepost

findings: list[fencepost.Finding] = fencepost.check("", target="gfx942", block=(256, 1, 1), config={"ignore": []})
lines: list[int] = [place.line for finding in findings for place in finding.related]
text: str = fencepost.fix("")
data: bytes = fencepost.fix(b"", unsafe=True)
source: fencepost.Source | None = findings[0].source
fencepost.assert_no_races(pathlib.Path("a.mlir"), level="error")
version: str = fencepost.__version__
"""
WRONG = ["fencepost.check(5)", "fencepost.check('', target=3)", "x: int = fencepost.fix('')", "fencepost.check('')[0].rul"]

python = python_with("python", "mypy")
if python is None:
    skip("no mypy; ./dev check fetches it")
package = pathlib.Path(os.environ["PYTHONPATH"], "fencepost").resolve()
status = 0
with tempfile.TemporaryDirectory() as folder:
    cases = {"the package": (None, True), "a right program": (RIGHT, True)}
    cases.update({wrong: (f"import fencepost\n{wrong}\n", False) for wrong in WRONG})
    for name, (program, good) in cases.items():
        file = pathlib.Path(folder, "program.py")
        file.write_text(program or "")
        command = [python, "-m", "mypy", "--strict", "--python-version=3.11", "--no-error-summary", f"--cache-dir={folder}/cache"]
        what = ["-p", "fencepost"] if program is None else [str(file)]
        done = subprocess.run([*command, *what], cwd=folder, env={**os.environ, "MYPYPATH": str(package.parent)}, capture_output=True, text=True)
        if (done.returncode == 0) != good:
            print(f"mypy on {name}: status {done.returncode}\n{done.stdout}{done.stderr}")
            status = 1
print("mypy: as it should be" if status == 0 else "mypy: differs")
sys.exit(status)
