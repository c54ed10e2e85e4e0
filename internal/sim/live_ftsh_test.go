//go:build linux

package sim

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ftsh/internal/subject"
)

// liveFtsh returns the scripts of an experiment and the real shell to run them. At the end of the
// test no process of the clients may be left.
func liveFtsh(t *testing.T, experiment, example string) Live {
	t.Helper()
	if subject.Standing() {
		t.Skip("another shell stands in: it does not know the blocks")
	}
	live := liveTest(t, experiment, "curl")
	live.Shell = shell.Get(t).Path
	if err := live.example(&live.Sense, example); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// The time is a guard, no limit.
		for end := time.Now().Add(3 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
			left := processesOf(live.Dir)
			if len(left) == 0 {
				return
			}
			if time.Now().After(end) {
				t.Errorf("processes are left: %q", left)
				return
			}
		}
	})
	return live
}

// processesOf returns the processes with a directory in their environment.
func processesOf(dir string) (list []string) {
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range all {
		if env, err := os.ReadFile(path); err == nil && bytes.Contains(env, []byte(dir)) {
			args, _ := os.ReadFile(filepath.Dir(path) + "/cmdline")
			list = append(list, strings.ReplaceAll(string(args), "\x00", " "))
		}
	}
	return list
}

// TestLiveThrough: clients going through one name ask a stopped server once each, and hardly more,
// and come back.
func TestLiveThrough(t *testing.T) {
	live := liveFtsh(t, "outage", "together.ftsh")
	patiently(t, func(slow int) string {
		cfg, times := LiveThroughConfig().Scaled(20), time.Duration(slow)
		cfg.Interval, cfg.Timeout, cfg.Backlog = times*500*time.Millisecond, times*time.Second, 64
		cfg.StopAt, cfg.StopFor, cfg.Duration = times*3*time.Second, times*6*time.Second,
			times*20*time.Second
		r, err := LiveThrough(context.Background(), cfg, live,
			fmt.Sprintf("ftsh from %dms", slow*300), true)
		if err != nil {
			t.Fatal(err)
		}
		if sum(r.OK[:3*slow]) == 0 || r.OK[9*slow-1] != 0 || sum(r.OK[9*slow:]) == 0 ||
			r.Peak == 0 {
			return fmt.Sprintf("%+v", r)
		}
		if asked := sum(r.Attempts[4*slow : 9*slow]); asked == 0 || asked > float64(2*cfg.Clients) {
			return fmt.Sprintf("%v requests while the server was stopped: %+v", asked, r)
		}
		return ""
	})
}

// TestLiveBuffer: fixed producers run into the full disk, Ethernet ones see it before; the consumer
// gets files from both. No other process sees the file system.
func TestLiveBuffer(t *testing.T) {
	live := liveFtsh(t, "buffer", "ethernet.ftsh")
	own := "-m"
	if os.Geteuid() != 0 {
		own = "-rm"
	}
	if out, err := exec.Command("unshare", own, "mount", "-t", "tmpfs", "none",
		"/mnt").CombinedOutput(); err != nil {
		t.Skipf("needs mounts of its own: %v: %s", err, out)
	}
	live.Script = live.tool("store.ftsh")
	patiently(t, func(slow int) string {
		cfg, times := LiveBufferConfig(), time.Duration(slow)
		cfg.Producers, cfg.Space, cfg.Largest, cfg.Chunk, cfg.Rate = 6, 500e3, 200e3, 20e3, 400e3
		cfg.Pause, cfg.Duration = 100*time.Millisecond, times*6*time.Second
		how, words, err := liveDisciplines("fixed from 100ms", "ftsh from 100ms to 1m",
			"ftsh from 100ms to 1m")
		if err != nil {
			t.Fatal(err)
		}
		fixed, err := LiveBuffer(context.Background(), cfg, live, how[0], words[0])
		if err != nil {
			t.Fatal(err)
		}
		ethernet, err := LiveBuffer(context.Background(), cfg, live, how[2], words[2])
		if err != nil {
			t.Fatal(err)
		}
		if mounts, err := os.ReadFile("/proc/self/mountinfo"); err != nil ||
			bytes.Contains(mounts, []byte(live.Dir)) {
			t.Errorf("%v\n%s", err, mounts)
		}
		if fixed.Files == 0 || ethernet.Files == 0 || fixed.Collisions == 0 ||
			fixed.Deferred != 0 || ethernet.Deferred == 0 {
			return fmt.Sprintf("fixed %+v, Ethernet %+v", fixed, ethernet)
		}
		return ""
	})
}
