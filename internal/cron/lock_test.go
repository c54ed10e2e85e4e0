package cron

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/clock"
)

// acquired takes a lock like one of two jobs.
func acquired(t *testing.T, o Options) (*lock, error) {
	t.Helper()
	return acquire(context.Background(), clock.System(), &o, nil, time.Second, func(string) {})
}

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.lock")
	l, err := acquired(t, Options{Lock: path})
	if err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(path); string(data) != "ftsh "+strconv.Itoa(os.Getpid())+"\n" {
		t.Errorf("the file has %q", data)
	}
	var locked *lockedError
	if _, err := acquired(t, Options{Lock: path}); !errors.As(err, &locked) || !locked.silent ||
		locked.why != "locked by process "+strconv.Itoa(os.Getpid()) {
		t.Errorf("skip: %v", err)
	}
	if _, err := acquired(t, Options{Lock: path, OnLocked: Wait,
		Wait: time.Millisecond}); !errors.As(err, &locked) || locked.silent {
		t.Errorf("wait: %v", err)
	}
	l.free()
	if data, _ := os.ReadFile(path); len(data) != 0 {
		t.Errorf("the file still has %q", data)
	}
	l, err = acquired(t, Options{Lock: path, OnLocked: Wait, Wait: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	l.free()
}

// A waiter gets the lock when it is free, even if somebody has removed its file.
func TestLockWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.lock")
	l, err := acquired(t, Options{Lock: path})
	if err != nil {
		t.Fatal(err)
	}
	said := make(chan string, 1)
	got := make(chan error, 1)
	go func() {
		o := Options{Lock: path, OnLocked: Wait, Wait: time.Hour}
		second, err := acquire(context.Background(), clock.System(), &o, nil,
			time.Second, func(s string) {
				said <- s
			})
		if err == nil {
			second.free()
		}
		got <- err
	}()
	if s := <-said; s != "waiting for "+path+", locked by process "+strconv.Itoa(os.Getpid()) {
		t.Error(s)
	}
	l.free()
	if err := <-got; err != nil {
		t.Error(err)
	}
}

// A signal ends a wait.
func TestLockWaitIsInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.lock")
	l, err := acquired(t, Options{Lock: path})
	if err != nil {
		t.Fatal(err)
	}
	defer l.free()
	ctx, cancel := context.WithCancelCause(context.Background())
	o := Options{Lock: path, OnLocked: Wait, Wait: time.Hour}
	_, err = acquire(ctx, clock.System(), &o, nil, time.Second, func(string) {
		cancel(&signalError{syscall.SIGTERM})
	})
	var s *signalError
	if !errors.As(err, &s) || s.s != syscall.SIGTERM {
		t.Error(err)
	}
}

// Anything in the place of the lock is neither followed, nor written to, nor waited for.
func TestLockRefuses(t *testing.T) {
	dir := t.TempDir()
	precious := filepath.Join(dir, "precious")
	if err := os.WriteFile(precious, []byte("precious\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, make := range map[string]func(string) error{
		"link":    func(p string) error { return os.Symlink(precious, p) },
		"loose":   func(p string) error { return os.Symlink(filepath.Join(dir, "new"), p) },
		"fifo":    func(p string) error { return syscall.Mkfifo(p, 0o600) },
		"dir":     func(p string) error { return os.Mkdir(p, 0o700) },
		"missing": func(string) error { return os.Remove(filepath.Join(dir, "missing")) },
	} {
		p := filepath.Join(dir, name)
		if name == "missing" {
			p = filepath.Join(dir, "missing", "x")
			if err := os.Mkdir(filepath.Join(dir, "missing"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if err := make(p); err != nil {
			t.Fatal(err)
		}
		l, err := acquired(t, Options{Lock: p})
		var locked *lockedError
		if err == nil || errors.As(err, &locked) {
			t.Errorf("%s: %v, %v", name, l, err)
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, "new")); err == nil {
		t.Error("a file was made through a link")
	}
	// A file with a second name, and a file with content, are locked and left unchanged.
	hard := filepath.Join(dir, "hard")
	if err := os.Link(precious, hard); err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(dir, "script")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{hard, script} {
		l, err := acquired(t, Options{Lock: p})
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		l.free()
	}
	for p, want := range map[string]string{precious: "precious\n", script: "#!/bin/sh\n"} {
		if data, _ := os.ReadFile(p); string(data) != want {
			t.Errorf("%s has become %q", p, data)
		}
	}
}

// Replace signals no process without the file open, whatever the file says.
func TestReplaceIsSure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.lock")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	parent := strconv.Itoa(os.Getppid()) // lives, without the file open
	for text, want := range map[string]string{
		"": "locked by another user's job, or by a program other than ftsh --cron: not " +
			"replaced",
		"ftsh " + parent + "\n": "locked, but not by process " + parent +
			", as its file says: not replaced",
		"12345\n": "locked by another user's job, or by a program other than ftsh --cron: not " +
			"replaced",
		"ftsh 1\n": "locked by another user's job, or by a program other than ftsh --cron: not " +
			"replaced",
		"ftsh -1\n": "locked by another user's job, or by a program other than ftsh --cron: not " +
			"replaced",
		"ftsh " + parent + "\n\n": "locked by another user's job, or by a program other than ftsh --cron: not " +
			"replaced",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := acquired(t, Options{Lock: path, OnLocked: Replace})
		var locked *lockedError
		if !errors.As(err, &locked) || locked.why != want || locked.silent {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestLockPath(t *testing.T) {
	for name, want := range map[string]string{"/a/b": "/a/b",
		"nightly": "/run/lock/ftsh-nightly.lock"} {
		if st, err := os.Stat("/run/lock"); name == "nightly" &&
			(err != nil || st.Mode()&0o002 == 0) {
			continue
		}
		if got, err := lockPath(name); got != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", name, got, err, want)
		}
	}
}
