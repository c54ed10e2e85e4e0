package sim

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func runMain(args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = Main(args, &out, &err)
	return status, out.String(), err.String()
}

func TestPolicyCommand(t *testing.T) {
	dir := t.TempDir()
	status, out, errs := runMain("policy", "--out", dir, "ftsh from 1s to 15m", "--failures", "3",
		"aws-simpledb")
	want := `policy ftsh to 15m
  failures  least      expected     greatest   least in all  expected in all  greatest in all
  1         1 second   1.5 seconds  2 seconds  1 second      1.5 seconds      2 seconds
  2         2 seconds  3 seconds    4 seconds  3 seconds     4.5 seconds      6 seconds
  3         4 seconds  6 seconds    8 seconds  7 seconds     10.5 seconds     14 seconds

policy aws-simpledb
  failures  least      expected     greatest     least in all  expected in all  greatest in all
  1         0 seconds  200 ms       400 ms       0 seconds     200 ms           400 ms
  2         0 seconds  800 ms       1.6 seconds  0 seconds     1 second         2 seconds
  3         0 seconds  3.2 seconds  6.4 seconds  0 seconds     4.2 seconds      8.4 seconds

` + dir + "/policy.{svg,csv}\n" + dir + "/policy-total.{svg,csv}\n"
	if status != 0 || out != want || errs != "" {
		t.Errorf("status %d, %s\n%s", status, errs, out)
	}
	table, err := os.ReadFile(filepath.Join(dir, "policy.csv"))
	wantTable := "failures so far,ftsh to 15m,ftsh to 15m (least),ftsh to 15m (greatest)," +
		"aws-simpledb,aws-simpledb (least),aws-simpledb (greatest)\n" +
		"1,1.5,1,2,0.2,0,0.4\n2,3,2,4,0.8,0,1.6\n3,6,4,8,3.2,0,6.4\n"
	if err != nil || string(table) != wantTable {
		t.Errorf("%v\n%s", err, table)
	}
	drawing, err := os.ReadFile(filepath.Join(dir, "policy.svg"))
	if err != nil || !bytes.Contains(drawing, []byte("delay (s)")) ||
		!bytes.Contains(drawing, []byte("failures so far")) {
		t.Error("the SVG has no labelled axes", err)
	}
}

func TestEveryExperiment(t *testing.T) {
	for _, args := range [][]string{
		{"outage", "--clients", "200", "--stop", "20s", "--duration", "2m", "--seeds", "3", "--law",
			"arrival", "fixed", "ftsh", "published"},
		{"submit", "--clients", "40", "--step", "20", "--duration", "30s", "--seeds", "2"},
		{"buffer", "--producers", "20", "--duration", "1m", "--seeds", "2"},
		{"blackhole", "--clients", "2"},
		{"recovery", "--outage", "1m", "--seeds", "1", "ftsh", "fixed from 10s"},
		{"outage", "--through", "--clients", "50", "--hosts", "1,7,1000", "--stop", "20s",
			"--duration", "1m", "--seeds", "2"},
		{"recovery", "--through", "--outage", "1m", "--seeds", "1", "--hosts", "20"},
		{"policy", "gauss", "--no-plots"},
	} {
		dir := t.TempDir()
		status, out, errs := runMain(append(args, "--out", dir)...)
		if status != 0 || errs != "" || !strings.Contains(out, args[0]) {
			t.Errorf("%s: status %d, %s%s", args, status, out, errs)
		}
		files, err := os.ReadDir(dir)
		if args[0] == "policy" {
			if len(files) != 0 {
				t.Error("--no-plots drew something")
			}
			continue
		}
		if err != nil || len(files) == 0 || len(files)%2 != 0 {
			t.Errorf("%s: %d files, %v", args, len(files), err)
		}
	}
}

func TestMainErrors(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"", 2, "ftsh-sim: expected an experiment, found nothing"},
		{"simulate", 2, `ftsh-sim: expected an experiment (outage, submit, buffer, blackhole, ` +
			`recovery, policy or all), found "simulate"`},
		{"policy", 2, "ftsh-sim: expected a policy such as 'ftsh from 1s to 15m', found nothing"},
		{"policy nonsense", 2, "ftsh-sim: policy 'nonsense': expected a backoff policy"},
		{"policy published", 2, "ftsh-sim: policy 'published': expected a backoff policy"},
		{"submit 12", 2, "ftsh-sim: unexpected argument '12'"},
		{"recovery --out /dev/null/x ftsh", 1,
			"ftsh-sim: --out: stat /dev/null/x: not a directory"},
	} {
		status, _, errs := runMain(strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(errs, c.want) {
			t.Errorf("%q: status %d, %s", c.args, status, errs)
		}
	}
	for _, args := range []string{"--help", "outage --help"} {
		if status, out, _ := runMain(strings.Fields(args)...); status != 0 ||
			!strings.Contains(out, "usage: ftsh-sim") {
			t.Errorf("%s: status %d, %s", args, status, out)
		}
	}
}
