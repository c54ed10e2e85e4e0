package txn

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// replayed returns the content of a Keep, with a line for missing bytes.
func replayed(t *testing.T, k *Keep) string {
	t.Helper()
	var b strings.Builder
	last := byte(0)
	err := k.Replay(context.Background(), func(stream byte, p []byte) error {
		if stream != last {
			fmt.Fprintf(&b, "<%d>", stream)
			last = stream
		}
		b.Write(p)
		return nil
	}, func(lost int64, why error) error {
		fmt.Fprintf(&b, "[%d lost: %v]", lost, why)
		last = 0
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return b.String()
}

func TestKeepHasStreamsInOrder(t *testing.T) {
	k := NewKeep(t.TempDir())
	defer k.Close()
	if !k.Empty() {
		t.Error("a new one is not empty")
	}
	for i, s := range []string{"one ", "two ", "", "three"} {
		k.Add(byte(1+i%2), []byte(s))
	}
	if got := replayed(t, k); got != "<1>one <2>two <1><2>three" && got != "<1>one <2>two three" {
		t.Errorf("%q", got)
	}
	if k.Empty() {
		t.Error("it is empty")
	}
}

// The content of the file comes back unchanged.
func TestKeepOfManyMebibytes(t *testing.T) {
	k := NewKeep(t.TempDir())
	defer k.Close()
	var want strings.Builder
	for i := range 400 {
		line := strings.Repeat(fmt.Sprintf("%07d\n", i), 1000)
		want.WriteString(line)
		k.Add(1, []byte(line))
	}
	if got := replayed(t, k); got != "<1>"+want.String() {
		t.Errorf("%d bytes came back of %d, or other ones", len(got)-3, want.Len())
	}
}

// Without room for a file the first mebibyte stays, and the last 64 KiB.
func TestKeepHeadAndTail(t *testing.T) {
	k := NewKeep(filepath.Join(t.TempDir(), "missing"))
	defer k.Close()
	for i := range 200_000 {
		k.Add(1, []byte(fmt.Sprintf("%015d\n", i)))
	}
	got := replayed(t, k)
	head, rest, ok := strings.Cut(got, "[")
	note, tail, ok2 := strings.Cut(rest, "]")
	if !ok || !ok2 {
		t.Fatalf("nothing is missing in %d bytes", len(got))
	}
	if !strings.HasPrefix(head, "<1>000000000000000\n000000000000001\n") || len(head) < 700<<10 {
		t.Errorf("the head is %d bytes: %.40q", len(head), head)
	}
	if want := fmt.Sprintf("%d lost: no such file or directory",
		200_000*16-(len(head)-3)-(len(tail)-3)); note != want {
		t.Errorf("%q, want %q", note, want)
	}
	if !strings.HasSuffix(tail, "000000000199999\n") || len(tail) > 64<<10 || len(tail) < 8<<10 {
		t.Errorf("the tail is %d bytes", len(tail))
	}
}

// Memory stays bounded even for one write larger than all kept bytes.
func TestKeepOneLargeWrite(t *testing.T) {
	k := NewKeep(filepath.Join(t.TempDir(), "missing"))
	defer k.Close()
	k.Add(2, []byte(strings.Repeat("x", 2<<20)+"end"))
	got := replayed(t, k)
	if want := fmt.Sprintf("[%d lost: no such file or directory]<2>",
		2<<20+3-(1<<20-5)-64<<10); !strings.Contains(got, want) || !strings.HasSuffix(got, "xend") {
		t.Errorf("%d bytes, %.60q", len(got), strings.Trim(got, "x<2>"))
	}
}

// Bytes already written are held; a pipe with a writer left is handed back.
func TestKeepSettle(t *testing.T) {
	k := NewKeep(t.TempDir())
	defer k.Close()
	closed, err := k.Pipe(1)
	if err != nil {
		t.Fatal(err)
	}
	open, err := k.Pipe(2)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []string{"a", "b"} {
		if _, err := closed.Write(context.Background(), []byte(w)); err != nil {
			t.Fatal(err)
		}
	}
	closed.Release()
	left := k.StopReading()
	if len(left) != 1 {
		t.Fatalf("%d are left", len(left))
	}
	if _, err := open.Write(context.Background(), []byte("late")); err != nil {
		t.Error(err)
	}
	if got := replayed(t, k); got != "<1>ab" {
		t.Errorf("%q", got)
	}
	left[0].Close()
	if _, err := open.Write(context.Background(), []byte("nobody")); err != syscall.EPIPE {
		t.Errorf("%v", err)
	}
	open.Release()
}

// The first error ends a replay, as the end of its context does.
func TestKeepReplayStops(t *testing.T) {
	k := NewKeep(t.TempDir())
	defer k.Close()
	k.Add(1, []byte("a"))
	k.Add(1, []byte("b"))
	calls, broken := 0, errors.New("broken")
	if err := k.Replay(context.Background(), func(byte, []byte) error { calls++; return broken },
		nil); err != broken || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := k.Replay(ctx, func(byte, []byte) error { t.Error("called"); return nil },
		nil); err != context.Canceled {
		t.Error(err)
	}
}
