#!/bin/sh
# circles.sh PART TABLE NM OBJECT..    prints every call between the files of PART (analysis or server) that runs upwards or in a circle; status 1 when there is one
set -eu
part=$1 table=$2 nm=$3
shift 3
found=$("$nm" -A "$@" | awk -v part="$part" -f "$(dirname "$table")/circles.awk" "$table" - | LC_ALL=C sort)
[ -z "$found" ] || { printf '%s\n' "$found"; exit 1; }
