package rehearse

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ftsh/internal/duration"
	"ftsh/internal/inject"
	"ftsh/internal/scratch"
	"ftsh/internal/tracefile"
	"ftsh/interp/event"
)

// ErrBroken is the error of a script failing without a fault.
var ErrBroken = errors.New("without a fault it fails")

// Run rehearses the job, and writes the report to out. It returns whether something was found. An
// error means nothing could be rehearsed, or ctx ended the runs. Nothing of them is left then.
func Run(ctx context.Context, job *Job, out io.Writer) (found bool, err error) {
	job.fill()
	for _, s := range job.Stubs {
		if st, err := os.Stat(s); err != nil || !st.IsDir() {
			return false, fmt.Errorf("--stub: %s is no directory", s)
		}
	}
	removeLeft()
	dir, remove, err := newPlace()
	if err != nil {
		return false, err
	}
	defer remove()
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return false, err
	}
	r := &rehearsal{ctx: ctx, job: job, dir: dir, most: time.Minute, script: read(job),
		covered: coverage{map[int]int{}, map[int]int{}}}
	if err := r.begin(); err != nil {
		return false, err
	}
	if err := r.plan(); err != nil {
		return false, err
	}
	if err := r.runAll(r.todo); err != nil {
		return false, err
	}
	if err := r.combine(); err != nil {
		return false, err
	}
	if job.Coverage != "" {
		if err := r.covered.write(job, &r.script); err != nil {
			return false, err
		}
	}
	if job.JSON {
		return r.reportJSON(out)
	}
	return r.report(out)
}

// A rehearsal is the state of Run.
type rehearsal struct {
	ctx    context.Context // ends the runs
	job    *Job
	dir    string
	most   time.Duration // limit of a run, by the real clock
	base   *outcome
	script script
	judge  *judge
	cmds   []command
	// sources are the texts of commands by place.
	sources map[string]string
	todo    []*trial
	rest    int // trials beyond the budget

	mu      sync.Mutex
	next    int // the number of the next stage
	covered coverage
}

// A command was reached by the fault-free run.
type command struct {
	inject.Address
	words []string
}

// A trial is a run with faults, and its findings.
type trial struct {
	faults []inject.Spot
	found  []string
	ran    bool
	result *outcome // of a trial with findings, until they are confirmed
}

// begin runs the script twice without a fault.
func (r *rehearsal) begin() error {
	var both [2]*outcome
	for i := range both {
		began := time.Now()
		o, err := r.once(nil, 0)
		if err != nil {
			return err
		}
		if o.over {
			return fmt.Errorf("without a fault it does not end: killed after %s", duration.Human(r.most))
		}
		if o.status != 0 {
			return fmt.Errorf("%w: status %d%s%s", ErrBroken, o.status, o.said(), r.job.hint())
		}
		if o.failed {
			said := ""
			if o.checked != "" {
				said = ": " + o.checked
			}
			return fmt.Errorf("the check fails without a fault%s", said)
		}
		both[i] = o
		r.most = max(r.most/2, 10*time.Second+20*time.Since(began))
	}
	r.base, r.judge = both[0], newJudge(&r.job.Options, both[0], both[1])
	stable := map[inject.Address]bool{}
	for i := range both[1].records {
		stable[both[1].records[i].Address] = true
	}
	for i := range r.base.records {
		if c := &r.base.records[i]; !c.Ended && stable[c.Address] {
			r.cmds = append(r.cmds, command{c.Address, c.Words})
		}
	}
	// Elements of a pipeline and branches reach their places in any order.
	slices.SortStableFunc(r.cmds, func(a, b command) int {
		return cmp.Or(comparePlaces(a.Place, b.Place), cmp.Compare(a.Nth, b.Nth))
	})
	r.sources = sources(r.job, r.base.trace)
	return nil
}

// hint says why a script may lack its files.
func (j *Job) hint() string {
	if j.Copy {
		return ""
	}
	return " (a run has an empty directory; with --copy a copy of this one)"
}

// comparePlaces orders places by script, line and column.
func comparePlaces(a, b string) int {
	for {
		i, j := strings.LastIndexByte(a, ':'), strings.LastIndexByte(b, ':')
		if i < 0 || j < 0 {
			return cmp.Compare(a, b)
		}
		if a[:i] == b[:j] {
			m, _ := strconv.Atoi(a[i+1:])
			n, _ := strconv.Atoi(b[j+1:])
			return cmp.Compare(m, n)
		}
		a, b = a[:i], b[:j]
	}
}

// sources returns the text of each command as the script has it, by place. The commands of a trap have
// the place of the command before it: a place of various commands has no text.
func sources(job *Job, t *tracefile.Run) map[string]string {
	all, various := map[string]string{}, map[string]bool{}
	if t == nil {
		return all
	}
	walk(t.Roots, func(n *tracefile.Node) {
		if n.Kind != event.SpanCommand {
			return
		}
		at := job.place(n.Place)
		if text, ok := all[at]; ok && text != n.Process.Source {
			various[at] = true
		}
		all[at] = n.Process.Source
	})
	for at := range various {
		delete(all, at)
	}
	return all
}

// place returns a place as the user has written the script.
func (j *Job) place(p event.Place) string {
	if p.Script == j.Script {
		p.Script = j.Shown
	}
	return p.String()
}

// plan makes the list of trials: each command with each fault, the first time at a place
// before the others.
func (r *rehearsal) plan() error {
	var later []*trial
	if all, ok := r.combination(); ok {
		r.todo = all
		return nil
	}
	for _, c := range r.cmds {
		for _, f := range inject.All() {
			s := inject.Spot{Address: c.Address, Fault: f}
			if f.Shell() && !r.script.journal && len(r.job.Only) == 0 || !inject.Plausible(f, c.words) || !r.wanted(s) {
				continue
			}
			t := &trial{faults: []inject.Spot{s}}
			if c.Nth > 1 {
				later = append(later, t)
			} else {
				r.todo = append(r.todo, t)
			}
		}
	}
	r.todo = append(r.todo, later...)
	if len(r.todo) == 0 && len(r.job.Only) > 0 {
		return fmt.Errorf("--only: no command of the run is at %s", strings.Join(r.job.Only, ", "))
	}
	if n := len(r.todo) - r.job.Budget; n > 0 {
		r.rest, r.todo = n, r.todo[:r.job.Budget]
	}
	return nil
}

// wanted reports whether --only leaves a spot in.
func (r *rehearsal) wanted(s inject.Spot) bool {
	for _, o := range r.job.Only {
		if o == string(s.Fault) {
			return true
		}
		at, fault, has := strings.Cut(o, "=")
		if has && fault != string(s.Fault) {
			continue
		}
		if at == s.Address.String() || at == s.Place || strings.HasPrefix(s.Place, at+":") ||
			strings.HasSuffix(s.Place, ":"+at) || strings.Contains(s.Place, ":"+at+":") {
			if has && !strings.Contains(at, "#") && s.Nth != 1 {
				continue
			}
			return true
		}
	}
	return len(r.job.Only) == 0
}

// runAll runs trials, some at the same time.
func (r *rehearsal) runAll(todo []*trial) error {
	var all sync.WaitGroup
	var failed error
	work := make(chan *trial)
	for range r.job.Jobs {
		all.Go(func() {
			for t := range work {
				if err := r.try(t); err != nil {
					r.mu.Lock()
					failed = err
					r.mu.Unlock()
				}
			}
		})
	}
	for _, t := range todo {
		if r.ctx.Err() == nil {
			work <- t
		}
	}
	close(work)
	all.Wait()
	if err := r.ctx.Err(); err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	return r.confirm(todo)
}

// try makes a trial.
func (r *rehearsal) try(t *trial) error {
	o, err := r.once(t.faults, 1000+20*len(r.base.records))
	if err != nil {
		return err
	}
	o.decisions, o.trace = r.judge.blocks(o), nil // a trace may be long
	t.ran, t.found = true, r.judge.find(o)
	if len(t.found) > 0 {
		t.result = o
	}
	return nil
}

// confirm drops findings that are none: a run without a fault, made after the trials, differs in the
// same way from those at the start.
func (r *rehearsal) confirm(done []*trial) error {
	if !slices.ContainsFunc(done, func(t *trial) bool { return t.result != nil }) {
		return nil
	}
	o, err := r.once(nil, 0)
	if err != nil {
		return err
	}
	changed := !o.over && o.status == 0 && r.judge.ref.loosen(o.files)
	for _, t := range done {
		if t.result != nil && changed {
			t.found = r.judge.find(t.result)
		}
		t.result = nil
	}
	return nil
}

// once runs the script in a new stage and, if it fails, once more without a fault.
func (r *rehearsal) once(faults []inject.Spot, reaches int) (*outcome, error) {
	r.mu.Lock()
	r.next++
	s := &stage{ctx: r.ctx, job: r.job, dir: filepath.Join(r.dir, fmt.Sprint(r.next)), most: r.most}
	r.mu.Unlock()
	defer func() { _ = scratch.RemoveAll(s.dir) }()
	if err := s.prepare(); err != nil {
		return nil, err
	}
	o, err := s.run(faults, reaches)
	if err == nil && r.job.Coverage != "" {
		r.mu.Lock()
		r.covered.add(r.job, o.trace)
		r.mu.Unlock()
	}
	if err != nil || len(faults) == 0 || o.status == 0 || o.over || o.stuck() != "" {
		return o, err
	}
	// The watchdog of a killed shell holds its journals for a moment.
	for end := time.Now().Add(soonFree); ; time.Sleep(10 * time.Millisecond) {
		if o.again, err = s.run(nil, reaches); err != nil || r.ctx.Err() != nil {
			return o, err
		}
		o.again.rerun = true
		if o.again.status != tempFail || !o.crashed() || time.Now().After(end) {
			return o, nil
		}
	}
}

// soonFree is how long a watchdog may take.
const soonFree = 5 * time.Second

// tempFail is the status of a script whose journal another process has locked (EX_TEMPFAIL).
const tempFail = 75
