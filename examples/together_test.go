//go:build linux

package examples_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// testTogether asks a service out of order for the first twenty requests. All clients get its
// answer. Then it is down for good: after five attempts of others, a new client does not ask at
// all.
func testTogether(t *testing.T, p place) {
	p.lookup(t, "curl")
	var asked atomic.Int64
	var over atomic.Bool
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if asked.Add(1) <= 20 || over.Load() {
			http.Error(w, "not now", http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "the answer\n") // an error means the client has gone
	}))
	defer service.Close()
	url := service.URL + "/x"
	env := func(backoff, limit string) []string {
		return []string{"FTSH_STATE_DIR=" + p.dir + "/state", "FTSH_BACKOFF=" + backoff,
			"FETCH_FOR=" + limit, "FETCH_TIMEOUT=2 minutes"}
	}
	var all []*program
	for range 8 {
		all = append(all, p.start(t, "", env("fixed from 20ms", "2 minutes"), "together.ftsh", url))
	}
	for _, r := range all {
		r.wait(t, 0)
		if got := r.stdout.String(); got != "the answer\n" {
			t.Errorf("output %q, errors %q", got, r.stderr.String())
		}
	}

	over.Store(true)
	before := asked.Load()
	var failing []*program
	for range 5 {
		failing = append(failing, p.start(t, "", append(env("fixed from 1h", "2 minutes"),
			"FTSH_LOG_LEVEL=attempts"), "together.ftsh", url))
	}
	for _, r := range failing {
		r.until(t, "it has failed", func() bool { return r.stderr.Has("try: attempt 1 failed: ") })
	}
	late := p.start(t, "", env("fixed from 1h", "4s"), "together.ftsh", url, "--retry", "3")
	late.wait(t, 1)
	if want := url + ": gave up (open, after 0 attempts): "; !strings.HasPrefix(late.stderr.String(), want) {
		t.Errorf("errors %q, want %q", late.stderr.String(), want)
	}
	if n := asked.Load() - before; n != 5 {
		t.Errorf("it was asked %d times", n)
	}
}
