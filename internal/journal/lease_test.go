//go:build linux

package journal

import (
	"os"
	"os/signal"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// An NFS server has a lease on a file cached by one of its clients. Opening it waits until the
// lease is given back.
func TestOpenWithALease(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, unix.SIGIO)
	defer signal.Stop(signals)
	fd := f.Fd()
	if _, err := unix.FcntlInt(fd, unix.F_SETLEASE, unix.F_RDLCK); err != nil {
		t.Skipf("no leases here: %v", err)
	}
	given := make(chan struct{})
	go func() {
		defer close(given)
		<-signals
		_, _ = unix.FcntlInt(fd, unix.F_SETLEASE, unix.F_UNLCK)
	}()
	j, err := Open(System(), path, "j", "try")
	if err != nil {
		t.Fatal(err)
	}
	j.Close()
	<-given
}
