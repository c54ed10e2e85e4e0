package backoff_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"ftsh/backoff"
)

// half is a source of randomness in the middle.
type half struct{}

func (half) Float64() float64     { return 0.5 }
func (half) IntN(n int) int       { return n / 2 }
func (half) NormFloat64() float64 { return 0 }

// Each policy as a Go type: the delay after the fourth failure, drawn from the middle, and its
// bounds.
func TestTypes(t *testing.T) {
	var random backoff.Rand = half{}
	const s, ms = time.Second, time.Millisecond
	ftsh := backoff.Ftsh{From: s, To: time.Hour, Factor: 2}
	thain := backoff.Thain{From: s, To: time.Hour, Factor: 2}
	full := backoff.Full{From: s, To: time.Hour, Factor: 2}
	equal := backoff.Equal{From: s, To: time.Hour, Factor: 2}
	plain := backoff.Exponential{From: s, To: time.Hour, Factor: 2}
	gauss := backoff.Gauss{From: s, To: time.Hour, Factor: 2, Jitter: 0.5}
	google := backoff.GoogleHTTP{From: s, To: time.Hour, Factor: 2, Jitter: 0.5, Stop: time.Hour}
	drive := backoff.GoogleDrive{From: s}
	simpleDB := backoff.AWSSimpleDB{}
	aws := backoff.AWSAPI{To: time.Hour}
	decorrelated := backoff.Decorrelated{From: s, To: time.Hour}
	ethernet := backoff.Ethernet{Slot: s}
	fixed := backoff.Fixed{Delay: s, To: time.Hour}
	linear := backoff.Linear{From: s, To: time.Hour}
	fibonacci := backoff.Fibonacci{From: s, To: time.Hour}
	for _, c := range []struct {
		name            string
		next            func(int, time.Duration, backoff.Rand) (time.Duration, bool)
		span            func(int) (backoff.Span, bool)
		delay           time.Duration
		least, greatest time.Duration
	}{
		{"Ftsh", ftsh.Next, ftsh.Span, 12 * s, 8 * s, 16 * s},
		{"Thain", thain.Next, thain.Span, 12 * s, 8 * s, 16 * s},
		{"Full", full.Next, full.Span, 4 * s, 0, 8 * s},
		{"Equal", equal.Next, equal.Span, 6 * s, 4 * s, 8 * s},
		{"Exponential", plain.Next, plain.Span, 8 * s, 8 * s, 8 * s},
		{"Gauss", gauss.Next, gauss.Span, 8 * s, 0, backoff.Unbounded},
		{"GoogleHTTP", google.Next, google.Span, 8 * s, 4 * s, 12 * s},
		{"GoogleDrive", drive.Next, drive.Span, 8500 * ms, 8 * s, 9 * s},
		{"AWSSimpleDB", simpleDB.Next, simpleDB.Span, 12800 * ms, 0, 25600 * ms},
		{"AWSAPI", aws.Next, aws.Span, 800 * ms, 800 * ms, 800 * ms},
		{"Decorrelated", decorrelated.Next, decorrelated.Span, 6500 * ms, s, 81 * s},
		{"Ethernet", ethernet.Next, ethernet.Span, 8 * s, 0, 15 * s},
		{"Fixed", fixed.Next, fixed.Span, s, s, s},
		{"Linear", linear.Next, linear.Span, 4 * s, 4 * s, 4 * s},
		{"Fibonacci", fibonacci.Next, fibonacci.Span, 3 * s, 3 * s, 3 * s},
	} {
		const failures, previous = 3, 4 * s
		if d, ok := c.next(failures, previous, random); d != c.delay || !ok {
			t.Errorf("%s waits %v, %t, want %v", c.name, d, ok, c.delay)
		}
		if sp, ok := c.span(failures); sp.Least != c.least || sp.Greatest != c.greatest || !ok {
			t.Errorf("%s waits %v to %v, %t, want %v to %v", c.name, sp.Least, sp.Greatest, ok,
				c.least, c.greatest)
		}
	}
}

// The policies with a fixed number of delays give up after the last one.
func TestTypesGiveUp(t *testing.T) {
	for _, c := range []struct {
		policy backoff.Policy
		delays int
	}{
		{backoff.Ethernet{Slot: time.Second}, backoff.EthernetAttempts - 1},
		{backoff.GoogleDrive{From: time.Second}, backoff.GoogleDriveRetries},
		{backoff.AWSSimpleDB{}, backoff.SimpleDBRetries},
		{backoff.Stop{}, 0},
	} {
		if c.delays > 0 {
			if _, ok := c.policy.Next(c.delays-1, 0, half{}); !ok {
				t.Errorf("%T gives up before delay %d", c.policy, c.delays)
			}
		}
		if d, ok := c.policy.Next(c.delays, 0, half{}); d != 0 || ok {
			t.Errorf("%T still waits %v after %d delays", c.policy, d, c.delays)
		}
	}
	if d, ok := (backoff.Stop{}).Next(0, 0, nil); d != 0 || ok {
		t.Errorf("Stop waits %v", d)
	}
}

// A function is a policy, too; Schedule samples its spans.
func ExampleFunc() {
	square := backoff.Func(func(n int, _ time.Duration, _ backoff.Rand) (time.Duration, bool) {
		return time.Duration((n+1)*(n+1)) * time.Second, true
	})
	fmt.Println(square.Next(2, 0, nil))
	var step backoff.Step = backoff.Schedule(square, 3)[2]
	fmt.Println(step.Delay.Mean, step.Total.Mean)
	_, known := backoff.Policy(square).(backoff.Spanner)
	fmt.Println(known)
	// Output:
	// 9s true
	// 9s 14s
	// false
}

// The jitters around a policy without randomness.
func ExampleFullJitter() {
	fixed := backoff.Fixed{Delay: 8 * time.Second, To: time.Hour}
	for _, p := range []backoff.Policy{backoff.FullJitter(fixed), backoff.EqualJitter(fixed),
		backoff.FractionJitter(fixed, 0.25)} {
		s, _ := p.(backoff.Spanner).Span(0)
		fmt.Println(s.Least, s.Mean, s.Greatest)
	}
	// Output:
	// 0s 4s 8s
	// 4s 6s 8s
	// 6s 8s 10s
}

// A Spec has the words of a backoff clause as fields.
func ExampleSpec() {
	spec, _ := backoff.Named("full")
	spec.From, spec.To = 250*time.Millisecond, time.Minute
	fmt.Println(spec.Name, spec.Factor, spec.Jitter, spec)
	fmt.Println(spec.Policy() == backoff.Full{From: 250 * time.Millisecond, To: time.Minute,
		Factor: 2})
	// Output:
	// full 2 own full from 250ms to 1m
	// true
}

// The kinds of jitter, as written in a clause.
func ExampleJitter() {
	for _, k := range []backoff.JitterKind{backoff.JitterOwn, backoff.JitterNone,
		backoff.JitterFull, backoff.JitterEqual, backoff.JitterDecorrelated} {
		fmt.Print(backoff.Jitter{Kind: k}.String(), " ")
	}
	fmt.Println(backoff.Jitter{Kind: backoff.JitterFraction, Fraction: 0.25})
	// Output: own none full equal decorrelated 0.25
}

// An error names the word at fault, by its index and as text.
func ExampleError() {
	_, err := backoff.Parse([]string{"full", "to", "never"}, backoff.Default())
	e := err.(*backoff.Error)
	fmt.Println(e.Index, e.Found, e.Variable == "")
	fmt.Println(e.Expected)
	fmt.Println(e.Error())
	// Output:
	// 2 "never" true
	// a duration such as 90s or 5 minutes
	// expected a duration such as 90s or 5 minutes, found "never"
}

// FromEnv asks for these variables.
func ExampleVariables() {
	fmt.Println(backoff.Variables())
	// Output: [FTSH_BACKOFF FTSH_EXPMIN FTSH_EXPMAX FTSH_EXPFACTOR FTSH_EXPRAND]
}

// A mean without a closed form is Unknown.
func TestUnknownMean(t *testing.T) {
	s, ok := backoff.Decorrelated{From: time.Second, To: time.Minute}.Span(9)
	if s.Mean != backoff.Unknown || !ok {
		t.Errorf("mean %v, %t", s.Mean, ok)
	}
	if !slices.Contains(backoff.Names(), "decorrelated") {
		t.Error("decorrelated has no name")
	}
}

// A policy of a program draws from the source that the caller passes in.
func ExampleRand() {
	shaky := backoff.Func(func(_ int, _ time.Duration, r backoff.Rand) (time.Duration, bool) {
		spread := time.Duration(r.IntN(100)) * time.Millisecond
		noise := time.Duration(r.NormFloat64() * float64(time.Millisecond))
		return time.Second + spread + noise, r.Float64() < 0.9
	})
	fmt.Println(shaky.Next(0, 0, half{}))
	// Output: 1.05s true
}
