package flow

import (
	"strconv"
	"strings"
)

// Statuses is a set of exit statuses from 1 to 255. The zero value is empty.
type Statuses [4]uint64

// Has reports whether status is among them.
func (s *Statuses) Has(status int) bool {
	return status > 0 && status < 256 && s[status/64]&(1<<(status%64)) != 0
}

// ExpectedStatuses describes the argument of ParseStatuses, for messages.
const ExpectedStatuses = "exit statuses from 1 to 255, such as 75 or 1,2 or 64-78"

// ParseStatuses reads statuses and ranges of them, joined by commas: 75  1,2  64-78.
func ParseStatuses(text string) (s Statuses, ok bool) {
	for part := range strings.SplitSeq(text, ",") {
		low, high, isRange := strings.Cut(part, "-")
		if !isRange {
			high = low
		}
		first, err := strconv.ParseUint(low, 10, 8)
		last, err2 := strconv.ParseUint(high, 10, 8)
		if err != nil || err2 != nil || first == 0 || last < first {
			return Statuses{}, false
		}
		for n := first; n <= last; n++ {
			s[n/64] |= 1 << (n % 64)
		}
	}
	return s, true
}
