//go:build linux

package tests

import (
	"strings"
	"testing"
	"time"

	"ftsh/internal/subject"
	"ftsh/internal/transcript"
)

// everyConstruct is one round through all constructs with a process, a descriptor, a temporary file
// or a goroutine. It prints nothing if all work.
const everyConstruct = `
    x=$(echo a; echo b | cat); [ "$x" = "a
b" ] || echo "substitution: $x"
    x=$( (exit 3) ) ; [ $? = 3 ] || echo "status of a subshell"
    { echo 1; echo 2 >&2; } 2>/dev/null | { read y; [ "$y" = 1 ] || echo "pipeline: $y"; }
    cat <<E >f
document $x
E
    while read -r l; do :; done <f
    exec 7<f; read l <&7; exec 7<&-
    ( exec 8>g; echo in >&8; cd /; umask 077; : >"$OLDPWD/h" )
    sleep 0.01 & wait $!
    ( exit 5 ) & wait $!; [ $? = 5 ] || echo "asynchronous list"
    { sleep 0.01; exit 6; } & p=$!
    echo word | cat | cat >/dev/null &
    wait; wait $p 2>/dev/null
    f() { local a=1; return 4; }; f; [ $? = 4 ] || echo "function"
    for a in *; do case $a in f) break ;; esac; done
    trap 'got=1' USR1; kill -USR1 $$; [ "$got" = 1 ] || echo "trap"; trap - USR1
    eval 'e=1'; echo 'd=1' >src; . ./src
    sleep 1000 & kill $!; wait $! 2>/dev/null; [ $? = 143 ] || echo "killed job"
    rm -f f g h src
`

// blockConstructs is the same for the blocks, unknown to other shells.
const blockConstructs = `
    try for 5 seconds or 2 times every 1 ms
        [ "$FTSH_ATTEMPT" = 2 ] && sleep 0.01
    end || echo try
    try for 30 ms
        sleep 1000
    end 2>/dev/null && echo "deadline passed"
    try for 30 ms
        (sleep 1000 | cat) & wait
    end 2>/dev/null && echo "deadline passed over jobs"
    x=$(try 2 times every 1 ms; echo half; [ "$FTSH_ATTEMPT" = 2 ]; end 2>/dev/null)
    forany w in a b c
        [ "$w" = b ]
    end || echo forany
    forall w jobs 2 in 1 2 3 4
        sleep 0.01
    end || echo forall
    forall w in 1 2 3
        if [ $w = 1 ]; then false; fi
        sleep 1000
    end 2>/dev/null && echo "forall did not fail"
    forany w timeout 20 ms in a b
        echo data | (read l; sleep 1000)
    end 2>/dev/null && echo "forany did not fail"
    try 1 time
        failure 3
    catch
        :
    end || echo catch
`

// TestNothingIsLeftInTheProgram repeats all constructs in one shell. The number of its descriptors
// must not grow, no process of it may run afterwards, and its directory and TMPDIR must be empty.
func TestNothingIsLeftInTheProgram(t *testing.T) {
	sh := shell.Get(t)
	round, long := everyConstruct, ""
	if !subject.Standing() {
		round += blockConstructs
		long = "try 1 time; sleep 1; end\n"
	}
	// The first rounds open the descriptors kept by design: an epoll, a timer, and, once a block
	// has run for long, the watchdog's pipe.
	script := "round() {" + round + "}\n" + long + `
count() { n=0; for d in /proc/$$/fd/*; do n=$((n+1)); done; }
round; round; count; before=$n
i=0; while [ $i -lt 10 ]; do round; i=$((i+1)); done
count
# What ended last may still be on its way.
i=0; until [ $n -le $before ] || [ $i = 300 ]; do sleep 0.1; count; i=$((i+1)); done
[ $n -le $before ] || { echo "descriptors: $before, then $n"; ls -l /proc/$$/fd; }
ls -A . "$TMPDIR"
`
	text := "=== leak\nenv: FTSH_LOG_LEVEL=0\n--- script\n" + script +
		"--- stdout escaped\n.:\n\nTMP:\n"
	file, err := transcript.Parse("leak", text)
	if err != nil {
		t.Fatal(err)
	}
	c := file.Cases[0]
	runner := &transcript.Runner{Guard: 5 * time.Minute}
	res, err := runner.Run(c, transcript.Shell{Name: sh.Name, Path: sh.Path, Args: sh.Args})
	if err != nil {
		t.Fatal(err)
	}
	// The name of TMPDIR is the run's own.
	if lines := strings.Split(res.Stdout, "\n"); len(lines) == 4 &&
		strings.HasSuffix(lines[2], "/tmp:") {
		lines[2] = "TMP:"
		res.Stdout = strings.Join(lines, "\n")
	}
	if diffs := c.Compare(res, false); len(diffs) > 0 {
		t.Error(strings.Join(diffs, "\n"))
	}
}
