package backoff

import (
	"strconv"
	"strings"

	"ftsh/internal/duration"
)

// String prints the policy in the words of a backoff clause, as short as possible: the name, and
// the differences from its defaults. [ParseText] reads it back as an equal Spec, whatever the base.
func (s Spec) String() string {
	own, uses, ok := lookup(s.Name)
	if !ok {
		return "no policy"
	}
	var b strings.Builder
	b.WriteString(s.Name)
	if s.Jitter.Kind == JitterDecorrelated {
		uses &^= useFactor
	}
	if uses&useFrom != 0 && s.From != own.From {
		b.WriteString(" from " + duration.Format(s.From))
	}
	if uses&useTo != 0 && s.To != own.To {
		b.WriteString(" to " + duration.Format(s.To))
	}
	if uses&useFactor != 0 && s.Factor != own.Factor {
		b.WriteString(" factor " + strconv.FormatFloat(s.Factor, 'f', -1, 64))
	}
	if uses.jitter() != 0 && s.Jitter != own.Jitter {
		b.WriteString(" jitter " + s.Jitter.String())
	}
	return b.String()
}

// String prints the kind as written after jitter. The policy's own has no word and prints as "own".
func (j Jitter) String() string {
	switch j.Kind {
	case JitterNone:
		return "none"
	case JitterFull:
		return "full"
	case JitterEqual:
		return "equal"
	case JitterDecorrelated:
		return "decorrelated"
	case JitterFraction:
		return strconv.FormatFloat(j.Fraction, 'f', -1, 64)
	}
	return "own"
}
