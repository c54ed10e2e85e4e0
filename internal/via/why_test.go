package via

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// A task that left the queue without a mark is asked about once, as soon as that is seen: a batch
// system forgets. A mark that comes late counts all the same.
func TestWhyLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		f.causes = Causes{{1, 0}: {Reason: "node", Node: "n7", Text: "it is down"}}
		began := time.Now()
		var asked []time.Duration
		f.asked = func(Queue) { asked = append(asked, time.Since(began)) }
		f.auto = func(n, _ int) {
			if time.Sleep(time.Second); n == 1 {
				time.AfterFunc(40*time.Second, func() { f.end(1, 0) })
			}
		}
		got := f.run(t.Context(), 2, Options{})
		if r := got[0]; r.Lost == "" || r.Cause != (Cause{"node", "n7", "it is down"}) {
			t.Errorf("the lost branch: %+v", r)
		}
		if r := got[1]; r.Mark == nil || r.Mark.Status != 0 {
			t.Errorf("the late one: %+v", r)
		}
		if len(asked) != 1 || asked[0] > 11*time.Second {
			t.Errorf("asked after %v", asked)
		}
		if q := f.whys[0]; !q.has(taskID{1, 0}) || !q.has(taskID{1, 1}) {
			t.Errorf("asked about %v", q)
		}
	})
}

// The batch system is asked about a branch that a signal ended, and about no other.
func TestWhySignalled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		f.causes = Causes{{1, 1}: {Reason: "preempted"}}
		marks := []*Mark{{Status: 3}, {Status: 143, Signal: 15}, {Status: 137},
			{Status: 137, Oom: true}, {Status: 124, Limit: LimitTimeout}, {}}
		f.auto = func(n, _ int) {
			time.Sleep(time.Duration(n) * time.Second)
			if err := marks[n].write(f.dir, n); err != nil {
				t.Error(err)
			}
		}
		var orders []int
		for n, r := range f.run(t.Context(), len(marks), Options{}) {
			want := Cause{}
			if n == 1 {
				want.Reason = "preempted"
			}
			if r.Mark == nil || r.Mark.Status != marks[n].Status || r.Cause != want {
				t.Errorf("branch %d: %+v", n, r)
			}
			orders = append(orders, r.Order)
		}
		if want := []int{1, 2, 3, 4, 5, 6}; !slices.Equal(orders, want) {
			t.Errorf("orders %v", orders)
		}
		for _, q := range f.whys {
			if got := slices.Sorted(maps.Keys(q)); !slices.Equal(got, []int{1}) ||
				!q.has(taskID{1, 1}) && !q.has(taskID{1, 2}) {
				t.Errorf("asked about %v", q)
			}
		}
	})
}

// A batch system that does not say why keeps a branch for half a minute, and after a cancellation
// not at all.
func TestWhyWithoutAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		f.mute = true
		f.auto = func(n, _ int) { f.end(n, 137) }
		began := time.Now()
		if got := statuses(f.run(t.Context(), 1, Options{})); !slices.Equal(got, []int{137}) {
			t.Errorf("statuses %v", got)
		}
		if d := time.Since(began); d < 30*time.Second || d > 40*time.Second {
			t.Errorf("it took %v", d)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		f.mute = true
		ctx, cancel := context.WithCancel(t.Context())
		f.auto = func(n, _ int) {
			f.end(n, 137)
			time.Sleep(5 * time.Second)
			cancel()
		}
		began := time.Now()
		if got := statuses(f.run(ctx, 1, Options{})); !slices.Equal(got, []int{137}) {
			t.Errorf("statuses %v", got)
		}
		if d := time.Since(began); d > 10*time.Second {
			t.Errorf("it took %v", d)
		}
	})
}

func TestParseCauses(t *testing.T) {
	got, err := ParseCauses("1 0 oom\n1 12 held n1 Error from n1: gone over\n\n2 3 node -\n2 4 - n2\n")
	want := Causes{{1, 0}: {Reason: "oom"}, {2, 3}: {Reason: "node"}, {2, 4}: {Node: "n2"},
		{1, 12}: {Reason: "held", Node: "n1", Text: "Error from n1: gone over"}}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for _, wrong := range []string{"1 0\n", "1 x oom\n", "slurm: error: no\n"} {
		if got, err := ParseCauses(wrong); err == nil {
			t.Errorf("%q is %v", wrong, got)
		}
	}
}

// The kernel's count of processes killed for want of memory, in both versions of control groups.
func TestOomKills(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"version 2", map[string]string{"proc/self/cgroup": "0::/slurm/job_1\n",
			"sys/fs/cgroup/slurm/job_1/memory.events": "low 0\noom 4\noom_kill 3\n"}, 3},
		{"version 2 in a namespace", map[string]string{"proc/self/cgroup": "0::/a\n",
			"sys/fs/cgroup/memory.events": "oom_kill 2\n"}, 2},
		{"version 1", map[string]string{
			"proc/self/cgroup": "9:cpu:/x\n4:memory:/uid_0/job_2\n0::/\n",
			"sys/fs/cgroup/memory/uid_0/job_2/memory.oom_control": "oom_kill_disable 0\n" +
				"under_oom 0\noom_kill 1\n"}, 1},
		{"an old kernel", map[string]string{"proc/self/cgroup": "4:memory:/\n",
			"sys/fs/cgroup/memory/memory.oom_control": "under_oom 0\n"}, 0},
		{"none", nil, 0},
	} {
		root := t.TempDir()
		for name, text := range c.files {
			path := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := oomKills(root); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
