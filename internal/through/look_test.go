//go:build linux

package through

import (
	"context"
	"runtime"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

// BenchmarkLook measures a newcomer after a number of waiters, while others come and go: it looks
// and gives up. lock-ns is its processor time under the lock of the State.
func BenchmarkLook(b *testing.B) {
	for _, waiters := range []int{0, 1000} {
		b.Run(strconv.Itoa(waiters), func(b *testing.B) {
			d, err := OpenDir(b.TempDir())
			if err != nil {
				b.Fatal(err)
			}
			crowd, err := d.Open("a")
			if err != nil {
				b.Fatal(err)
			}
			defer crowd.Close()
			var h, others Holds
			defer h.Close()
			defer others.Close()
			gate := func(holds *Holds) *Gate {
				return &Gate{Terms: Terms{Jobs: 1}, Encoded: "a", Setting: d.path, Holds: holds,
					Rand: func() float64 {
						return 0.5
					}, Now: Now}
			}
			holder := gate(&others)
			defer holder.Close()
			if l, err := holder.Look(context.Background(), 0); err != nil || l.For != Nothing {
				b.Fatal(l, err)
			}
			come := func(n int) {
				err := crowd.change(context.Background(), free, func(s *State) []int {
					for row := range n {
						crowd.lockWaiter(row, true)
						s.Leave(row)
						s.Wait(Now(), row, Jobs, 1)
					}
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			come(waiters)
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var locked int64
			changes := 0
			for b.Loop() {
				g := gate(&h)
				g.HoldStops = func() func() {
					come(min(waiters, 1)) // outdates the reading before the lock
					since := processorTime()
					return func() { locked, changes = locked+processorTime()-since, changes+1 }
				}
				if l, err := g.Look(context.Background(), 0); err != nil || l.For != Jobs {
					b.Fatal(l, err)
				}
				g.Close()
			}
			b.ReportMetric(float64(locked)/float64(changes), "lock-ns")
		})
	}
}

// processorTime returns the processor time of the thread, in nanoseconds.
func processorTime() int64 {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t)
	return t.Nano()
}
