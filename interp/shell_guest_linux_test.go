//go:build amd64 || arm64

package interp

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/sig"
)

// A guest gives up waiting for a fifo, and the process keeps its signal dispositions.
func TestGuestLeavesSignalsAlone(t *testing.T) {
	dispositions := func() (all [65]sig.Action) {
		for s := range all {
			_ = sig.SetAction(sig.Signal(s), nil, &all[s])
		}
		return all
	}
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	before := dispositions()
	for _, script := range []string{": <" + fifo, ": >" + fifo, ". " + fifo} {
		sh, err := New(Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if _, err := sh.Run(ctx, "script", script); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", script, err)
		}
		cancel()
		sh.Close()
	}
	for s, after := range dispositions() {
		if after != before[s] {
			t.Errorf("signal %d: %+v, before %+v", s, after, before[s])
		}
	}
}

// The same with the C library in the process.
func TestGuestBesideTheCLibrary(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc")
	}
	dir := t.TempDir()
	fifo, bin := filepath.Join(dir, "fifo"), filepath.Join(dir, "setuid")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-o", bin, "./testdata/setuid")
	build.Env = append(os.Environ(), "CGO_ENABLED=1")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // against hanging
	defer cancel()
	out, err := exec.CommandContext(ctx, bin, fifo).CombinedOutput()
	const want = "context deadline exceeded\ncontext deadline exceeded\nsetuid 0\n"
	if err != nil || string(out) != want {
		t.Errorf("%q, %v; want %q", out, err, want)
	}
}
