package sim

import (
	"context"
	"io"
	"net"
	"time"
)

// serveFiles is a file server for one client at a time. Answering with the file's size takes the
// time of a probe, sending the file the time of a transfer. It notices when its client leaves, as
// it would by writing to it.
func serveFiles(ctx context.Context, l net.Listener, cfg BlackHoleConfig) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return // closed: the experiment is over
		}
		method, _, err := readRequest(conn)
		if err == nil {
			takes, says := cfg.Transfer, answer
			if method == "HEAD" {
				takes, says = cfg.Probe, answerHead
			}
			if stays(ctx, conn, takes) {
				_, _ = io.WriteString(conn, says) // an error means the client just left
			}
		}
		conn.Close()
	}
}

// stays waits that long, and reports whether the client is still there.
func stays(ctx context.Context, conn net.Conn, d time.Duration) bool {
	if err := conn.SetReadDeadline(time.Now().Add(d)); err != nil {
		return false
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	var b [1]byte
	// A waiting client sends nothing more: Read ends with end of file or the deadline.
	_, err := conn.Read(b[:])
	timeout, ok := err.(net.Error)
	return ok && timeout.Timeout()
}

// startFileServers starts the servers. The last is a black hole: the kernel completes its
// connections, and nobody ever accepts them.
func startFileServers(ctx context.Context, cfg BlackHoleConfig) (addresses []string,
	closeAll func(), err error) {
	var listeners []net.Listener
	closeAll = func() {
		for _, l := range listeners {
			l.Close()
		}
	}
	for i := range cfg.Servers {
		l, err := listen(0, 1024)
		if err != nil {
			closeAll()
			return nil, nil, err
		}
		listeners = append(listeners, l)
		addresses = append(addresses, l.Addr().String())
		if i < cfg.Servers-1 {
			go serveFiles(ctx, l, cfg)
		}
	}
	return addresses, closeAll, nil
}
