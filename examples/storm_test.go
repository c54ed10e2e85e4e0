//go:build linux

package examples_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/subject"
)

// stormBody runs at home and on Slurm. Each branch notes its start once in a file, and continues
// when there is a file go. Some branches fail.
const stormBody = `v=outer
forall x CLAUSE keepgoing in $(seq COUNT)
	echo "$x" >>ran
	until [ -e go ]; do sleep 0.2; done
	echo "$v $x"
	echo "error of $x" >&2
	case $x in *7) exit 3 ;; *9) sh -c 'kill -KILL $$' ;; esac
catch
	status=$FTSH_STATUS
	printf 'failed %s\n' $FTSH_FAILED
	exit "$status"
end 2>&1
`

// A cluster is Slurm on this machine, exposed to faults.
type cluster struct {
	place
	controller *program
}

// TestViaStorm runs branches on a Slurm with all the faults seen by its operators. The output must
// equal the output at home, and no branch may begin twice. It takes five minutes, most of them
// waiting, and so runs only on request:
//
//	FTSH_SLURM_STORM=1 go test -count=1 -timeout 40m -v -run TestViaStorm ./examples
func TestViaStorm(t *testing.T) {
	if os.Getenv("FTSH_SLURM_STORM") == "" {
		t.Skip("takes many minutes: set FTSH_SLURM_STORM")
	}
	p := newPlace(t, subject.Get(t).Path)
	p.guard = 30 * time.Minute
	p = withSlurm(t, p, 21000, 4)
	p.file(t, "slurm.conf", strings.Replace(p.read(t, "slurm.conf"), "MaxArraySize=4",
		"MaxArraySize=64", 1), 0o644)
	// The shell looks at the queue often, and directories are not cached.
	p.env = append(p.env, "FTSH_VIA_POLL=1", "FTSH_VIA_PATIENCE=3", "FTSH_LOG_LEVEL=0")
	c := &cluster{place: p}
	c.startController(t)
	c.start(t, "", nil, "slurmd", "-D", "-N", "localhost")
	c.becomes(t, "idle")

	t.Run("many", func(t *testing.T) { c.same(t, 200, nil, nil) })
	t.Run("cancelled", func(t *testing.T) { stormCancelled(t, c) })
	t.Run("down", func(t *testing.T) { stormDown(t, c) })
	t.Run("submission", func(t *testing.T) { stormSubmission(t, c) })
	t.Run("forgotten", func(t *testing.T) { stormForgotten(t, c) })
	t.Run("polling", func(t *testing.T) { stormPolling(t, c) }) // the last: it ends the controller
}

// stormCancelled has an array cancelled by another process: running branches have the signal's
// status, and queued ones are lost.
func stormCancelled(t *testing.T, c *cluster) {
	p := c.within(t, "cancelled")
	r := p.start(t, "", nil, "ftsh", "-c", strings.NewReplacer("CLAUSE", "via slurm", "COUNT",
		"8").Replace(stormBody))
	r.until(t, "four run", func() bool { return len(p.ran()) == 4 })
	c.do(t, "scancel", c.queued(t, "%F")[0])
	r.wait(t, 143)
	const lost = "via slurm: the branch is lost: it left the queue and wrote no result\n"
	if got := strings.Count(r.stdout.String(), lost); got != 4 {
		t.Errorf("%d branches are lost, want 4: %s", got, r.stdout.String())
	}
	if want := "failed 1\nfailed 2\nfailed 3\nfailed 4\nfailed 5\nfailed 6\nfailed 7\nfailed 8\n"; !r.stdout.Has(want) {
		t.Errorf("output %q, want %q", r.stdout.String(), want)
	}
	if got := len(p.ran()); got != 4 {
		t.Errorf("%d branches began, want 4", got)
	}
}

// stormDown has the only node go down while branches are queued, for longer than the wait for a
// branch without a mark.
func stormDown(t *testing.T, c *cluster) {
	c.same(t, 20, []string{"FTSH_VIA_SLURM=--hold"}, func(p place, r *program) {
		r.until(t, "all are queued", func() bool { return len(c.queued(t, "%K")) == 20 })
		c.do(t, "scontrol", "update", "nodename=localhost", "state=down", "reason=x")
		c.becomes(t, "down")
		c.do(t, "scontrol", "release", c.queued(t, "%F")[0])
		p.file(t, "go", "", 0o644)
		time.Sleep(10 * time.Second)
		c.do(t, "scontrol", "update", "nodename=localhost", "state=resume")
	})
}

// stormSubmission stops the controller for a minute while the second of six submissions is on its
// way. Its answer is lost, but the submission is accepted when the controller continues.
func stormSubmission(t *testing.T, c *cluster) {
	c.same(t, 24, []string{"FTSH_VIA_CHUNK=4"}, func(p place, r *program) {
		p.file(t, "go", "", 0o644)
		// Between this file and sbatch are a few milliseconds. If they are missed, a later
		// submission meets the stopped controller.
		for submitting := false; !submitting; time.Sleep(time.Millisecond) {
			select {
			case <-r.ended:
				t.Fatalf("ended too early: %s", r.stdout.String())
			default:
			}
			files, _ := filepath.Glob(filepath.Join(p.dir, ".ftsh-via/*/2.tasks"))
			submitting = len(files) > 0
		}
		c.controller.signal(t, syscall.SIGSTOP)
		time.Sleep(time.Minute)
		answers, _ := filepath.Glob(filepath.Join(p.dir, ".ftsh-via/*/*.array"))
		c.controller.signal(t, syscall.SIGCONT)
		<-r.ended
		arrays := c.do(t, "squeue", "--noheader", "--states=all",
			"--name="+filepath.Base(filepath.Dir(answers[0])), "--format=%F=%k=%V")
		t.Logf("%d answers had come, arrays %q", len(answers),
			slices.Compact(slices.Sorted(slices.Values(arrays))))
	})
}

// stormPolling ends the controller while branches run and wait, and starts it again after a minute.
func stormPolling(t *testing.T, c *cluster) {
	c.same(t, 20, nil, func(p place, r *program) {
		r.until(t, "some run", func() bool { return len(p.ran()) == 4 })
		c.controller.signal(t, syscall.SIGTERM)
		<-c.controller.ended
		p.file(t, "go", "", 0o644)
		time.Sleep(time.Minute)
		c.startController(t)
	})
}

// stormForgotten has the controller forget jobs as early as possible, and stops the shell until all
// are forgotten.
func stormForgotten(t *testing.T, c *cluster) {
	c.file(t, "slurm.conf", c.read(t, "slurm.conf")+"MinJobAge=2\n", 0o644)
	c.do(t, "scontrol", "reconfigure")
	c.same(t, 20, nil, func(p place, r *program) {
		r.until(t, "all are queued", func() bool { return len(c.queued(t, "%K")) == 20 })
		r.signal(t, syscall.SIGSTOP)
		p.file(t, "go", "", 0o644)
		r.until(t, "all are forgotten", func() bool {
			return len(c.queued(t, "%K", "--states=all")) == 0
		})
		r.signal(t, syscall.SIGCONT)
	})
	// A task without a mark is already unknown when the shell looks at the queue.
	p := c.within(t, "gone")
	r := p.start(t, "", []string{"FTSH_VIA_SLURM=--hold", "FTSH_VIA_POLL=20"}, "ftsh", "-c",
		`forall x via slurm in a; :; catch; echo "$FTSH_STATUS"; end`)
	r.until(t, "it is queued", func() bool { return len(c.queued(t, "%F")) == 1 })
	c.do(t, "scancel", c.queued(t, "%F")[0])
	r.until(t, "it is forgotten", func() bool {
		return len(c.queued(t, "%F", "--states=all")) == 0
	})
	r.wait(t, 0)
	if got, want := r.stdout.String(), "125\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}
}

// same runs so many branches at home and on Slurm, calls meanwhile during the latter, and compares
// the output. If meanwhile is nil, no branch waits.
func (c *cluster) same(t *testing.T, n int, env []string, meanwhile func(p place, r *program)) {
	t.Helper()
	type result struct {
		output, ran []string
		status      int
	}
	run := func(where, clause string, env []string, meanwhile func(p place, r *program)) result {
		p := c.within(t, filepath.Base(t.Name())+"."+where)
		if meanwhile == nil {
			p.file(t, "go", "", 0o644)
		}
		script := strings.NewReplacer("CLAUSE", clause, "COUNT", strconv.Itoa(n)).Replace(stormBody)
		began := time.Now()
		r := p.start(t, "", env, "ftsh", "-c", script)
		if meanwhile != nil {
			meanwhile(p, r)
		}
		<-r.ended
		t.Logf("%s: %d branches in %.1f s", where, n, time.Since(began).Seconds())
		output := strings.Split(r.stdout.String(), "\n")
		slices.Sort(output)
		return result{output, p.ran(), r.cmd.ProcessState.ExitCode()}
	}
	home, there := run("home", "jobs 8", nil, nil), run("there", "via slurm", env, meanwhile)
	if !slices.Equal(home.output, there.output) || len(home.output) < 2*n {
		t.Errorf("output at home %q, on Slurm %q", home.output, there.output)
	}
	if home.status != there.status || home.status == 0 {
		t.Errorf("status at home %d, on Slurm %d", home.status, there.status)
	}
	if !slices.Equal(home.ran, there.ran) || len(home.ran) != n {
		t.Errorf("begun at home %q, on Slurm %q", home.ran, there.ran)
	}
}

// within returns a place below the cluster's directory, for running a script.
func (c *cluster) within(t *testing.T, name string) place {
	t.Helper()
	p := c.place
	p.dir = filepath.Join(p.dir, name)
	if err := os.Mkdir(p.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return p
}

// ran returns the branches begun, in the order of their names.
func (p place) ran() []string {
	b, _ := os.ReadFile(filepath.Join(p.dir, "ran"))
	words := strings.Fields(string(b))
	slices.Sort(words)
	return words
}

// startController starts the controller, with the state left by an earlier one.
func (c *cluster) startController(t *testing.T) {
	t.Helper()
	c.controller = c.start(t, "", nil, "slurmctld", "-D")
}

func (r *program) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := r.cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// becomes waits until the node is in a state.
func (c *cluster) becomes(t *testing.T, state string) {
	t.Helper()
	c.controller.until(t, "the node is "+state, func() bool {
		r := c.start(t, "", nil, "sinfo", "--noheader", "--partition=main", "--format=%t")
		<-r.ended
		return strings.TrimSpace(r.stdout.String()) == state
	})
}

// do runs a command, which must succeed, and returns its output's words.
func (c *cluster) do(t *testing.T, name string, args ...string) []string {
	t.Helper()
	r := c.start(t, "", nil, name, args...)
	r.wait(t, 0)
	return strings.Fields(r.stdout.String())
}

// queued returns a field of each task in the queue.
func (c *cluster) queued(t *testing.T, field string, options ...string) []string {
	t.Helper()
	return c.do(t, "squeue", append(options, "--noheader", "--array", "--format="+field)...)
}
