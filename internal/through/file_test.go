//go:build linux

package through

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func stateDir(t *testing.T) *Dir {
	t.Helper()
	d, err := OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func openFile(t *testing.T, d *Dir, name string) *File {
	t.Helper()
	f, err := d.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

func free() func() { return func() {} }

func TestWhatIsWrittenIsRead(t *testing.T) {
	f := openFile(t, stateDir(t), "a")
	ctx := context.Background()
	change := func(do func(s *State)) {
		t.Helper()
		if err := f.change(ctx, free, func(s *State) []int { do(s); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	change(func(s *State) {
		s.setHolder(2, Holder{7, 8, Job | Probe, 9,
			"a script with a name that is far too long for a row"})
		s.setWaiter(1, Waiter{10, 11, 12, Breaker, 13})
		s.Phase, s.Window, s.After = Ramp, 5, 6
		s.Failed[63], s.Lasted[15] = 14, 15
		s.Budget.cell(second).firsts = 16
	})
	check := func(s *State) {
		t.Helper()
		if h := s.Holders[2]; h != (Holder{7, 8, Job | Probe, 9,
			"a script with a name that is far too lo"}) || len(s.Holders) != 3 {
			t.Errorf("%+v", s.Holders)
		}
		if w := s.Waiters[1]; w != (Waiter{10, 11, 12, Breaker, 13}) || len(s.Waiters) != 2 {
			t.Errorf("%+v", s.Waiters)
		}
		if s.Phase != Ramp || s.Window != 5 || s.After != 6 || s.Failed[63] != 14 ||
			s.Lasted[15] != 15 || s.Budget.cell(second).firsts != 16 {
			t.Errorf("%+v", s)
		}
	}
	change(check)
	// A writer was killed in the middle of a copy.
	if _, err := f.file.WriteAt([]byte("torn"), 0); err != nil {
		t.Fatal(err)
	}
	change(check)
	// Later the other copy is torn too. The rows remain.
	for at := range int64(2) {
		if _, err := f.file.WriteAt([]byte("torn"), at*headSize+100); err != nil {
			t.Fatal(err)
		}
	}
	change(func(s *State) {
		if s.Phase != Closed || s.Holders[2].Serial != 7 || s.Waiters[1].Ticket != 10 {
			t.Errorf("%+v", s)
		}
		s.setHolder(2, Holder{})
		s.setWaiter(1, Waiter{})
	})
	change(func(s *State) {
		if len(s.Holders)+len(s.Waiters) != 0 {
			t.Errorf("%+v", s)
		}
	})
	if err := os.Remove(f.file.Name()); err != nil {
		t.Fatal(err)
	}
	change(func(s *State) {
		if s.Phase != Closed {
			t.Errorf("%+v", s)
		}
	})
}

// Unchanged rows of waiters are not read again. All others are, even after the loss of a head or of
// the file.
func TestWhatIsRemembered(t *testing.T) {
	d := stateDir(t)
	one, two := openFile(t, d, "a"), openFile(t, d, "a")
	change := func(f *File, do func(s *State)) {
		t.Helper()
		if err := f.change(context.Background(), free, func(s *State) []int {
			do(s)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	sees := func(f *File, tickets ...uint64) {
		t.Helper()
		change(f, func(s *State) {
			var got []uint64
			for _, w := range s.Waiters {
				got = append(got, w.Ticket)
			}
			if !slices.Equal(got, tickets) {
				t.Errorf("%v, want %v", got, tickets)
			}
		})
	}
	torn := func(at int64) {
		t.Helper()
		if _, err := one.file.WriteAt([]byte("torn"), at); err != nil {
			t.Fatal(err)
		}
	}
	change(one, func(s *State) {
		s.setWaiter(0, Waiter{Ticket: 1})
		s.setWaiter(1, Waiter{Ticket: 2})
	})
	sees(two, 1, 2)
	change(one, func(s *State) { s.setWaiter(1, Waiter{Ticket: 3}) })
	sees(two, 1, 3)
	change(one, func(s *State) { s.setWaiter(1, Waiter{}) })
	sees(two, 1)
	sees(one, 1)
	torn(waitersAt)
	for range 3 {
		sees(one, 1)
		sees(two, 1)
	}
	change(two, func(s *State) { s.setWaiter(2, Waiter{Ticket: 5}) })
	sees(two, 1, 0, 5)
	sees(one, 0, 0, 5)
	// One head is lost, then both.
	change(one, func(s *State) { s.setWaiter(1, Waiter{Ticket: 6}) })
	torn(0)
	sees(one, 0, 6, 5)
	sees(two, 0, 6, 5)
	torn(0)
	torn(headSize)
	sees(two, 0, 6, 5)
	change(two, func(s *State) { s.setWaiter(2, Waiter{}) })
	sees(one, 0, 6)
	// A write fails.
	readOnly, err := os.Open(one.file.Name())
	if err != nil {
		t.Fatal(err)
	}
	writable := one.file
	one.file = readOnly
	s, was, err := one.read()
	if err != nil {
		t.Fatal(err)
	}
	s.setWaiter(0, Waiter{Ticket: 7})
	if err := one.write(s, was); err == nil {
		t.Error("written")
	}
	one.file = writable
	readOnly.Close()
	sees(one, 0, 6)
	if err := os.Remove(one.file.Name()); err != nil {
		t.Fatal(err)
	}
	sees(one)
	sees(two)
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"condor": "condor", "http:a.b/c": "http%3Aa.b%2Fc", ".x": "%2Ex", "a%": "a%25",
		"é": "%C3%A9", "..": "%2E.", "a@b c": "a%40b%20c",
	} {
		got, err := Encode(name)
		if back, ok := Decode(got); got != want || err != nil || back != name || !ok {
			t.Errorf("%q: %q, %v, %q", name, got, err, back)
		}
	}
	for _, bad := range []string{"", strings.Repeat("x", 201), strings.Repeat("/", 67)} {
		if _, err := Encode(bad); err == nil {
			t.Errorf("%q", bad)
		}
	}
	for _, bad := range []string{"a b", "%4", "%zz", "%41", ".x", ""} {
		if name, ok := Decode(bad); ok {
			t.Errorf("%q is %q", bad, name)
		}
	}
}

func TestDirectories(t *testing.T) {
	base := t.TempDir()
	for mode, want := range map[os.FileMode]string{
		0o700: "", 0o770: "", 0o755: "", 0o777: "others may write to it (mode 0777)",
		0o702: "others may write to it (mode 0702)",
	} {
		dir := filepath.Join(base, mode.String())
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		d, err := OpenDir(dir)
		if want != "" {
			if err == nil || err.Error() != dir+": "+want {
				t.Errorf("%v: %v", mode, err)
			}
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		f := openFile(t, d, "a")
		info, err := f.file.Stat()
		file := os.ModeSticky | 0o600
		if mode == 0o770 {
			file = os.ModeSticky | 0o660
		}
		if err != nil || info.Mode() != file {
			t.Errorf("%v: %v, %v", mode, info.Mode(), err)
		}
		if names, err := d.Names(); len(names) != 1 || names[0] != "a" || err != nil {
			t.Error(names, err)
		}
	}
	made := filepath.Join(base, "made")
	old := syscall.Umask(0o777)
	_, err := OpenDir(made)
	syscall.Umask(old)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(made); err != nil || info.Mode().Perm() != 0o700 {
		t.Error(info, err)
	}
	if _, err := OpenDir(filepath.Join(base, "no", "where")); err == nil {
		t.Error("a directory in none")
	}
}

// A link or directory in the place of a file is refused.
func TestLinks(t *testing.T) {
	d := stateDir(t)
	if err := os.Symlink("elsewhere", d.file("a")); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Open("a"); err == nil {
		t.Error("followed")
	}
	if err := os.Mkdir(d.file("b"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Open("b"); err == nil {
		t.Error("a directory")
	}
}

// newGate returns a gate for a test.
func newGate(t *testing.T, d *Dir, h *Holds, terms Terms) *Gate {
	g := &Gate{Terms: terms, Encoded: "a", Setting: d.path, Holds: h, Rand: func() float64 {
		return 0.5
	}, Now: Now,
		Delays: func(int, time.Duration) time.Duration { return time.Hour }}
	t.Cleanup(g.Close)
	return g
}

// pass waits until an attempt may begin.
func pass(t *testing.T, ctx context.Context, g *Gate) bool {
	t.Helper()
	for ctx.Err() == nil {
		l, err := g.Look(ctx, 0)
		if err != nil {
			t.Fatal(err)
		}
		if l.For == Nothing {
			return true
		}
		g.Sleep(ctx, l)
	}
	return false
}

func TestAGateIsALock(t *testing.T) {
	d, h, other := stateDir(t), &Holds{}, &Holds{}
	defer h.Close()
	defer other.Close()
	one, two := newGate(t, d, h, Terms{Jobs: 1}), newGate(t, d, h, Terms{Jobs: 1})
	if !pass(t, context.Background(), one) {
		t.Fatal("not free")
	}
	l, err := two.Look(context.Background(), 0)
	if l.For != Jobs || l.Holder != os.Getpid() || err != nil {
		t.Fatal(l, err)
	}
	through := make(chan bool)
	go func() { through <- pass(t, context.Background(), two) }()
	if _, _, err := one.End(Report{Outcome: Success}); err != nil {
		t.Fatal(err)
	}
	if !<-through {
		t.Fatal("never")
	}
	// A gate inside the attempt.
	three := newGate(t, d, other, Terms{Jobs: 1, NoWait: true})
	if l, err := three.Look(context.Background(), 0); l.For != Jobs || three.waiter >= 0 ||
		err != nil {
		t.Error(l, err)
	}
	three.Outer = two.Inside()
	if l, err := three.Look(context.Background(), 0); l.For != Nothing || three.Slot() != nil ||
		err != nil {
		t.Error(l, err)
	}
	three.Close()
	two.Close()
	four := newGate(t, d, other, Terms{Jobs: 1, NoWait: true})
	four.Outer = "a=0.2"
	if l, err := four.Look(context.Background(), 0); l.For != Nothing || four.Slot() == nil ||
		err != nil {
		t.Error("what is held no more counts:", l, err)
	}
	// A wait ends with its context and leaves nothing.
	ctx, cancel := context.WithCancel(context.Background())
	five := newGate(t, d, h, Terms{Jobs: 1})
	go func() { through <- pass(t, ctx, five) }()
	for {
		s, err := four.file.(*File).Peek()
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Waiters) == 1 && s.Waiters[0].For == Jobs {
			break
		}
		time.Sleep(time.Millisecond)
	}
	cancel()
	if <-through {
		t.Error("it had it")
	}
	five.Close()
	s, err := four.file.(*File).Peek()
	if err != nil || len(s.Waiters) != 0 || len(s.Holders) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
}

// An attempt begun and given back leaves no trace.
func TestGivenBack(t *testing.T) {
	d, h := stateDir(t), &Holds{}
	defer h.Close()
	g := newGate(t, d, h, Terms{Jobs: 1, Budgeted: true, Ratio: 1})
	for cost := range 3 {
		if l, err := g.Look(context.Background(), cost); l.For != Nothing || err != nil {
			t.Fatal(l, err)
		}
		if err := g.GiveBack(); err != nil {
			t.Fatal(err)
		}
		s, err := g.file.(*File).Peek()
		if err != nil || len(s.Holders) != 0 || s.Budget.balance(Now(), 1) != 30 {
			t.Errorf("%d: %v, %+v", cost, err, s.Holders)
		}
	}
}

func TestSleepEnds(t *testing.T) {
	f := openFile(t, stateDir(t), "a")
	f.sleep(context.Background(), 0, 1, time.Hour) // the word holds another number
	f.sleep(context.Background(), 0, 0, time.Millisecond)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(10*time.Millisecond, cancel)
	f.sleep(ctx, 0, 0, time.Hour)
	done := make(chan struct{})
	go func() {
		f.sleep(context.Background(), maxWaiters-1, 0, time.Hour)
		close(done)
	}()
	for {
		f.wake([]int{maxWaiters - 1})
		select {
		case <-done:
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// Files without held rows are closed, except for a few. The watcher is called once for a file, and
// Drop before its closing.
func TestIdleHoldsAreClosed(t *testing.T) {
	d := stateDir(t)
	var calls []string
	h := &Holds{Drop: func(f *os.File) {
		if _, err := f.Stat(); err != nil {
			t.Error(err)
		}
		calls = append(calls, "drop")
	}}
	defer h.Close()
	watch := func(*os.File) error { calls = append(calls, "watch"); return nil }
	for i := range idle + 2 {
		for range 2 {
			g := newGate(t, d, h, Terms{Jobs: 1})
			g.Encoded = strconv.Itoa(i)
			if !pass(t, context.Background(), g) {
				t.Fatal("not free")
			}
			if err := h.Watch(g.Slot(), watch); err != nil {
				t.Fatal(err)
			}
			g.Close()
		}
	}
	if got := strings.Join(calls, " "); got != "watch watch watch watch watch drop watch drop" ||
		len(h.Files()) != idle {
		t.Error(got, len(h.Files()))
	}
}

// A State cut short or overwritten forgets no holder of a slot.
func TestLostStates(t *testing.T) {
	d, h, other := stateDir(t), &Holds{}, &Holds{}
	defer h.Close()
	defer other.Close()
	for name, spoil := range map[string]func(path string) error{
		"short": func(path string) error { return os.Truncate(path, 0) },
		"torn":  func(path string) error { return os.Truncate(path, headSize+100) },
		"spoilt": func(path string) error {
			return os.WriteFile(path, []byte(strings.Repeat("spoilt\n", 40000)), 0o600)
		},
	} {
		holder, waiter := newGate(t, d, h, Terms{Jobs: 1}), newGate(t, d, other, Terms{Jobs: 1})
		holder.Encoded, waiter.Encoded = name, name
		if !pass(t, context.Background(), holder) {
			t.Fatal(name)
		}
		if l, err := waiter.Look(context.Background(), 0); l.For != Jobs || err != nil {
			t.Fatal(name, l, err)
		}
		if err := spoil(d.file(name)); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if l, err := waiter.Look(context.Background(), 0); l.For != Jobs || err != nil {
				t.Error(name, l, err)
			}
		}
		if _, _, err := holder.End(Report{Outcome: Success}); err != nil {
			t.Error(name, err)
		}
		if !pass(t, context.Background(), waiter) {
			t.Error(name, "it is never free")
		}
		waiter.Close()
		holder.Close()
	}
}

// No damaged byte in a holder's row or in a head frees a slot while the slot's byte is locked. None
// keeps the slot after the end of the holder.
func TestDamagedRowsAreHeld(t *testing.T) {
	d, h, other := stateDir(t), &Holds{}, &Holds{}
	defer h.Close()
	defer other.Close()
	var bytes []int64
	for at := range int64(holderSize) {
		bytes = append(bytes, holdersAt+at)
	}
	for at := range int64(100) {
		bytes = append(bytes, at, headSize+at)
	}
	bytes = append(bytes, headSize-1, 2*headSize-1)
	for _, at := range bytes {
		for _, changes := range []int{0, 1} { // either copy of the head is the newer one
			name := fmt.Sprintf("%d-%d", at, changes)
			holder, second := newGate(t, d, h, Terms{Jobs: 1}),
				newGate(t, d, other, Terms{Jobs: 1, NoWait: true})
			holder.Encoded, second.Encoded = name, name
			for range changes {
				if err := openFile(t, d, name).change(context.Background(),
					free, func(*State) []int {
						return nil
					}); err != nil {
					t.Fatal(name, err)
				}
			}
			if !pass(t, context.Background(), holder) {
				t.Fatal(name, "not free")
			}
			path := d.file(name)
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			content[at] ^= 0x55
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			if s, err := openFile(t, d, name).Peek(); err != nil || s.holding(Job, 0) != 1 {
				t.Errorf("%s: Peek sees %+v, %v", name, s.Holders, err)
			}
			for range 2 {
				if l, err := second.Look(context.Background(), 0); l.For != Jobs || err != nil {
					t.Fatalf("%s: a second holder: %+v, %v", name, l, err)
				}
			}
			if _, _, err := holder.End(Report{Outcome: Success}); err != nil {
				t.Error(name, err)
			}
			if !pass(t, context.Background(), second) {
				t.Error(name, "it is never free")
			}
			second.Close()
			holder.Close()
		}
	}
}

// A state with a second name is refused, and is not written to.
func TestAStateThatIsAHardLink(t *testing.T) {
	d := stateDir(t)
	precious := filepath.Join(d.path, "precious")
	if err := os.WriteFile(precious, []byte("precious\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(precious, d.file("a")); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Open("a"); err == nil || err.Error() != "open "+d.file("a")+
		": it has another name as well (a hard link): remove one of them" {
		t.Error(err)
	}
	if data, err := os.ReadFile(precious); err != nil || string(data) != "precious\n" {
		t.Errorf("%q, %v", data, err)
	}
}

// A slot held in one directory is not held in another, even if both are new.
func TestSerialsOfTwoDirectories(t *testing.T) {
	h, other := &Holds{}, &Holds{}
	defer h.Close()
	defer other.Close()
	here, there := newGate(t, stateDir(t), h, Terms{Jobs: 1}),
		newGate(t, stateDir(t), other, Terms{Jobs: 1})
	if !pass(t, context.Background(), here) || !pass(t, context.Background(), there) {
		t.Fatal("not free")
	}
	inside := newGate(t, &Dir{path: there.Setting}, h, Terms{Jobs: 1, NoWait: true})
	inside.Outer = here.Inside()
	if l, err := inside.Look(context.Background(), 0); l.For != Jobs || err != nil {
		t.Error(l, err)
	}
}
