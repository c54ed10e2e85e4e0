package sim

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ftsh/internal/subject"
)

// TestMain lets the test binary be the servers of the live experiments.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], "serve-") {
		os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr))
	}
	code := m.Run()
	shell.Remove()
	os.Exit(code)
}

// shell is the real shell, for the tests that run it.
var shell subject.Build

// liveTest returns a directory for an experiment whose scripts start a program, separate from those
// of other tests.
func liveTest(t *testing.T, experiment, program string) Live {
	t.Helper()
	if testing.Short() {
		t.Skip("it runs for real seconds")
	}
	if _, err := exec.LookPath(program); err != nil {
		t.Skip("no " + program)
	}
	t.Parallel()
	live := Live{Dir: t.TempDir()}
	if err := live.install(experiment); err != nil {
		t.Fatal(err)
	}
	return live
}

// liveShell returns scripts in testdata that imitate a try block in plain sh, so that servers and
// harness are tested without ftsh. The scripts in examples/ are run by "ftsh-sim … --live".
func liveShell(t *testing.T, script, sense string) Live {
	t.Helper()
	live := liveTest(t, "submit", "wget")
	var err error
	if live.Shell, err = exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	live.Script, live.Sense = filepath.Join(dir, script), filepath.Join(dir, sense)
	return live
}

// patiently runs an experiment. If the result is wrong, it tries again with everything twice and
// four times as slow, because the number of processes that a busy machine starts in a second is
// unknown. try returns the error, or "".
func patiently(t *testing.T, try func(slow int) string) {
	t.Helper()
	for slow := 1; ; slow *= 2 {
		wrong := try(slow)
		switch {
		case wrong == "":
			return
		case slow == 4:
			t.Fatal(wrong)
		}
		t.Logf("at %d times the time: %s", slow, wrong)
	}
}

// TestLiveSubmit: a manager with room for 10 connections and 25 clients; order as simulated.
func TestLiveSubmit(t *testing.T) {
	live := liveShell(t, "submit.sh", "descriptors.sh")
	patiently(t, func(slow int) string {
		cfg, times := LiveSubmitConfig(), time.Duration(slow)
		cfg.Clients, cfg.Descriptors, cfg.Reserve, cfg.Spread = 25, 50, 25, times*time.Second
		// A queue builds up however slowly processes start.
		cfg.Service = times * 300 * time.Millisecond
		cfg.Restart, cfg.Duration = times*2*time.Second, times*8*time.Second
		from := fmt.Sprintf(" from %dms", slow*500)
		how, words, err := liveDisciplines("fixed"+from, "ftsh"+from, "ftsh"+from)
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
			return fmt.Sprintf("fixed %+v, Ethernet %+v", results[0], results[2])
		}
		return ""
	})
}

func TestLiveBlackHole(t *testing.T) {
	live := liveShell(t, "mirrors.sh", "probe.sh")
	patiently(t, func(slow int) string {
		cfg, times := LiveBlackHoleConfig(), time.Duration(slow)
		cfg.Transfer, cfg.Duration, cfg.Clients = times*200*time.Millisecond, times*9*time.Second, 2
		from := fmt.Sprintf(" from %dms", slow*50)
		how, words, err := liveDisciplines("fixed"+from, "ftsh"+from, "ftsh"+from)
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
		if aloha.Files == 0 || ethernet.Files <= aloha.Files ||
			int(ethernet.Transfers[9*slow-1]) != ethernet.Files {
			return fmt.Sprintf("Aloha %+v, Ethernet %+v", aloha, ethernet)
		}
		return ""
	})
}

// TestLiveOutage: the server is stopped and continued, and answers before and after.
func TestLiveOutage(t *testing.T) {
	live := liveShell(t, "mirrors.sh", "mirrors.sh")
	patiently(t, func(slow int) string {
		cfg, times := DefaultOutage(), time.Duration(slow)
		cfg.Clients, cfg.Backlog = 20, 64
		cfg.Interval, cfg.Timeout = times*500*time.Millisecond, times*time.Second
		cfg.StopAt, cfg.StopFor, cfg.Duration = times*3*time.Second, times*3*time.Second,
			times*14*time.Second
		r, err := LiveOutage(context.Background(), cfg, live,
			fmt.Sprintf("ftsh from %dms", slow*100))
		if err != nil {
			t.Fatal(err)
		}
		if sum(r.OK[:3*slow]) == 0 || r.OK[6*slow-1] != 0 || sum(r.OK[6*slow:]) == 0 ||
			r.Peak == 0 {
			return fmt.Sprintf("%+v", r)
		}
		return ""
	})
}

// TestLiveBrokenScript: a script that cannot work ends the experiment at once, with its message.
func TestLiveBrokenScript(t *testing.T) {
	live := liveShell(t, "absent.sh", "")
	_, err := LiveBlackHole(context.Background(), LiveBlackHoleConfig(), live, Discipline{},
		"fixed")
	if err == nil || !strings.Contains(err.Error(), "absent.sh") {
		t.Error(err)
	}
}

func TestLiveErrors(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"submit --live --no-plots --ftsh /nonexistent/ftsh", "/nonexistent/ftsh"},
		{"outage --live --no-plots --ftsh sh --script /nonexistent/x.ftsh", "/nonexistent/x.ftsh"},
		{"outage --live --clients 5000", "expected 1 to 1000 clients with --live"},
		{"outage --live --sense x", "unknown option --sense of outage"},
		{"outage --live --through --clients 5000", "expected 1 to 1000 clients with --live"},
		{"buffer --live --producers 5000", "expected 1 to 1000 clients with --live"},
		{"buffer --script x", "--script needs --live"},
		{"outage --live --duration 40s",
			"--duration 40s: the server is stopped after 15s for 30s, and its return has to be " +
				"seen, so expected at least 50s"},
	} {
		if status, _, errs := runMain(strings.Fields(c.args)...); status == 0 ||
			!strings.Contains(errs, c.want) {
			t.Errorf("%s: status %d, %s", c.args, status, errs)
		}
	}
}

// Without --ftsh and --script, ftsh comes from PATH (the test's directory has no shell) and the
// scripts from examples/, from any directory.
func TestLiveFindsItsShell(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, want := range map[string]struct{ script, sense string }{
		"mirrors.ftsh": {"mirrors.ftsh", "replicas.ftsh"},
		"submit.ftsh":  {"submit.ftsh", "descriptors.ftsh"},
	} {
		flags := addLiveFlags(flag.NewFlagSet("x", flag.ContinueOnError), name, want.sense)
		t.Setenv("PATH", dir+"/none")
		if _, _, err := flags.open("submit"); err == nil ||
			err.Error() != "expected an ftsh next to ftsh-sim or in PATH, "+
				"found none: name one with --ftsh" {
			t.Error(err)
		}
		t.Setenv("PATH", dir)
		if err := os.WriteFile("ftsh", []byte("#!/bin/sh\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		live, done, err := flags.open("submit")
		if err != nil {
			t.Fatal(err)
		}
		defer done()
		if live.Shell != filepath.Join(dir, "ftsh") || filepath.Base(live.Script) != want.script ||
			filepath.Base(live.Sense) != want.sense {
			t.Errorf("%+v", live)
		}
		for _, path := range []string{live.Script, live.Sense} {
			text, err := os.ReadFile(path)
			if err != nil || !strings.HasPrefix(string(text), "#") {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}
