//go:build linux

package rehearse_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ftsh/internal/rehearse"
	"ftsh/internal/subject"
)

// Real programs, and a server on this machine: a page is fetched, packed and put in its place.
func TestRealPrograms(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil || subject.Standing() {
		t.Skip("no curl, or another shell")
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(strings.Repeat("a line\n", 1000)))
	}))
	defer server.Close()
	const careless = "/usr/bin/curl -sSf URL >page || :\ngzip -n <page >page.gz\nmv page.gz kept.gz\nrm page\n"
	const careful = `set -o brittle
try for 1 hour timeout 1 minute known
    /usr/bin/curl -sSf URL >page
end
gzip -n <page >page.gz
mv page.gz kept.gz
rm page
`
	as := func(text string) string { return strings.Replace(text, "URL", server.URL, 1) }
	found, text := rehearsal(t, as(careless), rehearse.Options{Budget: 40}, "")
	for _, want := range []string{"curl -sSf " + server.URL, "finds the disk full", "kept.gz is"} {
		if !found || !strings.Contains(text, want) {
			t.Errorf("the careless script lacks %q:\n%s", want, text)
		}
	}
	if found, text := rehearsal(t, as(careful), rehearse.Options{Budget: 60}, ""); found {
		t.Errorf("the careful script:\n%s", text)
	}
}

// uncertain has delays, random order, a deadline and several findings.
const uncertain = `try for 1 hour timeout 1 minute
    fetch >>all
end
forany m timeout 1 minute in a b c
    fetch $m >$m.part || :
end
sleep 100
sort all >sorted || true
`

// The same seed gives the same report.
func TestSameSeedSameReport(t *testing.T) {
	if subject.Standing() {
		t.Skip("another shell")
	}
	for _, seed := range []uint64{0, 7} {
		var reports [2]string
		for i := range reports {
			o := rehearse.Options{Seed: seed, Budget: 60, JSON: true}
			_, text := rehearsal(t, uncertain, o, "")
			// The directory of the stubs is another one.
			var report map[string]any
			if err := json.Unmarshal([]byte(text), &report); err != nil {
				t.Fatal(err)
			}
			for _, f := range report["findings"].([]any) {
				delete(f.(map[string]any), "repeat")
			}
			again, err := json.Marshal(report)
			if err != nil {
				t.Fatal(err)
			}
			reports[i] = string(again)
		}
		if reports[0] != reports[1] || !strings.Contains(reports[0], `"fault":"lost"`) {
			t.Errorf("seed %d:\n%s\n%s", seed, reports[0], reports[1])
		}
	}
}

// --coverage has the lines of commands, and the blocks whose catch list was reached.
func TestCoverage(t *testing.T) {
	if subject.Standing() {
		t.Skip("another shell")
	}
	path := filepath.Join(t.TempDir(), "lcov")
	const script = "try 2 times\n seq 3 >x\ncatch\n rm -f x\n failure\nend\nif [ -e y ]; then\n rm y\nfi\n"
	rehearsal(t, script, rehearse.Options{Budget: 9, Coverage: path}, "")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(text)) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		if name == "DA" || name == "BRDA" {
			fields := strings.Split(rest, ",")
			reached := "reached"
			if fields[len(fields)-1] == "0" {
				reached = "not"
			}
			got = append(got, name+" "+fields[0]+" "+reached)
		}
	}
	want := "BRDA 1 reached, DA 2 reached, DA 4 reached, DA 5 reached, DA 7 reached, DA 8 not"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, ", "), want)
	}
}

// A script that fails without a fault, or a check that does, cannot be rehearsed.
func TestNothingToRehearse(t *testing.T) {
	if subject.Standing() {
		t.Skip("another shell")
	}
	for script, want := range map[string]string{
		"ls nothing":  "without a fault it fails: status 2: ls: cannot access 'nothing'",
		"seq 2 >x; #": "the check fails without a fault: no",
	} {
		o := rehearse.Options{}
		if strings.HasSuffix(script, "#") {
			o.Check = "echo no; false"
		}
		if _, _, err := rehearsalOf(t, script, o, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", script, err, want)
		}
	}
}

// Hours of waits in every kind of shell take no time.
func TestWaitsTakeNoTime(t *testing.T) {
	if subject.Standing() {
		t.Skip("another shell")
	}
	const script = `set -o brittle
sleep 1h
( trap : USR1; sleep 1h; seq 1 >a )
( sleep 2h; seq 2 >b ) &
try 3 times every 1 hour
	seq 3 >c
end
forall f in d e
	sleep 1h
	seq 4 >$f
end
"$FTRY" 3 times every 1h -- seq 5 >f
"$FTSH" -c 'try 3 times every 1h; seq 6 >g; end'
wait
`
	began := time.Now()
	found, text := rehearsal(t, strings.NewReplacer("$FTSH", shell.Get(t).Path, "$FTRY",
		shell.Program(t, "ftry")).Replace(script), rehearse.Options{Only: []string{"6", "9", "10"}}, "")
	if found {
		t.Error(text)
	}
	if took := time.Since(began); took > 4*time.Minute {
		t.Errorf("it takes %v", took)
	}
}

func TestCheckFailsWithoutFault(t *testing.T) {
	if subject.Standing() {
		t.Skip("another shell")
	}
	for check, want := range map[string]string{
		"exit 3":               "the check fails without a fault",
		"echo no such; exit 3": "the check fails without a fault: no such",
	} {
		if _, _, err := rehearsalOf(t, ":", rehearse.Options{Check: check}, ""); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", check, err, want)
		}
	}
}
