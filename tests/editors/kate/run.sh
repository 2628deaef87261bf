#!/bin/sh
# run.sh PROGRAM: Kate set up as docs/editors.md says, in an X server and a home of its own: it starts the server, shows it the file, is told of the race, and of
# its end when a barrier is typed. What server and editor say to each other is what is looked at.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
program=$1
for need in kate xvfb-run xdotool; do command -v $need >/dev/null || { echo "skipped: no $need"; exit 77; }; done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$tmp/bin" "$tmp/run" "$tmp/.config/kate/lspclient" "$tmp/.local/share/org.kde.syntax-highlighting/syntax"
chmod 700 "$tmp/run"
cp "$root/editors/kate/mlir.xml" "$tmp/.local/share/org.kde.syntax-highlighting/syntax/"
cp "$root/tests/cli/files/race.mlir" "$tmp/"
printf '#!/bin/sh\ntee -a "%s/asked" | "%s" "$@" | tee -a "%s/told"\n' "$tmp" "$program" "$tmp" >"$tmp/bin/fencepost"
chmod +x "$tmp/bin/fencepost"
# The page's own block, the one that has servers.
awk '/^```json/ { on = 1; block = ""; next } /^```/ { if (on && block ~ /"servers"/) printf "%s", block; on = 0 } on { block = block $0 "\n" }' \
    "$root/docs/editors.md" >"$tmp/.config/kate/lspclient/settings.json"
# Kate asks its user before it starts a server; the answer is kept here.
printf '[Kate Plugins]\nlspclientplugin=true\n\n[lspclient]\nAllowedServerCommandLines=%s lsp\n\n[General]\nShow welcome view for new window=false\n' \
    "$tmp/bin/fencepost" >"$tmp/.config/katerc"
export HOME="$tmp" XDG_CONFIG_HOME="$tmp/.config" XDG_DATA_HOME="$tmp/.local/share" XDG_CACHE_HOME="$tmp/.cache" XDG_RUNTIME_DIR="$tmp/run" PATH="$tmp/bin:$PATH" TMP_TEST="$tmp"
timeout 240 xvfb-run -a -s '-screen 0 1200x800x24' sh "$here/drive.sh" || { tail -n 5 "$tmp/kate.log" "$tmp/asked" "$tmp/told" 2>/dev/null; exit 1; }
