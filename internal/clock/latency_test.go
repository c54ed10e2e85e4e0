package clock

import (
	"context"
	"slices"
	"testing"
	"time"
)

// BenchmarkLatency reports how late a context is cancelled at its deadline.
func BenchmarkLatency(b *testing.B) {
	c := System()
	var late []time.Duration
	for b.Loop() {
		at := c.Now().Add(5 * time.Millisecond)
		ctx, cancel := WithDeadline(context.Background(), c, at, errLimit)
		<-ctx.Done()
		late = append(late, c.Now().Sub(at))
		cancel()
	}
	slices.Sort(late)
	b.ReportMetric(float64(late[len(late)/2].Microseconds()), "p50-us")
	b.ReportMetric(float64(late[len(late)*99/100].Microseconds()), "p99-us")
}
