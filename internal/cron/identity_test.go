package cron

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The same machine and job wait for the same time, in every release.
func TestSplayIsStable(t *testing.T) {
	for _, c := range []struct {
		host, job string
		want      time.Duration
	}{
		{"alpha", "lock nightly", 208756485332},
		{"beta", "lock nightly", 131920521910},
		{"alpha", "script /srv/job.ftsh", 175727874222},
	} {
		if got := splay(5*time.Minute, c.job, c.host, "id\n"); got != c.want {
			t.Errorf("%s, %s: %d, want %d", c.host, c.job, got, c.want)
		}
	}
}

// A thousand machines are spread evenly, with names differing in a digit and the same ID.
func TestSplaySpreads(t *testing.T) {
	var in [10]int
	for i := range 1000 {
		d := splay(time.Hour, "lock nightly", fmt.Sprintf("node%d", i), "")
		if d < 0 || d >= time.Hour {
			t.Fatalf("machine %d waits %v", i, d)
		}
		in[d/(6*time.Minute)]++
	}
	for i, n := range in {
		if n < 70 || n > 130 {
			t.Errorf("%d machines in part %d of the hour", n, i)
		}
	}
}

func TestIdentity(t *testing.T) {
	for _, c := range []struct {
		job         Job
		want, title string
	}{
		{Job{Options: Options{Lock: "nightly"}, Script: "/srv/job"}, "lock nightly", "nightly"},
		{Job{Script: "/srv/job", Args: []string{"job", "x"}}, "script /srv/job", "/srv/job"},
		{Job{Command: "echo a"}, "command echo a", "echo a"},
	} {
		if got := c.job.identity(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		if got := c.job.title(); got != c.title {
			t.Errorf("%q, want %q", got, c.title)
		}
	}
}

func TestScriptPath(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.Mkdir("bin", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"here", "bin/both", "both", "bin/found"} {
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	path := "/missing:" + filepath.Join(dir, "bin")
	for name, want := range map[string]string{
		"here": dir + "/here", "./here": dir + "/here", "both": dir + "/both",
		"found": dir + "/bin/found", "bin/../here": dir + "/here",
		"nowhere": dir + "/nowhere", "/a//b": "/a/b",
	} {
		if got := ScriptPath(name, path); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestFileName(t *testing.T) {
	for identity, want := range map[string]string{
		"lock nightly":              "nightly.bfa55df042bd9956",
		"script /srv/a b/..job":     "job.ae0f24ec05fc170e",
		"command echo 'a/b'; rm -r": "b---rm--r.d3929536acde9871",
	} {
		if got := fileName(identity); got != want {
			t.Errorf("%q: %q, want %q", identity, got, want)
		}
	}
}
