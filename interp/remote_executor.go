package interp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"ftsh/internal/fd"
	"ftsh/internal/proc"
	"ftsh/internal/via"
	"ftsh/interp/event"
)

// An executor is the program ftsh-via-NAME (docs/reference/via.md). It runs outside all blocks:
// cancelling the block does not kill it but calls its verb cancel. It has a process group of its
// own, so keys at the terminal do not end it.
type executor struct {
	remote *remote
	id     string
	errs   atomic.Pointer[os.File] // standard error of the running call
}

// executor returns the executor of the block. The name of the block's directory identifies its
// jobs.
func (a *remote) executor() *executor {
	return &executor{remote: a, id: filepath.Base(string(a.dir))}
}

// A refusedError reports that the program does not submit.
type refusedError struct {
	why     string
	passing bool // the program may submit at another time
}

func (e *refusedError) Error() string { return e.why }

// Temporary implements the method described at via.Executor.
func (e *refusedError) Temporary() bool { return e.passing }

// statusPassing is the program's status for a temporary failure (EX_TEMPFAIL).
const statusPassing = 75

// Submit calls the verb submit.
func (e *executor) Submit(ctx context.Context, s via.Submission) (int, error) {
	env := []string{
		"FTSH_VIA_TASKS=" + strconv.Itoa(s.Tasks), "FTSH_VIA_JOBS=" + strconv.Itoa(s.AtOnce),
		"FTSH_VIA_TIME=" + strconv.FormatInt(int64((s.Limit+time.Second-1)/time.Second), 10),
	}
	if s.Again {
		env = append(env, "FTSH_VIA_AGAIN=1")
	}
	out, err := e.call(ctx, env, "submit", strconv.Itoa(s.Number))
	if err != nil {
		return 0, err
	}
	text := strings.TrimSpace(out)
	if text == "" {
		return s.Tasks, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, &refusedError{why: fmt.Sprintf("%s submit: expected a number of tasks, found %q",
			filepath.Base(e.remote.program), text)}
	}
	return n, nil
}

// Poll calls the verb poll.
func (e *executor) Poll(ctx context.Context) (via.Queue, error) {
	out, err := e.call(ctx, nil, "poll")
	if err != nil {
		return nil, err
	}
	return via.ParseQueue(out)
}

// Cancel calls the verb cancel.
func (e *executor) Cancel(ctx context.Context) error {
	_, err := e.call(ctx, nil, "cancel")
	return err
}

// Drop calls the verb drop. A program need not support it.
func (e *executor) Drop(ctx context.Context, q via.Queue) error {
	words := []string{"drop"}
	q.Each(func(k, i int) { words = append(words, strconv.Itoa(k), strconv.Itoa(i)) })
	_, err := e.call(ctx, nil, words...)
	return err
}

// Why calls the verb why. A program need not support it.
func (e *executor) Why(ctx context.Context, q via.Queue) (via.Causes, error) {
	words := []string{"why"}
	q.Each(func(k, i int) { words = append(words, strconv.Itoa(k), strconv.Itoa(i)) })
	out, err := e.call(ctx, nil, words...)
	if err != nil {
		return nil, err
	}
	return via.ParseCauses(out)
}

// environ returns the program's environment: the variables exported by the script.
func (e *executor) environ() []string {
	env := slices.DeleteFunc(slices.Clone(e.remote.fr.env.environ()), func(v string) bool {
		return strings.HasPrefix(v, treeVariable+"=")
	})
	if outer := outerTree(e.remote.fr.sh.opts.Env); outer != "" {
		env = append(env, treeVariable+"="+outer)
	}
	return append(env, "FTSH_VIA_ID="+e.id)
}

// call runs the program and returns its output. Any status but 0 is an error.
func (e *executor) call(ctx context.Context, env []string, words ...string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	var files [2]*os.File
	for i := range files {
		f, err := fd.Scratch()
		if err != nil {
			return "", err
		}
		defer f.Close()
		files[i] = f
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		return "", err
	}
	defer null.Close()
	tree := e.remote.fr.sh.outside()
	spec, err := e.remote.fr.spec(e.remote.program,
		slices.Insert(append([]string{filepath.Base(e.remote.program)}, words...), 2,
			string(e.remote.dir)), placement{})
	if err != nil {
		return "", err
	}
	spec.Env = append(slices.DeleteFunc(e.environ(), func(v string) bool {
		return strings.HasPrefix(v, treeVariable+"=")
	}), env...)
	spec.Env = append(spec.Env, treeVariable+"="+tree.Tag())
	spec.Files = []proc.FileMap{{Child: 0, Parent: int(null.Fd())},
		{Child: 1, Parent: int(files[0].Fd())}, {Child: 2, Parent: int(files[1].Fd())}}
	spec.Group, spec.Tty = 0, -1
	// A call of a killed shell must not run at the same time as one of the next run.
	tree.Watch(&e.remote.fr.sh.blocks.guard)
	defer tree.Unwatch()
	e.errs.Store(files[1])
	defer e.errs.Store(nil)
	p, err := tree.Start(spec)
	if err != nil {
		why := errorText(err)
		if errors.Is(err, syscall.E2BIG) {
			why += " (more is exported than a program can get; branches also get variables that are not exported)"
		}
		return "", &refusedError{why: filepath.Base(e.remote.program) + ": " + why, passing: true}
	}
	over := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		_ = tree.Cancel(context.Background(), proc.CancelOptions{KillTimeout: e.remote.block.Grace,
			Strong: true, Clock: e.remote.fr.sh.clock})
		close(over)
	})
	st, err := p.WaitApart()
	if !stop() {
		<-over
	}
	if err != nil {
		return "", err
	}
	out, _ := io.ReadAll(io.NewSectionReader(files[0], 0, 1<<62))
	if status := st.ShellStatus(); status != 0 {
		why := lastLine(files[1])
		if why == "" {
			why = fmt.Sprintf("%s %s: status %d", filepath.Base(e.remote.program), words[0], status)
		}
		return "", &refusedError{why: why, passing: status == statusPassing || st.Signaled()}
	}
	return string(out), errors.Join(ctx.Err())
}

// Said returns the last line of the program's standard error.
func (e *executor) Said() string {
	if f := e.errs.Load(); f != nil {
		return lastLine(f)
	}
	return ""
}

// lastLine returns the last line of a file; "": there is none, or the file is closed.
func lastLine(f *os.File) string {
	text, _ := io.ReadAll(io.NewSectionReader(f, 0, 1<<62))
	all := strings.TrimSpace(string(text))
	return all[strings.LastIndexByte(all, '\n')+1:]
}

// silenceReporter returns a function that reports a silent batch system. It uses the block's log
// level and needs no frame, since the session is a goroutine of its own.
func (a *remote) silenceReporter(b *block) func(via.Silence) {
	fr := a.fr
	if !fr.wantsEvents(event.LevelFailure) {
		return nil
	}
	level, ctx, to, at := fr.env.log.level, b.scope.Context(), fr.env.fds.Get(2),
		b.around.place(b.pos)
	return func(s via.Silence) {
		kind := event.BatchSilent
		if s.Over {
			kind = event.BatchAnswers
		}
		fr.sh.emit(ctx, to, kind, at, func(e *Event) {
			e.Unasked = e.Level > level
			e.Block.Kind, e.Block.ID, e.Via, e.Elapsed = b.kind, b.id, a.name, s.Lasted
			if s.Why != "" {
				e.Err = errors.New(s.Why)
			}
		})
	}
}
