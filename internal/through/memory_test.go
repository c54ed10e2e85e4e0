//go:build linux

package through

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"ftsh/internal/clock"
)

// A Memory behaves like a file: forty gates at each do the same and get the same answers.
func TestMemoryIsLikeAFile(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 0))
		terms := []Terms{DefaultTerms(), {Jobs: 3}, {Jobs: 5, Failures: 3, Within: time.Minute},
			{Budgeted: true, Ratio: 0.1}}[seed]
		dir, m, now := t.TempDir(), &Memory{}, clock.Instant(time.Hour)
		const gates = 40
		var pairs [gates][2]*Gate
		woken := [gates]int{}
		fresh := func(n int) {
			for i := range pairs[n] {
				chance := rand.New(rand.NewPCG(seed, uint64(n)))
				pairs[n][i] = &Gate{Terms: terms, Encoded: "a", Setting: dir, Holds: &Holds{},
					Rand: chance.Float64, Delays: fixed(5 * time.Second),
					Now: func() clock.Instant { return now }}
				t.Cleanup(pairs[n][i].Holds.Close)
			}
			pairs[n][1].Join(m, func() { woken[n]++ })
		}
		for n := range pairs {
			fresh(n)
		}
		for step := range 4000 {
			now += clock.Instant(rng.Int64N(int64(200 * time.Millisecond)))
			n, cost, what := rng.IntN(gates), rng.IntN(3), rng.IntN(20)
			outcome := Outcome(rng.IntN(4))
			if step/1000%2 == 1 {
				outcome = Success
			}
			var heard [2][]any
			for i, g := range pairs[n] {
				switch {
				case what == 0:
					g.Close()
				case what == 1 && g.In():
					heard[i] = append(heard[i], g.GiveBack())
				case g.In():
					phase, changed, err := g.End(Report{Outcome: outcome})
					heard[i] = append(heard[i], phase, changed, err)
				default:
					look, err := g.Look(context.Background(), cost)
					look.Holder = 0
					heard[i] = append(heard[i], look, err)
					if look.For != Nothing {
						heard[i] = append(heard[i], g.Nap(look), g.SleepsOn(look, 1), g.waiter)
					}
				}
			}
			if !reflect.DeepEqual(heard[0], heard[1]) {
				t.Fatalf("seed %d, step %d: from a file %+v, from a memory %+v", seed, step,
					heard[0], heard[1])
			}
			if what == 0 {
				fresh(n)
			}
		}
		all := 0
		for _, n := range woken {
			all += n
		}
		if all == 0 {
			t.Errorf("seed %d: nobody was woken", seed)
		}
		for n := range pairs {
			pairs[n][0].Close()
		}
	}
}
