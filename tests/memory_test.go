//go:build linux

package tests

import (
	"bytes"
	"io"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A shell out of memory ends with a message, and so do the processes of its blocks.
func TestNoMoreMemoryEndsTheBlocks(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd := faulty(t, "try; (env -i setsid sleep 1000 &) 2>&9; echo ready; read go; x=$(yes); end "+
		"9>&3 3>&-")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	cmd.ExtraFiles = []*os.File{w} // held by the processes of the block
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	startReady(t, cmd)
	w.Close()
	awaitWatchdog(t, cmd.Process.Pid)
	const most = 2 << 30 // the Go runtime has 1.2 GiB of addresses at the start
	if err := unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: most, Max: most},
		nil); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, "go\n"); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Errorf("ended with %v, %.300q", err, &errs)
	}
	if err := r.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(r); err != nil {
		t.Errorf("something lives on: %v", err)
	}
}
