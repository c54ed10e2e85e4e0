package txn

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"ftsh/internal/fd"
)

// run runs a line of sh with a Tail as standard error, up to the end of the shell, and returns the
// Tail's content.
func run(t *testing.T, to fd.File, line string) (last string, left *Pump) {
	t.Helper()
	tail := NewTail(context.Background(), to)
	n, err := tail.Fd()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", line)
	dup, err := os.OpenFile("/dev/fd/"+strconv.Itoa(n), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = dup
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	dup.Close()
	b, left := tail.End(context.Background())
	return string(b), left
}

func reader(t *testing.T) (r fd.File, w fd.File) {
	t.Helper()
	r, w, err := fd.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Release)
	return r, w
}

func readAll(t *testing.T, r fd.File) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	var all bytes.Buffer
	buf := make([]byte, 4096)
	for {
		n, err := r.Read(ctx, buf)
		all.Write(buf[:n])
		if err == io.EOF {
			return all.String()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// All of it arrives, and the last KiB is kept.
func TestTailKeepsTheEnd(t *testing.T) {
	r, w := reader(t)
	last, left := run(t, w, `i=0; while [ $i -lt 300 ]; do echo "line $i" >&2; i=$((i+1)); done`)
	if left != nil {
		t.Error("a pump is left")
	}
	w.Release()
	all := readAll(t, r)
	if !strings.HasPrefix(all, "line 0\nline 1\n") || !strings.HasSuffix(all, "line 299\n") ||
		strings.Count(all, "\n") != 300 {
		t.Errorf("passed on: %q", all)
	}
	if len(last) != 1024 || last != all[len(all)-1024:] {
		t.Errorf("kept: %d bytes, %q", len(last), last)
	}
}

// What is written arrives before the writer ends.
func TestTailPassesOnAtOnce(t *testing.T) {
	r, w := reader(t)
	defer w.Release()
	tail := NewTail(context.Background(), w)
	n, err := tail.Fd()
	if err != nil {
		t.Fatal(err)
	}
	dup, err := os.OpenFile("/dev/fd/"+strconv.Itoa(n), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dup.WriteString("Password: "); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	buf := make([]byte, 100)
	got, err := r.Read(ctx, buf)
	if err != nil || string(buf[:got]) != "Password: " {
		t.Errorf("%q, %v", buf[:got], err)
	}
	dup.Close()
	if last, left := tail.End(context.Background()); string(last) != "Password: " || left != nil {
		t.Errorf("kept %q, left %v", last, left)
	}
}

// A process that keeps the pipe open does not delay End, and what it writes later arrives too.
func TestTailOutlived(t *testing.T) {
	r, w := reader(t)
	gate, open := reader(t)
	n, err := gate.Fd()
	if err != nil {
		t.Fatal(err)
	}
	held, err := os.Open("/dev/fd/" + strconv.Itoa(n))
	if err != nil {
		t.Fatal(err)
	}
	tail := NewTail(context.Background(), w)
	m, err := tail.Fd()
	if err != nil {
		t.Fatal(err)
	}
	dup, err := os.OpenFile("/dev/fd/"+strconv.Itoa(m), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	later := exec.Command("sh", "-c", "read x; echo later >&2")
	later.Stdin, later.Stderr = held, dup
	if err := later.Start(); err != nil {
		t.Fatal(err)
	}
	held.Close()
	if _, err := dup.WriteString("first\n"); err != nil {
		t.Fatal(err)
	}
	dup.Close()
	last, left := tail.End(context.Background())
	if string(last) != "first\n" || left == nil {
		t.Fatalf("kept %q, left %v", last, left)
	}
	open.Release()
	if err := later.Wait(); err != nil && later.ProcessState.ExitCode() < 0 {
		t.Fatal(err)
	}
	w.Release()
	if all := readAll(t, r); all != "first\nlater\n" {
		t.Errorf("passed on: %q", all)
	}
}

// A destination without a reader is one to the program, too.
func TestTailBroken(t *testing.T) {
	r, w, err := fd.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Release()
	defer w.Release()
	last, left := run(t, w, `trap '' PIPE; echo gone >&2; exit 0`)
	if last != "gone\n" || left != nil {
		t.Errorf("kept %q, left %v", last, left)
	}
}
