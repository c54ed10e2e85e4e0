//go:build linux

package tests

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ftsh/internal/subject"
)

// number returns a field of /proc/PID/status from a shell's output.
func number(t *testing.T, output []byte, field string) int {
	t.Helper()
	m := regexp.MustCompile(field + `:\s+(\d+)`).FindSubmatch(output)
	if m == nil {
		t.Fatalf("no %s in %q", field, output)
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestTenThousandBranchesTakeLittleMemory(t *testing.T) {
	if subject.Race() {
		t.Skip("the race detector needs memory of its own")
	}
	for _, clauses := range []string{"", "grouped", "tagged"} {
		cmd := faulty(t, `forall x `+clauses+
			` in $(seq 10000); echo "$x" >/dev/null; end && cat /proc/$$/status`)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if got := number(t, out, "VmHWM"); got > 200<<10 {
			t.Errorf("%q: %d KiB, want 204800 at most", clauses, got)
		}
	}
}

func TestBranchesThatWaitInAFifoNeedNoThreads(t *testing.T) {
	cmd := faulty(t, `mkfifo fifo; : >done
forall x in last $(seq 2000)
	case $x in
	last)
		sleep 1
		cat /proc/$$/status
		until [ $(wc -l <done) -eq 2000 ]; do : 1<>fifo; sleep 0.05; done
		;;
	*)
		read -r line <fifo || :
		echo >>done
		;;
	esac
end
echo "ended with $?"`)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got := number(t, out, "Threads"); got > 200 {
		t.Errorf("%d threads, want 200 at most", got)
	}
	if !strings.HasSuffix(string(out), "ended with 0\n") {
		t.Errorf("got %q", out[max(0, len(out)-200):])
	}
}
