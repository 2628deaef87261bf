"""test_docs.py [--update] PAGE KERNEL..: the examples of a page, run one after the other in a folder with the kernels.

A block of Python that is followed by a block of text prints exactly that text. One with a test in it runs under pytest: with a block of text behind it the
test fails with these words. It is left out when what it imports is not here. --update writes what is printed into the page.
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
import textwrap


def runs_here(code):
    imports = [line.split()[1] for line in code.split("\n") if line.startswith(("import ", "from "))]
    return subprocess.run([sys.executable, "-c", "import " + ", ".join(["pytest", *imports])], capture_output=True).returncode == 0


def run_test(code):
    """What the failing test says; empty: it passes."""
    pathlib.Path("test_page.py").write_text(code)
    command = [sys.executable, "-B", "-m", "pytest", "-p", "fencepost.pytest_plugin", "-p", "no:cacheprovider", "--color=no", "test_page.py"]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "TRITON_CACHE_DIR": os.getcwd()}
    done = subprocess.run(command, stdout=subprocess.PIPE, env=environment)
    printed = done.stdout.decode()
    if done.returncode not in (0, 1):
        return printed
    lines = [line[1:].rstrip() for line in printed.split("\n") if re.match("E( |$)", line)]
    return textwrap.dedent("\n".join([*lines, ""])) if lines else ""


def run_example(code, names):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, names)
    return out.getvalue()


def main(arguments):
    update = arguments[0] == "--update"
    page, *kernels = map(pathlib.Path, arguments[update:])
    text, ran, status, names = page.read_text(), 0, 0, {}
    folder = tempfile.mkdtemp()
    for kernel in kernels:
        shutil.copy(kernel, folder)
    os.chdir(folder)

    def example(match):
        nonlocal ran, status
        code, wanted = match["code"], match["text"] or ""
        if "def test_" in code and not runs_here(code):
            return match[0]
        printed = run_test(code) if "def test_" in code else run_example(code, names)
        ran += 1
        if printed != wanted and not update:
            print(f"{page}: this example prints something else:\n{code}\n---- wanted\n{wanted}\n---- printed\n{printed}")
            status = 1
        return match[0].replace(f"```text\n{wanted}", f"```text\n{printed}") if wanted else match[0]

    updated = re.sub(r"^```python\n(?P<code>.*?)^```\n(?P<between>(?:(?!^```).)*?^```text\n(?P<text>.*?)^```\n)?", example, text, flags=re.MULTILINE | re.DOTALL)
    shutil.rmtree(folder)
    if update and updated != text:
        page.write_text(updated)
    print(f"{page}: {ran} examples ran")
    return status


sys.exit(main([argument if argument == "--update" else os.path.abspath(argument) for argument in sys.argv[1:]]))
