package sim

import (
	"context"
	"io"
	"runtime"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// task is one simulation of a report.
type task func(ctx context.Context, tick func(share float64)) error

// runTasks runs them on all processors, and shows the progress on w; nil shows nothing. It returns
// the first error, after which the other tasks are cancelled.
func runTasks(ctx context.Context, w io.Writer, title string, tasks []task) error {
	const steps = 200
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	bar := newBar(w, title, len(tasks)*steps)
	next := make(chan task)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(tasks)) {
		workers.Go(func() {
			for t := range next {
				done := 0
				err := t(ctx, func(share float64) {
					if n := int(share * steps); n > done {
						bar(n - done)
						done = n
					}
				})
				if err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, t := range tasks {
		if ctx.Err() != nil {
			break
		}
		next <- t
	}
	close(next)
	workers.Wait()
	return context.Cause(ctx)
}

func newBar(w io.Writer, title string, total int) func(int) {
	if w == nil {
		return func(int) {}
	}
	bar := progressbar.NewOptions(total, progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(title),
		progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetPredictTime(true))
	// A failure to draw the bar is no reason to stop.
	return func(n int) { _ = bar.Add(n) }
}
