//go:build linux

package tests

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"
)

// storm runs a script of rounds as the test's user, and as an ordinary user if this is another one.
// There are forty rounds, or FTSH_STORM. The script has two functions of storm: begin, and over.
// over looks for survivors among the shell's children, except the looking process and a watchdog.
func storm(t *testing.T, script string) {
	const prologue = `begin() { i=$((i + 1)); [ $i -le $ROUNDS ]; }
over() {
	for child in $(cat /proc/$$/task/*/children); do
		if ! { read -r stat </proc/$child/stat; } 2>/dev/null; then continue; fi
		case $stat in *"(cat)"* | *"(ftsh)"* | *") Z "*) ;; *) echo "survivor in round $i: $stat" ;; esac
	done
}
i=0
`
	rounds := 40
	if n, err := strconv.Atoi(os.Getenv("FTSH_STORM")); err == nil {
		rounds = n
	}
	run := func(t *testing.T, as func(*testing.T, *exec.Cmd)) {
		t.Parallel()
		mark := fmt.Sprintf("STORM=%d-%s", os.Getpid(), t.Name())
		cmd := faulty(t, prologue+script)
		cmd.Env = append(cmd.Env, mark, "ROUNDS="+strconv.Itoa(rounds))
		as(t, cmd)
		if out, err := cmd.CombinedOutput(); err != nil ||
			string(out) != strconv.Itoa(rounds)+" rounds\n" {
			t.Errorf("%v: %.2000s", err, out)
		}
		for _, p := range marked(mark) {
			t.Errorf("survivor: %s", p)
		}
	}
	t.Run("self", func(t *testing.T) { run(t, func(*testing.T, *exec.Cmd) {}) })
	t.Run("user", func(t *testing.T) {
		run(t, func(t *testing.T, cmd *exec.Cmd) { asUser(t, cmd, 61238, 0) })
	})
}

// Each round of a hedge has alternatives that ignore SIGTERM, are in a session of their own, or are
// left as orphans. None of their processes is left after the block.
func TestHedgeStorm(t *testing.T) {
	storm(t, `while begin; do
	forany x ordered hedge 1ms grace 50ms in ignores session orphan double fast
		case $x in
		ignores) sh -c 'trap "" TERM; while :; do sleep 0.05; done' ;;
		session) setsid sleep 4711 ;;
		orphan) (sleep 4711 &) ; sleep 4711 ;;
		double) sh -c 'setsid sh -c "sleep 4711 & exit" & wait; exec sleep 4711' ;;
		fast) sleep 0.01; v=$i ;;
		esac
	end || exit 3
	[ "$x$v" = fast$i ] || exit 4
	over
done
echo "$v rounds"`)
}

// Each round has an attempt cancelled while its processes leave their group, session, parent and
// environment, and start again when ended.
func TestEscapeStorm(t *testing.T) {
	storm(t, `while begin; do
	try for 30ms grace 50ms
		(env -i /usr/bin/setsid /bin/sh -c '(/bin/sleep 4712 &); exec /bin/sleep 4712' &)
		sh -c '(setsid sh -c "trap \"\" TERM HUP INT; sleep 4712 & sleep 4712" &)'
		(setsid sh -c 'trap "sleep 4712 &" TERM; while :; do sleep 0.01; done' >/dev/null 2>&1 &)
		nohup sleep 4712 >/dev/null 2>&1 &
		sh -c 'kill -STOP $$' &
		while :; do (sleep 0.01 &); sleep 0.005; done
	end 2>/dev/null
	[ $? = 124 ] || exit 3
	over
done
echo "$((i - 1)) rounds"`)
}
