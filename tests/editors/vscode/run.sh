#!/bin/sh
# run.sh EXTENSION.vsix CODE_SERVER_FOLDER [SHOTS]: the packed extension in VS Code in Chromium; screenshots go to SHOTS.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
vsix=$(readlink -f "$1") folder=$2 shots=${3:-}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cp "$here/e2e.mjs" "$tmp/"
ln -s "$folder/tools/node_modules" "$tmp/node_modules"
[ -n "$shots" ] || { shots=$tmp/shots; mkdir "$shots"; }
CODE_SERVER=$folder/node_modules/code-server/out/node/entry.js SHOTS=$(readlink -f "$shots") \
    timeout 240 node "$tmp/e2e.mjs" "$vsix" "$here/../../cli/files/race.mlir"
