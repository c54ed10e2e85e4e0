//go:build amd64 || arm64

package fd

import (
	"context"
	"testing"
	"time"

	"ftsh/internal/sig"

	"golang.org/x/sys/unix"
)

func TestOpenLeavesTheCLibrarysSignalsAlone(t *testing.T) {
	name := fifo(t)
	for _, s := range []sig.Signal{32, 33} {
		var saved, after sig.Action
		// A disposition left by no other test.
		before := sig.Action{Handler: sig.HandlerIgnore}
		if err := sig.SetAction(s, &before, &saved); err != nil {
			t.Fatal(err)
		}
		for _, flags := range []int{unix.O_RDONLY, unix.O_WRONLY} {
			ctx, cancel := context.WithTimeout(bg, 20*time.Millisecond)
			if _, err := Open(ctx, AtCwd, name, flags, 0); err == nil {
				t.Errorf("flags %d: opened", flags)
			}
			cancel()
		}
		if err := sig.SetAction(s, &saved, &after); err != nil ||
			after.Handler != sig.HandlerIgnore {
			t.Errorf("signal %d: %+v, %v", s, after, err)
		}
	}
}
