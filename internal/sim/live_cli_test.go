package sim

import (
	"flag"
	"testing"
	"time"
)

// TestLiveOutageOptions: options not given have the defaults of live runs, the queue is per 1000
// clients, and the run lasts as long after a longer stop.
func TestLiveOutageOptions(t *testing.T) {
	for _, c := range []struct {
		args                    []string
		clients, backlog        int
		law                     Law
		stop, duration, timeout time.Duration
	}{
		{nil, 200, 100, LawNow, 30 * time.Second, 90 * time.Second, 2 * time.Second},
		{[]string{"--clients", "400"}, 400, 200, LawNow, 30 * time.Second, 90 * time.Second,
			2 * time.Second},
		{[]string{"--backlog", "1500", "--law", "arrival"}, 200, 300, LawArrival, 30 * time.Second,
			90 * time.Second, 2 * time.Second},
		{[]string{"--stop", "1m", "--timeout", "1s"}, 200, 100, LawNow, time.Minute,
			2 * time.Minute, time.Second},
		{[]string{"--stop", "1m", "--duration", "3m"}, 200, 100, LawNow, time.Minute,
			3 * time.Minute, 2 * time.Second},
	} {
		cfg := DefaultOutage()
		clients := cfg.Clients
		f := flag.NewFlagSet("outage", flag.ContinueOnError)
		outageFlags(f, &cfg, &clients)
		if err := f.Parse(c.args); err != nil {
			t.Fatal(err)
		}
		got := liveOutageConfig(f, LiveOutageConfig(), cfg, clients)
		if got.Clients != c.clients || got.Backlog != c.backlog || got.Law != c.law ||
			got.StopFor != c.stop || got.Duration != c.duration || got.Timeout != c.timeout {
			t.Errorf("%q: %+v", c.args, got)
		}
	}
}
