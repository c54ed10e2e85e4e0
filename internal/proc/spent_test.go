package proc

import (
	"errors"
	"testing"
)

func TestASpentProcessHasItsStatus(t *testing.T) {
	for _, status := range []int{0, 7, 255} {
		p, err := StartSpent(status)
		if errors.Is(err, errors.ErrUnsupported) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Signal(0); err != nil {
			t.Errorf("status %d: signalled before it is reaped: %v", status, err)
		}
		if st, err := p.Wait(false); err != nil || st.ShellStatus() != status {
			t.Errorf("status %d: %v, %v", status, st, err)
		}
	}
}
