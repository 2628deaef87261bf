"""What MLIR's own parsers say of fixed files: where `mlir-opt` or `iree-opt` accepts a file, it accepts what fencepost makes of it.

Tools are looked for in PATH and in FENCEPOST_MLIR_OPT (a list with colons). Each file is fixed twice: told the tool's release by the key `mlir`, where nothing may be
refused, and told nothing, where an older release may lack the ops of newer chips: a file that it refuses because of the name of an inserted op is counted and
left out then. Corpus files are stripped of their barriers first."""
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ["FENCEPOST"]
SHARED = pathlib.Path(os.environ.get("FENCEPOST_SHARED", HERE.parent.parent.parent / "shared"))
NAMES = ["mlir-opt-16", "mlir-opt", "iree-opt"]
BARRIER = re.compile(r'^\s*(gpu\.barrier|amdgpu\.lds_barrier|nvvm\.barrier0|rocdl\.barrier)\b[^{]*$')
SEPARATOR = b"// -----"  # where --split-input-file splits, whatever follows
MARK = re.compile(rb'"fencepost\.mark"\(\).*\bnumber = (\d+) : i64')
SKIPPED = 77
CORPUS_STEP = 6  # of the corpus one file in so many
FILES_MIN = 20  # fewer accepted ones show nothing


def tools():
    given = [path for path in os.environ.get("FENCEPOST_MLIR_OPT", "").split(":") if path]
    return given + [path for path in map(shutil.which, NAMES) if path]


def opt(tool, text):
    return subprocess.run([tool, "--allow-unregistered-dialect", "--split-input-file", "-"], input=text, capture_output=True, timeout=900)


def marked(number, text):
    """The text with an op at the end of each of its parts that says which text it is of, and how many parts there are."""
    mark = b'\n"fencepost.mark"() {number = %d : i64} : () -> ()\n' % number
    parts = text.split(SEPARATOR)
    return SEPARATOR.join(part + mark for part in parts), len(parts)


def accepted_together(tool, texts):
    """Texts that one run accepts: those whose every mark is in what it prints. A program that ends by a signal accepts none."""
    parts = [marked(number, text) for number, text in enumerate(texts)]
    run = opt(tool, (SEPARATOR + b"\n").join(text for text, _ in parts))
    seen = collections.Counter(map(int, MARK.findall(run.stdout))) if run.returncode >= 0 else {}
    return {text for number, text in enumerate(texts) if seen.get(number) == parts[number][1]}


def refusals(tool, texts):
    """By text: None when the tool accepts it, else what it says. Whatever is not accepted among others is tried alone."""
    together = accepted_together(tool, texts)
    alone = {text: opt(tool, text) for text in set(texts) - together}
    return [None if text in together or alone[text].returncode == 0 else alone[text].stderr.decode("utf-8", "replace") for text in texts]


def release(tool):
    said = subprocess.run([tool, "--version"], capture_output=True, text=True).stdout
    return int(re.search(r"version (\d+)", said).group(1))


def fixed(cases, config):
    """The text of each case after its fixes; cases with the same options are fixed by one run."""
    results = [None] * len(cases)
    for options in sorted({tuple(options) for _, _, options in cases}):
        with tempfile.TemporaryDirectory() as folder:
            paths = {number: pathlib.Path(folder, f"{number}.mlir") for number, case in enumerate(cases) if tuple(case[2]) == options}
            for number, path in paths.items():
                path.write_bytes(cases[number][1])
            run = subprocess.run([PROGRAM, "fix", folder, "--quiet", "--exit-zero", *options, *config], capture_output=True, timeout=900)
            assert run.returncode == 0, run.stderr.decode("utf-8", "replace")
            for number, path in paths.items():
                results[number] = path.read_bytes()
    return results


def own_cases():
    for path in sorted((HERE / "cases").glob("*.mlir")) + sorted((HERE.parent / "rules").glob("*/*.mlir")):
        if not path.name.endswith(".fixed.mlir"):
            text = path.read_bytes()
            target = re.search(rb"// RUN:.*--target=(\S+)", text)
            yield path.name, text, (["--target", target.group(1).decode()] if target else []) + ["--unsafe-fixes"]


def corpus_cases():
    for path in sorted((SHARED / "corpus" / "upstream").rglob("*.mlir"))[::CORPUS_STEP]:
        lines = path.read_bytes().decode("utf-8", "surrogateescape").splitlines(keepends=True)
        if any(map(BARRIER.match, lines)):
            yield path.name, "".join(line for line in lines if not BARRIER.match(line)).encode("utf-8", "surrogateescape"), ["--target", "gfx942"]


def check(tool, told, config):
    accepted, newer, changed, failures = 0, 0, 0, []
    cases = [*own_cases(), *corpus_cases()]
    before = accepted_together(tool, [text for _, text, _ in cases])
    cases = [case for case in cases if case[1] in before]
    results = fixed(cases, config)
    for (name, text, _), result, why in zip(cases, results, refusals(tool, results)):
        changed += result != text
        unknown = re.search(r"custom op '([^']+)' is unknown", why or "")
        if not told and unknown and unknown.group(1).encode() not in text:
            newer += 1
        elif why is not None:
            failures.append(f"{tool}: {name}: {why.strip()[:300]}")
        else:
            accepted += 1
    print(f"{tool}{told}: {accepted} fixed files accepted, {changed} of them and of the others changed, {newer} with ops of a newer release, {len(failures)} refused")
    print(*failures, sep="\n")
    return not failures and accepted >= FILES_MIN


def check_both(tool):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as config:
        json.dump({"mlir": release(tool)}, config)
        config.flush()
        told = check(tool, f" with its release {release(tool)}", ["--config", config.name])
    return check(tool, "", ["--no-config"]) and told


found = tools()
if not found:
    print("skipped: neither mlir-opt nor iree-opt is installed")
    sys.exit(SKIPPED)
sys.exit(not all([check_both(tool) for tool in found]))
