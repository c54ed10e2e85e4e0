package inject

import (
	"strings"
	"testing"
	"time"
)

func TestParseSpot(t *testing.T) {
	for _, text := range []string{"job:7:5=fail", "a:b:7:5#12=cut"} {
		if s, err := ParseSpot(text); err != nil || s.String() != text {
			t.Errorf("%s: %v, %v", text, s, err)
		}
	}
	for _, text := range []string{"", "job:7:5", "job:7:5=nothing", "job:7:5#0=fail", "job:7:5#x=fail"} {
		if s, err := ParseSpot(text); err == nil {
			t.Errorf("%q is %v", text, s)
		}
	}
}

func TestProgramsWithLimits(t *testing.T) {
	for line, want := range map[string]struct {
		d      time.Duration
		status int
	}{
		"timeout 10 x":               {10 * time.Second, 124},
		"timeout -k 5 -s INT 1.5m x": {90 * time.Second, 124},
		"timeout --foreground 2h x":  {2 * time.Hour, 124},
		"curl -sSf --max-time 30 u":  {30 * time.Second, 28},
		"curl -sSf u":                {},
		"timeout 0 x":                {},
	} {
		d, status, ok := limitOf(strings.Fields(line))
		if ok != (want.d > 0) || ok && (d != want.d || status != want.status) {
			t.Errorf("%s: %v, %d, %t", line, d, status, ok)
		}
	}
}

func TestNaps(t *testing.T) {
	for line, want := range map[string]time.Duration{"sleep 5": 5 * time.Second,
		"/bin/sleep 1h 0.5m": time.Hour + 30*time.Second, "sleep infinity": forEver} {
		if d, ok := naps(strings.Fields(line)); !ok || d != want {
			t.Errorf("%s: %v, %t", line, d, ok)
		}
	}
	for _, line := range []string{"sleep", "sleep x", "sleep -1", "sleep NaN", "cat 5"} {
		if d, ok := naps(strings.Fields(line)); ok {
			t.Errorf("%s: %v", line, d)
		}
	}
}

// A program fails as its table of known failures has it.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		line   string
		fault  Fault
		status int
		says   string
	}{
		{"curl -sSf u", Fail, 22, "error: 408"},
		{"sudo -u x curl u", Fail, 22, "error: 408"},
		{"sbatch job", Perm, 1, "nvalid partition name"},
		{"grep x f", Fail, 2, ""},
		{"anything", Fail, 1, ""},
		{"anything", Perm, 0, ""},
	} {
		if status, says := failure(strings.Fields(c.line), c.fault); status != c.status || says != c.says {
			t.Errorf("%s under %s: status %d, %q", c.line, string(c.fault), status, says)
		}
	}
	if !Known([]string{"curl", "u"}) || Known([]string{"anything"}) || Known(nil) {
		t.Error("Known says something else")
	}
}

func TestEachFaultHasWords(t *testing.T) {
	for _, f := range All() {
		if f.text() == "" {
			t.Errorf("%s has none", string(f))
		}
	}
}
