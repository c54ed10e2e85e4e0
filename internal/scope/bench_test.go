package scope

import (
	"strconv"
	"testing"

	"ftsh/internal/clock"
	"ftsh/internal/proc"
)

// BenchmarkSub enters and leaves scopes without a cancellation, as attempts of : do.
func BenchmarkSub(b *testing.B) {
	for _, depth := range []int{1, 3} {
		b.Run(strconv.Itoa(depth), func(b *testing.B) {
			tree := proc.NewTree("", nil)
			root := NewRoot(&Config{Clock: clock.Go(), End: func(*proc.Tree) {}}, tree)
			b.ReportAllocs()
			for b.Loop() {
				s := root
				for range depth {
					s = s.Sub(tree)
				}
				for s != root {
					outer := s.Parent()
					s.Close(false)
					s = outer
				}
			}
		})
	}
}

// BenchmarkSubContext does the same with a wait on the innermost scope.
func BenchmarkSubContext(b *testing.B) {
	tree := proc.NewTree("", nil)
	root := NewRoot(&Config{Clock: clock.Go(), End: func(*proc.Tree) {}}, tree)
	b.ReportAllocs()
	for b.Loop() {
		s := root.Sub(tree)
		s.Context()
		s.Close(false)
	}
}
