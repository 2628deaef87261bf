#!/bin/sh
# run.sh PROGRAM [HX]: Helix set up as docs/editors.md says, in a home of its own; HX is by default the hx on PATH.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
program=$1 hx=${2:-hx}
command -v "$hx" >/dev/null || { echo 'skipped: no hx'; exit 77; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$tmp/bin" "$tmp/.config/helix/runtime/grammars" "$tmp/.config/helix/runtime/queries"
ln -s "$program" "$tmp/bin/fencepost"
export HOME="$tmp" XDG_CONFIG_HOME="$tmp/.config" XDG_CACHE_HOME="$tmp/.cache" PATH="$tmp/bin:$PATH"
# The page's own blocks, all that is TOML on it.
awk '/^```toml/ { on = 1; next } /^```/ { on = 0 } on' "$root/docs/editors.md" | sed "s|/home/me/src/fencepost|$root|" >"$tmp/.config/helix/languages.toml"
cp -r "$root/grammar/queries" "$tmp/.config/helix/runtime/queries/mlir"
"$hx" --grammar build >"$tmp/build.log" 2>&1 || : # other grammars were not fetched
[ -f "$tmp/.config/helix/runtime/grammars/mlir.so" ] || { tail -n 20 "$tmp/build.log"; exit 1; }
"$hx" --health mlir >"$tmp/health" 2>&1
for wanted in 'fencepost' 'Tree-sitter parser' 'Highlight queries' 'Textobject queries' 'Indent queries'; do
    grep "$wanted" "$tmp/health" | grep -q '✓' || { cat "$tmp/health"; echo "helix: not found: $wanted"; exit 1; }
done
cp "$root/tests/cli/files/race.mlir" "$tmp/"
python3 "$here/drive.py" "$hx" "$tmp/race.mlir"
