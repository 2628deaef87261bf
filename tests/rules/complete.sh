#!/bin/sh
# complete.sh FENCEPOST FOLDER      every rule has fixtures; each has an `_ok` twin, opens with a sentence, and speaks of its own rule (the twin does not).
set -eu
fencepost=$1 folder=$2 failed=0
complain() { echo "$*"; failed=1; }

rules=$("$fencepost" explain --output-format json | tr '{' '\n' | sed -n 's/.*"name": *"\([a-z-]*\)".*/\1/p')
[ -n "$rules" ] || complain "no rules: 'fencepost explain --output-format json' has changed"
for rule in $rules; do
    set -- "$folder/$rule"/*.mlir
    [ -e "$1" ] || complain "$rule: no fixture in $folder/$rule"
done
for file in "$folder"/*/*.mlir; do
    rule=$(basename "$(dirname "$file")")
    echo "$rules" | grep -qx "$rule" || complain "$file: there is no rule '$rule'"
    sed -n 2p "$file" | grep -q '^// ' || complain "$file: the second line does not say why it exists"
    case $file in
    *_ok.mlir)
        [ -e "${file%_ok.mlir}.mlir" ] || complain "$file: no twin without _ok"
        ! grep -q "{{$rule" "$file" || complain "$file: an _ok twin expects its own rule" ;;
    *)
        [ -e "${file%.mlir}_ok.mlir" ] || complain "$file: no _ok twin"
        grep -q "{{$rule" "$file" || complain "$file: does not expect its own rule" ;;
    esac
done
exit $failed
