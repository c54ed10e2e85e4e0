package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"ftsh/internal/fd"
	"ftsh/interp"
	"ftsh/interp/event"
)

// A result is what ftry --json prints: how its command ended, on one line. Names of fields do not
// change.
type result struct {
	Status   int     `json:"status"`    // of ftry
	Reason   string  `json:"reason"`    // of a failure, as FTSH_REASON, or signal; "" after a success
	Error    string  `json:"error"`     // of the last attempt, without the words of the command
	TimedOut bool    `json:"timed_out"` // a time limit ended the last attempt, or the block
	Killed   bool    `json:"killed"`    // SIGKILL was needed to end its processes
	Attempts int     `json:"attempts"`
	Duration float64 `json:"duration"` // in seconds
	Left     int     `json:"left"`     // ended processes that a contained success had left
	Stdout   stream  `json:"stdout"`
	Stderr   stream  `json:"stderr"`
}

// A stream is the output of the last attempt to one descriptor.
type stream struct {
	Bytes   int64  `json:"bytes"`   // all of it
	Omitted int64  `json:"omitted"` // between Head and Tail
	Head    string `json:"head"`
	Tail    string `json:"tail"`
}

// defaultKept is how many bytes of the beginning and of the end of a stream a result has.
const defaultKept = 16 << 10

// maxKept is the most that can be asked for.
const maxKept = 64 << 20

// parseKept reads the value of --json-bytes.
func parseKept(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxKept {
		return 0, fmt.Errorf("--json-bytes: expected a number of bytes from 0 to %d, found %q", maxKept,
			text)
	}
	return n, nil
}

// A summary collects the result of a block. The output of its attempts comes through pipes of its
// own, so a process left by the command holds none of the caller's.
type summary struct {
	began time.Time
	out   capture
	err   capture

	mu     sync.Mutex
	result result
	failed *event.Failure // of the last failed attempt
}

// A capture is a stream in the making.
type capture struct {
	kept excerpt
	sink *fd.Sink
	file *os.File // for the command
}

func (c *capture) begin(kept int) error {
	c.kept.limit = kept
	c.sink = fd.NewSink(&c.kept)
	n, err := c.sink.Fd()
	if err != nil {
		return err
	}
	c.file = os.NewFile(uintptr(n), "|1")
	return nil
}

// again begins a new attempt. The one before has ended with all its processes.
func (c *capture) again() {
	c.sink.Flush()
	c.kept.reset()
}

// newSummary begins a summary of the given number of bytes of each end of a stream.
func newSummary(kept int) (*summary, error) {
	r := &summary{began: time.Now()}
	return r, errors.Join(r.out.begin(kept), r.err.begin(kept))
}

// attach makes the shell of opts report. Records of the log go to ftry's own standard error.
func (r *summary) attach(opts *interp.Options, command []string) {
	opts.Stdout, opts.Stderr = r.out.file, r.err.file
	opts.Standalone.AtLeast = event.LevelAttempt
	log, run := opts.Log.Events, opts.Hooks.Command
	opts.Log.Events = func(e interp.Event) {
		r.event(shown(e, command))
		if !e.Unasked {
			e.Stderr = os.Stderr
			log(e)
		}
	}
	opts.Hooks.Command = func(ctx context.Context, c *interp.Command) (int, error) {
		r.attempt(c.Env)
		return run(ctx, c)
	}
}

// attempt begins an attempt of a command with this environment.
func (r *summary) attempt(env []string) {
	r.out.again()
	r.err.again()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range env {
		if n, ok := strings.CutPrefix(e, "FTSH_ATTEMPT="); ok {
			r.result.Attempts, _ = strconv.Atoi(n)
		}
	}
	r.failed = nil
}

// event takes the part of the result in an event.
func (r *summary) event(e interp.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch e.Kind {
	case event.AttemptFailed:
		r.failed = &e.Result.Errors[0].Failure
	case event.BlockFailed:
		r.result.Reason = e.Result.Reason
		if n := len(e.Result.Errors); n > 0 && r.failed == nil {
			r.failed = &e.Result.Errors[n-1].Failure
		}
	case event.LeftEnded:
		r.result.Left, r.result.Killed = len(e.Result.Left), e.Result.Killed > 0
	}
}

// end prints the result. status is that of ftry, and err its reason to end by a signal.
func (r *summary) end(status int, err error) error {
	r.out.sink.Close()
	r.err.sink.Close()
	res := r.result
	res.Status = status
	res.Duration = math.Round(time.Since(r.began).Seconds()*1000) / 1000
	switch signal := new(interp.SignalError); {
	case errors.As(err, &signal):
		res.Reason = "signal"
	case res.Reason != "":
		res.TimedOut = res.Reason == "deadline"
		if f := r.failed; f != nil {
			res.TimedOut = res.TimedOut || f.Cut
			res.Killed, res.Error = f.Killed > 0, f.String()
		}
	}
	res.Stdout, res.Stderr = r.out.kept.stream(), r.err.kept.stream()
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	return enc.Encode(&res)
}
