#!/bin/bash
# bench/through.sh N: N shells at once at one name. Prints how long they take, with and without the
# name; how many cores they use while they wait for a lock; and how long it takes until all have had
# it. Needs make build.
set -eu
n=${1:-1000} bin=$(cd "$(dirname "$0")/../bin" && pwd)
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
export FTSH_STATE_DIR=$dir FTSH_LOG_LEVEL=0

now() { date +%s.%N; }
since() { echo "scale=3; ($(now) - $1) / 1" | bc; }
at_once() {
    local began
    began=$(now)
    for ((i = 0; i < n; i++)); do "$bin/ftsh" -c "$1" & done
    wait
    echo "$n at once, '$1': $(since "$began") s"
}
at_once 'try; :; end'
at_once 'try through a; :; end'

mkfifo "$dir/go"
"$bin/ftsh" -c "try through b jobs 1; read -r x <$dir/go; end" &
until "$bin/ftsh-state" list | grep -q '^b .* 1 *0$'; do sleep 0.1; done
for ((i = 0; i < n; i++)); do "$bin/ftsh" -c 'try through b jobs 1; :; end' & done
until "$bin/ftsh-state" list | grep -q "^b .* $n$"; do sleep 0.2; done
used() {
    local ticks=0 stat
    for pid in $(jobs -p); do
        stat=$(cut -d')' -f2 "/proc/$pid/stat")
        set -- $stat
        ticks=$((ticks + ${12} + ${13}))
    done
    echo $ticks
}
before=$(used) began=$(now)
sleep 20
after=$(used)
echo "$n that wait use $(echo "scale=3; ($after - $before) / $(getconf CLK_TCK) / ($(now) - $began)" | bc) cores"
began=$(now)
echo go >"$dir/go"
wait
echo "all of them had it after $(since "$began") s"
