#!/bin/sh
# expect.sh EXPECTED CHECK..: CHECK must fail and print exactly the file EXPECTED, in any order: what the layers test must see in bad/.
set -eu
expected=$1
shift
if printed=$("$@"); then
    echo 'the check passed on a tree that breaks every rule'
    exit 1
fi
if [ "$(echo "$printed" | LC_ALL=C sort)" != "$(LC_ALL=C sort "$expected")" ]; then
    printf '%s\n' 'printed:' "$printed" 'expected:' "$(cat "$expected")"
    exit 1
fi
