package sim

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// Servers that are stopped or crash in live experiments are processes of their own: this program
// again, as "ftsh-sim serve-KIND CONFIG". They listen on loopback, print "port N" on standard
// output, then one report a line. They end when standard input does, so none outlives its parent.

// serverConfig is the configuration passed to a server process.
type serverConfig struct {
	Outage  *OutageConfig
	Submit  *SubmitConfig
	Port    int    // 0: any
	PIDFile string // of the queue manager
}

// liveServer is a server process as seen by its parent.
type liveServer struct {
	cmd   *exec.Cmd
	stdin io.Closer
	port  int
	lines *bufio.Scanner
}

func startServer(ctx context.Context, kind string, cfg serverConfig) (*liveServer, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(cfg)
	if err != nil {
		return nil, err
	}
	s := &liveServer{cmd: exec.CommandContext(ctx, self, "serve-"+kind, string(text))}
	s.cmd.Stderr = os.Stderr
	if s.stdin, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	s.lines = bufio.NewScanner(out)
	if !s.lines.Scan() {
		s.close()
		return nil, fmt.Errorf("the %s server said nothing", kind)
	}
	if _, err := fmt.Sscanf(s.lines.Text(), "port %d", &s.port); err != nil {
		s.close()
		return nil, fmt.Errorf("the %s server said %q", kind, s.lines.Text())
	}
	return s, nil
}

// close ends the server, even a stopped one.
func (s *liveServer) close() {
	_ = s.stdin.Close()
	_ = s.cmd.Process.Kill() // it has nothing to clean up; an error means it has ended
	_ = s.cmd.Wait()
}

// serve runs in the server process.
func serve(ctx context.Context, kind, text string, stdin io.Reader, stdout io.Writer) error {
	if kind == "buffer" {
		return serveBuffer(ctx, text, stdin, stdout)
	}
	var cfg serverConfig
	if err := json.Unmarshal([]byte(text), &cfg); err != nil {
		return err
	}
	backlog := 4096
	if cfg.Outage != nil {
		backlog = cfg.Outage.Backlog
	}
	l, err := listen(cfg.Port, backlog)
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, stdin)
		os.Exit(0) // the parent has gone, or has closed it
	}()
	if _, err := fmt.Fprintf(stdout, "port %d\n", l.Addr().(*net.TCPAddr).Port); err != nil {
		return err
	}
	switch {
	case kind == "outage" && cfg.Outage != nil:
		return serveOutage(l, *cfg.Outage, stdout)
	case kind == "submit" && cfg.Submit != nil:
		return serveSubmit(l, *cfg.Submit, cfg.PIDFile)
	}
	return &usageError{"unknown server " + kind}
}

// listen makes a listener with a queue of the given length, which package net does not offer.
func listen(port, backlog int) (net.Listener, error) {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	file := os.NewFile(uintptr(fd), "listener")
	defer file.Close() // FileListener duplicates it
	syscall.CloseOnExec(fd)
	if err := syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err != nil {
		return nil, os.NewSyscallError("setsockopt", err)
	}
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Port: port,
		Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return nil, os.NewSyscallError("bind", err)
	}
	if err := syscall.Listen(fd, backlog); err != nil {
		return nil, os.NewSyscallError("listen", err)
	}
	return net.FileListener(file)
}

const (
	answerHead = "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\nConnection: close\r\n\r\n"
	answer     = answerHead + "ok\n"
)

// readRequest reads an HTTP request without a body, and returns its method and path. For most
// servers every path is the same file.
func readRequest(conn net.Conn) (method, path string, err error) {
	in := bufio.NewReader(conn)
	first, err := in.ReadString('\n')
	if err != nil {
		return "", "", err
	}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return "", "", err
		}
		if line == "\r\n" || line == "\n" {
			break
		}
	}
	method, rest, _ := strings.Cut(first, " ")
	path, _, _ = strings.Cut(rest, " ")
	return method, path, nil
}

// reportEvery is the interval between a server's reports.
const reportEvery = 200 * time.Millisecond
