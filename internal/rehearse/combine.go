package rehearse

import (
	"math/rand/v2"
	"strings"

	"ftsh/internal/inject"
)

// combination returns the trial that --only names by more than one spot, joined by +.
func (r *rehearsal) combination() (all []*trial, ok bool) {
	for _, o := range r.job.Only {
		parts := strings.Split(o, "+")
		if len(parts) < 2 {
			return nil, false
		}
		t := &trial{}
		for _, p := range parts {
			s, err := inject.ParseSpot(p)
			if err != nil {
				return nil, false
			}
			t.faults = append(t.faults, s)
		}
		all = append(all, t)
	}
	return all, len(all) > 0
}

// combine makes trials of several faults, as far as the budget goes: pairs, and then sets of three or
// four. Faults with a finding of their own are left out: a pair with one of them says nothing new.
func (r *rehearsal) combine() error {
	budget := r.job.Budget - len(r.todo)
	if budget <= 0 || len(r.job.Only) > 0 {
		return nil
	}
	pool := r.pool()
	if len(pool) < 2 {
		return nil
	}
	random := rand.New(rand.NewPCG(r.job.Seed, 1))
	seen, more := map[string]bool{}, []*trial(nil)
	pairs := min(len(pool)*(len(pool)-1)/2, (budget+1)/2)
	for tries := 0; len(more) < budget && tries < 20*budget; tries++ {
		n := 2
		if len(more) >= pairs {
			n = 3 + random.IntN(2)
		}
		if t := pick(random, pool, n); t != nil && !seen[t.key()] {
			seen[t.key()] = true
			more = append(more, t)
		}
	}
	r.todo = append(r.todo, more...)
	return r.runAll(more)
}

// pool returns the spots for sets of faults: those without a finding, and the same command once more,
// as a second attempt reaches it.
func (r *rehearsal) pool() (pool []inject.Spot) {
	have := map[inject.Spot]bool{}
	add := func(s inject.Spot) {
		if !have[s] {
			have[s] = true
			pool = append(pool, s)
		}
	}
	for _, t := range r.todo {
		if s := t.faults[0]; len(t.found) == 0 && !s.Fault.Shell() && s.Fault != inject.Perm {
			add(s)
			s.Nth++
			add(s)
		}
	}
	return pool
}

// pick takes n spots at different addresses; nil if that fails.
func pick(random *rand.Rand, pool []inject.Spot, n int) *trial {
	t, at := &trial{}, map[inject.Address]bool{}
	for range n {
		s := pool[random.IntN(len(pool))]
		if at[s.Address] {
			return nil
		}
		at[s.Address] = true
		t.faults = append(t.faults, s)
	}
	return t
}

// key identifies the faults of a trial.
func (t *trial) key() string {
	var all []string
	for _, s := range t.faults {
		all = append(all, s.String())
	}
	return strings.Join(all, "+")
}
