#!/usr/bin/env python3
"""Memory that runs out: each run of the program once more for each allocation it makes, with that one refused.

  sweep.py FENCEPOST LIBRARY [--runs N] [--only SCENARIO]

LIBRARY is fail.c, loaded before all others. Every refusal has to end in one clear line and status 2, and leave each file as it was or as it was to
become; a session may end so, or give up its document with such a line. Where the C library gets along without (it sorts in place, say), the run says what it says otherwise. --runs: so many refusals per scenario and
mode, evenly spread; without it every one.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lsp"))
import client  # noqa: E402

RACE = (HERE.parent / "cli" / "files" / "race.mlir").read_bytes()
HANGS_S = 120  # a run takes milliseconds
FAILED = 2


URI = "file:///nowhere/a.mlir"
PLACE = {"textDocument": {"uri": URI}, "position": {"line": 8, "character": 6}}
SPAN = {"textDocument": {"uri": URI}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 20, "character": 0}}}
# A hover may be answered from the check before the last edit: behind the actions, which wait for the new one, it says the same in each run.
QUESTIONS = [("codeAction", {**SPAN, "context": {"diagnostics": []}}), ("hover", PLACE), ("completion", PLACE), ("documentSymbol", {"textDocument": {"uri": URI}}),
             ("inlayHint", SPAN), ("semanticTokens/full", {"textDocument": {"uri": URI}})]


def session(server):
    """A document is opened, asked about, edited, asked about again and closed. Returns the answers."""
    answers = [server.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}, "initializationOptions": {"target": "gfx942"}})]
    server.send("initialized", {})
    server.send("textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "mlir", "version": 1, "text": RACE.decode()}})
    answers += [server.request("textDocument/" + question, params) for question, params in QUESTIONS]
    edit = {"range": {"start": {"line": 7, "character": 0}, "end": {"line": 7, "character": 0}}, "text": "  gpu.barrier\n"}
    server.send("textDocument/didChange", {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [edit]})
    answers += [server.request("textDocument/" + question, params) for question, params in QUESTIONS]
    server.send("textDocument/didClose", {"textDocument": {"uri": URI}})
    answers.append(server.request("shutdown"))
    server.send("exit")
    return answers


SCENARIOS = {
    "lint": ["lint", "a.mlir", "--min-level", "hint", "--color", "never"],
    "lint to JSON, with a configuration and a baseline": ["lint", ".", "--jobs", "1", "--output-format", "json", "--baseline", "known.json", "--output-file", "report"],
    "lint on two threads": ["lint", ".", "--jobs", "2", "--output-format", "sarif"],
    "a new baseline": ["lint", "a.mlir", "--write-baseline", "known.json"],
    "fix": ["fix", "a.mlir", "--unsafe-fixes"],
    "fix --diff": ["fix", "a.mlir", "--unsafe-fixes", "--diff"],
    "show": ["show", "a.mlir"],
    "explain": ["explain", "--at", "a.mlir:9"],
    "a session": ["lsp"],
}


class Sweep:
    def __init__(self, program, library, folder):
        self.program, self.library, self.folder = program, library, folder
        self.failures, self.runs, self.unharmed = 0, 0, 0

    def prepare(self):
        for path in self.folder.iterdir():
            path.unlink()
        (self.folder / "a.mlir").write_bytes(RACE)
        (self.folder / "b.mlir").write_bytes(RACE.replace(b"@", b"@b"))
        (self.folder / "fencepost.json").write_text('{"target": "gfx942", "ignore": ["unknown-op"]}')
        (self.folder / "report").write_text("what was here before")
        (self.folder / "known.json").write_bytes(self.known)

    def files(self):
        return {path.name: path.read_bytes() for path in self.folder.iterdir()}

    def run(self, arguments, **more):
        environment = {"PATH": os.environ["PATH"], "LD_PRELOAD": self.library, **more}
        command = [self.program, *arguments]
        if arguments != ["lsp"]:
            return subprocess.run(command, capture_output=True, cwd=self.folder, env=environment, timeout=HANGS_S, check=False)
        server, answers = client.Client(command, cwd=self.folder, env=environment), []
        alarm = threading.Timer(HANGS_S, server.process.kill)
        alarm.start()
        try:
            answers = session(server)
        except (EOFError, OSError, ValueError):  # it has ended, be it in the middle of an answer
            pass
        status = server.end()
        alarm.cancel()
        return subprocess.CompletedProcess(command, status, json.dumps(answers).encode(), server.errors)

    def fail(self, name, number, what, done):
        self.failures += 1
        if self.failures <= 20:
            print(f"{name}, allocation {number}: {what}: status {done.returncode}, {done.stderr.decode(errors='replace')[-300:]!r}")

    def check(self, name, number, done, usual, before, after):
        self.runs += 1
        now = self.files()
        for file, bytes_ in now.items():
            if bytes_ not in (before.get(file), after.get(file)):
                self.fail(name, number, f"{file} is neither old nor new, {len(bytes_)} bytes", done)
        if set(now) - set(after) - set(before):
            self.fail(name, number, f"left behind: {set(now) - set(after) - set(before)}", done)
        if done.returncode == usual.returncode and done.stderr == usual.stderr and now == after and len(done.stdout) == len(usual.stdout):
            self.unharmed += 1
        elif done.returncode not in self.statuses(name, usual) or not self.says_so(done.stderr, usual.stderr):
            self.fail(name, number, "no clear line and status 2", done)

    @staticmethod
    def statuses(name, usual):
        """A session may go on without the document."""
        return (FAILED, usual.returncode) if name == "a session" else (FAILED,)

    @staticmethod
    def says_so(said, usual):
        """One line more than the start of what is usually said."""
        *before, last = said.splitlines(keepends=True) or [b""]
        return b"memory" in last and last.endswith(b"\n") and usual.startswith(b"".join(before)) and said.count(b"memory") == 1

    def scenario(self, name, arguments, runs):
        self.prepare()
        before, count_file = self.files(), self.folder.parent / "count"
        usual = self.run(arguments, FENCEPOST_COUNT_TO=str(count_file))
        after, count = self.files(), int(count_file.read_text())
        if usual.returncode not in (0, 1) or usual.stdout == b"[]":
            self.fail(name, 0, "does not work at all", usual)
        step = max(1, count // runs) if runs else 1
        for mode in ({}, {"FENCEPOST_FAIL_ALL": "1"}):
            for number in range(1 + (count // 2) % step, count + 1, step):
                if self.files() != before:
                    self.prepare()
                try:
                    self.check(name, number, self.run(arguments, FENCEPOST_FAIL_AT=str(number), **mode), usual, before, after)
                except subprocess.TimeoutExpired as late:
                    self.fail(name, number, "hangs", subprocess.CompletedProcess([], None, b"", late.stderr or b""))
        print(f"{name}: {count} allocations")



def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "files"
        folder.mkdir()
        sweep = Sweep(os.path.abspath(options.program), os.path.abspath(options.library), folder)
        (folder / "b.mlir").write_bytes(RACE.replace(b"@", b"@b"))
        known = subprocess.run([sweep.program, "lint", "b.mlir", "--no-config", "--quiet", "--write-baseline", "k"], cwd=folder, check=False)
        sweep.known = (folder / "k").read_bytes() if known.returncode == 0 else b""
        for scenario, arguments in SCENARIOS.items():
            if options.only in scenario:
                sweep.scenario(scenario, arguments, options.runs)
    print(f"{sweep.runs} refused allocations: {sweep.failures} failures, {sweep.unharmed} without consequence")
    return 1 if sweep.failures else 0


if __name__ == "__main__":
    sys.exit(main())
