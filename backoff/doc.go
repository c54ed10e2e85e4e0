// Package backoff computes how long to wait before trying again.
//
// A [Policy] is a pure function of the number of failures so far, of the previous delay, and of a
// source of randomness passed in by the caller. A policy has no clock and no state, and does not
// sleep. It is a small comparable value, safe for concurrent use, and computing a delay allocates
// nothing. Every number of failures is valid: delays saturate and never wrap or turn negative.
//
// There is one type for each published algorithm, with its first delays tabulated: [Ftsh] (the
// default of the ftsh shell), [Thain], [Ethernet], [Gauss], [GoogleHTTP], [GoogleDrive],
// [AWSSimpleDB], [AWSAPI], [Full], [Equal], [Decorrelated], and the plain curves [Exponential],
// [Fixed], [Linear] and [Fibonacci]. They compose by [Limit], [Cap], [FullJitter], [EqualJitter]
// and [FractionJitter].
//
// A [Spec] is a policy in words, as in the shell ("ftsh from 1s to 15m"). [Parse], [ParseText] and
// [FromEnv] read it, String prints it, and its Policy method builds the policy.
//
// [Schedule] tabulates the least, expected and greatest waits of a policy, to help choose one.
//
// # Not here
//
// The package has no loop that calls a function until it succeeds, no deadlines, and no
// classification of errors. In the shell these belong to the try block. In Go a loop of five lines
// keeps them in sight:
//
//	for n, prev := 0, time.Duration(0); ; n++ {
//		err := work(ctx)
//		if err == nil || !transient(err) {
//			return err
//		}
//		delay, ok := policy.Next(n, prev, rnd)
//		if !ok {
//			return err
//		}
//		prev = delay
//		select {
//		case <-time.After(delay):
//		case <-ctx.Done():
//			return ctx.Err()
//		}
//	}
//
// # Compared with other libraries
//
// github.com/cenkalti/backoff (v5) keeps the current interval inside an ExponentialBackOff. Each
// operation needs its own, which must be Reset and must not be shared. Jitter draws from the global
// random source, so a test cannot repeat a sequence. The end is signalled by the special duration
// Stop = -1, which is easily passed to time.Sleep by mistake. Here state is two arguments, randomness
// is a third, and the end is a second result.
//
// github.com/sethvargo/go-retry (v0.5) composes middlewares around a Next() with a counter inside.
// It is safe for concurrent use, but operations sharing one count each other's failures, so again
// each needs its own. Its second result is true at the end, where others have false; its jitter
// draws from the global source. This package keeps the composition and drops the counter.
//
// github.com/avast/retry-go (v4) has the form closest to this one, a DelayTypeFunc(n, err, config).
// With the same n, however, the plain type starts at the base delay and the one with full jitter at
// up to twice the base. The delays live in unexported fields of a Config whose other fields run the
// loop, so no type can be used or written outside. Randomness is global. There is no previous
// delay, hence no decorrelated jitter.
//
// None of the three can say in advance how long a client will wait ([Schedule]), and none reads a
// policy from a configuration ([ParseText]).
package backoff
