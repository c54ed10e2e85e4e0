//go:build linux

package examples_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// lyingMirrors are the servers of testArchive, in the order of preference, with their directives
// of nginx. Only good has the archive.
var lyingMirrors = []struct{ name, directives string }{
	{"stall", "limit_rate 1;"}, // a byte a second: no limit on one read sees it
	// The server goes on with the size that it has once seen: it closes the connection too early.
	{"short", "open_file_cache max=9 inactive=1h; open_file_cache_valid 1h;"},
	{"half", ""}, // half of the file, sent as if it were the whole
	{"old", ""},  // a file of the same size
	{"good", ""},
}

// testArchive fetches from mirrors of a real nginx that lie, twice. The second run asks the good one
// first.
func testArchive(t *testing.T, p place) {
	data := bytes.Repeat([]byte("a line of the archive\n"), 3000)
	index := []byte("data.tar\n")
	sums := fmt.Sprintf("%x  data.tar\n%x  index\n", sha256.Sum256(data), sha256.Sum256(index))
	for _, m := range lyingMirrors {
		sent := data
		switch m.name {
		case "half":
			sent = data[:len(data)/2]
		case "old":
			sent = bytes.ToUpper(data)
		}
		p.file(t, m.name+"/pool/data.tar", string(sent), 0o644)
		p.file(t, m.name+"/pool/index", string(index), 0o644)
		p.file(t, m.name+"/pool/SHA256SUMS", sums, 0o644)
	}
	hosts := p.nginx(t)
	get(t, "http://"+hosts[1]+"/pool/data.tar")
	if err := os.Truncate(filepath.Join(p.dir, "short/pool/data.tar"), 30000); err != nil {
		t.Fatal(err)
	}
	p.file(t, "here/pool/before", "an older release", 0o644)
	p.dir = filepath.Join(p.dir, "here")

	env := []string{"FTSH_STATE_DIR=" + p.dir + "/../state", "FETCH_FOR=2 minutes",
		"MIRROR_TIMEOUT=10 seconds", "FTSH_LOG_LEVEL=blocks"}
	args := append([]string{"pool", fmt.Sprintf("%x", sha256.Sum256([]byte(sums)))}, hosts...)
	first := p.start(t, "", env, "archive.ftsh", args...)
	first.wait(t, 0)
	if got, want := first.stdout.String(), "pool: fetched from "+hosts[4]+", verified\n"; !strings.HasSuffix(
		got, want) {
		t.Errorf("got %q, want %q at its end", got, want)
	}
	for i, m := range lyingMirrors {
		if !strings.Contains(first.stderr.String(), hosts[i]) {
			t.Errorf("%s was not asked:\n%s", m.name, first.stderr.String())
		}
	}
	list := p.start(t, "", nil, "ls", "-A", ".", "pool")
	list.wait(t, 0)
	if got, want := list.stdout.String(), ".:\npool\n\npool:\nSHA256SUMS\ndata.tar\nindex\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if p.read(t, "pool/data.tar") != string(data) {
		t.Error("another archive has arrived")
	}

	env = append(env, "MIRROR_TIMEOUT=2 minutes")
	second := p.start(t, "", env, "archive.ftsh", args...)
	second.wait(t, 0)
	for i, m := range lyingMirrors[:4] {
		if strings.Contains(second.stderr.String(), hosts[i]) {
			t.Errorf("%s was asked again:\n%s", m.name, second.stderr.String())
		}
	}
}

// nginx serves the directories of lyingMirrors, and returns the addresses. Among all addresses of
// the loopback interface nobody else has taken the same one.
func (p place) nginx(t *testing.T) (hosts []string) {
	var servers strings.Builder
	address := fmt.Sprintf("127.%d.%d.%d", 1+rand.IntN(250), rand.IntN(250), 2+rand.IntN(250))
	for i, m := range lyingMirrors {
		hosts = append(hosts, fmt.Sprintf("%s:%d", address, 18080+i))
		fmt.Fprintf(&servers, "server { listen %s; root %s/%s; %s }\n", hosts[i], p.dir, m.name,
			m.directives)
	}
	cmd := exec.Command(p.lookup(t, "nginx"), "-p", p.dir, "-c", "nginx.conf", "-e", "error.log")
	cmd.Env = p.env
	p.file(t, "nginx.conf", "daemon off; master_process off; pid nginx.pid;\n"+
		"events { worker_connections 64; }\nhttp { access_log off; "+
		"client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; "+
		"scgi_temp_path t5;\n"+servers.String()+"}\n", 0o644)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("nginx: %s", said.String())
		}
	})
	return hosts
}

// get fetches a file from a server that is about to listen.
func get(t *testing.T, url string) {
	t.Helper()
	client := http.Client{Timeout: guard}
	for end := time.Now().Add(guard); ; time.Sleep(10 * time.Millisecond) {
		r, err := client.Get(url)
		if err != nil {
			if time.Now().After(end) {
				t.Fatal(err)
			}
			continue
		}
		_, err = io.Copy(io.Discard, r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s, %v", url, r.Status, err)
		}
		return
	}
}
