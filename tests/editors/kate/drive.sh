# drive.sh: the user of Kate, in a home that run.sh has made ($TMP_TEST).
set -eu
cd "$TMP_TEST"
kate -n --startanon race.mlir >kate.log 2>&1 &
kate=$!
trap 'kill $kate 2>/dev/null || :; wait $kate 2>/dev/null || :' EXIT

wait_for() { # wait_for WHAT COMMAND..
    what=$1 tries=0
    shift
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || { echo "kate: timed out waiting for $what"; exit 1; }
        sleep 0.1
    done
}
told_last() { grep -o '"method": "textDocument/publishDiagnostics".*' told | tail -n 1; }
is_told() { told_last | grep -q "\"code\": \"$1\""; }
is_clean() { ! is_told missing-barrier; }

wait_for 'the document as MLIR' grep -q '"languageId": *"mlir"' asked
wait_for 'the finding' is_told missing-barrier
is_told redundant-barrier
wait_for 'its window' xdotool search --onlyvisible --name race.mlir
window=$(xdotool search --onlyvisible --name race.mlir | tail -n 1)
xdotool windowfocus "$window" key ctrl+g
sleep 1
xdotool type 9
xdotool key Return
sleep 0.5
xdotool key Home
xdotool type 'gpu.barrier'
xdotool key Return
wait_for 'no race' is_clean
xdotool key ctrl+s
wait_for 'the file' sh -c 'grep -c gpu.barrier race.mlir | grep -qx 2'
echo 'kate: passed'
