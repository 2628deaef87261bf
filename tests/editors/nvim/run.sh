#!/bin/sh
# run.sh PROGRAM [NVIM..]: the plugin in every Neovim given (default: the one on PATH), headless, in a home of its own.
# API=start makes a Neovim of 0.11 or later take the way of 0.8 to 0.10. NVIM_PLUGINS: a folder with checkouts of other plugins to run with, each under its
# own name: nvim-lspconfig (for 0.11), nvim-lspconfig-1.8.0, nvim-lspconfig-0.1.6, none-ls.nvim and plenary.nvim, nvim-treesitter-textobjects.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
program=$1
shift
if [ $# -eq 0 ]; then
    command -v nvim >/dev/null || { echo 'skipped: no nvim'; exit 77; }
    set -- nvim
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# The parser is compiled into a copy: a test leaves nothing in the sources.
mkdir "$tmp/editors"
cp -r "$root/editors/nvim" "$tmp/editors/"
rm -rf "$tmp/editors/nvim/parser"
cp -r "$root/plugin" "$tmp/"
ln -s "$root/grammar" "$tmp/grammar"
parser=no
if command -v "${CC:-cc}" >/dev/null; then
    CFLAGS=-O0 sh "$tmp/editors/nvim/build"
    parser=yes
fi
export PLUGIN="$tmp/editors/nvim" PROGRAM="$program" PARSER=$parser
run() { # run NVIM TEST: in the home at hand
    (cd "$home" && HOME=$home XDG_CONFIG_HOME=$home XDG_DATA_HOME=$home XDG_STATE_HOME=$home XDG_CACHE_HOME=$home \
        timeout 180 "$1" --headless --clean -u "$here/init.lua" "$home/race.mlir" -S "$here/$2")
}
for nvim; do
    home=$(mktemp -d "$tmp/home.XXXXXX")
    cp "$root/tests/cli/files/race.mlir" "$home/"
    echo '{}' >"$home/fencepost.json"
    run "$nvim" test.lua
    cp "$root/tests/cli/files/race.mlir" "$home/"
    for habit in config lspconfig none_ls; do
        [ $habit = config ] || [ -n "${NVIM_PLUGINS:-}" ] || continue
        HABIT=$habit run "$nvim" habit.lua
    done
    cp "$root/tests/cli/files/race.mlir" "$home/"
    PLUGIN=$tmp HABIT=config run "$nvim" habit.lua # the whole repository as a plugin
    PROGRAM=no-such-program run "$nvim" missing.lua
done
