#!/usr/bin/env python3
"""complete.py FENCEPOST FOLDER    every rule has fixtures; each has an `_ok` twin, opens with a sentence, and speaks of its own rule (the twin does not)."""
import json
import pathlib
import subprocess
import sys


def complaints(rules, folder):
    for rule in rules:
        if not any((folder / rule).glob("*.mlir")):
            yield f"{rule}: no fixture in {folder / rule}"
    for path in sorted(folder.glob("*/*.mlir")):
        rule, text = path.parent.name, path.read_bytes()
        expects = b"{{" + rule.encode() in text
        if rule not in rules:
            yield f"{path}: there is no rule '{rule}'"
        if not text.split(b"\n", 2)[1].startswith(b"// "):
            yield f"{path}: the second line does not say why it exists"
        if path.name.endswith("_ok.mlir"):
            if not path.with_name(path.name.removesuffix("_ok.mlir") + ".mlir").exists():
                yield f"{path}: no twin without _ok"
            if expects:
                yield f"{path}: an _ok twin expects its own rule"
        else:
            if not path.with_name(path.stem + "_ok.mlir").exists():
                yield f"{path}: no _ok twin"
            if not expects:
                yield f"{path}: does not expect its own rule"


def main():
    fencepost, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    explained = subprocess.run([fencepost, "explain", "--output-format", "json"], capture_output=True, check=True)
    rules = {rule["name"] for rule in json.loads(explained.stdout)}
    found = list(complaints(rules, folder))
    print(*found, sep="\n")
    return 1 if found or not rules else 0


sys.exit(main())
