//go:build linux

package known

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// guard bounds a run of a program. It tells a hanging one from a slow machine, nothing else.
const guard = time.Minute

// A lab is where failures are provoked: a directory, and servers that fail.
type lab struct {
	dir    string
	web    string // URL of an HTTP server: /STATUS answers with it
	tls    string // URL of one with a certificate that nobody trusts
	silent string // address that accepts, and never answers
	hangup string // address that ends each connection at once
	mute   string // address that ends each connection after the first bytes
	closed string // address that nobody listens on

	mu  sync.Mutex
	hit map[string]bool // the places of entries that a provoked failure has
}

func newLab(t *testing.T) *lab {
	l := &lab{dir: t.TempDir(), hit: map[string]bool{}}
	web := httptest.NewServer(http.HandlerFunc(answer))
	t.Cleanup(web.Close)
	secret := httptest.NewUnstartedServer(http.HandlerFunc(answer))
	secret.Config.ErrorLog = log.New(io.Discard, "", 0)
	secret.StartTLS()
	t.Cleanup(secret.Close)
	l.web, l.tls = web.URL, secret.URL
	l.mute = listen(t, func(c net.Conn) {
		go func() {
			_, _ = c.Read(make([]byte, 4096))
			c.Close()
		}()
	})
	l.hangup = listen(t, func(c net.Conn) { c.Close() })
	l.silent = listen(t, func(c net.Conn) { t.Cleanup(func() { c.Close() }) })
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.closed = free.Addr().String()
	free.Close()
	return l
}

// answer answers with the status that is the first part of the path.
func answer(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	first, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	status, err := strconv.Atoi(first)
	switch {
	case first == "cut":
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, "half")
		return
	case first == "reset":
		if h, ok := w.(http.Hijacker); ok {
			c, _, err := h.Hijack()
			if err == nil {
				_ = c.(*net.TCPConn).SetLinger(0)
				c.Close()
			}
		}
		return
	case first == "loop":
		http.Redirect(w, r, "/loop", http.StatusFound)
		return
	case err != nil:
		_, _ = io.WriteString(w, "fine")
		return
	case status == 401:
		w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
	case status == 429 || status == 503:
		w.Header().Set("Retry-After", "30")
	}
	w.WriteHeader(status)
}

func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			serve(c)
		}
	}()
	return l.Addr().String()
}

// run runs a line of sh in the lab's directory, and returns its status and the end of its standard
// error.
func (l *lab) run(t *testing.T, line string) (int, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), guard)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", "exec </dev/null >/dev/null; "+line)
	host, port, _ := net.SplitHostPort(l.closed)
	cmd.Dir = l.dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "HOME="+l.dir, "WEB="+l.web, "TLS="+l.tls,
		"SILENT="+l.silent, "HANGUP="+l.hangup, "MUTE="+l.mute, "CLOSED="+l.closed, "CLOSEDHOST="+host,
		"CLOSEDPORT="+port, "HANGUPPORT="+portOf(l.hangup), "GIT_CONFIG_NOSYSTEM=1",
		"GIT_TERMINAL_PROMPT=0", "no_proxy=*", "http_proxy=", "https_proxy=", "HTTP_PROXY=",
		"HTTPS_PROXY=", "GIT_ASKPASS=", "SSH_ASKPASS=")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Run()
	if ctx.Err() != nil {
		t.Fatalf("%s: hangs", line)
	}
	if err != nil && cmd.ProcessState == nil {
		t.Fatalf("%s: %v", line, err)
	}
	text := errs.String()
	return cmd.ProcessState.ExitCode(), text[max(len(text)-1024, 0):]
}

func portOf(address string) string {
	_, port, _ := net.SplitHostPort(address)
	return port
}

// A provocation is a line of sh that makes a program fail, and what its failure is then.
type provocation struct {
	line string
	want string // permanent, transient, after D, or unknown
}

// provoke runs provocations of one program, and checks that each entry of its table that claims to
// be provoked is. An included table has its own test.
func (l *lab) provoke(t *testing.T, program string, all []provocation) {
	t.Helper()
	for _, name := range []string{program} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("no " + name)
		}
	}
	table, err := Read(program, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		status, text := l.run(t, p.line)
		if status == 0 {
			t.Errorf("%s: status 0: %s", p.line, text)
			continue
		}
		got := "unknown"
		f, ok := table.Look(status, NewText(text), time.Now())
		switch {
		case !ok:
		case f.Asked:
			got = fmt.Sprintf("after %v", f.After)
		case f.Verdict == Permanent:
			got = "permanent"
		default:
			got = "transient"
		}
		if got != p.want {
			t.Errorf("%s: status %d: %s (%v), want %s\n%s", p.line, status, got, f.Entry, p.want, text)
		}
		if f.Entry != nil {
			l.mu.Lock()
			l.hit[f.Place] = true
			l.mu.Unlock()
		}
	}
	for i := range table.Entries {
		e := &table.Entries[i]
		if e.Source == "" && !l.hit[e.Place] && strings.HasPrefix(e.Place, program+":") {
			t.Errorf("%s: nothing provokes %s", e.Place, e)
		}
	}
}

func TestProvokedCurl(t *testing.T) {
	l := newLab(t)
	const curl = "curl -fsS "
	l.provoke(t, "curl", []provocation{
		{curl + "$WEB/404", "permanent"}, {curl + "$WEB/401", "permanent"},
		{curl + "$WEB/403", "permanent"}, {curl + "$WEB/410", "permanent"},
		{curl + "$WEB/501", "permanent"},
		{curl + "$WEB/500", "transient"}, {curl + "$WEB/502", "transient"},
		{curl + "$WEB/503", "transient"}, {curl + "$WEB/504", "transient"},
		{curl + "$WEB/408", "transient"}, {curl + "$WEB/429", "transient"},
		{curl + "-D /dev/stderr $WEB/429", "after 30s"}, {curl + "-v $WEB/503", "after 30s"},
		{"curl -fs $WEB/404", "unknown"}, // it says nothing
		{curl + "nosuch://x", "permanent"}, {curl + "--nosuch", "permanent"},
		{curl + "'http://[x/'", "permanent"}, {curl + "-T /nonexistent $WEB/", "permanent"},
		{curl + "file:///nonexistent", "permanent"}, {curl + "-L $WEB/loop", "permanent"},
		{curl + "$TLS/", "permanent"}, {curl + "--max-filesize 1 $WEB/", "permanent"},
		{curl + "--cacert /nonexistent $TLS/", "permanent"},
		{curl + "http://nosuch.invalid/", "transient"}, {curl + "http://$CLOSED/", "transient"},
		{curl + "$WEB/cut", "transient"}, {curl + "-m 1 http://$SILENT/", "transient"},
		{curl + "http://$MUTE/", "transient"}, {curl + "$WEB/reset", "transient"},
	})
}

func TestProvokedWget(t *testing.T) {
	l := newLab(t)
	const wget = "wget -nv -t 1 -O x "
	l.provoke(t, "wget", []provocation{
		{wget + "$WEB/404", "permanent"}, {wget + "$WEB/403", "permanent"},
		{wget + "$WEB/501", "permanent"}, {wget + "$WEB/401", "permanent"},
		{wget + "$WEB/500", "transient"}, {wget + "$WEB/503", "transient"},
		{wget + "$WEB/429", "transient"}, {wget + "-S $WEB/429", "after 30s"},
		{wget + "nosuch://x", "permanent"}, {wget, "permanent"}, {wget + "--nosuch", "permanent"},
		{"wget -nv -t 1 -O /nonexistent/x $WEB/", "permanent"},
		{"wget -nv -t 1 -P /dev/null/x $WEB/", "unknown"},
		{wget + "$TLS/", "permanent"},
		{wget + "http://$CLOSED/", "transient"}, {wget + "http://nosuch.invalid/", "transient"},
		{wget + "http://$HANGUP/", "transient"}, {"wget -nv -t 1 -T 1 http://$SILENT/", "transient"},
	})
}

func TestProvokedGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	l := newLab(t)
	status, text := l.run(t, `git init -q repo && cd repo && git config user.email a@b && `+
		`git config user.name a && : >f && git add f && git commit -qm x && git remote add self . && `+
		`cd .. && git init -q --bare empty`)
	if status != 0 {
		t.Fatal(text)
	}
	l.provoke(t, "git", []provocation{
		{"cd /; git status", "permanent"}, {"git clone -q /nonexistent", "permanent"},
		{"cd repo; git fetch -q nosuch", "permanent"}, {"cd repo; git fetch -q self nosuch", "permanent"},
		{"git clone -q -b nosuch ./repo clone1", "permanent"},
		{"mkdir full; : >full/x; git clone -q ./repo full", "permanent"},
		{"git clone -q $WEB/404/x.git", "permanent"}, {"git clone -q $WEB/403/x.git", "permanent"},
		{"git clone -q $WEB/401/x.git", "permanent"},
		{"git clone -q http://user:wrong@${WEB#http://}/401/x.git", "permanent"},
		{"git clone -q $WEB/500/x.git", "transient"}, {"git clone -q $WEB/503/x.git", "transient"},
		{"git clone -q $WEB/429/x.git", "transient"},
		{"git clone -q http://$CLOSED/x.git", "transient"},
		{"git clone -q git://$CLOSED/x.git", "transient"},
		{"git clone -q http://nosuch.invalid/x.git", "transient"},
		{"git clone -q git://$MUTE/x.git", "unknown"},
		{"GIT_SSH_COMMAND='ssh -o BatchMode=yes' git clone -q ssh://$CLOSED/x.git", "transient"},
		{"GIT_SSH_COMMAND='ssh -o BatchMode=yes' git clone -q ssh://$HANGUP/x.git", "transient"},
		{"cd repo; git nosuch", "permanent"}, {"cd repo; git --nosuch", "permanent"},
		{"cd repo; git log nosuch", "permanent"}, {"cd repo; git checkout nosuch", "permanent"},
		{"cd repo; : >.git/index.lock; git add f", "transient"},
	})
}

func TestProvokedRsync(t *testing.T) {
	if _, err := exec.LookPath("rsync"); err != nil {
		t.Skip("no rsync")
	}
	l := newLab(t)
	l.daemon(t)
	const ssh = "rsync -e 'ssh -o BatchMode=yes -p "
	l.provoke(t, "rsync", []provocation{
		{"rsync --nosuch", "permanent"}, {"rsync /nonexistent y/", "permanent"},
		{": >x; rsync x /nonexistent/a/b/", "permanent"},
		{"rsync rsync://$CLOSED/x y", "transient"}, {"rsync rsync://nosuch.invalid/x y", "transient"},
		{"rsync rsync://$(cat port)/nosuch/x y", "permanent"},
		{"rsync rsync://$(cat port)/locked/x y", "permanent"},
		{"rsync rsync://$(cat port)/full/x y", "transient"},
		{ssh + "'$CLOSEDPORT 127.0.0.1:x y", "transient"},
		{ssh + "'$HANGUPPORT 127.0.0.1:x y", "transient"},
		{"rsync -e false 127.0.0.1:x y", "transient"},
		{"rsync --timeout=1 rsync://$SILENT/x y", "transient"},
	})
}

// daemon starts a daemon of rsync, whose address is in the file port.
func (l *lab) daemon(t *testing.T) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	conf := "use chroot = no\nlock file = " + l.dir + "/rsync.lock\n[full]\npath = " + l.dir +
		"\nmax connections = -1\n[locked]\npath = " + l.dir + "\nauth users = nobody\n"
	for name, text := range map[string]string{"rsyncd.conf": conf, "port": address} {
		if err := os.WriteFile(filepath.Join(l.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("rsync", "--daemon", "--no-detach", "--address=127.0.0.1",
		"--port="+portOf(address), "--config="+filepath.Join(l.dir, "rsyncd.conf"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	until(t, "the daemon listens", address)
}

// until waits until somebody listens.
func until(t *testing.T, what, address string) {
	t.Helper()
	for end := time.Now().Add(guard); ; {
		c, err := net.Dial("tcp", address)
		if err == nil {
			c.Close()
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s: %v", what, err)
		}
		time.Sleep(10 * time.Millisecond)
	}
}
