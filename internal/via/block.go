package via

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/lockfile"
)

// A Block is common to all branches of a block, apart from the state of each.
type Block struct {
	Options  []string      // of the shell's program
	Dir      string        // working directory
	Umask    int           // -1: the machine's
	Input    string        // file for standard input; "": /dev/null
	Offset   int64         // where reading begins
	Closed   []int         // closed descriptors among 0, 1 and 2
	Timeout  time.Duration // of a branch, from its start; 0: none
	Deadline time.Time     // the zero value: none
	Grace    time.Duration // from the first signal to SIGKILL
	// A failing branch stops further ones from beginning; unset if another run may go on.
	First bool
	// Nothing that a branch started outlives it.
	Contained bool
}

const blockMagic = "ftsh-via-block 1"

func (b *Block) text() string {
	deadline := int64(0)
	if !b.Deadline.IsZero() {
		deadline = b.Deadline.UnixNano()
	}
	text := blockMagic + "\n"
	for _, o := range b.Options {
		text += "option " + strconv.Quote(o) + "\n"
	}
	for _, n := range b.Closed {
		text += fmt.Sprintf("closed %d\n", n)
	}
	if b.First {
		text += "first 1\n"
	}
	if b.Contained {
		text += "contained 1\n"
	}
	return text + fmt.Sprintf("dir %q\numask %d\ninput %q\noffset %d\n"+
		"timeout %d\ndeadline %d\ngrace %d\n",
		b.Dir, b.Umask, b.Input, b.Offset, int64(b.Timeout), deadline, int64(b.Grace))
}

func parseBlock(text string) (*Block, error) {
	first, rest, _ := strings.Cut(text, "\n")
	if first != blockMagic {
		return nil, errors.New("written by another version")
	}
	b := new(Block)
	for line := range strings.Lines(rest) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		var err error
		var n int64
		var s string
		if strings.HasPrefix(value, `"`) {
			s, err = strconv.Unquote(value)
		} else {
			n, err = strconv.ParseInt(value, 10, 64)
		}
		if err != nil {
			return nil, fmt.Errorf("malformed: %s", line)
		}
		switch name {
		case "option":
			b.Options = append(b.Options, s)
		case "dir":
			b.Dir = s
		case "closed":
			b.Closed = append(b.Closed, int(n))
		case "first":
			b.First = n == 1
		case "contained":
			b.Contained = n == 1
		case "umask":
			b.Umask = int(n)
		case "input":
			b.Input = s
		case "offset":
			b.Offset = n
		case "timeout":
			b.Timeout = time.Duration(n)
		case "deadline":
			if n != 0 {
				b.Deadline = time.Unix(0, n)
			}
		case "grace":
			b.Grace = time.Duration(n)
		}
	}
	return b, nil
}

func (d Dir) block(run int) string { return d.Name("block." + strconv.Itoa(run)) }

// Write writes the Block into the directory, for the branches submitted by a run.
func (b *Block) Write(d Dir, run int) error { return lockfile.Fill(d.block(run), b.text()) }

func readBlock(d Dir, run int) (*Block, error) {
	data, err := os.ReadFile(d.block(run))
	if err != nil {
		return nil, err
	}
	b, err := parseBlock(string(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.block(run), err)
	}
	return b, nil
}

// Longest returns how long a batch system must let a branch run that is submitted at now: the rest
// of its time limits, the time for cancelling, and a minute. 0: there is no limit.
func (b *Block) Longest(now time.Time) time.Duration {
	var limit time.Duration
	if !b.Deadline.IsZero() {
		limit = max(b.Deadline.Sub(now), time.Second)
	}
	if b.Timeout > 0 && (limit == 0 || b.Timeout < limit) {
		limit = b.Timeout
	}
	if limit == 0 {
		return 0
	}
	return limit + b.Grace + time.Minute
}
