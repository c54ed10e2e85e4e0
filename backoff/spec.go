package backoff

import (
	"math"
	"strings"
	"time"
)

// Spec is a policy in words: the content of a backoff clause or of FTSH_BACKOFF. Two Specs are the
// same policy if they are equal (==). Get one from [Default], [Named], [Parse] or [FromEnv]; the
// zero value is not valid.
type Spec struct {
	Name     string        // one of [Names]
	From, To time.Duration // T and M
	Factor   float64       // F
	Jitter   Jitter
}

// Jitter is the kind of randomness of a [Spec].
type Jitter struct {
	Kind     JitterKind
	Fraction float64 // for JitterFraction: r, in [0,1]; else 0
}

// JitterKind is a kind of jitter.
type JitterKind uint8

// The kinds of jitter. JitterOwn is the one in the policy's own definition.
const (
	JitterOwn          JitterKind = iota
	JitterNone                    // no randomness
	JitterFull                    // as in [FullJitter]
	JitterEqual                   // as in [EqualJitter]
	JitterDecorrelated            // as in [Decorrelated]
	JitterFraction                // a fraction r: uniform in [1−r, 1+r], of a delay capped at To/(1+r)
)

// clauses is the set of clauses used by a policy.
type clauses uint8

const (
	useFrom clauses = 1 << iota
	useTo
	useFactor
	useJitter         // every kind
	useJitterSpread   // every kind but decorrelated
	useJitterFraction // none or a fraction
)

func (c clauses) jitter() clauses { return c & (useJitter | useJitterSpread | useJitterFraction) }

// Names lists the names of all policies, in the order of docs/language.md.
func Names() []string {
	return []string{"ftsh", "thain", "ethernet", "gauss", "google-http", "google-drive",
		"aws-simpledb", "aws-api",
		"full", "equal", "decorrelated", "fixed", "linear", "fibonacci"}
}

// Default returns the policy of a try without a backoff clause: ftsh from 1s to 1h factor 2.
func Default() Spec {
	s, _ := Named("ftsh")
	return s
}

// Named returns the policy of that name with its own defaults; false if there is none.
func Named(name string) (Spec, bool) {
	s, _, ok := lookup(name)
	return s, ok
}

// lookup is the one table of names: the defaults of each, and the clauses it uses.
func lookup(name string) (Spec, clauses, bool) {
	s := Spec{Name: name, From: time.Second, To: time.Hour, Factor: 2}
	switch name {
	case "ftsh", "thain":
		return s, useFrom | useTo | useFactor | useJitter, true
	case "ethernet":
		s.To, s.Factor = 0, 0
		return s, useFrom, true
	case "gauss":
		s.From, s.To, s.Factor, s.Jitter = 100*time.Millisecond, 5*time.Minute, math.E,
			Jitter{JitterFraction, 0.1}
		return s, useFrom | useTo | useFactor | useJitterFraction, true
	case "google-http":
		s.From, s.To, s.Factor, s.Jitter = 500*time.Millisecond, time.Minute, 1.5,
			Jitter{JitterFraction, 0.5}
		return s, useFrom | useTo | useFactor | useJitterFraction, true
	case "google-drive":
		s.To, s.Factor = 0, 0
		return s, useFrom, true
	case "aws-simpledb":
		s.From, s.To, s.Factor = 0, 0, 0
		return s, 0, true
	case "aws-api":
		s.From, s.Factor = 0, 0
		return s, useTo, true
	case "full", "equal":
		return s, useFrom | useTo | useFactor, true
	case "decorrelated":
		s.Factor = 0
		return s, useFrom | useTo, true
	case "fixed", "linear", "fibonacci":
		s.Factor, s.Jitter = 0, Jitter{Kind: JitterNone}
		return s, useFrom | useTo | useJitterSpread, true
	}
	return Spec{}, 0, false
}

// Policy returns the policy described by the words. It allocates; keep the result. A Spec with an
// unknown name, not made by this package's functions, gives [Stop].
func (s Spec) Policy() Policy {
	switch s.Name {
	case "ftsh":
		if s.Jitter.Kind == JitterOwn {
			return Ftsh{s.From, s.To, s.Factor}
		}
		return s.exponential()
	case "thain":
		if s.Jitter.Kind == JitterOwn {
			return Thain{s.From, s.To, s.Factor}
		}
		return s.exponential()
	case "ethernet":
		return Ethernet{s.From}
	case "gauss":
		return Gauss{s.From, s.To, s.Factor, s.Jitter.Fraction}
	case "google-http":
		return GoogleHTTP{s.From, s.To, s.Factor, s.Jitter.Fraction, 15 * time.Second}
	case "google-drive":
		return GoogleDrive{s.From}
	case "aws-simpledb":
		return AWSSimpleDB{}
	case "aws-api":
		return AWSAPI{s.To}
	case "full", "equal", "decorrelated":
		return s.exponential()
	case "fixed":
		return s.jittered(Fixed{s.From, s.To})
	case "linear":
		return s.jittered(Linear{s.From, s.To})
	case "fibonacci":
		return s.jittered(Fibonacci{s.From, s.To})
	}
	return Stop{}
}

// exponential returns growth with one of the kinds of jitter, chosen by the name of the policy or,
// for ftsh and thain, by the jitter clause.
func (s Spec) exponential() Policy {
	switch {
	case s.Name == "full" || s.Jitter.Kind == JitterFull:
		return Full{s.From, s.To, s.Factor}
	case s.Name == "equal" || s.Jitter.Kind == JitterEqual:
		return Equal{s.From, s.To, s.Factor}
	case s.Name == "decorrelated" || s.Jitter.Kind == JitterDecorrelated:
		return Decorrelated{s.From, s.To}
	}
	return s.jittered(Exponential{s.From, s.To, s.Factor})
}

// jittered applies the jitter clause to a base without randomness of its own.
func (s Spec) jittered(base Policy) Policy {
	switch s.Jitter.Kind {
	case JitterFull:
		return FullJitter(base)
	case JitterEqual:
		return EqualJitter(base)
	// The cap comes first, so that the delays stay random at it and never pass To.
	case JitterFraction:
		r := s.Jitter.Fraction
		return FractionJitter(Cap(base, sat(float64(nonneg(s.To))/(1+r))), r)
	}
	return base
}

// uses returns the clauses that make a difference to s.
func (s Spec) uses() clauses {
	_, c, _ := lookup(s.Name)
	if s.Jitter.Kind == JitterDecorrelated {
		c &^= useFactor // uniform[T, 3·d] has no factor
	}
	return c
}

func nameList() string {
	names := Names()
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}
