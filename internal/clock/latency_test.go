package clock

import (
	"slices"
	"testing"
	"time"
)

// BenchmarkLatency reports how late a timer calls.
func BenchmarkLatency(b *testing.B) {
	c := System()
	var late []time.Duration
	for b.Loop() {
		at := c.Now().Add(5 * time.Millisecond)
		called := make(chan struct{})
		c.AfterFunc(at.Sub(c.Now()), func() { close(called) })
		<-called
		late = append(late, c.Now().Sub(at))
	}
	slices.Sort(late)
	b.ReportMetric(float64(late[len(late)/2].Microseconds()), "p50-us")
	b.ReportMetric(float64(late[len(late)*99/100].Microseconds()), "p99-us")
}
