#!/bin/sh
# compare.sh BUILD SOURCE: is docs/images/demo.svg what docs/images/update makes of this build's output?
set -eu
made=$(mktemp)
trap 'rm -f "$made"' EXIT
sh "$2/docs/images/update" "$1" "$made"
if ! cmp "$made" "$2/docs/images/demo.svg"; then
    echo 'docs/images/demo.svg is not what the tool prints; run: cmake --build build-dev -t update-goldens'
    exit 1
fi
