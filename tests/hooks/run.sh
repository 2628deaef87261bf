#!/bin/sh
# run.sh system SOURCE PROGRAM | run.sh python SOURCE | run.sh wheel SOURCE WHEEL: a commit with a mistake is refused, mended by the hook, and accepted.
#
# system: the -system hooks, with PROGRAM on PATH. python: the hooks that bring their own program, which pre-commit compiles from a clone of SOURCE.
# wheel: hooks of the user's own repository, which take the program from WHEEL.
set -eu
mode=$1 source=$2
PATH=$PATH:$source/.cache/hooks/bin # where ./dev editors puts pre-commit
for need in git pre-commit; do
    command -v $need >/dev/null || { echo "skipped: no $need"; exit 77; }
done
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# Nothing of the user's configuration takes part; only the packages' cache is shared. GitHub cannot be reached: building takes nothing from there.
printf '[url "file:///unreachable/"]\n\tinsteadOf = https://github.com/\n' >"$tmp/gitconfig"
export HOME="$tmp" PRE_COMMIT_HOME="$tmp/pre-commit" GIT_CONFIG_GLOBAL="$tmp/gitconfig" GIT_CONFIG_SYSTEM=/dev/null LC_ALL=C.UTF-8
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE # set when a hook runs the tests

checks=0
expect() { # expect STATUS WORDS COMMAND..: the command ends so and says so
    wanted=$1 words=$2
    shift 2
    status=0
    "$@" >"$tmp/out" 2>&1 || status=$?
    if [ $status -ne "$wanted" ] || ! { [ -z "$words" ] || grep -qF -- "$words" "$tmp/out"; }; then
        echo "status $status, wanted $wanted and '$words': $*"
        cat "$tmp/out"
        exit 1
    fi
    checks=$((checks + 1))
}

# ---- the repository of the hooks ----
suffix='' wheel=''
[ "$mode" != wheel ] || wheel=$(readlink -f "$3")
if [ "$mode" = system ]; then
    mkdir "$tmp/hooks" "$tmp/bin"
    cp "$source/.pre-commit-hooks.yaml" "$tmp/hooks"
    ln -s "$3" "$tmp/bin/fencepost"
    PATH=$tmp/bin:$PATH suffix=-system
    git -c init.defaultBranch=main init -q "$tmp/hooks"
    git -C "$tmp/hooks" add -A && git -C "$tmp/hooks" commit -qm hooks
elif [ "$mode" = python ]; then
    git clone -q "$source" "$tmp/hooks"
fi
[ ! -d "$tmp/hooks" ] || git -C "$tmp/hooks" tag v0
expect 0 '' pre-commit validate-manifest "$source/.pre-commit-hooks.yaml"

# ---- the user's ----
user=$tmp/user
git -c init.defaultBranch=main init -q "$user"
cd "$user"
hooks() { # hooks ID..: use these
    if [ "$mode" = wheel ]; then
        printf 'repos:\n- repo: local\n  hooks:\n'
        for id; do
            printf -- '  - id: %s\n    name: %s\n    entry: fencepost %s --force-exclude\n    language: python\n' "$id" "$id" "${id#fencepost-}"
            printf '    additional_dependencies: ["%s"]\n    files: \\.mlir$\n    require_serial: true\n' "$wheel"
        done
        return
    fi
    printf 'repos:\n- repo: %s\n  rev: v0\n  hooks:\n' "$tmp/hooks"
    for id; do printf -- '  - id: %s%s\n' "$id" $suffix; done
}
hooks fencepost-lint >.pre-commit-config.yaml
hooks fencepost-fix >fix.yaml
echo '{"exclude": ["generated/"]}' >fencepost.json
pre-commit install >/dev/null

name='a kernel of Zoë.mlir'
cp "$source/tests/cli/files/race.mlir" "$name"
git add .
expect 1 "$name:9" git commit -m 'a race'
expect 1 'missing-barrier' git commit -m 'a race'
expect 1 'files were modified by this hook' pre-commit run -c fix.yaml
git add .
expect 0 'Passed' pre-commit run -c fix.yaml
expect 0 'Passed' git commit -m 'no race'

echo text >notes.txt && git add notes.txt
expect 0 'no files to check' git commit -m 'no kernel'
mkdir generated && cp "$source/tests/cli/files/race.mlir" generated/ && git add generated
expect 0 'Passed' git commit -m 'excluded, though pre-commit names it'

# Five hundred files are one call: its summary counts them all.
for i in $(seq 500); do cp "$name" "$(printf 'kernel %03d.mlir' "$i")"; done
cp "$source/tests/cli/files/race.mlir" 'last one.mlir'
git add .
expect 1 'in 501 files' git commit -m 'many'
rm 'last one.mlir' && git add -u
expect 0 'Passed' git commit -m 'many, none with a race'
echo "hooks ($mode): $checks checks passed"
