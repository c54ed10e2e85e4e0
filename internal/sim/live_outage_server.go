package sim

import (
	"fmt"
	"io"
	"net"
	"sync/atomic"
	"time"
)

// serveOutage is the server of the outage. It takes longer the more requests it works on, and does
// not notice when a client has gone. It reports "working N", the most at once since the last
// report.
func serveOutage(l net.Listener, cfg OutageConfig, stdout io.Writer) error {
	var working, most atomic.Int64
	go func() {
		for range time.Tick(reportEvery) {
			if _, err := fmt.Fprintf(stdout, "working %d\n",
				max(most.Swap(0), working.Load())); err != nil {
				return
			}
		}
	}()
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go func() {
			defer conn.Close()
			n := int(working.Add(1))
			defer working.Add(-1)
			raise(&most, int64(n))
			begun := time.Now()
			time.Sleep(lookEvery)
			for time.Since(begun) < cfg.delay(n) {
				time.Sleep(lookEvery)
				if cfg.Law == LawNow {
					n = int(working.Load())
				}
			}
			if _, _, err := readRequest(conn); err == nil {
				_, _ = io.WriteString(conn, answer) // a client that has gone has its own timeout
			}
		}()
	}
}

// raise makes a number at least n.
func raise(a *atomic.Int64, n int64) {
	for old := a.Load(); old < n && !a.CompareAndSwap(old, n); old = a.Load() {
	}
}
