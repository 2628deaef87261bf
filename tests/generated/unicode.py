"""unicode.py FOLDER: FOLDER/unicode_width.def is what unicode_width.py prints, as far as this Python has the same Unicode data."""
import pathlib
import subprocess
import sys
import unicodedata

folder = pathlib.Path(sys.argv[1])
committed = (folder / "unicode_width.def").read_text()
if f"Unicode {unicodedata.unidata_version}:" not in committed:
    print(f"skipped: this Python has Unicode {unicodedata.unidata_version}, the table was made from another version")
    sys.exit(77)
printed = subprocess.run([sys.executable, "-B", folder / "unicode_width.py"], check=True, capture_output=True, text=True).stdout
if printed != committed:
    sys.exit("FAILED: unicode_width.def is not what unicode_width.py prints; run ./dev unicode")
