#!/usr/bin/env python3
"""`fencepost fix` killed at random instants, on a full disk and beside another writer: each file is the old text or the new one, and nothing is left behind.

    kills.py FENCEPOST COUNT    COUNT kills, and a quarter as many runs beside a writer and under a limit of file sizes
"""
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

from test_files import fixed, kernel

program, count = os.path.abspath(sys.argv[1]), int(sys.argv[2])
random.seed(20)
BEFORE = b"".join(kernel(f"k{i}") for i in range(30))
AFTER = fixed(BEFORE)
OTHER = b"// somebody else's\n" + BEFORE  # what another program writes meanwhile
FILES = ("a.mlir", "b.mlir")
tally = {"old": 0, "new": 0, "another's": 0, "stray": 0, "half": 0}
problems = []


def start(folder, **more):
    return subprocess.Popen([program, "fix", "--no-config", *FILES], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **more)


def look(folder, what, others=()):
    """Counts what the files are, and what lies beside them."""
    for path in folder.iterdir():
        text = path.read_bytes()
        if path.name not in FILES:
            tally["stray"] += 1
            problems.append(f"{what}: left {path.name}")
            path.unlink()
        elif text in (BEFORE, AFTER):
            tally["old" if text == BEFORE else "new"] += 1
        elif text in others:
            tally["another's"] += 1
        else:
            tally["half"] += 1
            problems.append(f"{what}: {path.name} is neither old nor new, {len(text)} bytes")


def fill(folder):
    for name in FILES:
        (folder / name).write_bytes(BEFORE)


def told(name):
    print(f"{name}: " + ", ".join(f"{value} {key}" for key, value in tally.items()), flush=True)
    for key in tally:
        tally[key] = 0


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    fill(folder)
    begin = time.monotonic()
    start(folder).communicate()
    usual_s = time.monotonic() - begin
    for i in range(count):
        fill(folder)
        job = start(folder, start_new_session=True)
        time.sleep(random.random() * usual_s * 1.2)
        if i % 2:
            job.kill()
        else:
            os.killpg(job.pid, signal.SIGKILL)
        job.communicate()  # until nobody can write there any more: the process that exchanges two files ends its step
        look(folder, f"kill {i}")
    told(f"{count} kills")

    for i in range(count // 4):  # a disk that is full after so many bytes
        fill(folder)
        limit = random.randrange(len(AFTER) + 2)
        start(folder, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))).communicate()
        look(folder, f"at most {limit} bytes a file")
    told(f"{count // 4} full disks")

    for i in range(count // 4):
        fill(folder)
        job = start(folder)
        time.sleep(random.random() * usual_s * 1.2)
        beside = folder / "c.mlir"
        beside.write_bytes(OTHER)
        beside.rename(folder / FILES[i % 2])
        job.communicate()
        if (folder / FILES[i % 2]).read_bytes() not in (OTHER, fixed(OTHER)):
            problems.append(f"writer {i}: what somebody else wrote last is gone")
        look(folder, f"writer {i}", (OTHER, fixed(OTHER)))
    told(f"{count // 4} writers beside it")

for problem in problems[:20]:
    print(problem)
sys.exit(bool(problems))
