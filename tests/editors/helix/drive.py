"""drive.py HX FILE: Helix in a terminal, by the keys of its user: finding, hover, fix, write. FILE is a copy of tests/cli/files/race.mlir."""
import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time

hx, path = sys.argv[1:]
LINES, COLUMNS, DEADLINE_S, SETTLE_S = 50, 160, 60, 0.5
CONTROL = re.compile(r"\x1b(\[[0-9;:?=>]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|P[^\x1b]*\x1b\\|[@-Z\\^_])")

pid, terminal = pty.fork()
if pid == 0:
    os.environ["TERM"] = "xterm-256color"
    os.execvp(hx, [hx, path])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
seen = ""


def read():
    """Adds what the terminal is sent, without what moves and colours; blanks are left out, since Helix jumps over them."""
    global seen
    if select.select([terminal], [], [], 0.05)[0]:
        try:
            seen += re.sub(r"\s+", "", CONTROL.sub("", os.read(terminal, 1 << 16).decode(errors="replace")))
        except OSError:  # it has ended
            pass


def wait_for(what, condition):
    end = time.monotonic() + DEADLINE_S
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"{seen[-2000:]}\nhelix: timed out waiting for {what}")
        read()


def wait_for_words(words):
    wait_for(words, lambda: words.replace(" ", "") in seen)


def press(keys):
    global seen
    end = time.monotonic() + SETTLE_S
    while time.monotonic() < end:
        read()
    seen = ""
    os.write(terminal, keys.encode())


def text():
    with open(path, encoding="utf-8") as file:
        return file.read()


before = text()
wait_for("one error and one warning", lambda: "●1●1" in seen)
press("]d")
wait_for_words("no barrier is between them")
press("\x1b;;")  # the selection shrinks to its start
press(" k")
wait_for_words("line 8 writes it")
press("\x1b")
press(" a")
wait_for_words("Insert gpu.barrier")
press("\r")
press(":w\r")
wait_for("the file", lambda: text() != before)
assert re.search(r"memref\.store[^\n]*\n *gpu\.barrier\n[^\n]*memref\.load", text()), text()
# The queries: a line between others gets their indentation, and a function is an object.
press("/gpu.return\r")
press("Onew.line\x1b")
press(":w\r")
wait_for("the new line", lambda: "\n    new.line\n    gpu.return\n" in text())
press("mafd")
press(":w\r")
wait_for("a module without its function", lambda: "gpu.module" in text() and "gpu.func" not in text() and text().rstrip().endswith("}"))
press(":q\r")
wait_for("the end", lambda: os.waitpid(pid, os.WNOHANG)[0] == pid)
print("helix: passed")
