package txn

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"

	"ftsh/internal/fd"
)

// endBranch ends a branch, and expects all of it to be written and nothing left.
func endBranch(t *testing.T, b *Branch) {
	t.Helper()
	if left, err := b.End(context.Background()); len(left) > 0 || err != nil {
		t.Errorf("End = %v, %v", left, err)
	}
}

func TestTagsAreBeforeEachLine(t *testing.T) {
	got := captured(t, func(to fd.File) {
		b := NewBranch(context.Background(), NewTurn(), "a\t", false, Spill{Dir: t.TempDir()},
			never(t))
		out, errs := b.Output(to), b.Errors(to)
		if out != errs {
			t.Error("two streams into the same File")
		}
		write(t, out, "one\ntw")
		asProgram(t, out, "o\nthree\n")
		write(t, errs, "\nfour")
		out.Release()
		errs.Release()
		endBranch(t, b)
	})
	if got != "a\tone\na\ttwo\na\tthree\na\t\na\tfour\n" {
		t.Errorf("%q", got)
	}
}

func TestBranchesOfOneTurnMixNoLines(t *testing.T) {
	got := captured(t, func(to fd.File) {
		turn := NewTurn()
		done := make(chan struct{})
		for _, tag := range []string{"a\t", "b\t"} {
			go func() {
				b := NewBranch(context.Background(), turn, tag, false, Spill{Dir: t.TempDir()},
					never(t))
				out := b.Output(to)
				for range 200 {
					_, _ = out.Write(context.Background(), []byte("x"))
					_, _ = out.Write(context.Background(), []byte("y\n"))
				}
				out.Release()
				_, _ = b.End(context.Background())
				done <- struct{}{}
			}()
		}
		<-done
		<-done
	})
	if a, b := strings.Count(got, "a\txy\n"), strings.Count(got, "b\txy\n"); a != 200 || b != 200 ||
		len(got) != 400*5 {
		t.Errorf("%d and %d lines, %d bytes", a, b, len(got))
	}
}

func TestGroupedIsHeldUntilPrint(t *testing.T) {
	errors := ""
	out := captured(t, func(to fd.File) {
		errors = captured(t, func(other fd.File) {
			b := NewBranch(context.Background(), NewTurn(), "", true, Spill{Dir: t.TempDir()},
				never(t))
			o, e := b.Output(to), b.Errors(other)
			asProgram(t, o, strings.Repeat("x", 2<<20))
			write(t, e, "err\n")
			write(t, o, "end\n")
			o.Release()
			e.Release()
			endBranch(t, b)
			if left, err := b.Print(context.Background()); len(left) > 0 || err != nil {
				t.Errorf("Print = %v, %v", left, err)
			}
		})
	})
	if out != strings.Repeat("x", 2<<20)+"end\n" || errors != "err\n" {
		t.Errorf("%d bytes, %q", len(out), errors)
	}
}

func TestBranchThatCannotBeHeld(t *testing.T) {
	failed, failure := failureChannel()
	got := captured(t, func(to fd.File) {
		b := NewBranch(context.Background(), NewTurn(), "", true,
			Spill{Dir: t.TempDir() + "/missing"}, failure)
		o := b.Output(to)
		write(t, o, "first\n")
		if _, err := o.Write(context.Background(), make([]byte, 2<<20)); err != syscall.ENOENT {
			t.Errorf("Write: %v", err)
		}
		o.Release()
		endBranch(t, b)
		if _, err := b.Print(context.Background()); err != nil {
			t.Errorf("Print: %v", err)
		}
	})
	if err := <-failed; err != syscall.ENOENT || len(failed) > 0 {
		t.Errorf("reported %v", err)
	}
	if got != "first\n" {
		t.Errorf("%d bytes", len(got))
	}
}

// Programs write into the Branch; if that cannot be written, the branch fails, except for errors.
func TestBranchThatCannotBeWritten(t *testing.T) {
	nowhere, err := fd.Open(context.Background(), fd.AtCwd, "/dev/full", syscall.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer nowhere.Release()
	for _, grouped := range []bool{false, true} {
		for _, isOutput := range []bool{false, true} {
			b := NewBranch(context.Background(), NewTurn(), "a\t", grouped, Spill{Dir: t.TempDir()},
				never(t))
			s := b.Errors
			if isOutput {
				s = b.Output
			}
			f := s(nowhere)
			asProgram(t, f, "line\n")
			f.Release()
			_, err := b.End(context.Background())
			if grouped {
				if err != nil {
					t.Errorf("End: %v", err)
				}
				_, err = b.Print(context.Background())
			}
			if errors.Is(err, syscall.ENOSPC) != isOutput {
				t.Errorf("grouped %t, output %t: %v", grouped, isOutput, err)
			}
		}
	}
}

// As many pieces as words keep their order, even without memory for the list of pieces.
func TestManyPieces(t *testing.T) {
	const words = 150_000
	errors := ""
	out := captured(t, func(to fd.File) {
		errors = captured(t, func(other fd.File) {
			b := NewBranch(context.Background(), NewTurn(), "", true, Spill{Dir: t.TempDir()},
				never(t))
			o, e := b.Output(to), b.Errors(other)
			for range words {
				write(t, o, "ab")
				write(t, e, "xyz")
			}
			write(t, Untagged(e), "json\n")
			write(t, e, "end\n")
			o.Release()
			e.Release()
			endBranch(t, b)
			if b.pieces.size != pieceSize*(2*words+1) {
				t.Errorf("%d bytes of pieces", b.pieces.size)
			}
			if left, err := b.Print(context.Background()); len(left) > 0 || err != nil {
				t.Errorf("Print = %v, %v", left, err)
			}
		})
	})
	if out != strings.Repeat("ab", words) || errors != strings.Repeat("xyz", words)+"json\nend\n" {
		t.Errorf("%d bytes, %d bytes", len(out), len(errors))
	}
}
