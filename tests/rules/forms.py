"""forms.py FENCEPOST FOLDER: one kernel, printed in several forms, gets the same findings: as MLIR's own printer writes it, in generic form, with aliases resolved,
and with locations. The kernels are those of the rules' tests that the tool accepts; comments, which the printer drops, may have told more."""
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from mlir_tools import SKIPPED, opt, tools  # noqa: E402

FORMS = {"plain": [], "generic": ["--mlir-print-op-generic"], "without aliases": ["--mlir-print-local-scope"], "with locations": ["--mlir-print-debuginfo"]}
FILES_MIN = 200  # fewer accepted ones show nothing


def findings(fencepost, folder):
    """By file: how many of each rule and level."""
    run = subprocess.run(
        [fencepost, "lint", "--no-config", "--no-fixes", "--exit-zero", "--min-level", "hint", "--output-format", "json", folder], capture_output=True, check=True
    )
    counts = collections.defaultdict(collections.Counter)
    for finding in json.loads(run.stdout)["findings"]:
        counts[pathlib.Path(finding["file"]).name][finding["rule"], finding["level"]] += 1
    return counts


def printed(tool, path):
    """By form; None: the tool does not accept the file."""
    text = path.read_bytes()
    plain = opt(tool, text)
    return None if plain.returncode else {form: opt(tool, text, *options).stdout if options else plain.stdout for form, options in FORMS.items()}


def check(fencepost, tool, paths):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        texts = {f"{path.parent.name}.{path.name}": forms for path, forms in zip(paths, pool.map(lambda path: printed(tool, path), paths)) if forms}
    counts = {}
    for form in FORMS:
        with tempfile.TemporaryDirectory() as folder:
            for name, forms in texts.items():
                pathlib.Path(folder, name).write_bytes(forms[form])
            counts[form] = findings(fencepost, folder)
    differ = [(name, form) for form in FORMS for name in texts if counts[form][name] != counts["plain"][name]]
    print(f"{tool}: of {len(texts)} files that it accepts, in {len(FORMS)} forms, {len(differ)} get other findings")
    for name, form in differ:
        print(f"  {name} {form}: not {dict(counts['plain'][name] - counts[form][name])}, but {dict(counts[form][name] - counts['plain'][name])}")
    return not differ and len(texts) >= FILES_MIN


found = tools()
if not found:
    print("skipped: neither mlir-opt nor iree-opt is installed")
    sys.exit(SKIPPED)
sys.exit(not all([check(sys.argv[1], tool, sorted(pathlib.Path(sys.argv[2]).glob("*/*.mlir"))) for tool in found]))
