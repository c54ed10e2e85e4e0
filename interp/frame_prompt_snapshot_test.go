package interp

import (
	"testing"

	"ftsh/internal/flow"
	"ftsh/internal/sig"
)

// A signal may arrive just as a prompt's commands end or are split from it. The main environment is
// written then, so the goroutine delivering the signal must not read it. The race detector checks
// this.
func TestASignalAsALineEnds(t *testing.T) {
	sh, err := New(Options{Name: "ftsh"})
	if err != nil {
		t.Fatal(err)
	}
	defer sh.Close()
	main := sh.main
	main.env.traps.Set(sig.SIGUSR1, ":")
	main.env.traps.Set(sig.SIGTERM, "")
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-over:
				return
			default:
			}
			if !sh.deliver(sig.SIGUSR1) || sh.deliver(sig.SIGTERM) {
				t.Error("a signal that is trapped has no effect, or one that is ignored has")
				return
			}
			sh.defaultAction(sig.SIGTERM)
			_ = sh.killSelf(sig.SIGTERM)
		}
	}()
	for round := range 1000 {
		job := new(frame)
		*job = *main
		job.env.registered, job.env.snapshot = false, &promptSnapshot{files: main.env.fds.Fork()}
		if round%10 > 0 {
			mergeIntoPrompt(main, job)
			continue
		}
		if err := splitFromPrompt(main, job); err != nil {
			t.Fatal(err)
		}
		job.env.close()
	}
	close(over)
	<-ended
	if out := main.runTraps(); out.Divert != flow.None {
		t.Errorf("%+v", out)
	}
}
