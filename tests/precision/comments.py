#!/usr/bin/env python3
"""A comment between the brackets of a type, an attribute or an index list changes no finding.

  comments.py FENCEPOST FOLDER..

Every .mlir file of the folders is linted twice: as it is, and with a comment behind each comma and arrow that stands inside of brackets. The comments hold what would
matter outside of one: brackets, quotes, numbers, an address space.
"""
import collections, glob, json, os, re, subprocess, sys, tempfile

TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|->|[<>,\[\](){}]|[^"<>,\[\](){}/\->]+|.', re.S)
COMMENT = " // note > ] ) } \" #gpu.address_space<workgroup> 17, 3\n"


def with_comments(text):
    out, depth = [], 0
    for match in TOKEN.finditer(text):
        word = match.group(0)
        out.append(word)
        depth = max(0, depth + (word == "<") - (word == ">"))
        if depth and word in (",", "->"):
            out.append(COMMENT)
    return "".join(out)


def findings(fencepost, folder):
    done = subprocess.run([fencepost, "lint", "--no-config", "--output-format", "json", "--min-level", "hint", "--exit-zero", folder], capture_output=True, check=True)
    result = collections.defaultdict(collections.Counter)
    for f in json.loads(done.stdout)["findings"]:
        words = re.sub(r"lines? \d+(, \d+)*( and \d+)?", "line", f["message"])
        result[os.path.basename(f["file"])][(f["rule"], f["level"], words, f.get("kernel"))] += 1
    return result


def main():
    fencepost, failures, changed, found = sys.argv[1], 0, 0, 0
    paths = [p for folder in sys.argv[2:] for p in sorted(glob.glob(os.path.join(folder, "**", "*.mlir"), recursive=True))]
    with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as noted:
        for number, path in enumerate(paths):
            with open(path, encoding="utf-8", errors="surrogateescape") as file:
                text = file.read()
            twin = with_comments(text)
            changed += twin != text
            for folder, content in ((whole, text), (noted, twin)):
                with open(os.path.join(folder, f"{number:04}.mlir"), "w", encoding="utf-8", errors="surrogateescape") as out:
                    out.write(content)
        before, after = findings(fencepost, whole), findings(fencepost, noted)
        for number, path in enumerate(paths):
            a, b = before[f"{number:04}.mlir"], after[f"{number:04}.mlir"]
            found += sum(a.values())
            if a != b:
                failures += 1
                print(f"{path}: without {list((a - b).elements())[:3]}, with comments {list((b - a).elements())[:3]}")
    print(f"{len(paths)} files, {changed} with comments put in, {found} findings; {failures} differ")
    return 1 if failures or not changed or not found else 0


if __name__ == "__main__":
    sys.exit(main())
