package cron

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"ftsh/internal/eventlog"
	"ftsh/internal/fd"
	"ftsh/interp/event"
)

// Variable tells a job's shells where to send records: a pipe of the process running the job, as
// PID:DESCRIPTOR:INODE. Without such a pipe, the variable is ignored.
const Variable = "FTSH_CRON"

// Records sends a shell's events to the ftsh --cron around it.
type Records struct{ to fd.File }

// OpenRecords opens the pipe named by the variable in env; nil: there is none.
func OpenRecords(env []string) *Records {
	var pid, number int
	var inode uint64
	value := lookup(env, Variable)
	if value == "" {
		return nil // the usual case: Sscanf takes a fiftieth of a start
	}
	if n, err := fmt.Sscanf(value, "%d:%d:%d", &pid, &number, &inode); n != 3 || err != nil {
		return nil
	}
	path := fmt.Sprintf("/proc/%d/fd/%d", pid, number)
	if st, err := fd.Stat(fd.AtCwd, path, true); err != nil || st.Ino != inode ||
		st.Mode&syscall.S_IFMT != syscall.S_IFIFO {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	f, err := fd.Open(ctx, fd.AtCwd, path, syscall.O_WRONLY|syscall.O_APPEND, 0)
	if err != nil {
		return nil
	}
	if st, err := fd.StatFile(f); err != nil || st.Ino != inode ||
		st.Mode&syscall.S_IFMT != syscall.S_IFIFO {
		// The process has ended, and another one has its PID.
		f.Release()
		return nil
	}
	return &Records{f}
}

// Level is the level of events in a job's summary, whatever the level of the log.
const Level = event.LevelAttempt

// Event sends an event. It is safe for concurrent use, and waits at most until the event's context
// ends.
func (r *Records) Event(e event.Event) {
	if e.Unasked && e.Kind == event.Waiting {
		return
	}
	fd.WriteMessage(e.Context(), r.to, eventlog.Both(&e))
}

// Close closes the pipe.
func (r *Records) Close() { r.to.Release() }

// attempts collects the records of a job's attempts.
type attempts struct {
	r    *os.File
	w    fd.File
	last chan struct{} // closed after the last record
	end  string        // the line after it, a secret

	first, latest []string // records
	omitted       int      // number of records between them
	most          int      // attempts of the try with most attempts
	mostID        string   // its ID
	// Latest failure: in a block without a handler, or at the script's end.
	failure string
}

// maxRecords limits the first records kept, and the latest.
const maxRecords = 100

// hear begins to listen.
func hear() (*attempts, error) {
	r, w, err := fd.PolledPipe()
	if err != nil {
		return nil, err
	}
	a := &attempts{r: r, w: w, last: make(chan struct{}), most: 1,
		end: "end " + strconv.FormatUint(rand.Uint64(), 36) +
			strconv.FormatUint(rand.Uint64(), 36) + "\n"}
	go a.read()
	return a, nil
}

// variable returns an assignment that tells shells where to send records; "": they cannot.
func (a *attempts) variable() string {
	n, err := a.w.Fd()
	if err != nil {
		return ""
	}
	st, err := fd.StatFile(a.w)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s=%d:%d:%d", Variable, os.Getpid(), n, st.Ino)
}

// close returns after reading all records sent before the call. Later ones are not read.
func (a *attempts) close() {
	// A limit in case somebody else reads the pipe.
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, _ = a.w.Write(ctx, []byte("\n"+a.end))
	a.w.Release()
	select {
	case <-a.last:
	case <-ctx.Done(): // a process of the job has read the pipe
	}
	a.r.Close()
	<-a.last
}

func (a *attempts) read() {
	defer close(a.last)
	in := bufio.NewReaderSize(a.r, 256<<10)
	for whole := true; ; {
		line, err := in.ReadSlice('\n')
		if whole && err == nil {
			if string(line) == a.end {
				return
			}
			a.note(line)
		}
		whole = !errors.Is(err, bufio.ErrBufferFull) // too long a line is left out
		if err != nil && whole {
			return
		}
	}
}

// A logRecord is the part of a record used here.
type logRecord struct {
	Msg      string
	Level    string
	Block    string
	ID       string
	Attempt  int
	Record   string
	Reported bool `json:"told"`
	Errors   []struct{ Text string }
}

// note takes a line. A line that is not a record is left out.
func (a *attempts) note(line []byte) {
	var r logRecord
	if json.Unmarshal(line, &r) != nil || r.Record == "" {
		return
	}
	failed := r.Msg == event.BlockFailed.String()
	unhandled := failed && (r.Reported || r.Level == event.LevelFailure.String()) ||
		r.Msg == event.ScriptFailed.String()
	if n := len(r.Errors); unhandled && n > 0 {
		a.failure = r.Errors[n-1].Text
	}
	if r.Block == "try" && (failed || r.Msg == event.AttemptFailed.String()) {
		a.tried(failed, r.ID, r.Attempt)
	}
	if len(a.first) < maxRecords {
		a.first = append(a.first, r.Record)
		return
	}
	if a.latest = append(a.latest, r.Record); len(a.latest) > maxRecords {
		a.latest = a.latest[1:]
		a.omitted++
	}
}

// tried counts attempts. A failed attempt is followed by another one, unless the try has failed.
func (a *attempts) tried(failed bool, id string, n int) {
	switch {
	case failed && id == a.mostID:
		a.most = max(n, 1)
	case !failed && n+1 > a.most:
		a.most, a.mostID = n+1, id
	}
}

// text returns the records in order.
func (a *attempts) text() string {
	var b strings.Builder
	for _, r := range a.first {
		b.WriteString(r)
	}
	if a.omitted > 0 {
		fmt.Fprintf(&b, "… (%d more)\n", a.omitted)
	}
	for _, r := range a.latest {
		b.WriteString(r)
	}
	return b.String()
}
