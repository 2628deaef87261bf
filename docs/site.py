"""site.py PROGRAM DOCS OUT: the sources of the site: a copy of docs/, and what the program and the header know."""
import json
import pathlib
import shutil
import subprocess
import sys

program, docs, out = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])


def ask(*arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def cell(value):
    return str("" if value is None else value).replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


def table(command, titles):
    rows = json.loads(ask(command, "--output-format", "json"))
    yield "| " + " | ".join(titles.values()) + " |\n" + "|---" * len(titles) + "|\n"
    for row in rows:
        yield "| " + " | ".join(f"`{row[key]}`" if key in ("name", "chip") else cell(row[key]) for key in titles) + " |\n"


shutil.rmtree(out, ignore_errors=True)
shutil.copytree(docs, out, ignore=shutil.ignore_patterns("*.py", "update", "*.awk"))
reference = out / "reference"
reference.mkdir()
(reference / "targets.md").write_text("# Targets\n\nA name with a letter or features behind it (`sm_90a`, `gfx942:xnack-`) is the chip's.\n\n" + "".join(table("targets", {
    "chip": "chip", "vendor": "vendor", "waveSizes": "wave", "sharedBytes": "shared bytes", "maxThreads": "threads", "splitBarrier": "split barrier",
    "namedBarriers": "named barriers", "source": "source"})))
(reference / "ops.md").write_text("# Ops\n\nWhat fencepost knows of an op's effects. A name that ends with a dot stands for all that begin so.\n\n" + "".join(table("ops", {
    "name": "op", "effect": "effect", "reads": "reads", "writes": "writes", "counter": "counter", "orders": "orders", "targets": "targets", "note": "note"})))
commands = [line.split()[0] for line in ask("completions", "bash").split("'') words='")[1].split("'")[0].split() if not line.startswith("-")]
pages = [f"## fencepost {name}\n\n```text\n{ask(name, '--help')}```\n" for name in commands]
(reference / "command-line.md").write_text("# Command line\n\n" + "\n".join(pages))

# The header is the reference of the C API: on the site it stands below its introduction.
with (out / "c-api.md").open("a") as page:
    page.write(f"\n## fencepost.h\n\n```c\n{(docs.parent / 'analysis/include/fencepost.h').read_text()}```\n")
