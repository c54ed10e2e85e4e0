package via

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ftsh/internal/clock"
)

// fake is a batch system whose tasks end at the test's command.
type fake struct {
	t   *testing.T
	dir Dir

	mu     sync.Mutex
	log    []Submission
	max    int             // most tasks accepted at once; 0: any number
	wrong  error           // error of Submit
	blind  error           // error of Poll
	stuck  time.Duration   // duration of Submit
	said   string          // result of Said
	queued map[taskID]bool // tasks present
	polls  int
	ended  int // calls of Cancel

	dropped []taskID
	causes  Causes        // result of Why
	mute    bool          // Why does not answer
	whys    []Queue       // calls of Why
	asked   func(q Queue) // called by Why; nil: nothing

	auto func(n, k int) // runs each submitted task in its own goroutine
}

func (f *fake) Submit(_ context.Context, s Submission) (int, error) {
	time.Sleep(f.stuck)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.wrong != nil {
		return 0, f.wrong
	}
	f.log = append(f.log, s)
	n := s.Tasks
	if f.max > 0 {
		n = min(n, f.max)
	}
	for i := range n {
		f.queued[taskID{s.Number, i}] = true
		if f.auto != nil {
			_, b, err := f.dir.branchOf(s.Number, i)
			if err != nil {
				f.t.Error(err)
			}
			go func() {
				f.auto(b, s.Number)
				f.mu.Lock()
				delete(f.queued, taskID{s.Number, i})
				f.mu.Unlock()
			}()
		}
	}
	return n, nil
}

func (f *fake) Poll(context.Context) (Queue, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.polls++
	if f.blind != nil {
		return nil, f.blind
	}
	q := make(Queue)
	for p := range f.queued {
		q[p.submission] = append(q[p.submission], span{p.task, p.task})
	}
	return q, nil
}

func (f *fake) Cancel(context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.dir.cancelled() {
		f.t.Error("cancelled before the mark was there")
	}
	f.ended++
	clear(f.queued)
	return nil
}

func (f *fake) Drop(_ context.Context, q Queue) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	q.Each(func(k, i int) {
		f.dropped = append(f.dropped, taskID{k, i})
		delete(f.queued, taskID{k, i})
	})
	return nil
}

func (f *fake) Why(ctx context.Context, q Queue) (Causes, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.whys = append(f.whys, q)
	if f.asked != nil {
		f.asked(q)
	}
	if f.mute {
		f.mu.Unlock()
		<-ctx.Done()
		f.mu.Lock()
		return nil, ctx.Err()
	}
	return f.causes, nil
}

func (f *fake) Said() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.said
}

func (f *fake) submissions() []Submission {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.log)
}

func newFake(t *testing.T) *fake {
	d, lock, err := Create(t.TempDir()+"/via", "id")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Remove(lock, true) })
	return &fake{t: t, dir: d, queued: make(map[taskID]bool)}
}

// end leaves a mark with a status.
func (f *fake) end(n, status int) {
	if err := (&Mark{Status: status}).write(f.dir, n); err != nil {
		f.t.Error(err)
	}
}

// run runs a session of n branches and returns their results.
func (f *fake) run(ctx context.Context, n int, opt Options) []Result {
	opt.Branches = n
	if opt.Chunk == 0 {
		opt.Chunk = 1000
	}
	opt.Every, opt.Patience, opt.Ending = 10*time.Second, 70*time.Second, time.Minute
	opt.Longest = func() time.Duration { return 0 }
	s := NewSession(f.dir, f, clock.Go(), opt)
	var run, all sync.WaitGroup
	run.Go(func() { s.Run(ctx) })
	results := make([]Result, n)
	for i := range n {
		all.Go(func() {
			defer s.Leave(i)
			results[i] = s.Branch(i, func() error { return nil })
		})
	}
	all.Wait()
	s.End()
	run.Wait()
	return results
}

func statuses(results []Result) (all []int) {
	for _, r := range results {
		if r.Mark == nil {
			all = append(all, -1)
			continue
		}
		all = append(all, r.Mark.Status)
	}
	return all
}

func TestOneSubmission(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		f.auto = func(n, _ int) {
			time.Sleep(time.Duration(n) * time.Minute)
			f.end(n, n)
		}
		got := statuses(f.run(t.Context(), 3, Options{}))
		if want := []int{0, 1, 2}; !slices.Equal(got, want) {
			t.Errorf("statuses %v, want %v", got, want)
		}
		if got, want := f.submissions(), []Submission{{Number: 1, Tasks: 3}}; !slices.Equal(got,
			want) {
			t.Errorf("submissions %+v, want %+v", got, want)
		}
		if f.polls < 11 || f.polls > 13 { // two minutes, every ten seconds
			t.Errorf("%d looks at the queue", f.polls)
		}
	})
}

// No more than jobs branches run at once, and no submission is larger than allowed.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		var mu sync.Mutex
		running, most := 0, 0
		// The batch system keeps to AtOnce, here for all submissions together.
		slots := make(chan struct{}, 4)
		f.auto = func(n, _ int) {
			slots <- struct{}{}
			mu.Lock()
			running++
			most = max(most, running)
			mu.Unlock()
			time.Sleep(time.Minute)
			mu.Lock()
			running--
			mu.Unlock()
			<-slots
			f.end(n, 0)
		}
		f.run(t.Context(), 25, Options{Jobs: 4, Chunk: 10})
		total := 0
		for i, s := range f.submissions() {
			total += s.Tasks
			if i == 0 && s != (Submission{Number: 1, Tasks: 10, AtOnce: 4}) {
				t.Errorf("first submission %+v", s)
			}
			if s.Tasks > 10 || s.AtOnce == 0 && s.Tasks > 4 {
				t.Errorf("submission %+v", s)
			}
		}
		if total != 25 || most != 4 {
			t.Errorf("%d tasks, %d at once", total, most)
		}
	})
}

func TestNext(t *testing.T) {
	for _, c := range []struct {
		pace             pace
		waiting, unended int
		n, atOnce        int
	}{
		{pace{0, 1000}, 200, 0, 200, 0},
		{pace{0, 1000}, 3000, 2000, 1000, 0},
		{pace{50, 1000}, 3000, 0, 1000, 50},
		{pace{50, 1000}, 40, 0, 40, 0},
		{pace{50, 1000}, 40, 50, 0, 0},
		{pace{50, 1000}, 40, 26, 0, 0},
		{pace{50, 1000}, 40, 25, 25, 0},
		{pace{50, 1000}, 3, 47, 3, 0},
		{pace{1, 1000}, 3, 1, 0, 0},
		{pace{1, 1}, 3, 0, 1, 0},
		{pace{50, 1000}, 0, 0, 0, 0},
	} {
		if n, atOnce := c.pace.next(c.waiting, c.unended); n != c.n || atOnce != c.atOnce {
			t.Errorf("%+v: %d waiting, %d unended: %d, %d at once; want %d, %d", c.pace, c.waiting,
				c.unended, n, atOnce, c.n, c.atOnce)
		}
	}
}

// An executor that accepts only some tasks gets the others later.
func TestTakesFewer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		f.max = 2
		f.auto = func(n, _ int) { f.end(n, 0) }
		if got, want := statuses(f.run(t.Context(), 5, Options{})),
			[]int{0, 0, 0, 0, 0}; !slices.Equal(got, want) {
			t.Errorf("statuses %v", got)
		}
		want := []Submission{{Number: 1, Tasks: 5}, {Number: 2, Tasks: 2}, {Number: 3, Tasks: 1}}
		if got := f.submissions(); !slices.Equal(got, want) {
			t.Errorf("submissions %+v, want %+v", got, want)
		}
	})
}

func TestLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		began := time.Now()
		f.auto = func(n, _ int) {
			if n == 1 {
				time.Sleep(25 * time.Second) // then its task is gone
				return
			}
			time.Sleep(time.Hour)
			f.end(n, 0)
		}
		var took time.Duration
		s := make(chan []Result)
		go func() { s <- f.run(t.Context(), 2, Options{}) }()
		time.Sleep(26 * time.Second)
		f.mu.Lock()
		f.blind = errors.New("the controller is down")
		f.mu.Unlock()
		time.Sleep(10 * time.Minute) // nobody can see the loss meanwhile
		f.mu.Lock()
		f.blind = nil
		f.mu.Unlock()
		got := <-s
		took = time.Since(began)
		if got[0].Mark == nil || got[1].Mark != nil || got[1].Lost == "" {
			t.Errorf("results %+v", got)
		}
		if took < time.Hour {
			t.Errorf("took %v", took)
		}
	})
}

// A late mark counts if it comes within the time allowed to a file system.
func TestLateMark(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		f.auto = func(n, _ int) {
			go func() {
				time.Sleep(75 * time.Second) // the queue is read after 10
				f.end(n, 7)
			}()
		}
		if got := statuses(f.run(t.Context(), 1, Options{})); got[0] != 7 {
			t.Errorf("status %d", got[0])
		}
	})
}

// A mark is not accepted before its files are there.
func TestTornMark(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		f.auto = func(n, _ int) {
			m := Mark{Out: Sum{3, 0x364b3fb7}} // of "abc"
			if err := m.write(f.dir, n); err != nil {
				t.Error(err)
			}
			time.Sleep(30 * time.Second)
			if err := os.WriteFile(f.dir.Of(n, "out"), []byte("abc"), 0o600); err != nil {
				t.Error(err)
			}
		}
		began := time.Now()
		r := f.run(t.Context(), 1, Options{})[0]
		if r.Mark == nil || r.Mark.Out.Size != 3 || time.Since(began) < 30*time.Second {
			t.Errorf("result %+v after %v", r, time.Since(began))
		}
	})
}

func TestRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		f.wrong = errors.New("no such partition")
		for _, r := range f.run(t.Context(), 2, Options{}) {
			if !errors.Is(r.Err, f.wrong) {
				t.Errorf("result %+v", r)
			}
		}
		if _, err := os.Stat(f.dir.index(1)); err == nil {
			t.Error("a refused submission can find its branches")
		}
	})
}

// A branch ended before the cancellation keeps its mark. The others are gone.
func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		ctx, cancel := context.WithCancel(t.Context())
		var begun atomic.Int32
		f.auto = func(n, _ int) {
			i := begun.Add(1)
			if i == 1 {
				f.end(n, 5)
				return
			}
			<-ctx.Done()
			if i == 2 {
				time.Sleep(10 * time.Millisecond)
				f.end(n, 143)
			}
		}
		time.AfterFunc(time.Minute, cancel)
		results := f.run(ctx, 6, Options{Jobs: 3, Chunk: 3})
		got := statuses(results)
		slices.Sort(got)
		if want := []int{-1, -1, -1, -1, 5, 143}; !slices.Equal(got, want) {
			t.Errorf("statuses %v, want %v", got, want)
		}
		for _, r := range results {
			if r.Mark == nil && !r.Cancelled {
				t.Errorf("result %+v", r)
			}
		}
		if f.ended != 1 {
			t.Errorf("cancelled %d times", f.ended)
		}
	})
}

// A silent Executor is reported once, and once more when it answers again. Short trouble is not
// reported.
func TestSilence(t *testing.T) {
	for _, c := range []struct {
		name  string
		stuck time.Duration
		said  string
		blind [2]time.Duration // from, to
		want  []Silence
	}{
		{name: "none"},
		{name: "short", blind: [2]time.Duration{55 * time.Second, 115 * time.Second}},
		{name: "long", blind: [2]time.Duration{55 * time.Second, 595 * time.Second},
			want: []Silence{
				{Lasted: 70 * time.Second, Why: "the controller is down"},
				{Lasted: 9 * time.Minute, Over: true}}},
		{name: "submits for long", stuck: 5 * time.Minute},
		{name: "cannot submit", stuck: 5 * time.Minute, said: "busy", want: []Silence{
			{Lasted: 70 * time.Second, Why: "busy"}, {Lasted: 5 * time.Minute, Over: true}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake(t)
				f.stuck, f.said = c.stuck, c.said
				f.auto = func(n, _ int) {
					time.Sleep(20 * time.Minute)
					f.end(n, 0)
				}
				turn := func(after time.Duration, err error) {
					time.AfterFunc(after, func() {
						f.mu.Lock()
						defer f.mu.Unlock()
						f.blind = err
					})
				}
				if c.blind[1] != 0 {
					turn(c.blind[0], errors.New("the controller is down"))
					turn(c.blind[1], nil)
				}
				var got []Silence
				f.run(t.Context(), 1, Options{Silence: func(s Silence) {
					s.Lasted = s.Lasted.Round(time.Second)
					got = append(got, s)
				}})
				if !slices.Equal(got, c.want) {
					t.Errorf("got %+v, want %+v", got, c.want)
				}
			})
		})
	}
}
