package backoff_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"ftsh/backoff"

	"github.com/avast/retry-go/v4"
	cenkalti "github.com/cenkalti/backoff/v5"
	sethvargo "github.com/sethvargo/go-retry"
)

// BenchmarkDelay measures one delay of a sequence of 16, for each policy and for the libraries in
// the comparison of the package comment:
//
//	go test -run - -bench Delay -benchmem ./backoff/
func BenchmarkDelay(b *testing.B) {
	for _, name := range append(backoff.Names(), "ftsh jitter 0.5") {
		spec, err := backoff.ParseText(name, backoff.Default())
		if err != nil {
			b.Fatal(err)
		}
		policy := spec.Policy()
		b.Run("ftsh/"+name, func(b *testing.B) {
			b.ReportAllocs()
			r := rand.New(rand.NewPCG(1, 2))
			var prev time.Duration
			for i := 0; b.Loop(); i++ {
				prev, _ = policy.Next(i%16, prev, r)
			}
		})
	}
	b.Run("cenkalti/exponential", func(b *testing.B) {
		b.ReportAllocs()
		p := cenkalti.NewExponentialBackOff()
		for i := 0; b.Loop(); i++ {
			if i%16 == 0 {
				p.Reset()
			}
			_ = p.NextBackOff()
		}
	})
	b.Run("sethvargo/exponential", func(b *testing.B) { // a new sequence needs a new value
		b.ReportAllocs()
		var p sethvargo.Backoff
		for i := 0; b.Loop(); i++ {
			if i%16 == 0 {
				p = sethvargo.NewExponential(time.Second)
			}
			_, _ = p.Next()
		}
	})
	b.Run("sethvargo/exponential-jitter-capped", func(b *testing.B) {
		b.ReportAllocs()
		var p sethvargo.Backoff
		for i := 0; b.Loop(); i++ {
			if i%16 == 0 {
				p = sethvargo.WithCappedDuration(time.Hour,
					sethvargo.WithJitterPercent(50, sethvargo.NewExponential(time.Second)))
			}
			_, _ = p.Next()
		}
	})
	b.Run("sethvargo/fibonacci", func(b *testing.B) {
		b.ReportAllocs()
		var p sethvargo.Backoff
		for i := 0; b.Loop(); i++ {
			if i%16 == 0 {
				p = sethvargo.NewFibonacci(time.Second)
			}
			_, _ = p.Next()
		}
	})
	// The base is 1 ns, the only one that can be had from outside.
	b.Run("avast/exponential", func(b *testing.B) {
		b.ReportAllocs()
		var config retry.Config
		for i := uint(0); b.Loop(); i++ {
			_ = retry.BackOffDelay(1+i%16, nil, &config)
		}
	})
}
