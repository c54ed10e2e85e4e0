//go:build linux

package watchdog_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"ftsh/internal/lockfile"
	"ftsh/internal/watchdog"
)

// A killed shell may have sent the file of a lock to its watchdog, which has not received it yet:
// no process has it open.
func TestALockOnItsWayToAWatchdog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := lockfile.TryBytes(f, 0, 0); err != nil {
		t.Fatal(err)
	}
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(ends[0])
	defer syscall.Close(ends[1])
	if err := syscall.Sendmsg(ends[0], []byte("x"), syscall.UnixRights(int(f.Fd())), nil,
		0); err != nil {
		t.Fatal(err)
	}
	f.Close()

	again, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	dead := watchdog.DeadHolder{Path: path}
	for i := range 11 {
		if err := lockfile.TryBytes(again, 0, 0); err == nil {
			t.Fatal("the lock is free")
		}
		if !dead.Frees() {
			t.Fatalf("look %d: given up", i+1)
		}
	}
	if dead.Frees() {
		t.Error("an invisible holder is waited for without end")
	}
}
