#!/bin/sh
# run.sh DEV: tests of ./dev in a world of fake tools. PATH holds the few real tools that every system has, and beside them a folder whose
# programs only note how they were called; the fake package manager "installs" by making the missing tools appear there.
set -eu
dev=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CC CI 2>/dev/null || :
calls=$work/calls

mkdir "$work/base"
for tool in sh basename cat cut date dirname getconf grep head id mktemp rm sed sleep tail tr; do
    ln -s "$(command -v $tool)" "$work/base/$tool"
done

fake() { # fake NAME BODY: the program notes its call, then runs BODY
    printf '#!/bin/sh\necho "%s $*" >>"%s"\n%s\n' "$1" "$calls" "$2" >"$world/$1"
    chmod +x "$world/$1"
}
tools() { # what building needs
    fake cc ':'
    fake ninja ':'
    fake cmake 'echo "cmake version 3.25.1"'
    fake pkg-config ':'
}
world() { # world USER_ID TOOL..: a fresh world with these package managers (or sudo), and none of the tools that building needs
    world=$work/world
    rm -rf "$world"
    mkdir "$world"
    : >"$calls"
    fake id "echo $1"
    shift
    for name; do
        case $name in
        sudo) fake sudo '[ "$1" = -v ] || exec "$@"' ;;
        env) fake env 'shift; exec "$@"' ;;
        *) fake "$name" "case \"\$*\" in *cmake*) cp '$work'/tools/* '$world' ;; esac" ;;
        esac
    done
}
world 0
tools
rm "$world/id"
mv "$world" "$work/tools"
ln -s "$(command -v cp)" "$work/base/cp"

run() { # run ARGUMENT..: leaves status and the file output
    status=0
    PATH=$world:$work/base "$dev" "$@" >"$work/output" 2>&1 || status=$?
}
fail() {
    printf 'FAILED %s: %s\nstatus %s, output:\n' "$case" "$1" "$status"
    cat "$work/output"
    echo 'calls:'
    cat "$calls"
    exit 1
}
status_is() { [ "$status" -eq "$1" ] || fail "status $1 expected"; }
prints() { grep -qF -e "$1" "$work/output" || fail "should print: $1"; }
calls() { grep -qF -e "$1" "$calls" || fail "should call: $1"; }
calls_no() { ! grep -q "^$1 " "$calls" || fail "should not call: $1"; }

case='help lists every subcommand'
world 0
run help
status_is 0
for name in demo test check bench format deps help; do prints "  $name"; done
cp "$work/output" "$work/help"
run
status_is 0
cmp -s "$work/output" "$work/help" || fail 'no argument should mean help'

case='an unknown subcommand is refused'
run chekc
status_is 2
prints "no command 'chekc'"

case='nothing is done when all is there'
world 1000 sudo apt-get dnf pacman apk brew
cp "$work"/tools/* "$world"
run deps
status_is 0
for name in sudo apt-get dnf pacman apk brew; do calls_no $name; done

# Packages under each manager's own names, and the command shown before it runs.
try_manager() { # try_manager NAME INSTALL_COMMAND
    case="$1 installs what is missing"
    world 0 "$1" env
    run deps
    status_is 0
    prints "    $2"
    calls "${2#env DEBIAN_FRONTEND=noninteractive }"
    [ "$(grep -nF -e "    $2" "$work/output" | cut -d: -f1)" -lt "$(grep -n 'installing: ' "$work/output" | head -n 1 | cut -d: -f1)" ] ||
        fail 'the command should be shown before it runs'
}
try_manager apt-get 'env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends gcc libc6-dev cmake ninja-build pkgconf libuv1-dev libcjson-dev'
try_manager dnf 'dnf install -y gcc glibc-devel cmake ninja-build pkgconf-pkg-config pkgconfig(libuv) pkgconfig(libcjson)'
try_manager apk 'apk add --update-cache gcc musl-dev cmake samurai pkgconf libuv-dev cjson-dev'
try_manager brew 'brew install gcc cmake ninja pkgconf libuv cjson'
case='pacman installs what is missing'
world 0 pacman
run deps
status_is 0
calls ' --needed --noconfirm gcc cmake ninja pkgconf libuv cjson'

case='only what is missing is installed'
world 0 dnf
cp "$work/tools/cc" "$work/tools/ninja" "$work/tools/pkg-config" "$world"
run deps
status_is 0
calls 'dnf install -y cmake'
prints 'missing: cmake '

case='make stands in for ninja'
world 0 apt-get
cp "$work"/tools/* "$world"
mv "$world/ninja" "$world/make"
run deps
status_is 0
calls_no apt-get

case='another user goes through sudo'
world 1000 sudo dnf
run deps
status_is 0
prints '    sudo dnf install'
calls 'sudo dnf install'

case='brew never runs as root'
world 1000 sudo brew
run deps
status_is 0
calls_no sudo
calls 'brew install'

case='without sudo nothing runs, and the command is shown'
world 1000 dnf
run deps
status_is 1
prints '    sudo dnf install'
prints 'run the above as root'
calls_no dnf

case='without a package manager the needs are named'
world 0
run deps
status_is 1
prints 'cmake'
prints 'libuv'
prints 'no apt-get, dnf, pacman, apk or brew found'

case='a failing package manager is reported with its output'
world 0 dnf
fake dnf 'echo "no such mirror"; exit 7'
run deps
status_is 1
prints 'no such mirror'
prints 'failed with status 7'

case='a package that does not bring the tool is reported'
world 0 dnf
fake dnf ':'
run deps
status_is 1
prints 'still missing after the installation: cc cmake'

case='an old cmake is refused'
world 0 dnf
cp "$work"/tools/* "$world"
fake cmake 'echo "cmake version 3.24.4"'
run deps
status_is 1
prints 'cmake 3.25 or newer is needed'

case='tests are picked by label, or by names'
world 0
cp "$work"/tools/* "$world"
fake python3 ':'
fake ctest ':'
run test
status_is 0
calls '--label-regex ^quick$'
run test lower tests/rules/missing-barrier/
status_is 0
calls '--tests-regex lower|missing-barrier'

echo 'all cases passed'
