// Package ast declares the syntax tree of an ftsh script.
//
// The model: a script is a [List] of AND-OR lists, an [AndOr] joins pipelines, a [Pipeline] joins
// commands, and a [Command] is a simple command, one of the compound commands of XCU 2.9.4, a
// function definition, or one of the fault-tolerance blocks ([Try], [Forany], [Forall]). A
// redirection list after a compound command is a [Redirected] node around it.
//
// Invariants: aliases are already resolved and here-document bodies attached; every node has its
// position in the source text (text from an alias has the position of the word that named the
// alias); the node set is closed. A tree is immutable once the parser has returned it, and any
// number of goroutines may then read it.
//
// A pointer, an interface value or an element of a slice is never nil, unless the tag of its field,
// under the key ast, says otherwise. The tag is one of
//
//	optional    the part may be absent, and is nil then
//	when COND   it is there if the condition on the fields before it holds, else nil
//	len EXPR    the slice has that many elements
//
// COND and EXPR are Go expressions of the node's fields and this package's constants. An
// enumeration holds one of its constants. go generate writes [Walk], and the form in which a tree
// goes to another process, from these declarations: after go generate both know a new field.
//
// To find all commands of a script, for instance, use [Walk]:
//
//	ast.Walk(script.List, func(n ast.Node) bool {
//		if c, ok := n.(*ast.Simple); ok {
//			fmt.Println(script.Text[c.From.Offset:c.To.Offset])
//		}
//		return true // look inside, too
//	})
//
// Not here: comments, blank space and the original spelling of quoting.
package ast

//go:generate go run ftsh/internal/treegen -walk walk.go .

// A Pos is a place in a source text. The zero Pos means "none".
// Line and Col count from 1; Col and Offset count bytes.
type Pos struct {
	Offset uint32
	Line   uint32
	Col    uint32
}

// IsValid reports whether p is a place at all.
func (p Pos) IsValid() bool { return p.Line != 0 }

// A Node is any part of the tree. End is the place right after its last byte.
type Node interface {
	Pos() Pos
	End() Pos
}

// Span is the extent of a node in the source text, embedded by every node.
type Span struct {
	From, To Pos
}

// Pos returns where the node starts.
func (s *Span) Pos() Pos { return s.From }

// End returns the place right after the node.
func (s *Span) End() Pos { return s.To }

// A List is a sequence of AND-OR lists: a script, a body, a condition.
type List struct {
	Span
	AndOrs []*AndOr
}

// Command returns the list's only command and the pipeline that it stands in, if the list is one
// command in the foreground, perhaps after ! or time; else nil.
func (l *List) Command() (Command, *Pipeline) {
	if len(l.AndOrs) != 1 || l.AndOrs[0].Background || len(l.AndOrs[0].Pipelines) != 1 {
		return nil, nil
	}
	p := l.AndOrs[0].Pipelines[0]
	if len(p.Commands) != 1 {
		return nil, nil
	}
	return p.Commands[0], p
}

// Simple is Command for a simple command; for any other it returns nil.
func (l *List) Simple() (*Simple, *Pipeline) {
	c, p := l.Command()
	n, ok := c.(*Simple)
	if !ok {
		return nil, nil
	}
	return n, p
}

// An AndOr is one or more pipelines joined by && and ||, run from the left
// (XCU 2.9.3).
type AndOr struct {
	Span
	Pipelines  []*Pipeline
	Ops        []AndOrOp `ast:"len len(Pipelines)-1"`
	Background bool      // ended by &
}

// An AndOrOp is the operator between two pipelines.
type AndOrOp uint8

// The operators of an AND-OR list.
const (
	And AndOrOp = iota // &&
	Or                 // ||
)

// A Pipeline is one or more commands joined by | (XCU 2.9.2).
type Pipeline struct {
	Span
	Negated  bool // preceded by !
	Timed    bool // preceded by the reserved word time
	TimeP    bool // time -p
	Commands []Command
}

// A Command is one element of a pipeline.
type Command interface {
	Node
	command()
}

// Simple is a simple command: assignments, redirections and words (XCU 2.9.1).
type Simple struct {
	Span
	Assigns []*Assign
	Args    []*Word
	Redirs  []*Redirect
}

// An Assign is a variable assignment before a simple command. An empty value has
// no parts.
type Assign struct {
	Span
	Name  string
	Bash  *BashAssign `ast:"optional"` // what only the dialect of bash has
	Value *Word
}

// Redirected is a compound command with redirections after it. Inner is never a Simple, a
// Redirected or a FuncDecl.
type Redirected struct {
	Span
	Inner  Command
	Redirs []*Redirect
}

// A RedirOp is a redirection operator (XCU 2.7).
type RedirOp uint8

// The redirection operators.
const (
	RedirIn         RedirOp = iota // <
	RedirOut                       // >
	RedirClobber                   // >|
	RedirAppend                    // >>
	RedirInOut                     // <>
	RedirDupIn                     // <&
	RedirDupOut                    // >&
	RedirHere                      // << and <<-
	RedirHereString                // <<<, in the dialect of bash, like those below
	RedirBoth                      // &>
	RedirBothAppend                // &>>
)

// A Redirect is one redirection. For RedirHere, Target is the delimiter word as
// written and Here is the body: literal when HereQuoted, otherwise to be
// expanded as in double quotes. The leading tabs of <<- are already gone.
type Redirect struct {
	Span
	N          int32 // descriptor; -1: the operator's default, 0 or 1
	Op         RedirOp
	Var        string // written as {Var}>: the variable gets the descriptor; "": none
	Target     *Word
	Here       *Word `ast:"when Op == RedirHere"`
	HereQuoted bool
	HereTabs   bool // written as <<-
	Piped      bool // not written: the 2>&1 of |& after the command
}

// Brace is { list; }.
type Brace struct {
	Span
	Body *List
}

// Subshell is ( list ).
type Subshell struct {
	Span
	Body *List
}

// If is the conditional construct.
type If struct {
	Span
	Cond, Then *List
	Elifs      []*Elif
	Else       *List `ast:"optional"`
}

// An Elif is one further condition of an If.
type Elif struct {
	Span
	Cond, Then *List
}

// Loop is while or until.
type Loop struct {
	Span
	Until bool
	Cond  *List
	Body  *List
}

// For is for name [in words]; without In it runs over the positional parameters.
type For struct {
	Span
	Name  string
	In    bool
	Words []*Word
	Body  *List
}

// Case is the case construct.
type Case struct {
	Span
	Word  *Word
	Items []*CaseItem
}

// A CaseItem is one list of patterns with its commands. Body may be empty.
type CaseItem struct {
	Span
	Patterns    []*Word
	Body        *List
	FallThrough bool // ended by ;&
	Continue    bool // ended by ;;&, of bash: the items after it are tried as well
}

// FuncDecl is a function definition. Body is a compound command or a block,
// perhaps Redirected.
type FuncDecl struct {
	Span
	Name string
	Body Command
	Bash bool // read in the dialect of bash
	// Extglob: in it, @(a|b) and its kin in words are patterns.
	Extglob bool
}

// Try is the try block. Absent clauses are nil or zero.
//
// Large: a try has one field for each clause and list of the language.
type Try struct {
	Span
	Limit Limit
	Every *Duration `ast:"optional"`
	Clauses
	Backoff   *Backoff `ast:"optional"`
	On        *Word    `ast:"optional"`
	Except    *Word    `ast:"optional"`
	Known     bool     // judge failures by what is known of programs
	Permanent []*Word  // patterns of standard error: such a failure is final
	Transient []*Word  // such a failure may pass
	Streaming bool
	Through   *Through `ast:"optional"`
	Body      *List
	Sense     *List `ast:"optional"`
	Check     *List `ast:"optional"`
	Catch     *List `ast:"optional"`
	Places
}

// Places are the positions of a block's words that have no node: the end of its header, and the
// words sense, check and catch, if present. The word end is in the last three bytes of the block.
type Places struct {
	HeadEnd  Pos // after the header's last word
	SensePos Pos
	CheckPos Pos
	CatchPos Pos
}

// A Limit bounds the attempts of a try. The zero Limit is "one attempt".
type Limit struct {
	Times   *Word     `ast:"optional"` // number of attempts
	For     *Duration `ast:"optional"` // time limit
	Forever bool
}

// Clauses are the clauses common to all blocks.
type Clauses struct {
	Timeout *Duration `ast:"optional"` // of an attempt
	Grace   *Duration `ast:"optional"` // from the first signal to SIGKILL
	Signal  *Word     `ast:"optional"` // the first signal
	Journal *Word     `ast:"optional"` // the name of the block's journal
	Keep    bool      // the journal is never complete
	// Contained ends all that an attempt started, after a success too.
	Contained bool
	Scratch   *Scratch `ast:"optional"` // where an attempt makes its result
}

// A Scratch is a scratch clause: the name of the directory, or of the file, that a successful
// attempt gives its result.
type Scratch struct {
	Span
	Name *Word
	File bool // a file, not a directory
}

// A Duration is written as one or more words: 1 hour 30 minutes, 1h30m, $D.
// Expansions in it are neither split nor globbed; their values and the literal
// words, joined by single spaces, are a duration (docs/language.md, section 2).
type Duration struct {
	Span
	Words []*Word
}

// Backoff is a backoff clause: the words after `backoff`, in the form of backoff.Parse.
type Backoff struct {
	Span
	Words []*Word
}

// A Through is a through clause: the name of a resource shared by the processes of a host, and the
// rules for its use. Absent parts are nil or false; without any, the defaults hold.
type Through struct {
	Span
	Name   *Word
	Budget *Word     `ast:"optional"` // as a percentage: 20%
	Jobs   *Word     `ast:"optional"` // limit of attempts at once
	NoWait bool      // do not wait for a slot
	Break  *Word     `ast:"optional"` // number of failures
	In     *Duration `ast:"optional"` // time span of the failures; of a try: present if Break is
}

// Forany is the forany block. Commas between alternatives are dropped.
type Forany struct {
	Span
	Name    string
	NamePos Pos
	Ordered bool
	Clauses
	Hedge     *Duration `ast:"optional"`
	Table     *Word     `ast:"optional"` // the file for a line about each alternative
	Streaming bool
	Through   *Through `ast:"optional"` // of each alternative; Name, and perhaps In
	In        bool
	Words     []*Word
	Body      *List
	Catch     *List `ast:"optional"`
	Places
}

// Forall is the forall block.
type Forall struct {
	Span
	Name    string
	NamePos Pos
	Jobs    *Word `ast:"optional"`
	Via     *Word `ast:"optional"`
	Table   *Word `ast:"optional"` // the file for a line about each branch
	Clauses
	Keepgoing bool
	Grouped   bool
	Tagged    bool
	In        bool
	Words     []*Word
	Body      *List
	Catch     *List `ast:"optional"`
	Places
}

func (*Simple) command()     {}
func (*Redirected) command() {}
func (*Brace) command()      {}
func (*Subshell) command()   {}
func (*If) command()         {}
func (*Loop) command()       {}
func (*For) command()        {}
func (*Case) command()       {}
func (*FuncDecl) command()   {}
func (*Try) command()        {}
func (*Forany) command()     {}
func (*Forall) command()     {}
