package sim

import (
	"math/rand/v2"
	"testing"
	"time"
)

// TestAgendaOrder mixes both ways of insertion, and expects events in order of time and, at the
// same time, in order of insertion.
func TestAgendaOrder(t *testing.T) {
	a := newAgenda(time.Hour, 0)
	r := rand.New(rand.NewPCG(3, 4))
	pending := 0
	var lastAt int64
	var lastSeq uint64
	for range 20_000 {
		if pending == 0 || r.IntN(5) > 1 {
			if r.IntN(2) == 0 {
				a.soon(50, 1, 0, 0)
			} else {
				a.after(time.Duration(r.IntN(100)), 2, 0, 0)
			}
			pending++
			continue
		}
		e, ok := a.next()
		pending--
		if !ok || e.at < lastAt || e.at == lastAt && e.seq < lastSeq || a.now != e.at {
			t.Fatalf("event %+v after %d, %d", e, lastAt, lastSeq)
		}
		lastAt, lastSeq = e.at, e.seq
	}
	for ; pending > 0; pending-- {
		if _, ok := a.next(); !ok {
			t.Fatal("an event is lost")
		}
	}
	if _, ok := a.next(); ok || a.now != int64(time.Hour) {
		t.Error("the end")
	}
}

func TestAgendaEnd(t *testing.T) {
	a := newAgenda(time.Second, 0)
	a.after(2*time.Second, 1, 0, 0)
	a.soon(2*time.Second, 1, 0, 0)
	a.after(1<<63-1, 1, 0, 0)
	a.after(-time.Second, 1, 0, 0)
	if e, ok := a.next(); !ok || e.at != 0 {
		t.Error("a negative delay is none")
	}
	if _, ok := a.next(); ok {
		t.Error("an event beyond the end")
	}
}
