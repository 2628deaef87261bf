#!/bin/sh
# run.sh CMAKE BUILD_DIR CONSUMER_DIR CC GENERATOR: installs into a DESTDIR and builds a program against that, as a distribution's package would be used:
# once with pkg-config, once with find_package. The program checks a kernel and prints how many findings it got.
set -eu
cmake=$1 build=$2 consumer=$3 cc=$4 generator=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

DESTDIR=$work/stage "$cmake" --install "$build" --prefix /opt/fencepost >"$work/log" || { cat "$work/log"; exit 1; }
prefix=$work/stage/opt/fencepost

check() { # check HOW PROGRAM
    printed=$("$2")
    echo "$1: $printed"
    [ "$printed" = 'rules: some, kernels: 1' ] || exit 1
}

if [ -x "$prefix/bin/fencepost" ]; then
    "$prefix/bin/fencepost" --version
    for file in bash-completion/completions/fencepost zsh/site-functions/_fencepost fish/vendor_completions.d/fencepost.fish man/man1/fencepost.1 \
                fencepost/fencepost.schema.json; do
        [ -s "$prefix/share/$file" ] || { echo "not installed: share/$file"; exit 1; }
    done
fi

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name fencepost.pc)")${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
export PKG_CONFIG_PATH
"$cc" -std=c11 -Wall -Wextra -Werror "$consumer/consumer.c" $(pkg-config --cflags --libs fencepost) -o "$work/by_pkg_config"
check pkg-config "$work/by_pkg_config"

"$cmake" -G "$generator" -S "$consumer" -B "$work/build" -DCMAKE_C_COMPILER="$cc" -DCMAKE_PREFIX_PATH="$prefix" >"$work/log" || { cat "$work/log"; exit 1; }
"$cmake" --build "$work/build" >"$work/log" || { cat "$work/log"; exit 1; }
check find_package "$work/build/consumer"

if command -v c++ >/dev/null; then
    printf '#include <fencepost.h>\nint main() { return fp_rule_count() == 0; }\n' >"$work/consumer.cpp"
    c++ -Wall -Wextra -Werror "$work/consumer.cpp" $(pkg-config --cflags --libs fencepost) -o "$work/from_cpp"
    "$work/from_cpp"
    echo 'C++: links and runs'
fi
