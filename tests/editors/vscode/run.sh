#!/bin/sh
# run.sh EXTENSION.vsix CODE_SERVER_FOLDER [SHOTS]: the packed extension in VS Code in Chromium; screenshots go to SHOTS.
# OTHER_VSIX: the other extension for MLIR that it runs beside, by default other-mlir; OTHER_SETTINGS and OTHER_SAYS go with it (windows.mjs).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
vsix=$(readlink -f "$1") folder=$2 shots=${3:-}
race=$root/tests/cli/files/race.mlir
tmp=$(mktemp -d)
trap 'umount "$tmp/read-only" 2>/dev/null || :; rm -rf "$tmp"' EXIT
cp "$here"/*.mjs "$tmp/"
ln -s "$folder/tools/node_modules" "$tmp/node_modules"
[ -n "$shots" ] || { shots=$tmp/shots; mkdir "$shots"; }
CODE_SERVER=$folder/node_modules/code-server/out/node/entry.js SHOTS=$(readlink -f "$shots")
export CODE_SERVER SHOTS

other=${OTHER_VSIX:-}
if [ -z "$other" ]; then
    other=$tmp/other.vsix OTHER_SAYS="the other's words"
    export OTHER_SAYS
    (cd "$here/other-mlir" && "$root/editors/vscode/node_modules/.bin/vsce" package --no-dependencies --allow-missing-repository --skip-license -o "$other" >/dev/null)
fi
# A mount, not a mode: root may write to everything else.
mkdir "$tmp/read-only"
READ_ONLY=''
if mount -t tmpfs none "$tmp/read-only" 2>/dev/null; then
    cp "$race" "$tmp/read-only/"
    mount -o remount,ro "$tmp/read-only" && READ_ONLY=$tmp/read-only
fi
export READ_ONLY
timeout 240 node "$tmp/e2e.mjs" "$vsix" "$race"
timeout 240 node "$tmp/windows.mjs" "$vsix" "$race" "$other"
