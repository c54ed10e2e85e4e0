package interp

import (
	"bytes"
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// take takes its operands' time on the bubble's clock, and fails.
const take = `take() { try 2 times every "$*"; false; end; }
`

// waitsOf runs a script on the bubble's clock and returns when each attempt began:
// the scripts write a line at the start of each. A number in random stands for all
// random draws.
func waitsOf(t *testing.T, random float64, script string) (starts []time.Duration, stdout string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		out := &recorder{mark: func() { starts = append(starts, time.Since(begin)) }}
		sh, err := New(Options{Stdout: out, Sources: Sources{
			GoClock: true, Rand: func() float64 { return random }}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sh.Run(context.Background(), "waits", take+script); err != nil {
			t.Error(err)
		}
		if err := sh.Close(); err != nil {
			t.Error(err)
		}
		stdout = out.rest.String()
	})
	return starts, stdout
}

// A recorder calls mark for each line "attempt", and keeps the others.
type recorder struct {
	mark func()
	rest bytes.Buffer
}

func (r *recorder) Write(b []byte) (int, error) {
	if string(b) == "attempt\n" {
		r.mark()
	} else {
		r.rest.Write(b)
	}
	return len(b), nil
}

// What a script sees of its waits. How the delays come about is tested in internal/retry.
func TestWaits(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		name   string
		random float64
		script string
		starts []time.Duration
		stdout string
	}{
		{
			name: "the default doubles from one second", random: 0,
			script: `try 5 times; echo attempt; false; end; echo $?`,
			starts: []time.Duration{0, 1 * s, 3 * s, 7 * s, 15 * s}, stdout: "1\n",
		},
		{
			name: "an HTTP date", random: 0, // the bubble's clock begins at 2000-01-01
			script: `try 2 times; echo attempt; failure --after 'Sat, 01 Jan 2000 00:01:40 ` +
				`GMT'; end`,
			starts: []time.Duration{0, 100 * s},
		},
		{
			name:   "the addition is cut to half of what is left, what was asked for is not",
			random: 0.5,
			script: `try for 102 s; echo attempt; failure --after 100; catch; echo "$FTSH_REASON $FTSH_ATTEMPT"; end
				try for 100 s; echo attempt; failure --after 100; catch; echo "$FTSH_REASON $FTSH_ATTEMPT"; end`,
			starts: []time.Duration{0, 101 * s, 101 * s}, stdout: "deadline 2\ndeadline 1\n",
		},
		{
			name: "the check runs again after the policy's delay", random: 0,
			script: `n=0
			try 5 times
				echo attempt
				false
			check
				n=$((n + 1))
				echo attempt
				if [ $n -lt 3 ]; then failure; fi
				[ $n = 5 ]
			end`,
			// Attempt and check, again after 1 s and 2 s; after 4 s the next attempt.
			starts: []time.Duration{0, 0, 1 * s, 3 * s, 7 * s, 7 * s, 15 * s, 15 * s},
		},
		{
			name:   "the check runs again at least every apart, or when failure asks for it",
			random: 0,
			script: `n=0
			try 5 times every 10 s
				echo attempt
				take 3 s; true
			check
				n=$((n + 1))
				echo attempt
				[ $n != 1 ] || failure
				[ $n != 2 ] || failure --after 1
			end`,
			starts: []time.Duration{0, 3 * s, 10 * s, 11 * s},
		},
		{
			name: "the check behind a shortened wait is the last", random: 0,
			script: `try for 10 s backoff fixed from 30 min
				echo attempt
				take 1 s
			check
				echo attempt
				failure
			catch
				echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
			end`,
			starts: []time.Duration{0, 1 * s, 9 * s}, stdout: "124 deadline 1\n",
		},
		{
			name: "a delay that would overrun is cut to leave time for the longest attempt",
			script: `try for 10 s
				echo attempt
				if [ $FTSH_ATTEMPT -lt 4 ]; then take 1 s; fi
				false
			catch
				echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
			end`,
			// At 6 s the next delay is 4 s, and 4 s are left: 3 s are waited.
			starts: []time.Duration{0, 2 * s, 5 * s, 9 * s}, stdout: "124 deadline 4\n",
		},
		{
			name: "attempts that take no time: the wait goes on to the deadline",
			script: `try for 10 s
				echo attempt
				false
			catch
				echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
			end`,
			starts: []time.Duration{0, 1 * s, 3 * s, 7 * s}, stdout: "124 deadline 4\n",
		},
		{
			name: "the attempt after a cut wait may succeed",
			script: `try for 10 s backoff fixed from 1 hour
				echo attempt
				if [ $FTSH_ATTEMPT = 1 ]; then take 2 s; fi
			end
			echo $?`,
			starts: []time.Duration{0, 8 * s}, stdout: "0\n",
		},
		{
			name: "a count that is reached comes first",
			script: `try 2 times or 10 s backoff fixed from 1 hour
				echo attempt
				if [ $FTSH_ATTEMPT = 1 ]; then take 2 s; fi
				false
			catch
				echo "$FTSH_STATUS $FTSH_REASON"
			end`,
			starts: []time.Duration{0, 8 * s}, stdout: "1 times\n",
		},
		{
			name: "every counts from start to start",
			script: `try 4 times every 10 s
				echo attempt
				take 3 s
			end`,
			starts: []time.Duration{0, 10 * s, 20 * s, 30 * s},
		},
		{
			name: "a delay of every is not cut",
			script: `try for 25 s every 10 s
				echo attempt
				false
			catch
				echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
			end`,
			starts: []time.Duration{0, 10 * s, 20 * s}, stdout: "124 deadline 3\n",
		},
		{
			name: "failure --after is the next delay, once",
			script: `try 4 times
				echo attempt
				if [ $FTSH_ATTEMPT = 2 ]; then failure --after 100 s; fi
				false
			end`,
			// The policy goes on with the count of failures: 1 s, (100 s,) 4 s.
			starts: []time.Duration{0, 1 * s, 101 * s, 105 * s},
		},
		{
			name: "failure --after is not cut",
			script: `try for 50 s
				echo attempt
				failure --after 50 s 9
			catch
				echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
			end`,
			starts: []time.Duration{0}, stdout: "124 deadline 1\n",
		},
		{
			name: "waits heed the outer deadline",
			script: `try for 10 s
				outer=$FTSH_ATTEMPT
				try for 1 hour backoff fixed from 30 min
					echo attempt
					if [ $outer$FTSH_ATTEMPT = 11 ]; then take 2 s; fi
					false
				catch
					echo "inner $FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
					failure
				end
				echo never
			catch
				echo "outer $FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
			end`,
			// The inner block: 8 s are left after its first attempt, so it waits 6 s; then the
			// attempt after the cut wait fails, and so does the block. The outer one waits 1 s. The
			// second time the outer deadline ends it.
			starts: []time.Duration{0, 8 * s, 9 * s},
			stdout: "inner 124 deadline 2\nouter 124 deadline 2\n",
		},
		{
			name: "the timeout of an attempt bounds the waits inside",
			script: `try 2 times every 0 s timeout 4 s
				try forever backoff fixed from 3 s
					echo attempt
					false
				end
			end
			echo $?`,
			// A second wait of 3 s would end at 6 s: it ends with the attempt.
			starts: []time.Duration{0, 3 * s, 4 * s, 7 * s}, stdout: "124\n",
		},
		{
			name:   "deferrals have a count of their own, which begins anew when the way was free",
			random: 0,
			script: `n=0
			try for 1 hour
				false
			sense
				n=$((n + 1))
				echo attempt >&2
				if [ $n = 9 ]; then abort; fi
				[ $n = 3 ] || [ $n = 4 ] || [ $n = 7 ]
			end 2>&1`,
			// Deferred at 0 and 1 s, free at 3 s; free again 1 s after the attempt; 2 s after that
			// one deferred at 6 and 7 s, free at 9 s; deferred again 4 s after the third.
			starts: []time.Duration{0, 1 * s, 3 * s, 4 * s, 6 * s, 7 * s, 9 * s, 13 * s, 14 * s},
		},
		{
			name: "every counts from look to look, and from attempt to look",
			script: `n=0
			try for 1 hour every 10 s
				echo attempt
				take 3 s
			sense
				n=$((n + 1))
				if [ $n = 5 ]; then abort; fi
				take 2 s || [ $n != 1 ]
			end`,
			// A look from 0 to 2 s, deferred; from 10 to 12 s, free; the attempt; a look at 22 s.
			starts: []time.Duration{12 * s, 24 * s, 36 * s},
		},
		{
			name: "failure --after in a sense list is the next delay", random: 0,
			script: `n=0
			try for 1 hour
				echo attempt
			sense
				n=$((n + 1))
				[ $n != 1 ] || failure --after 100
				[ $n != 2 ]
			end`,
			// The policy goes on with the count of deferrals: 2 s.
			starts: []time.Duration{102 * s},
		},
		{
			name:   "the wait behind a deferral is cut to leave time for the longest attempt",
			random: 0,
			script: `n=0
			try for 10 s backoff fixed from 6 s
				echo attempt
				take 1 s
			sense
				n=$((n + 1))
				[ $n = 1 ]
			catch
				echo "$n $FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
			end`,
			// Deferred at 7 s: of the 3 s left, 1 s is kept for the attempt, and it never begins.
			starts: []time.Duration{0}, stdout: "3 124 busy 1\n",
		},
		{
			name: "the attempt behind a cut wait of a deferral is the last", random: 0,
			script: `n=0
			try for 10 s backoff fixed from 6 s
				echo attempt
				take 1 s
			sense
				n=$((n + 1))
				[ $n != 2 ]
			catch
				echo "$n $FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
			end`,
			starts: []time.Duration{0, 9 * s}, stdout: "3 124 deadline 2\n",
		},
		{
			name: "behind a deferral a delay of every or of failure --after is not cut",
			script: `try for 25 s every 10 s
				echo attempt
			sense
				false
			catch
				echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
			end
			try for 50 s
				echo attempt
			sense
				failure --after 50
			catch
				echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
			end
			take 1 s
			echo attempt`,
			starts: []time.Duration{21 * s}, stdout: "124 busy 0\n124 busy 0\n",
		},
		{
			name: "an outer deadline that a wait behind a deferral would overrun",
			script: `try for 10 s
				try forever every 1 min
					echo never
				sense
					false
				catch
					echo "$FTSH_STATUS $FTSH_REASON"
				end
			end`,
			stdout: "124 busy\n",
		},
		{
			name: "a policy that stops by itself",
			script: `try forever backoff ethernet from 1 s
				echo attempt
				false
			catch
				echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
			end`,
			starts: make([]time.Duration, 16), stdout: "1 times 16\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			starts, stdout := waitsOf(t, c.random, c.script)
			if len(starts) != len(c.starts) {
				t.Fatalf("attempts at %v, want %v", starts, c.starts)
			}
			for i := range starts {
				if starts[i] != c.starts[i] {
					t.Fatalf("attempts at %v, want %v", starts, c.starts)
				}
			}
			if stdout != c.stdout {
				t.Errorf("output %q, want %q", stdout, c.stdout)
			}
		})
	}
}
