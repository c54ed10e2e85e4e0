//go:build linux && (amd64 || arm64)

package proc

import (
	"os"
	"sync"
	"testing"
)

func TestTryThreadsLeavesNone(t *testing.T) {
	threads := func() int {
		tasks, err := os.ReadDir("/proc/self/task")
		if err != nil {
			t.Fatal(err)
		}
		return len(tasks)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 20 {
				if err := TryThreads(50); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for threads() >= 50 { // the last may be on their way out
	}
}

func BenchmarkTryThreads(b *testing.B) {
	for b.Loop() {
		if err := TryThreads(26); err != nil {
			b.Fatal(err)
		}
	}
}
