package rehearse

import (
	"fmt"
	"os"
	"strings"

	"ftsh/internal/tracefile"
	"ftsh/interp/event"
)

// A coverage counts the runs of the script's lines and catch lists, over all runs.
type coverage struct {
	lines   map[int]int
	catches map[int]int
}

// add counts the commands and catch lists of a run.
func (c *coverage) add(job *Job, t *tracefile.Run) {
	if t == nil {
		return
	}
	walk(t.Roots, func(n *tracefile.Node) {
		if n.Place.Script != job.Script {
			return
		}
		switch n.Kind {
		case event.SpanCommand:
			c.lines[n.Place.Line]++
		case event.SpanCatch:
			c.catches[n.Place.Line]++
		}
	})
}

// write writes the file of --coverage, in the format of lcov (geninfo(1)). A block with a catch list
// is a branch with one way: through the list.
func (c *coverage) write(job *Job, s *script) error {
	var b strings.Builder
	fmt.Fprintf(&b, "TN:\nSF:%s\n", job.Script)
	taken := 0
	for i, line := range s.catches {
		n := c.catches[line]
		fmt.Fprintf(&b, "BRDA:%d,%d,1,%d\n", line, i, n)
		if n > 0 {
			taken++
		}
	}
	fmt.Fprintf(&b, "BRF:%d\nBRH:%d\n", len(s.catches), taken)
	hit := 0
	for _, line := range s.lines {
		fmt.Fprintf(&b, "DA:%d,%d\n", line, c.lines[line])
		if c.lines[line] > 0 {
			hit++
		}
	}
	fmt.Fprintf(&b, "LF:%d\nLH:%d\nend_of_record\n", len(s.lines), hit)
	return os.WriteFile(job.Coverage, []byte(b.String()), 0o666)
}
