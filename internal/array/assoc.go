package array

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"sync/atomic"
)

// Assoc is the elements of an associative array: values by any strings. The zero value is an array
// without elements.
type Assoc struct {
	elements map[string]element
	born     uint64 // of the newest element
	// The keys in order; nil: not known. The first of several readers stores it.
	order atomic.Pointer[[]string]
}

type element struct {
	value string
	born  uint64
}

// Len returns the number of elements.
func (a *Assoc) Len() int { return len(a.elements) }

// Get returns the element of key, and whether there is one.
func (a *Assoc) Get(key string) (string, bool) {
	e, ok := a.elements[key]
	return e.value, ok
}

// Set makes v the element of key.
func (a *Assoc) Set(key, v string) {
	e, ok := a.elements[key]
	if !ok {
		if a.elements == nil {
			a.elements = make(map[string]element)
		}
		a.born++
		e.born = a.born
		a.order.Store(nil)
	}
	e.value = v
	a.elements[key] = e
}

// Unset removes the element of key, if there is one.
func (a *Assoc) Unset(key string) {
	if _, ok := a.elements[key]; ok {
		delete(a.elements, key)
		a.order.Store(nil)
	}
}

// All yields keys and elements in the order of bash 5.2. Scripts must not rely on an order, but
// what they print should not depend on the shell. The array must not change meanwhile.
func (a *Assoc) All() iter.Seq2[string, string] {
	order := a.sorted()
	return func(yield func(string, string) bool) {
		for _, key := range order {
			if !yield(key, a.elements[key].value) {
				return
			}
		}
	}
}

// Clone returns a copy that shares no memory with a.
func (a *Assoc) Clone() *Assoc {
	return &Assoc{elements: maps.Clone(a.elements), born: a.born}
}

// buckets is the size of bash's table. bash's table grows, this order does not: from 2,048 elements
// on it is another one.
const buckets = 1024

func (a *Assoc) sorted() []string {
	if order := a.order.Load(); order != nil {
		return *order
	}
	place := make(map[string]uint32, len(a.elements))
	for key := range a.elements {
		place[key] = hash(key) % buckets
	}
	order := slices.SortedFunc(maps.Keys(a.elements), func(x, y string) int {
		return cmp.Or(cmp.Compare(place[x], place[y]),
			cmp.Compare(a.elements[y].born, a.elements[x].born)) // the newest comes first
	})
	a.order.Store(&order)
	return order
}

// hash is the FNV-1 hash, with bytes that are signed as C's char is.
func hash(key string) uint32 {
	h := uint32(2166136261)
	for i := range len(key) {
		h = h*16777619 ^ uint32(int8(key[i]))
	}
	return h
}
