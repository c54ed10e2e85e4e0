//go:build linux

package repl_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Ctrl-Z between fg's announcement of the job and its continuation is for the job, and not for the
// list with fg in it.
func TestStopAsFgBegins(t *testing.T) {
	sh := built(t)
	// fg writes more than fits into a pipe, so it waits in the middle of its message.
	long := strings.Repeat(" 0", 4096)
	for name, text := range map[string]string{
		"a program": "sleep 1000" + long,
		"a list":    "sleep 1000" + long + "; echo n''o",
		"a loop":    "while :; do sleep 1000; done; :" + long,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			term := open(t, sh, nil)
			term.prompt()
			term.keys(text + "\r")
			term.awaitStart("sleep")
			term.keys(ctrlZ)
			term.expect("[1] + Stopped", "@ ")
			term.fifo("narrow")
			pipe, err := os.OpenFile(filepath.Join(term.home, "narrow"), os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer pipe.Close()
			if _, err := unix.FcntlInt(pipe.Fd(), unix.F_SETPIPE_SZ, 4096); err != nil {
				t.Fatal(err)
			}
			term.keys("fg >narrow; echo af''ter $?\r")
			term.await("a full pipe", func() bool {
				n, err := unix.IoctlGetInt(int(pipe.Fd()), unix.TIOCINQ)
				return err == nil && n > 0
			})
			term.keys(ctrlZ)
			term.expect("^Z") // the signal has been sent
			go func() { _, _ = io.Copy(io.Discard, pipe) }()
			term.expect("after 148\r\n", "[1] + Stopped", "@ ")
			term.run("jobs | cut -c-20; echo a''ll", "[1] + Stopped       \r\nall\r\n")
			term.run("kill %1; wait; echo o''k", "ok\r\n")
		})
	}
}
