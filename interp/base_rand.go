package interp

import "math/rand/v2"

// source64 adapts Sources.Rand to the random source of the backoff policies.
type source64 struct{ f func() float64 }

// Float64 returns a uniform number in [0,1).
func (s *source64) Float64() float64 {
	if s.f == nil {
		return rand.Float64()
	}
	return s.f()
}

// IntN returns a uniform number in [0,n).
func (s *source64) IntN(n int) int {
	if s.f == nil {
		return rand.IntN(n)
	}
	return min(int(s.f()*float64(n)), n-1)
}

// NormFloat64 returns a normal variate.
func (s *source64) NormFloat64() float64 {
	if s.f == nil {
		return rand.NormFloat64()
	}
	// Twelve uniform variates: mean 6, variance 1 (Irwin–Hall).
	sum := -6.0
	for range 12 {
		sum += s.f()
	}
	return sum
}

// shuffle puts words in random order.
func (s *source64) shuffle(words []string) {
	for i := len(words) - 1; i > 0; i-- {
		j := s.IntN(i + 1)
		words[i], words[j] = words[j], words[i]
	}
}
