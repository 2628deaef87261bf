"""test_docs.py PAGE KERNEL..: the examples of a page, run one after the other in a folder with the kernels.

A block of Python that is followed by a block of text prints exactly that text. One with a test in it runs under pytest; behind the "E" of its error lines each
line of the text stands somewhere, fully or its beginning. It is left out when what it imports is not here.
"""
import contextlib
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

page, kernels = sys.argv[1], sys.argv[2:]
blocks = re.findall(r"^```(\w+)\n(.*?)^```$", pathlib.Path(page).read_text(), re.MULTILINE | re.DOTALL)
expected = [blocks[i + 1][1] if blocks[i + 1 : i + 2] and blocks[i + 1][0] == "text" else None for i in range(len(blocks))]
folder = tempfile.mkdtemp()
for kernel in kernels:
    shutil.copy(kernel, folder)
os.chdir(folder)
status, ran, names = 0, 0, {}
for (language, code), text in zip(blocks, expected):
    if language != "python":
        continue
    if "def test_" in code:
        imports = [line.split()[1] for line in code.split("\n") if line.startswith(("import ", "from "))]
        if subprocess.run([sys.executable, "-c", "import " + ", ".join(["pytest", *imports])], capture_output=True).returncode:
            continue
        pathlib.Path("test_page.py").write_text(code)
        command = [sys.executable, "-B", "-m", "pytest", "-p", "fencepost.pytest_plugin", "-p", "no:cacheprovider", "--color=no", "test_page.py"]
        done = subprocess.run(command, stdout=subprocess.PIPE, env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "TRITON_CACHE_DIR": folder})
        printed = done.stdout.decode()
        errors = [line[1:].lstrip(" ") for line in printed.split("\n") if line.startswith("E")]
        shown = [wanted.lstrip(" ") for wanted in (text or "").split("\n")]
        good = done.returncode == (1 if text else 0) and all(any(line.startswith(wanted) for line in errors) for wanted in shown if wanted)
    else:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(code, names)
        printed = out.getvalue()
        good = printed == (text or "")
    ran += 1
    if not good:
        print(f"{page}: this example prints something else:\n{code}\n---- wanted\n{text}\n---- printed\n{printed}")
        status = 1
shutil.rmtree(folder)
print(f"{page}: {ran} examples ran")
sys.exit(status)
