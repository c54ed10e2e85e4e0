//go:build linux

package condor

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// storming runs at home and on HTCondor. Each branch notes its start once in a file. Some fail.
const storming = `v=outer
forall x CLAUSE keepgoing grouped in 1 2 3 4 5
	echo "$x" >>ran
	sleep "0.$x"
	echo "$v $x"
	echo "error of $x" >&2
	case $x in 2) exit 3 ;; 4) sh -c 'kill -KILL $$' ;; esac
catch
	[ "$FTSH_REASON" != locked ] || exit 75
	echo "$FTSH_STATUS" $FTSH_FAILED
	exit 4
end 2>&1
`

const stormed = "outer 1\nerror of 1\nouter 2\nerror of 2\nouter 3\nerror of 3\n" +
	"outer 4\nerror of 4\nKilled\nouter 5\nerror of 5\n3 2 4\n"

// TestStorm stops and kills the schedd at many moments, half of them while a block submits, while
// blocks run one after the other. Each must do what it does at home, and no branch may begin twice.
// A third of the shells is killed, too, and continued. By default there are six faults. For 200,
// half an hour on a busy machine:
//
//	FTSH_CONDOR_STORM=200 FTSH_CONDOR=DIR go test -count=1 -timeout 2h -v -run TestStorm ./tests/condor
func TestStorm(t *testing.T) {
	slow(t)
	faults, workers := 6, 4
	if n, err := strconv.Atoi(os.Getenv("FTSH_CONDOR_STORM")); err == nil {
		faults, workers = n, 8
	}
	pool := newPool(t, "NUM_CPUS = 10")
	// condor_q takes much of the processor: eight shells that ask each second leave nothing to HTCondor.
	p := pool.user(t).with("FTSH_VIA_CONDOR_TIMEOUT=10s", "FTSH_VIA_POLL=5")
	p.in(t, "home").Script(strings.ReplaceAll(storming, "CLAUSE", "jobs 3")).Wait(4).Prints(stormed)

	s := &storm{place: p, rand: rand.New(rand.NewPCG(28, uint64(faults)))}
	var running sync.WaitGroup
	for w := range workers {
		running.Go(func() {
			for n := 0; !s.over.Load() || n == 0; n++ {
				s.block(w, n)
			}
		})
	}
	for i := range faults {
		s.fault(i)
		pool.until(t, "the schedd answers", func() bool { return p.Start("condor_q").Status() == 0 })
		if (i+1)%20 == 0 {
			t.Logf("%d faults, %d blocks", i+1, s.blocks.Load())
		}
	}
	s.over.Store(true)
	running.Wait()
	pool.until(t, "the queue is empty", func() bool {
		left := p.Start("condor_q", "-af", "ClusterId")
		return left.Status() == 0 && left.Stdout.String() == ""
	})
	t.Logf("%d faults, %d blocks of five branches, %d of them with a killed shell", faults,
		s.blocks.Load(), s.killed.Load())
}

// A storm is blocks that run while the schedd fails.
type storm struct {
	place
	rand           *rand.Rand // of the faults
	over           atomic.Bool
	blocks, killed atomic.Int64
}

// block runs block n of a worker, and checks what comes of it.
func (s *storm) block(w, n int) {
	t := s.T
	name := fmt.Sprintf("block.%d.%d", w, n)
	p := s.in(t, name)
	clause := []string{"via condor", "via condor jobs 2", "via condor journal ./each"}[(w+n)%3]
	script := strings.ReplaceAll(storming, "CLAUSE", clause)
	r := p.Script(script)
	before := ""
	if (w+n)%3 == 2 {
		select {
		case <-time.After(time.Duration(rand.Int64N(int64(5 * time.Second)))):
		case <-r.Ended:
		}
		r.Kill()
		s.killed.Add(1)
		before = r.Stdout.String()
		r = p.goOn(script)
	}
	// What a killed shell printed may come again.
	status, output := r.Status(), r.Stdout.String()
	if status != 4 || !strings.HasPrefix(stormed, before) || !strings.HasSuffix(stormed, output) ||
		len(before)+len(output) < len(stormed) {
		t.Errorf("%s: %s: status %d, output %q and %q\n%s", name, clause, status, before, output,
			r.Stderr.String())
	}
	if got := p.Words("ran"); !slices.Equal(got, []string{"1", "2", "3", "4", "5"}) {
		t.Errorf("%s: %s: begun %q", name, clause, got)
	}
	s.blocks.Add(1)
}

// fault stops or kills the schedd, at a random moment or while a block submits.
func (s *storm) fault(i int) {
	time.Sleep(time.Duration(s.rand.Int64N(int64(2 * time.Second))))
	if i%4 >= 2 {
		s.submitting()
		time.Sleep(time.Duration(s.rand.Int64N(int64(150 * time.Millisecond))))
	}
	if i%2 == 0 {
		s.pool.signal(s.T, "condor_schedd", syscall.SIGKILL)
		return
	}
	s.pool.signal(s.T, "condor_schedd", syscall.SIGSTOP)
	time.Sleep(time.Duration(s.rand.Int64N(int64(15 * time.Second))))
	s.pool.signal(s.T, "condor_schedd", syscall.SIGCONT)
}

// submitting waits until a block is about to submit.
func (s *storm) submitting() {
	began := time.Now()
	s.pool.until(s.T, "a submission", func() bool {
		files, _ := filepath.Glob(s.Path("block.*/.ftsh-via/*/*.sub"))
		return slices.ContainsFunc(files, func(f string) bool {
			info, err := os.Stat(f)
			return err == nil && info.ModTime().After(began)
		})
	})
}
