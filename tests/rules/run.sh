#!/bin/sh
# run.sh FENCEPOST FOLDER      runs the RUN line of every .mlir file in FOLDER; status 1 when one fails or there is none.
set -eu
fencepost=$1 folder=$2 failed=0 count=0
for file in "$folder"/*.mlir; do
    [ -e "$file" ] || continue
    count=$((count + 1))
    run=$(sed -n 's|^// RUN: *fencepost ||p' "$file" | head -n 1 | tr -d '\r')
    if [ -z "$run" ]; then
        echo "$file: no line '// RUN: fencepost ..'"
        failed=1
        continue
    fi
    set -f
    set -- $run
    set +f
    arguments=$#
    while [ "$arguments" -gt 0 ]; do # %s stands for the file
        word=$1
        shift
        [ "$word" != %s ] || word=$file
        set -- "$@" "$word"
        arguments=$((arguments - 1))
    done
    "$fencepost" "$@" || { echo "failed: fencepost $*"; failed=1; }
done
[ "$count" -gt 0 ] || { echo "no fixtures in $folder"; failed=1; }
exit $failed
