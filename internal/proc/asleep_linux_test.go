package proc

import (
	"testing"

	"ftsh/internal/sig"
)

// The leader of a job shows at once whether the terminal, or a sender to the group, has sent a
// signal, not only when it has come to its end.
func TestAsleep(t *testing.T) {
	for _, s := range []sig.Signal{sig.SIGINT, sig.SIGQUIT} {
		for range 50 {
			p, release, err := StartIdle(0, 0)
			if err != nil {
				t.Fatal(err)
			}
			if !p.Asleep() {
				t.Fatal("it does not sleep")
			}
			if err := p.Signal(sig.SIGURG); err != nil {
				t.Fatal(err)
			}
			if !p.Asleep() {
				t.Fatal("a signal that does nothing has ended it")
			}
			if err := p.Signal(s); err != nil {
				t.Fatal(err)
			}
			if p.Asleep() {
				t.Fatalf("%s: it sleeps on", sig.Name(s))
			}
			release()
			if _, err := p.Wait(false); err != nil {
				t.Fatal(err)
			}
		}
	}
}
