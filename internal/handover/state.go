// Package handover writes a shell's state to a stream and reads it again. A re-executed shell needs
// the state to continue as a subshell of the shell that started it. At its end it answers a waiting
// parent in the same format.
//
// The model: a [State] is plain data, complete in itself: variables, functions as trees, and the
// list to run, with the positions of the source. A [Reply] is a subshell's result for its parent. A
// stream is a magic word, a version, the version of the tree, a length, and the State or the Reply
// in the order of its fields. The reading program must be of the same versions, else it refuses the
// stream. The code for the tree is generated from the node types.
//
// Invariants: a decoded value equals the encoded one, apart from empty slices, which come back nil.
// Decode and DecodeReply take any bytes without panic, and memory in proportion to their number. A
// decoded tree has every part that is never nil according to package ast.
//
// Not here: descriptors. A process inherits them, and the State names the process that put them in
// place. The descriptor of the stream is the reader's business.
package handover

import (
	"encoding/binary"
	"errors"
	"fmt"
	"ftsh/internal/compspec"
	"io"

	"ftsh/internal/fd"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A State is a list, asynchronous or a subshell's, and its environment. The parts match those of
// package interp, where the functions state and restore define the meaning of each field for the
// other process. A test checks for forgotten fields.
type State struct {
	Environment Environment
	Context     Context
	Run         *ast.List // the list to run
	Condition   bool      // the list is directly in a condition
	// Reply is the descriptor of the file for a Reply; 0: no process waits for one.
	Reply int
}

// An Environment is the shell execution environment of XCU 2.13, without the parts present in every
// process from its start: the descriptors themselves, working directory, umask and ignored signals.
type Environment struct {
	Variables Variables
	Pid       int      // $$, always the main shell's
	Arg0      string   // $0
	Params    []string // $1 and on
	Status    int      // $?
	Bang      string   // $!, "" while unset
	Options   option.Set
	Shopts    option.Shopts
	Functions []Function
	Aliases   map[string]string
	Traps     trap.State
	Jobs      []job.Job // as jobs lists them
	Getopts   Getopts
	Hashed    map[string]string // where commands were found
	Pwd       string            // the logical working directory
	Limits    []Limit
	Files     []fd.Laid
	LogLevel  int  // the greatest level of reported events
	LogSaid   bool // a bad value of FTSH_LOG_LEVEL was reported
	History   History
	Bash      *Bash // nil: the dialect of bash has not been on
}

// Bash is the part of an environment that the dialect of bash has.
type Bash struct {
	Level    int               // BASH_SUBSHELL
	Began    int64             // when the shell started, in seconds of Unix time
	Started  int64             // when SECONDS was 0, in seconds of Unix time
	Last     string            // $_
	Calls    []BashCall        // the innermost first
	Pipe     []int32           // PIPESTATUS
	Dirs     []string          // under the working directory, on the stack of pushd
	Disabled []string          // builtins
	Indent   int               // of set -x
	Trace    int               // the descriptor for set -x; 0: standard error
	Specs    []Spec            // of complete, by name
	Exported map[string]string // functions in the environment of commands
}

// A Spec is how a command's arguments are completed.
type Spec struct {
	Name string
	compspec.Spec
}

// A BashCall is a running function or sourced file.
type BashCall struct {
	Name     string
	Source   string // its file
	Line     uint32 // of the call
	Function bool
}

// A History is the list of commands for fc. If First is 0, there is none.
type History struct {
	First    int // the number of the oldest
	Commands []string
}

// Variables are a shell's variables.
type Variables struct {
	All     []vars.Var // every visible variable, with its attributes
	Extra   []string   // environment entries with names invalid for variables
	InScope bool       // a function's scope is open: local may be used
	Line    uint32     // LINENO
}

// A Context describes the constructs around the list.
type Context struct {
	Deadline  int64  // of the nearest block, as package clock counts; 0: none
	Blocks    int    // blocks around
	Script    string // the script's file, for messages
	Shown     string // text shown in messages instead of its commands; "": none
	Functions int    // function calls around, for return
	Sources   int    // sourced files around
	Nested    int    // pipelines and blocks around, a bounded depth
	Shells    int    // processes of lists and subshells around, including this one
	Spawner   int    // the writer of the stream, a process ID
	Brittle   bool   // lists end at the first failure
	Expr      bool   // it is in (( )), to be evaluated by bash
	Tested    int    // > 0: the status is tested, so errexit does not apply
	Judged    int    // > 0: by ||, a condition or !, so a block's failure is handled
	InBlock   bool   // the list is in the body of a block around
	InBranch  bool   // the list is in a branch of a forall
	Member    bool   // the list is a job with a process group, or an element of one
	Prompted  bool   // in the foreground of a prompt
	Catching  int    // the status handled by the innermost catch list
	Signal    int    // the first signal on cancellation; 0: SIGTERM
	Mark      string // of the run, for journals
	Tries     []Turn // around, for journals
	// Around is the innermost journal of a block around; "": there is none.
	Around string
	// Grace is the time from Signal to SIGKILL in nanoseconds; 0: the shell's kill timeout.
	Grace int64
	// Failure is the last failed command of the attempt; nil: none.
	Failure *Failure
}

// A Turn is an attempt of a try.
type Turn struct {
	ID      string
	Attempt int
}

// A Function is a defined function.
type Function struct {
	Script string // the file with the definition
	Shown  string // as in Context
	Body   string // its text, in the dialect of bash; "" if it is not at hand
	Decl   *ast.FuncDecl
}

// Getopts is the position of getopts in its arguments. If Index is 0, OPTIND has it.
type Getopts struct {
	Index, Offset int
	Args          []string
	Arg           int
}

// A Limit is a resource limit for children.
type Limit struct {
	Resource   int
	Soft, Hard uint64
}

// version changes whenever the stream does, except for the tree (treeVersion).
const version = 14

const magic = "\x7fftsh"

// ErrVersion reports a stream written by another version.
var ErrVersion = errors.New("handover: stream of another version")

// Append appends the stream to dst. The error names the incomplete part of the tree.
func (s *State) Append(dst []byte) ([]byte, error) {
	return seal(dst, func(c *coder) { state(c, s) })
}

// seal appends a stream with the output of body.
func seal(dst []byte, body func(*coder)) ([]byte, error) {
	c := coder{encoding: true, out: append(dst, magic...)}
	c.out = append(c.out, version)
	c.out = binary.BigEndian.AppendUint32(c.out, treeVersion)
	at := len(c.out)
	c.out = append(c.out, 0, 0, 0, 0)
	body(&c)
	if c.err != nil {
		return dst, c.err
	}
	binary.BigEndian.PutUint32(c.out[at:], uint32(len(c.out)-at-4))
	return c.out, nil
}

// Decode reads a stream from r, and not a byte more.
func Decode(r io.Reader) (*State, error) {
	s := new(State)
	if err := unseal(r, func(c *coder) { state(c, s) }); err != nil {
		return nil, err
	}
	return s, nil
}

// unseal reads a stream from r, and passes it to decode.
func unseal(r io.Reader, decode func(*coder)) error {
	var head [len(magic) + 1 + 4 + 4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return errShort
	}
	if string(head[:len(magic)]) != magic {
		return errors.New("handover: no stream of a shell's state")
	}
	versions := head[len(magic):]
	if versions[0] != version || binary.BigEndian.Uint32(versions[1:]) != treeVersion {
		return ErrVersion
	}
	n := int64(binary.BigEndian.Uint32(versions[5:]))
	// The length is trusted only as far as bytes follow.
	body, err := io.ReadAll(io.LimitReader(r, n))
	if err != nil {
		return fmt.Errorf("handover: %w", err)
	}
	if int64(len(body)) != n {
		return errShort
	}
	c := coder{in: string(body)}
	decode(&c)
	if c.err == nil && c.at != len(c.in) {
		c.malformed("bytes left over:", len(c.in)-c.at)
	}
	return c.err
}

func state(c *coder, s *State) {
	environment(c, &s.Environment)
	context(c, &s.Context)
	optional(c, &s.Run, codeList)
	flag(c, &s.Condition)
	number(c, &s.Reply)
}

func environment(c *coder, e *Environment) {
	variables(c, &e.Variables)
	number(c, &e.Pid)
	text(c, &e.Arg0)
	list(c, &e.Params, text)
	number(c, &e.Status)
	text(c, &e.Bang)
	number(c, &e.Options)
	number(c, &e.Shopts)
	list(c, &e.Functions, func(c *coder, f *Function) {
		text(c, &f.Script)
		text(c, &f.Shown)
		text(c, &f.Body)
		required(c, &f.Decl, codeFuncDecl)
	})
	table(c, &e.Aliases, text, text)
	table(c, &e.Traps.Listed, number[sig.Signal], text)
	number(c, &e.Traps.Ignored)
	number(c, &e.Traps.Hard)
	table(c, &e.Traps.Events, number[sig.Signal], text)
	list(c, &e.Jobs, jobEntry)
	number(c, &e.Getopts.Index)
	number(c, &e.Getopts.Offset)
	list(c, &e.Getopts.Args, text)
	number(c, &e.Getopts.Arg)
	table(c, &e.Hashed, text, text)
	text(c, &e.Pwd)
	list(c, &e.Limits, func(c *coder, l *Limit) {
		number(c, &l.Resource)
		number(c, &l.Soft)
		number(c, &l.Hard)
	})
	list(c, &e.Files, func(c *coder, l *fd.Laid) {
		number(c, &l.Number)
		enum(c, &l.By, fd.ByCoproc)
		number(c, &l.Block)
		number(c, &l.Same)
	})
	number(c, &e.LogLevel)
	flag(c, &e.LogSaid)
	number(c, &e.History.First)
	list(c, &e.History.Commands, text)
	optional(c, &e.Bash, bash)
}

func bash(c *coder, b *Bash) {
	number(c, &b.Level)
	number(c, &b.Began)
	number(c, &b.Started)
	text(c, &b.Last)
	list(c, &b.Calls, func(c *coder, call *BashCall) {
		text(c, &call.Name)
		text(c, &call.Source)
		number(c, &call.Line)
		flag(c, &call.Function)
	})
	list(c, &b.Pipe, number[int32])
	list(c, &b.Dirs, text)
	list(c, &b.Disabled, text)
	number(c, &b.Indent)
	number(c, &b.Trace)
	list(c, &b.Specs, func(c *coder, s *Spec) {
		text(c, &s.Name)
		number(c, &s.Actions)
		number(c, &s.Options)
		for _, t := range []**string{&s.Glob, &s.Words, &s.Prefix, &s.Suffix, &s.Filter,
			&s.Function, &s.Command} {
			optional(c, t, text)
		}
	})
	table(c, &b.Exported, text, text)
}

func variables(c *coder, v *Variables) {
	list(c, &v.All, func(c *coder, v *vars.Var) {
		text(c, &v.Name)
		text(c, &v.Value)
		number(c, &v.Attrs)
		list(c, &v.Elements, func(c *coder, e *vars.Element) {
			text(c, &e.Key)
			text(c, &e.Value)
		})
	})
	list(c, &v.Extra, text)
	flag(c, &v.InScope)
	number(c, &v.Line)
}

func context(c *coder, x *Context) {
	number(c, &x.Deadline)
	number(c, &x.Blocks)
	text(c, &x.Script)
	text(c, &x.Shown)
	number(c, &x.Functions)
	number(c, &x.Sources)
	number(c, &x.Nested)
	number(c, &x.Shells)
	number(c, &x.Spawner)
	flag(c, &x.Brittle)
	flag(c, &x.Expr)
	number(c, &x.Tested)
	number(c, &x.Judged)
	flag(c, &x.InBlock)
	flag(c, &x.InBranch)
	number(c, &x.Catching)
	flag(c, &x.Member)
	flag(c, &x.Prompted)
	number(c, &x.Signal)
	text(c, &x.Mark)
	list(c, &x.Tries, func(c *coder, t *Turn) {
		text(c, &t.ID)
		number(c, &t.Attempt)
	})
	text(c, &x.Around)
	number(c, &x.Grace)
	optional(c, &x.Failure, failure)
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
	enum(c, &j.StatusOf, job.OfFailureButPipe)
	number(c, &j.Status)
	flag(c, &j.Notified)
	flag(c, &j.Disowned)
	flag(c, &j.Inherited)
}
