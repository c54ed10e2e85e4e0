package sim

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// disk gives the live buffer the bandwidth of a disk, which a file system in memory lacks. A client
// copying a file reads it here, as fast as the simulated disk would allow.
type disk struct {
	cfg    BufferConfig
	dir    string // only files below it can be read
	buffer string // files read from here count as consumed

	mu     sync.Mutex
	active int
	bytes  float64
	files  int
}

// taken returns the amount taken away by the consumer.
func (d *disk) taken() (bytes float64, files int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.bytes, d.files
}

func (d *disk) serve(ctx context.Context, l net.Listener) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return // closed: the experiment is over
		}
		go func() {
			defer conn.Close()
			_, path, err := readRequest(conn)
			if err != nil {
				return
			}
			if err := d.give(ctx, conn, path); err != nil {
				// An error means the client has gone.
				_, _ = io.WriteString(conn, "HTTP/1.0 404 Not Found\r\nConnection: close\r\n\r\n")
			}
		}()
	}
}

// give sends a file. It returns an error if the file cannot be read.
func (d *disk) give(ctx context.Context, conn net.Conn, path string) error {
	inside, err := filepath.Rel(d.dir, path)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(d.dir)
	if err != nil {
		return err
	}
	defer root.Close()
	file, err := root.Open(inside)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	d.change(1)
	defer d.change(-1)
	if _, err := fmt.Fprintf(conn,
		"HTTP/1.0 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n",
		info.Size()); err != nil {
		return nil // the client has gone
	}
	at := time.Now()
	for left := info.Size(); left > 0; {
		chunk := min(left, int64(d.cfg.Chunk))
		at = at.Add(d.takes(chunk))
		if !stays(ctx, conn, max(time.Until(at), 0)) {
			return nil
		}
		if _, err := io.CopyN(conn, file, chunk); err != nil {
			return nil
		}
		left -= chunk
	}
	if strings.HasPrefix(path, d.buffer+"/") {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.bytes += float64(info.Size())
		d.files++
	}
	return nil
}

func (d *disk) change(by int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.active += by
}

// takes returns the time for a chunk with one client's share of the disk.
func (d *disk) takes(bytes int64) time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	rate := min(d.cfg.Rate, d.cfg.Bandwidth/float64(max(d.active, 1)))
	return time.Duration(float64(bytes) / rate * 1e9)
}
