#!/bin/sh
# golden.sh [--update] EXPECTED STATUS COMMAND..      the command prints what the file EXPECTED holds and ends with STATUS.
set -eu
update=no
[ "$1" != --update ] || { update=yes; shift; }
expected=$1 wanted=$2
shift 2
status=0
found=$("$@") || status=$?
if [ "$status" -ne "$wanted" ]; then
    echo "status $status instead of $wanted: $*"
    exit 1
fi
if [ $update = yes ]; then
    printf '%s\n' "$found" >"$expected"
else
    printf '%s\n' "$found" | diff -u "$expected" -
fi
