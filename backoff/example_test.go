package backoff_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"ftsh/backoff"
)

func Example() {
	policy := backoff.Ftsh{From: time.Second, To: time.Minute, Factor: 2}
	rnd := rand.New(rand.NewPCG(1, 2)) // in a program: seeded from crypto/rand or the clock
	var prev time.Duration
	for n := range 4 {
		delay, ok := policy.Next(n, prev, rnd)
		fmt.Println(delay.Round(time.Millisecond), ok)
		prev = delay
	}
	// Output:
	// 1.676s true
	// 2.923s true
	// 6.034s true
	// 11.438s true
}

// A loop around an operation, ended by the policy itself.
func ExamplePolicy() {
	work := func() error { return errors.New("no route to host") }
	// A program uses a wait that a context can cancel.
	sleep := func(d time.Duration) { fmt.Println("wait", d) }
	policy := backoff.Limit(backoff.Exponential{From: time.Second, To: time.Minute, Factor: 3}, 3)
	var prev time.Duration
	for n := 0; ; n++ {
		err := work()
		if err == nil {
			break
		}
		delay, ok := policy.Next(n, prev, nil) // this policy is not random
		if !ok {
			fmt.Println("gave up:", err)
			break
		}
		sleep(delay)
		prev = delay
	}
	// Output:
	// wait 1s
	// wait 3s
	// wait 9s
	// gave up: no route to host
}

func ExampleParseText() {
	spec, err := backoff.ParseText("thain from 10ms to 1 hour 30 minutes factor 2",
		backoff.Default())
	fmt.Println(spec, err)
	_, err = backoff.ParseText("fixed from 5s factor 2", backoff.Default())
	fmt.Println(err)
	// Output:
	// thain from 10ms to 1h30m <nil>
	// expected only from, to and jitter for the policy fixed, found "factor"
}

// A clause without a name changes the default policy.
func ExampleParse() {
	env := map[string]string{"FTSH_BACKOFF": "full to 5m"}
	base, _ := backoff.FromEnv(func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	})
	spec, _ := backoff.Parse([]string{"from", "250", "ms"}, base)
	fmt.Println(spec)
	// Output:
	// full from 250ms to 5m
}

func ExampleSchedule() {
	policy := backoff.Default().Policy()
	for i, step := range backoff.Schedule(policy, 5) {
		fmt.Printf("after %d failures: %v to %v, expected %v\n", i+1, step.Total.Least,
			step.Total.Greatest, step.Total.Mean)
	}
	// Output:
	// after 1 failures: 1s to 2s, expected 1.5s
	// after 2 failures: 3s to 6s, expected 4.5s
	// after 3 failures: 7s to 14s, expected 10.5s
	// after 4 failures: 15s to 30s, expected 22.5s
	// after 5 failures: 31s to 1m2s, expected 46.5s
}

func ExampleCap() {
	policy := backoff.Cap(backoff.FractionJitter(backoff.Linear{From: time.Second, To: time.Hour},
		0.5), 3*time.Second)
	for _, step := range backoff.Schedule(policy, 4) {
		fmt.Println(step.Delay.Least, step.Delay.Greatest)
	}
	// Output:
	// 500ms 1.5s
	// 1s 3s
	// 1.5s 3s
	// 2s 3s
}
