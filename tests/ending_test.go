//go:build linux

package tests

import (
	"io"
	"os"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/sig"
)

// Every signal that would end ftsh ends the blocks first, and then ftsh by the same signal, after
// the EXIT trap. This includes the signals for faults, if they are sent.
func TestEverySignalThatEndsTheShellEndsItsBlocksFirst(t *testing.T) {
	const script = `ulimit -c 0; trap 'echo bye' EXIT; try forever; echo ready; setsid sh -c ` +
		`'sleep 1000; :'; end; echo never`
	for s := range sig.Ending.All() {
		t.Run(sig.Name(s), func(t *testing.T) {
			alive, hold, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer alive.Close()
			cmd := faulty(t, script)
			cmd.Stderr = hold // held by all its processes
			out := startReady(t, cmd)
			hold.Close()
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			rest, _ := io.ReadAll(out)
			_ = cmd.Wait()
			if ws := cmd.ProcessState.Sys().(syscall.WaitStatus); !ws.Signaled() ||
				ws.Signal() != s || string(rest) != "bye\n" {
				t.Errorf("%v, %q", cmd.ProcessState, rest)
			}
			if err := alive.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
				t.Fatal(err)
			}
			if said, err := io.ReadAll(alive); err != nil || len(said) > 0 {
				t.Errorf("something lives on, or said %q: %v", said, err)
			}
		})
	}
}

// A shell ended by a broken pipe ends the processes of its blocks first, as for any signal. A
// subshell does so too.
func TestBrokenPipeEndsTheBlocks(t *testing.T) {
	for _, script := range []string{
		`try; sleep 1000 & (setsid sleep 1000 &); echo x; end`,
		`(try; sleep 1000 & (setsid sleep 1000 &); echo x; end); [ $? = 141 ] && kill -PIPE $$`,
		`try; sleep 1000 & try; :; end; try; (setsid sleep 1000 &); echo x; end; end`,
	} {
		cmd := faulty(t, script)
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		cmd.Stdout = w
		errs, err := cmd.StderrPipe() // held by every process it starts
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		w.Close()
		said, _ := io.ReadAll(errs)
		err = cmd.Wait()
		if s, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok ||
			s.Signal() != syscall.SIGPIPE || len(said) > 0 {
			t.Errorf("%s: %v, %q", script, err, said)
		}
	}
}
