//go:build linux

package through

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// The test program is also the client.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "client" {
		client(os.Args[2])
	}
	os.Exit(m.Run())
}

// client makes attempts through a gate with one slot and a breaker, until it is killed. It writes a
// line for each attempt, and "TWO" if two clients hold the slot.
func client(dir string) {
	witness, err := os.OpenFile(filepath.Join(dir, "witness"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		panic(err)
	}
	holds := &Holds{}
	// When a process ends, this lock falls before the slot's.
	lock := unix.Flock_t{Type: unix.F_WRLCK, Start: 0, Len: 1}
	for {
		g := &Gate{Terms: Terms{Jobs: 1, Budgeted: true, Ratio: 10, Failures: 3,
			Within: time.Minute}, Encoded: "a", Setting: dir,
			Holds: holds, Rand: rand.Float64, Now: Now,
			Delays: func(int, time.Duration) time.Duration {
				return 5 * time.Millisecond
			}}
		ctx := context.Background()
		for attempt := range 3 {
			for {
				l, err := g.Look(ctx, min(attempt, 1))
				if err != nil {
					fmt.Println("error:", err)
					break
				}
				if l.For == Nothing {
					break
				}
				g.Sleep(ctx, l)
			}
			if !g.In() {
				continue
			}
			if err := unix.FcntlFlock(witness.Fd(), unix.F_SETLK, &lock); err != nil {
				fmt.Println("TWO")
			}
			time.Sleep(rand.N(500 * time.Microsecond))
			_ = unix.FcntlFlock(witness.Fd(), unix.F_SETLK,
				&unix.Flock_t{Type: unix.F_UNLCK, Start: 0, Len: 1})
			r := Report{Outcome: Success}
			if rand.IntN(3) > 0 {
				r.Outcome = Failure
			}
			if _, _, err := g.End(r); err != nil {
				fmt.Println("error:", err)
			}
			fmt.Println("attempt")
		}
		g.Close()
	}
}

// A process is a running client.
type process struct {
	*exec.Cmd
	said chan string
}

func startClient(t *testing.T, dir string, said chan string) *process {
	t.Helper()
	p := &process{exec.Command(os.Args[0], "client", dir), said}
	p.Stderr = os.Stderr
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			said <- lines.Text()
		}
		_, _ = io.Copy(io.Discard, out)
	}()
	return p
}

// Clients are killed or stopped at random points. No two hold the slot, and the others go on.
func TestCrashes(t *testing.T) {
	dir := t.TempDir()
	said := make(chan string, 10000)
	attempts := 0
	until := func(n int) { // waits for n more attempts
		t.Helper()
		for n += attempts; attempts < n; {
			select {
			case line := <-said:
				switch {
				case line == "attempt":
					attempts++
				// Possible for a second on a slow machine.
				case strings.HasSuffix(line, ": a stopped process holds its lock"):
				default:
					t.Fatal(line)
				}
			case <-time.After(2 * time.Minute):
				d, _ := OpenDir(dir)
				f, _ := d.Open("a")
				s, err := f.Peek()
				t.Fatalf("nobody goes on: %+v, %v", s, err)
			}
		}
	}
	var clients [6]*process
	for i := range clients {
		clients[i] = startClient(t, dir, said)
	}
	defer func() {
		for _, p := range clients {
			_ = p.Process.Kill()
			_ = p.Wait()
		}
	}()
	rounds := 200
	if testing.Short() {
		rounds = 20
	}
	for round := range rounds {
		i := rand.IntN(len(clients))
		p := clients[i]
		time.Sleep(rand.N(3 * time.Millisecond)) // at any step
		if round%2 == 0 {
			_ = p.Process.Signal(syscall.SIGSTOP)
			time.Sleep(rand.N(10 * time.Millisecond))
			_ = p.Process.Signal(syscall.SIGCONT)
			continue
		}
		_ = p.Process.Kill()
		_ = p.Wait()
		clients[i] = startClient(t, dir, said)
		if round%20 == 1 {
			until(5)
		}
	}
	until(20)
	for _, p := range clients {
		_ = p.Process.Kill()
		_ = p.Wait()
	}
	// Nothing is left over: a newcomer begins once the breaker lets it.
	var h Holds
	defer h.Close()
	d, err := OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	g := newGate(t, d, &h, Terms{Jobs: 1, Budgeted: true, Ratio: 0, Failures: 3,
		Within: time.Minute})
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if !pass(t, ctx, g) {
		s, err := g.file.(*File).Peek()
		t.Fatalf("%+v, %v", s, err)
	}
	if _, _, err := g.End(Report{Outcome: Success}); err != nil {
		t.Fatal(err)
	}
	s, err := g.file.(*File).Peek()
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Budget.balance(Now().Add(budgetSpan), 0); got != 30 {
		t.Errorf("%v tokens", got)
	}
	if g.file.(*File).lockedElsewhere(stateByte) {
		t.Error("the lock is held")
	}
}

// A change is refused within a moment if a stopped writer holds the lock, ends with its context,
// and succeeds after the lock is free.
func TestAStoppedWriter(t *testing.T) {
	d := stateDir(t)
	one, two := openFile(t, d, "a"), openFile(t, d, "a")
	unlock, err := one.lock(context.Background(), free)
	if err != nil {
		t.Fatal(err)
	}
	err = two.change(context.Background(), free, func(*State) []int {
		t.Error("it has the lock")
		return nil
	})
	if err == nil || !strings.HasSuffix(err.Error(), ": a stopped process holds its lock") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(io.EOF)
	if err := two.change(ctx, free, nil); err != io.EOF {
		t.Error(err)
	}
	unlock()
	if err := two.change(context.Background(), free, func(*State) []int {
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// The row of a dead holder does not keep others from its slot, wherever the row is.
func TestManyDeadRows(t *testing.T) {
	d := stateDir(t)
	f := openFile(t, d, "a")
	err := f.change(context.Background(), free, func(s *State) []int {
		for row := range maxHolders {
			s.setHolder(row, Holder{Serial: s.serial(), Kind: Job, Script: strconv.Itoa(row)})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var h Holds
	defer h.Close()
	if !pass(t, context.Background(), newGate(t, d, &h, Terms{Jobs: 1000})) {
		t.Error("no slot")
	}
}
