//go:build linux

package examples_test

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// testReplicas fetches a file with a black hole, a refusing replica, and a good one, at first
// refusing, too.
func testReplicas(t *testing.T, p place) {
	const content = "fresh data\n"
	hole := listen(t)
	refusing := listen(t)
	_ = refusing.Close()
	good := listen(t)
	var open atomic.Bool
	var fetched atomic.Int32
	go func() {
		_ = http.Serve(good, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case !open.Load() || r.URL.Path != "/data/fresh":
				http.Error(w, "overloaded", http.StatusServiceUnavailable)
			case r.Method == http.MethodGet:
				fetched.Add(1)
				_, _ = io.WriteString(w, content)
			}
		}))
	}()
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(content)))
	hosts := []string{hole.Addr().String(), refusing.Addr().String(), good.Addr().String()}

	env := []string{"FTSH_LOG_LEVEL=15", "FTSH_BACKOFF=fixed from 20ms", "FETCH_FOR=2 minutes",
		"PROBE_TIMEOUT=3 seconds"}
	fetch := p.start(t, "", env, "replicas.ftsh", append([]string{"data/fresh", sum}, hosts...)...)
	fetch.until(t, "no replica is found to answer", func() bool {
		return fetch.stderr.Has("try: attempt 1 deferred: ")
	})
	if n := fetched.Load(); n != 0 {
		t.Errorf("%d attempts were made", n)
	}
	open.Store(true)
	fetch.wait(t, 0)
	if got, want := fetch.stdout.String(), "fresh: fetched from "+good.Addr().String()+
		", verified\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}
	if got := p.read(t, "fresh"); got != content {
		t.Errorf("fetched %q", got)
	}
	if n := fetched.Load(); n != 1 || fetch.stderr.Has("try: attempt 1 failed") {
		t.Errorf("the file was asked for %d times:\n%s", n, fetch.stderr.String())
	}

	// No replica answers.
	lost := p.start(t, "", []string{"FTSH_LOG_LEVEL=0", "FETCH_FOR=300ms"}, "replicas.ftsh",
		"data/fresh", sum, hosts[0])
	lost.wait(t, 1)
	if got := lost.stderr.String(); !strings.HasPrefix(got,
		"fresh: gave up (busy, after 0 attempts): ") {
		t.Errorf("errors %q", got)
	}
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}
