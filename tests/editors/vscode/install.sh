#!/bin/sh
# install.sh FOLDER: VS Code as code-server, and what drives it, from npm and the system's packages. It asks for apt-get, Node 20 and its headers; where these
# are missing it says so and ends with 77. A second run with everything in place does nothing.
set -eu
version=4.100.3 # the last of those that want Node 20
folder=$1
[ "$(cat "$folder/version" 2>/dev/null)" != $version ] || exit 0
skip() { echo "skipped: $*"; exit 77; }
command -v npm >/dev/null || skip 'no npm'
[ "$(node -p 'process.versions.node.split(".")[0]')" = 20 ] || skip "code-server $version wants Node 20, this is $(node --version)"
prefix=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
[ -f "$prefix/include/node/node.h" ] || skip "no headers of Node below $prefix"
for program in chromium rg g++ make; do
    command -v $program >/dev/null && continue
    command -v apt-get >/dev/null || skip "no $program"
    apt-get update -q >/dev/null
    apt-get install -qy --no-install-recommends chromium ripgrep g++ make >/dev/null
done

rm -rf "$folder"
mkdir -p "$folder/tools"
cd "$folder"
npm_install() { npm install --ignore-scripts --no-audit --no-fund --loglevel=error "$@"; }
echo '{"private": true}' >package.json
npm_install "code-server@$version" # its scripts would fetch a ripgrep; what else they build is built below
(cd tools && echo '{"private": true}' >package.json && npm_install playwright-core@1.65.1)
code=$folder/node_modules/code-server/lib/vscode
cd "$code"
npm_install --omit=dev
ln -sfn node_modules node_modules.asar
mkdir -p node_modules/@vscode/ripgrep/bin
ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg

gyp=$(npm root -g)/npm/node_modules/node-gyp/bin/node-gyp.js
compile() { # compile FOLDER OPTION..: a native module, quietly unless it fails
    where=$1
    shift
    (cd "$where" && node "$gyp" rebuild --nodedir="$prefix" "$@" >build.log 2>&1 || { tail -n 20 build.log; exit 1; })
}
for module in @vscode/spdlog native-watchdog node-pty; do compile "node_modules/$module"; done
argon=$folder/node_modules/argon2 # loaded even when no password is asked for
compile "$argon" --module_name=argon2 --module_path="$argon/lib/binding/napi-v3" --napi_version=9 --napi_build_version=3
echo $version >"$folder/version"
