// Command mirrors is the four mirrors of examples/demo: HTTP servers on loopback, three of them
// useless, each in its own way.
//
//	mirrors FILE
//
// It prints their addresses in one line and serves until its standard input ends:
//
//   - refusing: nobody listens on the port;
//   - black hole: accepts every connection and never answers;
//   - flaky: answers 503 at random, otherwise with an older file;
//   - good: is being restarted at first (refuses for some seconds), then serves FILE.
package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// restart is the time until the good mirror is up, longer than one round over all of them.
const restart = 5 * time.Second

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mirrors:", err)
		os.Exit(1)
	}
}

func run(args []string, stdin io.Reader, stdout io.Writer) error {
	if len(args) != 1 {
		return fmt.Errorf("expected FILE, found %d arguments", len(args))
	}
	content, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	path := "/" + filepath.Base(args[0])

	refusing, err := reserve()
	if err != nil {
		return err
	}
	good, err := reserve()
	if err != nil {
		return err
	}
	hole, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	flaky, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}

	failed := make(chan error, 3)
	go func() { failed <- swallow(hole) }()
	go func() { failed <- http.Serve(flaky, unreliable(path, content[:len(content)/2])) }()
	go func() {
		time.Sleep(restart)
		l, err := good.listen()
		if err != nil {
			failed <- err
			return
		}
		failed <- http.Serve(l, serve(path, content))
	}()
	go func() {
		_, err := io.Copy(io.Discard, stdin)
		failed <- err // nil: the demo is over
	}()
	fmt.Fprintln(stdout, refusing.address, hole.Addr(), flaky.Addr(), good.address)
	return <-failed
}

// swallow accepts connections and does nothing with them.
func swallow(l net.Listener) error {
	open := make(map[net.Conn]bool) // keeps the collector from closing them
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		open[c] = true
	}
}

// serve returns a handler for one file.
func serve(path string, content []byte) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, path, time.Time{}, bytes.NewReader(content))
	})
	return mux
}

// unreliable returns a handler for one file. It answers half of the requests, at random, with the
// file.
func unreliable(path string, content []byte) http.Handler {
	file := serve(path, content)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if rand.IntN(2) == 0 {
			http.Error(w, "overloaded", http.StatusServiceUnavailable)
			return
		}
		file.ServeHTTP(w, r)
	})
}

// A port is bound but not listened on: connections to it are refused, and no other process can take
// it.
type port struct {
	socket  int
	address string
}

func reserve() (*port, error) {
	s, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		return nil, fmt.Errorf("socket: %w", err)
	}
	if err := syscall.Bind(s, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return nil, fmt.Errorf("bind: %w", err)
	}
	name, err := syscall.Getsockname(s)
	if err != nil {
		return nil, fmt.Errorf("getsockname: %w", err)
	}
	return &port{s, fmt.Sprintf("127.0.0.1:%d", name.(*syscall.SockaddrInet4).Port)}, nil
}

func (p *port) listen() (net.Listener, error) {
	if err := syscall.Listen(p.socket, 16); err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	f := os.NewFile(uintptr(p.socket), p.address)
	defer f.Close() // FileListener has a duplicate
	return net.FileListener(f)
}
