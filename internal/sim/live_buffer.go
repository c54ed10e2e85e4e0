package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
)

// LiveBufferConfig is the disk buffer at a tenth of the space, so that it is full within seconds,
// and a run of 40 s.
func LiveBufferConfig() BufferConfig {
	c := DefaultBuffer()
	c.Space, c.Duration = 12e6, 40*time.Second
	return c
}

// bufferRun is the configuration of a process that runs one discipline.
type bufferRun struct {
	Buffer BufferConfig
	Live   Live
	Sense  bool
	Words  string
}

// LiveBuffer runs one discipline with one number of producers for real, in a process with mounts of
// its own: this program again, as "ftsh-sim serve-buffer CONFIG". It ends when its standard input
// does.
func LiveBuffer(ctx context.Context, cfg BufferConfig, live Live, d Discipline,
	words string) (result BufferResult, err error) {
	self, err := os.Executable()
	if err != nil {
		return result, err
	}
	// A directory for each run keeps files of other runs out.
	if live.Dir, err = os.MkdirTemp(live.Dir, "run-"); err != nil {
		return result, err
	}
	if err := live.install("buffer"); err != nil {
		return result, err
	}
	text, err := json.Marshal(bufferRun{cfg, live, d.Sense, words})
	if err != nil {
		return result, err
	}
	cmd := exec.CommandContext(ctx, self, "serve-buffer", string(text))
	if cmd.SysProcAttr, err = ownMounts(); err != nil {
		return result, err
	}
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 2 * liveGrace
	cmd.Stderr = os.Stderr
	var out bytes.Buffer
	cmd.Stdout = &out
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return result, err
	}
	defer stdin.Close()
	if err := cmd.Start(); err != nil {
		return result, fmt.Errorf("the live buffer needs permission for mounts of its own: %w",
			err)
	}
	if err := cmd.Wait(); err != nil {
		return result, errors.Join(ctx.Err(), fmt.Errorf("the live buffer: %w", err))
	}
	return result, json.Unmarshal(out.Bytes(), &result)
}

// serveBuffer runs in that process.
func serveBuffer(ctx context.Context, text string, stdin io.Reader, stdout io.Writer) error {
	var run bufferRun
	if err := json.Unmarshal([]byte(text), &run); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, stdin)
		cancel() // the parent has gone
	}()
	result, err := runLiveBuffer(ctx, run)
	if err != nil {
		return err
	}
	return json.NewEncoder(stdout).Encode(result)
}

// runLiveBuffer mounts the buffer, a real file system that can really fill up, and runs the
// producers and the consumer.
func runLiveBuffer(ctx context.Context, run bufferRun) (result BufferResult, err error) {
	cfg, live := run.Buffer, run.Live
	buffer := filepath.Join(live.Dir, "buffer")
	if err := os.Mkdir(buffer, 0o777); err != nil {
		return result, err
	}
	if err := mountBuffer(buffer, int64(cfg.Space)); err != nil {
		return result, err
	}
	l, err := listen(0, 4096)
	if err != nil {
		return result, err
	}
	defer l.Close()
	disk := &disk{cfg: cfg, dir: live.Dir, buffer: buffer}
	go disk.serve(ctx, l)

	var collisions, deferred atomic.Int64
	producers := live.clients(Discipline{Sense: run.Sense}, run.Words, cfg.Producers)
	producers.env = append(producers.env, "FTSH_LOG_LEVEL=attempts", "STORE_FOR=1 hour",
		"DISK=http://"+l.Addr().String(),
		"PATH="+live.tool("")+":"+os.Getenv("PATH"))
	producers.own = filepath.Join(live.Dir, "producers")
	producers.spread = cfg.Pause
	producers.unit = func(r *rand.Rand, dir string, n int) ([]string, error) {
		name, err := newFile(r, dir, n, cfg.Largest)
		return []string{name, buffer}, err
	}
	producers.pause = func(*rand.Rand) time.Duration { return cfg.Pause }
	producers.done = func(_, _ time.Time) {}
	producers.onLine = func(line []byte) {
		switch {
		case ctx.Err() != nil:
		case bytes.Contains(line, []byte(" deferred: ")):
			deferred.Add(1)
		case bytes.Contains(line, []byte("try: attempt ")):
			collisions.Add(1)
		}
	}
	consumer := producers
	consumer.script, consumer.args, consumer.count = live.tool("consume.ftsh"), []string{buffer}, 1
	consumer.own, consumer.unit, consumer.pause, consumer.onLine = filepath.Join(live.Dir,
		"consumer"), nil, nil, nil
	err = timed(ctx, cfg.Duration, func(ctx context.Context) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		consumed := make(chan error, 1)
		go func() {
			defer cancel() // if one ends, the other must too
			consumed <- consumer.run(ctx, cfg.Seed)
		}()
		err := producers.run(ctx, cfg.Seed)
		cancel()
		return errors.Join(err, <-consumed)
	})
	result.Consumed, result.Files = disk.taken()
	result.Collisions, result.Deferred = int(collisions.Load()), int(deferred.Load())
	return result, err
}

// newFile makes a file of random size for a producer to store, replacing its previous one. Its name
// is unique.
func newFile(r *rand.Rand, dir string, n int, largest float64) (name string, err error) {
	named := func(n int) string {
		return filepath.Join(dir, filepath.Base(dir)+"-"+strconv.Itoa(n))
	}
	_ = os.Remove(named(n - 1)) // there is none before the first
	name = named(n)
	return name, os.WriteFile(name, make([]byte, 1+int(r.Float64()*largest)), 0o666)
}
