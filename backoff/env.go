package backoff

import (
	"fmt"
	"math"
	"time"

	"ftsh/internal/duration"
)

// Variables returns the names that [FromEnv] looks up. If none of them is set, FromEnv returns
// [Default].
func Variables() []string {
	return []string{"FTSH_BACKOFF", "FTSH_EXPMIN", "FTSH_EXPMAX", "FTSH_EXPFACTOR", "FTSH_EXPRAND"}
}

// FromEnv returns the default policy configured in the environment. lookup is os.LookupEnv or a
// function like it.
//
// FTSH_BACKOFF holds a policy in the form of a backoff clause. If it is unset or empty, the
// variables of the original shell modify [Default]. FTSH_EXPMIN and FTSH_EXPMAX (seconds, fractions
// allowed) are T and M, FTSH_EXPFACTOR is F, and FTSH_EXPRAND=0 turns the randomness off (1 is on).
// An empty variable counts as unset. Times of 0 and a factor below 1 are errors, as in [Parse].
//
// The error is an [*Error] with its Variable. The Spec is then [Default], so the caller may report
// the error and go on.
func FromEnv(lookup func(string) (string, bool)) (Spec, error) {
	get := func(name string) string {
		value, _ := lookup(name)
		return value
	}
	if text := get("FTSH_BACKOFF"); text != "" {
		spec, err := ParseText(text, Default())
		if e, ok := err.(*Error); ok {
			e.Variable = "FTSH_BACKOFF"
			return Default(), e
		}
		return spec, nil
	}
	spec := Default()
	for _, v := range [...]struct {
		name string
		set  *time.Duration
	}{{"FTSH_EXPMIN", &spec.From}, {"FTSH_EXPMAX", &spec.To}} {
		if text := get(v.name); text != "" {
			d, ok := seconds(text)
			if !ok {
				return Default(), envError(v.name, "a number of seconds such as 1 or 0.5", text)
			}
			if d == 0 {
				return Default(), envError(v.name, aboveZero, text)
			}
			*v.set = d
		}
	}
	if text := get("FTSH_EXPFACTOR"); text != "" {
		f, ok := number(text)
		if !ok {
			return Default(), envError("FTSH_EXPFACTOR", "a factor such as 2 or 1.5", text)
		}
		if f < 1 {
			return Default(), envError("FTSH_EXPFACTOR", growing, text)
		}
		spec.Factor = f
	}
	switch text := get("FTSH_EXPRAND"); text {
	case "", "1":
	case "0":
		spec.Jitter = Jitter{Kind: JitterNone}
	default:
		return Default(), envError("FTSH_EXPRAND", "0 or 1", text)
	}
	return spec, nil
}

func seconds(text string) (time.Duration, bool) {
	n, ok := duration.ParseNumber(text)
	if !ok {
		return 0, false
	}
	d, ok := n.Times(time.Second)
	if !ok {
		d = math.MaxInt64 // more seconds than fit mean no bound, as they did in the original
	}
	return d, true
}

func envError(variable, expected, found string) *Error {
	return &Error{Variable: variable, Expected: expected, Found: fmt.Sprintf("%q", found)}
}
