// Package syntax turns the text of a shell script into the tree of package ast: POSIX sh (XCU
// chapter 2, 2024 edition), and the blocks of ftsh (try, forany, forall). grammar.txt has the
// grammar in full.
//
// The model: a recursive descent over the bytes of the text, without a token stage. In the shell
// the meaning of a byte depends on its place: a word is reserved only at the start of a command, a
// ) ends a case pattern, a newline may bring the bodies of here-documents. So each rule looks at
// the bytes itself.
//
// Invariants: a parser looks no further than the newline at the end of a complete command, and asks
// its line source for no further line. So a command can change the meaning of its successors
// (aliases, options, standard input shared with commands). An error has a position, the expected
// tokens and the token found. No input, however deep or hostile, makes the parser panic or take
// more than about quadratic time. Strings in the tree are pieces of the text.
//
// Expansion is not here, as it may fail only at run time. The tree keeps neither comments nor
// spelling. Package ftsh/parser is the part of this package for other programs. Only the shell
// passes over bodies already checked ([Parser.Skip]).
//
// Use [Parse] for a text at hand, [Check] for a script about to be run, and [New] or [NewLines] to
// parse and run command by command.
package syntax

import (
	"io"
	"strconv"
	"strings"

	"ftsh/parser/ast"
)

// MaxDepth is the maximum nesting depth of commands, words and substitutions. The parser needs
// about a kilobyte of stack for a level, and walking the tree needs some too.
const MaxDepth = 4000

// Options controls how text is read. The zero value reads POSIX sh without aliases.
type Options struct {
	// Name is the script's name, for errors.
	Name string
	// Blocks makes try, forany and forall open blocks.
	Blocks bool
	// Alias looks an alias up; nil means no aliases. It is called while a command is being read.
	Alias func(name string) (value string, ok bool)
	// HasFunc reports whether a function exists. It decides whether an uncertain `try` opens a
	// block in text read command by command. nil means none exists.
	HasFunc func(name string) bool
	// ByCommand is for text known only up to the end of the current command, or with a rest not to
	// be looked at: standard input, a prompt.
	ByCommand bool
	// Line is the number of the first line; 0 is 1.
	Line uint32
	// Bash reads the dialect of bash: [[ ]], (( )), function, <<< and the rest of its syntax.
	Bash bool
	// Extglob reads @(a|b) and its kin in words, with Bash: the option extglob of shopt.
	Extglob bool
	// Comments keeps the comments: see [Parser.Comments].
	Comments bool
}

// A Parser reads one text, command by command. It is not safe for concurrent use.
//
// Large: a recursive descent has a method for each production of the grammar.
type Parser struct {
	reading
	arena arena
	aside *arena // the nodes of a body to be forgotten, or meanwhile those of the tree around it
	st    stacks
	room  room
}

// A reading is the state of a Parser in one text. A parser used again keeps nothing of it.
type reading struct {
	opts    Options
	in      input
	win     window
	depth   int
	list    listContext // the innermost list; zero: none
	pending []hereDoc   // here-documents with bodies after the next newline
	started bool        // a command has begun
	remarks []ast.Span  // comments, with Options.Comments
	calls   calls       // by the current complete command
	trying  int         // how many uncertain blocks are being tried
	inBlock int         // how many blocks are open here
	loops   int         // how many loops are open here, in the innermost function
	inSubst bool        // in a $(…) of bash
	inLoop  bool        // a loop is around the text
	ownTry  bool        // a function try was defined
	closing bool        // looking for an end of a block not recognized yet

	noting     bool     // Check: note functions at top level, and long here-documents
	functions  []later  // functions noted, or with bodies to pass over
	documents  []passed // the same of here-documents
	forgetting bool     // see Forget
	passing    bool     // in passHereDoc
	sole       bool     // the next here-document is of a command that is a whole line
	ended      ended

	// decided remembers, by offset, the uncertain words that open blocks and each $(( that is no
	// arithmetic. To decide again in each rule tried twice would take exponential time.
	decided map[int]bool

	// notBlocks has, by offset, the reasons why words of the complete command open no blocks.
	notBlocks map[int]*Error
}

// An ended is the end of what Next returns.
type ended struct {
	err    error
	onward bool // see Onward
}

// New returns a parser of a whole text.
func New(src string, opts Options) *Parser {
	p := newParser(opts)
	p.whole(src)
	return p
}

// whole makes the parser read a whole text.
func (p *Parser) whole(src string) {
	src = WithoutNUL(src)
	p.in.str = src
	p.in.starts = p.room.starts[:0]
	if n := len(src) / 24; n > cap(p.in.starts) { // most lines are longer
		p.in.starts = make([]uint32, 0, n)
	}
	p.win = window{src: src, fed: len(src), blank: -1}
}

// NewLines returns a parser of the lines from next, each with its newline (the last may lack one).
// next is called only when a line is needed, and no more after it has returned an error, such as
// io.EOF. Text returned with the error counts. Only as many lines are read as the command needs.
func NewLines(next func() (line string, err error), opts Options) *Parser {
	opts.ByCommand = true
	p := newParser(opts)
	p.in.next = next
	p.win.blank = -1
	return p
}

func newParser(opts Options) *Parser {
	p := new(Parser)
	p.arena.begin()
	p.st.begin(&p.room)
	p.begin(opts)
	return p
}

// begin makes the parser ready for a text with the options.
func (p *Parser) begin(opts Options) {
	p.opts = opts
	p.in.first = max(opts.Line, 1)
	p.in.lineHi = -1
}

// SetInLoop reports to the parser whether the text runs in a loop. Then break in it may leave the
// loop, as in the text of eval.
func (p *Parser) SetInLoop(on bool) { p.inLoop = on }

// Kept returns the text at hand, with the command just read in it, and its offset.
func (p *Parser) Kept() (text string, base int) { return p.in.str, p.in.base }

// SetBlocks changes Options.Blocks for the commands to come.
func (p *Parser) SetBlocks(on bool) { p.opts.Blocks = on }

// SetAlias changes Options.Alias for the commands to come. With nil, no word needs to be looked up. A
// parser of lines keeps what it has: reading a line may run code that defines an alias.
func (p *Parser) SetAlias(alias func(name string) (value string, ok bool)) {
	if p.in.next == nil {
		p.opts.Alias = alias
	}
}

// SetBash changes Options.Bash for the commands to come.
func (p *Parser) SetBash(on bool) { p.opts.Bash = on }

// SetExtglob changes Options.Extglob for the commands to come.
func (p *Parser) SetExtglob(on bool) { p.opts.Extglob = on }

// Started reports whether the parser is within a command and a line asked for now is a
// continuation. A line source calls it to choose a prompt.
func (p *Parser) Started() bool { return p.started }

// Offset returns the number of bytes of the source used up. NUL bytes do not count, as the parser
// drops them.
func (p *Parser) Offset() uint32 { return uint32(p.offset(p.win.pos)) }

// Line returns the number of the line reached.
func (p *Parser) Line() uint32 { return p.here().Line }

// Comments returns the places of the comments read so far, from the # up to the newline. It is
// empty unless Options.Comments is set.
func (p *Parser) Comments() []ast.Span { return p.remarks }

// Next returns the next complete command: a list up to the newline after it. It skips blank lines
// and comments. At the end of the text the error is io.EOF. A syntax error is an *Error; any other
// error is from the line source. After a syntax error a parser made by New returns the same error
// again, except one that
// takes only the rest of its line. One made by NewLines forgets the lines it has read and continues with the next.
func (p *Parser) Next() (*ast.List, error) {
	if p.ended.err != nil {
		return nil, p.ended.err
	}
	list, err := p.guard(p.complete)
	switch {
	case err == nil:
		if list != nil {
			return list, nil
		}
		p.ended.err = io.EOF
		if p.in.err != nil {
			p.ended.err = p.in.err
		}
		return nil, p.ended.err
	case p.in.next != nil:
		p.forget()
	case !p.skipLine(err):
		p.ended.err = err
	}
	return nil, err
}

// skipLine goes to the line after the one of err, if err takes no more than that.
func (p *Parser) skipLine(err error) bool {
	e, ok := err.(*Error)
	if p.ended.onward = ok && p.ended.onward && p.win.segs == nil && !p.win.closed; !p.ended.onward {
		return false
	}
	p.win.pos = int(e.Pos.Offset) - p.in.base
	if n := strings.IndexByte(p.win.src[p.win.pos:], '\n'); n >= 0 {
		p.win.pos += n + 1
	} else {
		p.win.pos = len(p.win.src)
	}
	return true
}

// Onward reports whether the text goes on after the syntax error that Next returned, in the dialect
// of bash: a wrong word in a=(…) takes only the rest of its line.
func (p *Parser) Onward() bool { return p.ended.onward }

// forget drops the text read so far, after an error.
func (p *Parser) forget() {
	p.in.drop(len(p.in.str))
	p.win = window{blank: -1}
}

// guard runs parse, and turns a bail into an error.
func (p *Parser) guard(parse func() *ast.List) (list *ast.List, err error) {
	defer func() {
		p.started = false
		if r := recover(); r != nil {
			b, ok := r.(bail)
			if !ok {
				panic(r)
			}
			p.instead(&b.err.Error)
			p.ended.onward = b.err.ofLine
			list, err = nil, &b.err.Error
			p.depth, p.list, p.pending, p.trying, p.inBlock, p.loops = 0, listContext{}, nil, 0, 0,
				0
			p.st = stacks{}
		}
	}()
	return parse(), nil
}

// complete parses a complete_command; nil at the end of the text.
func (p *Parser) complete() *ast.List {
	p.endWindow()
	if p.in.next != nil && p.win.segs == nil {
		p.in.drop(p.win.pos)
		p.win = window{src: p.in.str, fed: len(p.in.str), blank: -1}
	}
	for {
		for p.skipBlank() == '\n' {
			p.win.pos++
			p.endWindow()
		}
		if p.atEnd() {
			return nil
		}
		if !p.unalias(true) {
			break // an alias may have left nothing
		}
	}
	p.calls = 0
	clear(p.decided)
	clear(p.notBlocks)
	p.started = true
	list := p.commandLine()
	switch {
	case p.cur() == '\n':
		if len(p.pending) == 1 && !p.pending[0].late {
			simple, _ := list.Simple()
			p.sole = simple != nil
		}
		p.newline()
		p.sole = false
	case p.atEnd():
		p.hereDocs()
	default:
		p.unexpected()
	}
	return list
}

// Parse parses a whole text and returns all its commands as one list.
func Parse(src string, opts Options) (*ast.List, error) {
	return New(src, opts).All()
}

// All returns all remaining commands of the text as one list.
func (p *Parser) All() (*ast.List, error) { return p.guard(p.all) }

// all parses complete commands up to the end of the text.
func (p *Parser) all() *ast.List {
	list := p.arena.list.get()
	list.From = p.here()
	list.To = list.From
	base := len(p.st.andOrs)
	for {
		line := p.complete()
		if line == nil {
			break
		}
		if len(p.st.andOrs) == base {
			list.From = line.From
		}
		list.To = line.To
		p.st.andOrs = append(p.st.andOrs, line.AndOrs...)
	}
	list.AndOrs = p.arena.andOrs.keep(p.st.andOrs[base:])
	p.st.andOrs = p.st.andOrs[:base]
	return list
}

// Text parses src as the body of a here-document: everything is literal except expansions,
// substitutions and the backslashes quoting them. It is for values expanded in this way, such as
// PS1, PS4 and ENV.
func Text(src string, opts Options) (*ast.Word, error) {
	p := New(src, opts)
	var w *ast.Word
	_, err := p.guard(func() *ast.List {
		w = p.arena.word.get()
		w.From = p.here()
		base := len(p.st.parts)
		p.quotedParts(inText, opened{})
		w.Parts = p.takeParts(base)
		w.To = p.here()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return w, nil
}

// nest counts a level of nesting; unnest leaves it.
func (p *Parser) nest() {
	if p.depth++; p.depth > MaxDepth {
		p.tooDeep()
	}
}

func (p *Parser) tooDeep() {
	e := Error{Pos: p.here(), Expected: "nesting of at most " + strconv.Itoa(MaxDepth) + " levels",
		Found: p.found()}
	p.fail(&refusal{Error: e, tooDeep: true}, p.list.open)
}

func (p *Parser) unnest() { p.depth-- }
