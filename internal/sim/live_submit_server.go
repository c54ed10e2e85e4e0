package sim

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// managerCrash is the exit status of a queue manager without free descriptors.
const managerCrash = 70

// manager is the queue manager of the submission: it works on one job at a time. Each connection
// holds really opened descriptors, under a real RLIMIT_NOFILE. When an open fails, it crashes.
type manager struct {
	cfg   SubmitConfig
	queue chan *submission

	mu        sync.Mutex
	connected int
}

type submission struct {
	conn  net.Conn
	extra []*os.File
}

// serveSubmit raises the limit by the needs of the process itself, and serves until it crashes.
func serveSubmit(l net.Listener, cfg SubmitConfig, pidfile string) error {
	own, err := ownDescriptors()
	if err != nil {
		return err
	}
	if err := limitDescriptors(cfg.Descriptors + own); err != nil {
		return os.NewSyscallError("setrlimit", err)
	}
	if err := writePID(pidfile); err != nil {
		return err
	}
	m := &manager{cfg: cfg, queue: make(chan *submission, cfg.Descriptors+1)}
	go m.work()
	for {
		conn, err := l.Accept()
		if err != nil {
			return crashed(err)
		}
		s := &submission{conn: conn}
		for range cfg.PerClient - 1 {
			file, err := os.Open(os.DevNull)
			if err != nil {
				return crashed(err)
			}
			s.extra = append(s.extra, file)
		}
		m.change(1)
		m.queue <- s
	}
}

// crashed ends the process as a program would that did not expect to run out of descriptors.
func crashed(err error) error {
	if errors.Is(err, syscall.EMFILE) {
		os.Exit(managerCrash)
	}
	return err
}

// ownDescriptors counts the descriptors open while no client is connected.
func ownDescriptors() (int, error) {
	entries, err := os.ReadDir("/dev/fd")
	if err != nil {
		return 0, err
	}
	// The descriptor of ReadDir itself stands for the poller's reserve.
	return len(entries), nil
}

// writePID tells clients the process whose descriptors they must look at. They see the number of
// this process or of the last one, never a part.
func writePID(path string) error {
	if err := os.WriteFile(path+".new", fmt.Appendln(nil, os.Getpid()), 0o666); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// change counts connections.
func (m *manager) change(by int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.connected += by
}

func (m *manager) work() {
	for s := range m.queue {
		_, _, err := readRequest(s.conn)
		if err == nil {
			m.mu.Lock()
			mean := float64(m.cfg.Service) * (1 + float64(m.connected)/m.cfg.Slowdown)
			m.mu.Unlock()
			time.Sleep(time.Duration(mean * (0.5 + rand.Float64())))
			_, _ = io.WriteString(s.conn, answer) // the client may have gone
		}
		s.conn.Close()
		for _, f := range s.extra {
			f.Close()
		}
		m.change(-1)
	}
}
