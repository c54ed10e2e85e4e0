package sim

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary be the servers of the live experiments.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], "serve-") {
		os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// liveShell gives scripts in testdata that do what a try block does in plain sh, so that servers and
// harness are tested without ftsh; the scripts in examples/ are run by "ftsh-sim … --live".
func liveShell(t *testing.T, script, sense string) Live {
	t.Helper()
	if testing.Short() {
		t.Skip("it runs for real seconds")
	}
	t.Parallel()
	if _, err := exec.LookPath("wget"); err != nil {
		t.Skip("no wget")
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	live := Live{Shell: shell, Script: filepath.Join(dir, script), Sense: filepath.Join(dir, sense), Dir: t.TempDir()}
	if err := live.install(); err != nil {
		t.Fatal(err)
	}
	return live
}

// TestLiveSubmit: a manager with room for 10 connections and 25 clients; order as simulated.
func TestLiveSubmit(t *testing.T) {
	live := liveShell(t, "submit.sh", "ethernet.sh")
	cfg := LiveSubmitConfig()
	cfg.Clients, cfg.Descriptors, cfg.Reserve, cfg.Spread = 25, 50, 25, time.Second
	cfg.Service = 300 * time.Millisecond // so that a queue builds up however slowly processes start
	cfg.Restart, cfg.Duration = 2*time.Second, 8*time.Second
	how, words, err := liveDisciplines("fixed from 500ms", "ftsh from 500ms", "ftsh from 500ms")
	if err != nil {
		t.Fatal(err)
	}
	var results [3]SubmitResult
	for i := range how {
		results[i], err = LiveSubmit(context.Background(), cfg, live, how[i], words[i])
		if err != nil {
			t.Fatal(err)
		}
	}
	if results[0].Crashes == 0 || results[2].Jobs <= results[0].Jobs {
		t.Errorf("fixed %+v, Ethernet %+v", results[0], results[2])
	}
}

func TestLiveBlackHole(t *testing.T) {
	live := liveShell(t, "mirrors.sh", "probe.sh")
	cfg := LiveBlackHoleConfig()
	cfg.Transfer, cfg.Duration, cfg.Clients = 200*time.Millisecond, 9*time.Second, 2
	how, words, err := liveDisciplines("fixed from 50ms", "ftsh from 50ms", "ftsh from 50ms")
	if err != nil {
		t.Fatal(err)
	}
	aloha, err := LiveBlackHole(context.Background(), cfg, live, how[1], words[1])
	if err != nil {
		t.Fatal(err)
	}
	ethernet, err := LiveBlackHole(context.Background(), cfg, live, how[2], words[2])
	if err != nil {
		t.Fatal(err)
	}
	if aloha.Files == 0 || ethernet.Files <= aloha.Files || int(ethernet.Transfers[8]) != ethernet.Files {
		t.Errorf("Aloha %+v, Ethernet %+v", aloha, ethernet)
	}
}

// TestLiveOutage: the server is stopped and continued, and answers before and after.
func TestLiveOutage(t *testing.T) {
	live := liveShell(t, "mirrors.sh", "mirrors.sh")
	cfg := DefaultOutage()
	cfg.Clients, cfg.Backlog = 20, 64
	cfg.Interval, cfg.StopAt, cfg.StopFor, cfg.Duration = 500*time.Millisecond, 3*time.Second, 3*time.Second, 14*time.Second
	cfg.Timeout = time.Second
	r, err := LiveOutage(context.Background(), cfg, live, "ftsh from 100ms")
	if err != nil {
		t.Fatal(err)
	}
	before, after := r.OK[0]+r.OK[1]+r.OK[2], 0.0
	for _, n := range r.OK[6:] {
		after += n
	}
	if before == 0 || r.OK[5] != 0 || after == 0 || r.Peak == 0 {
		t.Errorf("%+v", r)
	}
}

// TestLiveBrokenScript: a script that cannot work ends the experiment at once, with its message.
func TestLiveBrokenScript(t *testing.T) {
	live := liveShell(t, "absent.sh", "")
	_, err := LiveBlackHole(context.Background(), LiveBlackHoleConfig(), live, Discipline{}, "fixed")
	if err == nil || !strings.Contains(err.Error(), "absent.sh") {
		t.Error(err)
	}
}

func TestLiveErrors(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"submit --live --ftsh /nonexistent/ftsh", "/nonexistent/ftsh"},
		{"outage --live --ftsh sh --script /nonexistent/x.ftsh", "/nonexistent/x.ftsh"},
		{"outage --live --clients 5000", "expected 1 to 1000 clients with --live"},
	} {
		if status, _, errs := runMain(strings.Fields(c.args)...); status == 0 || !strings.Contains(errs, c.want) {
			t.Errorf("%s: status %d, %s", c.args, status, errs)
		}
	}
}
