// Package handover writes a shell's state to a stream and reads it again: what
// a re-executed shell needs to go on as a subshell of the one that started it.
//
// The model: a [State] is plain data, complete in itself: variables, functions
// as trees, and the list to run, with the positions of the source. A stream is a
// magic word, a version, a length, and the State in the order of its fields. The
// program that reads it is of the same version, else it refuses.
//
// Invariants: what is decoded equals what was encoded, apart from empty slices,
// which come back nil. Decode takes any bytes without panic, and memory in
// proportion to their number; a tree that it returns has every part that package
// ast says is never nil.
//
// What is not here: descriptors. A process inherits them; the one that the
// stream comes over is the reader's business.
package handover

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A State is the state of a shell environment.
type State struct {
	Vars    []vars.Var // every variable as it is visible, with its attributes
	InScope bool       // a function's scope is open: local may be used
	Extra   []string   // environment entries whose names no variable can have

	Arg0   string   // $0
	Params []string // $1 and on
	Pid    int      // $$, which stays that of the main shell
	Status int      // $?
	Bang   string   // $!, "" while unset

	Functions []Function
	Aliases   map[string]string
	Options   option.Set
	Getopts   Getopts

	Run    *ast.List // what to run
	Script string    // the file it stands in, for messages
	Line   uint32    // LINENO

	Brittle   bool
	Tested    int   // > 0: the status is looked at, so that errexit does not apply
	Loops     int   // loops around, for break and continue
	Calls     int   // functions around, for return
	Sources   int   // sourced files around
	Blocks    int   // blocks around
	Nested    int   // pipelines and blocks around, whose depth is bounded
	Shells    int   // asynchronous lists around, this one among them
	Spawner   int   // the process that wrote the stream
	Deadline  int64 // of the nearest block, as package clock counts; 0: none
	Interrupt bool  // SIGINT and SIGQUIT are not ignored: job control is on

	Traps trap.State
	Jobs  []job.Job // as jobs lists them

	Dir    string // working directory; "": the process has it already
	Pwd    string // the logical one
	Umask  int    // -1: the process has it already
	Limits []Limit

	Settings map[string]string // the command line's: log level, kill timeout …
}

// A Function is a defined function.
type Function struct {
	Script string // the file that defines it
	Decl   *ast.FuncDecl
}

// Getopts is where getopts stands in its arguments.
type Getopts struct {
	Index, Offset int
}

// A Limit is a resource limit that children are to have.
type Limit struct {
	Resource   int
	Soft, Hard uint64
}

// version changes whenever the stream does.
const version = 2

const magic = "\x7fftsh"

// ErrVersion says that a stream was written by another version.
var ErrVersion = errors.New("handover: stream of another version")

// Append appends the stream to dst. The error says what in the tree is
// incomplete.
func (s *State) Append(dst []byte) ([]byte, error) {
	c := coder{encoding: true, out: append(dst, magic...)}
	c.out = binary.AppendUvarint(c.out, version)
	at := len(c.out)
	c.out = append(c.out, 0, 0, 0, 0)
	state(&c, s)
	if c.err != nil {
		return dst, c.err
	}
	binary.BigEndian.PutUint32(c.out[at:], uint32(len(c.out)-at-4))
	return c.out, nil
}

// Encode writes the stream to w.
func (s *State) Encode(w io.Writer) error {
	b, err := s.Append(nil)
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

// Decode reads a stream from r, and not a byte more.
func Decode(r io.Reader) (*State, error) {
	var head [len(magic) + 1 + 4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, errShort
	}
	if string(head[:len(magic)]) != magic {
		return nil, errors.New("handover: no stream of a shell's state")
	}
	if head[len(magic)] != version {
		return nil, ErrVersion
	}
	n := int64(binary.BigEndian.Uint32(head[len(magic)+1:]))
	// The length is believed as far as bytes follow.
	body, err := io.ReadAll(io.LimitReader(r, n))
	if err != nil {
		return nil, fmt.Errorf("handover: %w", err)
	}
	if int64(len(body)) != n {
		return nil, errShort
	}
	c := coder{in: string(body)}
	s := new(State)
	state(&c, s)
	if c.err == nil && c.at != len(c.in) {
		c.malformed("bytes left over:", len(c.in)-c.at)
	}
	if c.err != nil {
		return nil, c.err
	}
	return s, nil
}

func state(c *coder, s *State) {
	list(c, &s.Vars, func(c *coder, v *vars.Var) {
		text(c, &v.Name)
		text(c, &v.Value)
		number(c, &v.Attrs)
	})
	flag(c, &s.InScope)
	list(c, &s.Extra, text)
	text(c, &s.Arg0)
	list(c, &s.Params, text)
	number(c, &s.Pid)
	number(c, &s.Status)
	text(c, &s.Bang)

	list(c, &s.Functions, func(c *coder, f *Function) {
		text(c, &f.Script)
		node(c, &f.Decl, funcDecl)
	})
	table(c, &s.Aliases, text, text)
	number(c, &s.Options)
	number(c, &s.Getopts.Index)
	number(c, &s.Getopts.Offset)

	optional(c, &s.Run, listNode)
	text(c, &s.Script)
	number(c, &s.Line)
	flag(c, &s.Brittle)
	number(c, &s.Tested)
	number(c, &s.Loops)
	number(c, &s.Calls)
	number(c, &s.Sources)
	number(c, &s.Blocks)
	number(c, &s.Nested)
	number(c, &s.Shells)
	number(c, &s.Spawner)
	number(c, &s.Deadline)
	flag(c, &s.Interrupt)

	table(c, &s.Traps.Actions, number[sig.Signal], text)
	table(c, &s.Traps.Outer, number[sig.Signal], text)
	number(c, &s.Traps.Ignored)
	number(c, &s.Traps.Hard)
	list(c, &s.Jobs, jobEntry)

	text(c, &s.Dir)
	text(c, &s.Pwd)
	number(c, &s.Umask)
	list(c, &s.Limits, func(c *coder, l *Limit) {
		number(c, &l.Resource)
		number(c, &l.Soft)
		number(c, &l.Hard)
	})
	table(c, &s.Settings, text, text)
}

func jobEntry(c *coder, j *job.Job) {
	number(c, &j.ID)
	list(c, &j.Processes, func(c *coder, p *job.Process) {
		number(c, &p.Pid)
		enum(c, &p.State, job.Done)
		number(c, &p.Status)
		number(c, &p.Signal)
		flag(c, &p.Core)
	})
	number(c, &j.Pgid)
	text(c, &j.Text)
	enum(c, &j.State, job.Done)
	number(c, &j.Status)
	flag(c, &j.Notified)
	flag(c, &j.Disowned)
	flag(c, &j.Inherited)
}
