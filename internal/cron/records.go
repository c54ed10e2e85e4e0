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
	"ftsh/interp"
)

// Variable is the environment variable that tells the shells of a job where their records go: a pipe
// of the process that runs it, as PID:DESCRIPTOR:INODE. Without such a pipe, it is nothing.
const Variable = "FTSH_CRON"

// Records is the way of a shell's events to the ftsh --cron around it.
type Records struct{ to fd.File }

// OpenRecords opens what the variable in env names; nil: there is nothing of the kind.
func OpenRecords(env []string) *Records {
	var pid, number int
	var inode uint64
	value := lookup(env, Variable)
	if n, err := fmt.Sscanf(value, "%d:%d:%d", &pid, &number, &inode); n != 3 || err != nil {
		return nil
	}
	path := fmt.Sprintf("/proc/%d/fd/%d", pid, number)
	if st, err := fd.Stat(fd.AtCwd, path, true); err != nil || st.Ino != inode || st.Mode&syscall.S_IFMT != syscall.S_IFIFO {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	f, err := fd.Open(ctx, fd.AtCwd, path, syscall.O_WRONLY|syscall.O_APPEND, 0)
	if err != nil {
		return nil
	}
	if st, err := fd.StatFile(f); err != nil || st.Ino != inode || st.Mode&syscall.S_IFMT != syscall.S_IFIFO {
		f.Release() // the process has ended, and another one has its number
		return nil
	}
	return &Records{f}
}

// Level is up to which level the summary of a job has events, whatever the log has.
const Level = interp.LevelAttempt

// Event sends an event. It is safe for concurrent use, and waits no longer than the event's context lives.
func (r *Records) Event(e interp.Event) {
	if e.Unasked && e.Kind == interp.Waiting {
		return
	}
	fd.Tell(e.Context(), r.to, eventlog.Both(&e))
}

// Close ends the use.
func (r *Records) Close() { r.to.Release() }

// attempts is what has been heard of a job's attempts.
type attempts struct {
	r    *os.File
	w    fd.File
	last chan struct{} // closed behind the last record
	end  string        // the line behind it, which nobody else knows

	first, latest []string // records
	omitted       int      // between them
	most          int      // how many attempts the try that needed most has made
	mostID        string   // its
	failure       string   // what failed last: in a block whose failure nobody handled, or at the script's end
}

// maxRecords is how many records there are of the first, and of the latest.
const maxRecords = 100

// hear begins to listen.
func hear() (*attempts, error) {
	r, w, err := fd.PolledPipe()
	if err != nil {
		return nil, err
	}
	a := &attempts{r: r, w: w, last: make(chan struct{}), most: 1,
		end: "end " + strconv.FormatUint(rand.Uint64(), 36) + strconv.FormatUint(rand.Uint64(), 36) + "\n"}
	go a.read()
	return a, nil
}

// variable is where shells are to send their records, as an assignment; "": they cannot.
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

// close returns when what was sent before the call has been heard; nothing is from then on.
func (a *attempts) close() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second) // against hanging: somebody reads
	defer cancel()
	_, _ = a.w.Write(ctx, []byte("\n"+a.end))
	a.w.Release()
	select {
	case <-a.last:
	case <-ctx.Done(): // somebody of the job has read the pipe
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
		whole = !errors.Is(err, bufio.ErrBufferFull) // what is too long is left out
		if err != nil && whole {
			return
		}
	}
}

// A told is what is looked at in a record.
type told struct {
	Msg     string
	Level   string
	Block   string
	ID      string
	Attempt int
	Record  string
	Told    bool
	Errors  []struct{ Text string }
}

// note takes a line; what is no record is left out.
func (a *attempts) note(line []byte) {
	var t told
	if json.Unmarshal(line, &t) != nil || t.Record == "" {
		return
	}
	failed := t.Msg == interp.BlockFailed.String()
	unhandled := failed && (t.Told || t.Level == interp.LevelFailure.String()) || t.Msg == interp.ScriptFailed.String()
	if n := len(t.Errors); unhandled && n > 0 {
		a.failure = t.Errors[n-1].Text
	}
	if t.Block == "try" && (failed || t.Msg == interp.AttemptFailed.String()) {
		a.tried(failed, t.ID, t.Attempt)
	}
	if len(a.first) < maxRecords {
		a.first = append(a.first, t.Record)
		return
	}
	if a.latest = append(a.latest, t.Record); len(a.latest) > maxRecords {
		a.latest = a.latest[1:]
		a.omitted++
	}
}

// tried counts: behind an attempt that failed there comes another, unless the try has failed.
func (a *attempts) tried(failed bool, id string, n int) {
	switch {
	case failed && id == a.mostID:
		a.most = max(n, 1)
	case !failed && n+1 > a.most:
		a.most, a.mostID = n+1, id
	}
}

// text is the records, one after the other.
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
