"""site.py PROGRAM DOCS OUT: the sources of the site: a copy of docs/, and what the program and the header know.

Tables are made for a phone: few columns, what is long below them, a heading (and so an address) for each chip's maker and each dialect.
"""
import itertools
import json
import pathlib
import shutil
import subprocess
import sys

HELP_COLUMN = 36  # where the program's help begins the texts of options

program, docs, out = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])


def ask(*arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def cell(value):
    return str("" if value is None else value).replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


def table(titles, rows):
    yield "| " + " | ".join(titles) + " |\n" + "|---" * len(titles) + "|\n"
    for row in rows:
        yield "| " + " | ".join(row) + " |\n"
    yield "\n"


def targets():
    yield "# Targets\n\nA name with a letter or features behind it (`sm_90a`, `gfx942:xnack-`) is the chip's.\n\n"
    facts = {"splitBarrier": "split barrier", "namedBarriers": "named barriers", "reservedIds": "reserved ids", "counters": "counters", "asyncCopies": "async copies",
             "ldsBarrierLowering": "`amdgpu.lds_barrier` becomes", "source": "source"}
    rows = json.loads(ask("targets", "--output-format", "json"))
    for vendor, chips in itertools.groupby(rows, lambda row: row["vendor"]):
        chips = list(chips)
        yield f"## {'Any vendor' if vendor == '-' else vendor}\n\n"
        yield from table(["chip", "sold as", "wave", "shared bytes", "threads"],
                         [[f"`{row['chip']}`", cell(row["products"]), cell(row["waveSizes"]), cell(row["sharedBytes"]), cell(row["maxThreads"])] for row in chips])
        for values, alike in itertools.groupby(chips, lambda row: [row[key] for key in facts]):
            yield "**" + ", ".join(f"`{row['chip']}`" for row in alike) + "**\n\n"
            yield "".join(f"* {title}: {cell(value)}\n" for title, value in zip(facts.values(), values) if value not in ("", "-", "none", "no", None)) + "\n"


def ops():
    yield "# Ops\n\nWhat fencepost knows of an op's effects. A name that ends with a dot stands for all that begin so.\n\n"
    words = {"reads": "reads", "writes": "writes", "counter": "counter", "orders": "orders", "targets": "for"}
    rows = sorted(json.loads(ask("ops", "--output-format", "json")), key=lambda row: row["name"])
    for dialect, group in itertools.groupby(rows, lambda row: row["name"].split(".")[0]):
        yield f"## {dialect}\n\n"
        yield from table(["op", "effect", "more"], [
            [f"`{row['name']}`", cell(row["effect"]), "; ".join([f"{word} {cell(row[key])}" for key, word in words.items() if row[key]] + [cell(row["note"])] * bool(row["note"]))]
            for row in group])


def options(lines):
    """Pairs of an option and its text, from lines of a group of the help."""
    pairs = []
    for line in lines:
        if line[:HELP_COLUMN].strip():
            long = len(line) > HELP_COLUMN and line[HELP_COLUMN - 1] != " "  # its text begins on the next line
            pairs.append([line.strip() if long else line[:HELP_COLUMN].strip(), "" if long else line[HELP_COLUMN:].strip()])
        else:
            pairs[-1][1] = f"{pairs[-1][1]} {line.strip()}".strip()
    return pairs


def help_page(name):
    """The paragraphs of a command's help: prose, and groups of options under a title."""
    yield f"## fencepost {name}\n\n"
    for paragraph in ask(name, "--help").strip().split("\n\n"):
        lines = paragraph.split("\n")
        if lines[0].startswith("usage:"):
            yield f"```text\n{lines[0]}\n```\n\n"
        elif len(lines) > 1 and lines[1].startswith("  ") and lines[1].lstrip().startswith("-"):
            yield f"**{lines[0]}**\n\n"
            yield from table(["option", "what it does"], [[f"`{option.replace('|', chr(0x2223))}`", cell(text)] for option, text in options(lines[1:])])
        else:
            yield cell(" ".join(lines)) + "\n\n"


shutil.rmtree(out, ignore_errors=True)
shutil.copytree(docs, out, ignore=shutil.ignore_patterns("*.py", "update", "*.awk"))
reference = out / "reference"
reference.mkdir()
(reference / "targets.md").write_text("".join(targets()))
(reference / "ops.md").write_text("".join(ops()))
commands = [line.split()[0] for line in ask("completions", "bash").split("'') words='")[1].split("'")[0].split() if not line.startswith("-")]
(reference / "command-line.md").write_text("# Command line\n\n" + "".join("".join(help_page(name)) for name in commands))
(out / "site.css").write_text("""
.md-typeset table:not([class]) { font-size: .64rem; }
.md-typeset table:not([class]) th { min-width: 0; }
.md-typeset table:not([class]) td, .md-typeset table:not([class]) th { padding: .4em .6em; }
.md-typeset table:not([class]) td:first-child code { white-space: nowrap; }
@media (max-width: 44em) { .md-typeset table:not([class]) td:first-child code { white-space: normal; overflow-wrap: anywhere; } }
@media (max-width: 44em) { .md-typeset table:not([class]) td:first-child code { min-width: 4em; display: inline-block; } }
""")

# The header is the reference of the C API: on the site it stands below its introduction.
with (out / "c-api.md").open("a") as page:
    page.write(f"\n## fencepost.h\n\n```c\n{(docs.parent / 'analysis/include/fencepost.h').read_text()}```\n")
