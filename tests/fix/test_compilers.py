"""What MLIR's own parsers say of fixed files: where `mlir-opt` or `iree-opt` accepts a file, it accepts what fencepost makes of it.

Each file is fixed for each of several chips, and twice: told the tool's release by the key
`mlir`, where nothing may be refused, and told nothing, where an older release may lack the ops of newer chips: a text that it refuses because of the name of an
inserted op is counted and left out then."""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from mlir_tools import SEPARATOR, SKIPPED, opt, tools  # noqa: E402

PROGRAM = os.environ["FENCEPOST"]
SHARED = pathlib.Path(os.environ.get("FENCEPOST_SHARED", HERE.parent.parent.parent / "shared"))
BARRIER = re.compile(rb'^\s*(gpu\.barrier|amdgpu\.lds_barrier|nvvm\.barrier0|rocdl\.barrier)\b[^{]*$')
MARK = re.compile(rb'"fencepost\.mark"\(\).*\bnumber = (\d+) : i64')
CHIPS = ["gfx90a", "gfx942", "gfx1100", "gfx1201", "gfx1250", "sm_70", "sm_80", "sm_90"]  # they differ in how barriers and waits are spelled
TEXTS_MIN = 200  # fewer accepted ones show nothing


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


def fixed(texts, options):
    """Each text after its fixes."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, f"{number}.mlir") for number in range(len(texts))]
        for path, text in zip(paths, texts):
            path.write_bytes(text)
        run = subprocess.run([PROGRAM, "fix", folder, "--quiet", "--exit-zero", "--unsafe-fixes", *options], capture_output=True, timeout=900)
        assert run.returncode == 0, run.stderr.decode("utf-8", "replace")
        return [path.read_bytes() for path in paths]


def own_texts():
    for path in sorted((HERE / "cases").glob("*.mlir")) + sorted((HERE.parent / "rules").glob("*/*.mlir")):
        if not path.name.endswith(".fixed.mlir"):
            yield path.name, path.read_bytes()


def corpus_texts():
    """As they are, and without their barriers."""
    for path in sorted((SHARED / "corpus" / "upstream").rglob("*.mlir")):
        text = path.read_bytes()
        yield path.name, text
        stripped = b"".join(line for line in text.splitlines(keepends=True) if not BARRIER.match(line))
        if stripped != text:
            yield path.name, stripped


def check(tool, told, config, texts):
    """texts: those that the tool accepts, by name. Each is fixed for each chip; what no fix changes shows nothing, and is not counted."""
    seen, newer, failures = set(), 0, []
    for chip in CHIPS:
        results = fixed([text for _, text in texts], ["--target", chip, *config])
        fresh = [(name, text, result) for (name, text), result in zip(texts, results) if result != text and result not in seen]
        seen |= {result for _, _, result in fresh}
        for (name, text, _), why in zip(fresh, refusals(tool, [result for _, _, result in fresh])):
            unknown = re.search(r"custom op '([^']+)' is unknown", why or "")
            if not told and unknown and unknown.group(1).encode() not in text:
                newer += 1
            elif why is not None:
                failures.append(f"{tool}: {name} for {chip}: {why.strip()[:300]}")
    accepted = len(seen) - newer - len(failures)
    print(f"{tool}{told}: of {len(texts)} files that it accepts fixes make {len(seen)} texts; it accepts {accepted}, refuses {len(failures)}, and lacks ops of {newer}")
    print(*failures, sep="\n")
    return not failures and accepted >= TEXTS_MIN


def check_both(tool):
    candidates = [*own_texts(), *corpus_texts()]
    accepted = accepted_together(tool, [text for _, text in candidates])
    texts = [(name, text) for name, text in candidates if text in accepted]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as config:
        json.dump({"mlir": release(tool)}, config)
        config.flush()
        told = check(tool, f" with its release {release(tool)}", ["--config", config.name], texts)
    return check(tool, "", ["--no-config"], texts) and told


found = tools()
if not found:
    print("skipped: neither mlir-opt nor iree-opt is installed")
    sys.exit(SKIPPED)
sys.exit(not all([check_both(tool) for tool in found]))
