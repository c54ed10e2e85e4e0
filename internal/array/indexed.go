// Package array holds the elements of bash's arrays: [Indexed] and [Assoc]. Names, attributes and
// scopes are vars' affair.
//
// An array is for one goroutine. Several may read one that nobody writes.
package array

import (
	"iter"
	"maps"
	"slices"
	"sync/atomic"
)

// Indexed is the elements of an indexed array: values by indices from 0, with gaps. The zero value
// is an array without elements.
//
// While the indices are 0, 1, 2 …, as in most arrays, it is a slice. From the first gap on it is a
// map, whose indices are sorted when somebody asks for their order.
type Indexed struct {
	dense  []string
	sparse map[int]string // nil: dense counts
	// The indices of sparse, ascending; nil: not known. The first of several readers stores it.
	order atomic.Pointer[[]int]
}

// FromValues returns an array of these values, with indices from 0. It takes the slice over.
func FromValues(values []string) *Indexed { return &Indexed{dense: values} }

// Replace makes values the only elements, with indices from 0. It takes the slice over.
func (a *Indexed) Replace(values []string) {
	a.dense, a.sparse = values, nil
	a.order.Store(nil)
}

// Len returns the number of elements.
func (a *Indexed) Len() int {
	if a.sparse != nil {
		return len(a.sparse)
	}
	return len(a.dense)
}

// End returns the highest index plus one, 0 without elements: where `a+=(x)` adds, and from where
// negative indices count.
func (a *Indexed) End() int {
	if a.sparse == nil {
		return len(a.dense)
	}
	order := a.sorted()
	if len(order) == 0 {
		return 0
	}
	return order[len(order)-1] + 1
}

// Get returns the element at i, and whether there is one.
func (a *Indexed) Get(i int) (string, bool) {
	if a.sparse != nil {
		v, ok := a.sparse[i]
		return v, ok
	}
	if i < 0 || i >= len(a.dense) {
		return "", false
	}
	return a.dense[i], true
}

// Set makes v the element at i, which must not be negative.
func (a *Indexed) Set(i int, v string) {
	switch {
	case i < 0:
		panic("array: a negative index")
	case a.sparse == nil && i < len(a.dense):
		a.dense[i] = v
	case a.sparse == nil && i == len(a.dense):
		a.dense = append(a.dense, v)
	default:
		a.spread()
		if _, ok := a.sparse[i]; !ok {
			a.added(i)
		}
		a.sparse[i] = v
	}
}

// added keeps the order if i comes last, as it mostly does.
func (a *Indexed) added(i int) {
	order := a.order.Load()
	if order == nil {
		return
	}
	if n := len(*order); n == 0 || (*order)[n-1] < i {
		longer := append(*order, i)
		a.order.Store(&longer)
		return
	}
	a.order.Store(nil)
}

// Unset removes the element at i, if there is one.
func (a *Indexed) Unset(i int) {
	if _, ok := a.Get(i); !ok {
		return
	}
	if a.sparse == nil && i == len(a.dense)-1 {
		a.dense[i] = ""
		a.dense = a.dense[:i]
		return
	}
	a.spread()
	delete(a.sparse, i)
	order := a.order.Load()
	if order == nil {
		return
	}
	switch n, rest := len(*order), *order; {
	case rest[n-1] == i:
		rest = rest[:n-1]
		a.order.Store(&rest)
	case rest[0] == i: // a queue
		rest = rest[1:]
		a.order.Store(&rest)
	default:
		a.order.Store(nil)
	}
}

// spread makes a map of the slice.
func (a *Indexed) spread() {
	if a.sparse != nil {
		return
	}
	a.sparse = make(map[int]string, len(a.dense)+1)
	order := make([]int, len(a.dense))
	for i, v := range a.dense {
		a.sparse[i], order[i] = v, i
	}
	a.dense = nil
	a.order.Store(&order)
}

func (a *Indexed) sorted() []int {
	order := a.order.Load()
	if order == nil {
		all := slices.Sorted(maps.Keys(a.sparse))
		order = &all
		a.order.Store(order)
	}
	return *order
}

// All yields indices and elements by rising index. The array must not change meanwhile.
func (a *Indexed) All() iter.Seq2[int, string] {
	if a.sparse == nil {
		return slices.All(a.dense)
	}
	order := a.sorted()
	return func(yield func(int, string) bool) {
		for _, i := range order {
			if !yield(i, a.sparse[i]) {
				return
			}
		}
	}
}

// From yields the elements from index i on, as `${a[@]:i}` does. The array must not change
// meanwhile.
func (a *Indexed) From(i int) iter.Seq2[int, string] {
	i = max(i, 0)
	if a.sparse == nil {
		return func(yield func(int, string) bool) {
			for ; i < len(a.dense); i++ {
				if !yield(i, a.dense[i]) {
					return
				}
			}
		}
	}
	order := a.sorted()
	at, _ := slices.BinarySearch(order, i)
	return func(yield func(int, string) bool) {
		for _, i := range order[at:] {
			if !yield(i, a.sparse[i]) {
				return
			}
		}
	}
}

// Clone returns a copy that shares no memory with a.
func (a *Indexed) Clone() *Indexed {
	return &Indexed{dense: slices.Clone(a.dense), sparse: maps.Clone(a.sparse)}
}
