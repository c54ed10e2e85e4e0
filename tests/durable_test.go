//go:build linux

package tests

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/subject"
)

// journaledSteps are steps that look first, each in another kind of block or place. The argument is
// the night.
const journaledSteps = `
set -e
did() { echo "$1" >>log; }
a=$(try 9 times every 0s journal "first step"
    did "$FTSH_TRY_ID a$1"
    echo "a of $1"
check
    grep -q "^$FTSH_TRY_ID a$1$" log
    echo "a of $1"
end)
try for 1 hour every 0s journal second
    did "$FTSH_TRY_ID b$1"
    [ "$FTSH_ATTEMPT" != 1 ] || failure
check
    grep -q "^$FTSH_TRY_ID b$1$" log
end
c=$(try 9 times every 0s
    try 9 times every 0s journal third; did "$FTSH_TRY_ID c$1"; echo "c of $1"; check; grep -q "^$FTSH_TRY_ID c$1$" log; echo "c of $1"; end
    [ "$FTSH_ATTEMPT" != 1 ]
end)
d=$(forall w jobs 2 grouped journal parts in x y z x
    [ "$w" != z ] || try 9 times every 0s journal "part $w"; did "$FTSH_TRY_ID d$1"; check; grep -q "^$FTSH_TRY_ID d$1$" log; end
    echo "$w"
end)
forany w journal pick in p q r
    [ "$w" = q ]
end
echo "$a, $c," $d, $w >>results
`

// Whenever the shell is killed, a journaled step that looks first is done once, and none is left
// out. FTSH_STORM is the number of rounds.
func TestKilledJournaledSteps(t *testing.T) {
	t.Parallel()
	rounds := 40
	if n, err := strconv.Atoi(os.Getenv("FTSH_STORM")); err == nil {
		rounds = n
	}
	sh := subject.Get(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "steps"), []byte(journaledSteps), 0o666); err != nil {
		t.Fatal(err)
	}
	lines := func(name string) []string {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil
		}
		return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	}
	usual := 100 * time.Millisecond // the duration of a run
	cut, night := 0, 0
	for round := 0; round < rounds; round++ {
		cmd := exec.Command(sh.Path, append(sh.Args, "steps", strconv.Itoa(night))...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "FTSH_JOURNAL_DIR="+filepath.Join(dir, "j"),
			"FTSH_LOG_LEVEL=0")
		var errs strings.Builder
		cmd.Stderr = &errs
		began := time.Now()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		limit := time.Duration(rand.Int64N(int64(usual * 5 / 4)))
		timer := time.AfterFunc(limit, func() { _ = cmd.Process.Kill() })
		err := cmd.Wait()
		timer.Stop()
		var exit *exec.ExitError
		switch {
		case err == nil:
			usual = time.Since(began)
		case !errors.As(err, &exit):
			t.Fatal(err)
		case exit.ExitCode() == 75: // the watchdog ends the remaining processes
			round--
			continue
		case exit.Sys().(syscall.WaitStatus).Signaled():
			cut++
			usual = min(usual*11/10, 10*time.Second)
			if lines("log") == nil || !over(t, filepath.Join(dir, "j")) {
				continue
			}
		default:
			t.Fatalf("%v: %s", err, errs.String())
		}
		var done []string
		for _, l := range lines("log") {
			_, what, _ := strings.Cut(l, " ")
			done = append(done, what)
		}
		want := fmt.Sprintf("a%d b%d c%d d%d", night, night, night, night)
		if got := strings.Join(done, " "); got != want {
			t.Fatalf("night %d: done %q, want %q", night, got, want)
		}
		all := lines("results")
		if got, want := all[len(all)-1], fmt.Sprintf("a of %d, c of %d, x y z x, q", night,
			night); got != want {
			t.Fatalf("night %d: got %q, want %q", night, got, want)
		}
		os.Remove(filepath.Join(dir, "log"))
		night++
	}
	t.Logf("%d runs, %d of them killed, %d nights", rounds, cut, night)
}

// over reports whether the run has ended well by the journals in a directory, though it was killed.
func over(t *testing.T, dir string) bool {
	t.Helper()
	first, err := os.ReadFile(filepath.Join(dir, "first%20step"))
	if err != nil {
		return false
	}
	at := strings.LastIndex(string(first), `"mark":"`)
	mark, _, _ := strings.Cut(string(first)[at+len(`"mark":"`):], `"`)
	if _, err := os.Stat(mark); err == nil {
		return true
	}
	for _, name := range []string{"first%20step", "second", "third", "parts", "part%20z", "pick"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.Contains(string(data), `"kind":"complete"`) {
			return false
		}
	}
	return true
}

// The outcome of an attempt is recorded even if the attempt, or another process, has filled the
// disk. No attempt begins without room for its end.
func TestJournalOnAFullDisk(t *testing.T) {
	cmd := faulty(t, `
set -e
try journal fill; head -c 9000000 /dev/zero 2>/dev/null >$FTSH_JOURNAL_DIR/ballast || echo filled; end
try 5 times journal next; echo body; catch; echo "$FTSH_REASON $FTSH_STATUS"; end
grep -o succeeded $FTSH_JOURNAL_DIR/fill
rm $FTSH_JOURNAL_DIR/ballast
try 5 times journal third; echo body; end
`)
	tmp := filepath.Join(cmd.Dir, "tmp")
	if err := os.Mkdir(tmp, 0o777); err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(cmd.Env, "FTSH_JOURNAL_DIR="+tmp)
	mounted(t, cmd)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == cannot {
		t.Skipf("not possible here: %s", errs.String())
	}
	if err != nil || string(out) != "filled\njournal 1\nsucceeded\nbody\n" ||
		!strings.HasSuffix(errs.String(), "ftsh:4:1: journal \"next\": "+tmp+
			"/next: no space left on device\n") {
		t.Errorf("%v, %q, %q", err, out, errs.String())
	}
}
