// Package parser reads shell scripts: POSIX sh (XCU chapter 2, 2024 edition), and
// the blocks of ftsh (try, forany, forall). The tree that it makes is that of
// package ast.
//
// The model: [Parse] reads a whole text. A [Parser] reads one command after the
// other, from a text ([New]) or from lines that come as they are asked for
// ([NewLines]), so that a command can change what its successors mean; [Text]
// reads what is expanded without being a command, as a prompt is.
//
// Invariants: a parser looks no further than the newline that ends a complete
// command, and asks its line source for no further line. A syntax error is an
// *[Error], with a position, what was expected and what was found. No input,
// however deep or hostile, makes it panic or take more than about quadratic time.
// Strings in the tree are pieces of the text.
//
// What is not here: expansion, which may fail only at run time, and spelling, which
// the tree does not keep. Comments stand beside the tree, if they are asked for.
package parser

import (
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// MaxDepth is how deep commands, words and substitutions may nest.
const MaxDepth = syntax.MaxDepth

// Options says how text is read. The zero value reads POSIX sh without aliases.
type Options struct {
	// Name is the script's name, for errors.
	Name string
	// Blocks makes try, forany and forall open blocks.
	Blocks bool
	// Alias looks an alias up; nil: there are none. It is asked while a command
	// is being read.
	Alias func(name string) (value string, ok bool)
	// HasFunc reports whether a function exists. It decides whether an uncertain
	// `try` opens a block where text is read command by command; nil: none exists.
	HasFunc func(name string) bool
	// ByCommand says that text behind the command that is being read is not
	// known (or may not be looked at): standard input, a prompt.
	ByCommand bool
	// Line is the number of the first line; 0 is 1.
	Line uint32
	// Comments says that comments are kept: Script.Comments, Parser.Comments.
	Comments bool
}

// A Script is a whole text that has been parsed. It is never changed, and any
// number of goroutines may use it at once.
type Script struct {
	Name string    // Options.Name
	Text string    // what was parsed, where the places in the tree are: without NUL bytes
	List *ast.List // all its commands; never nil, without AndOrs when there are none
	// Comments are the places of the comments, if Options.Comments is set, in the order of the
	// text: from the # up to the newline.
	Comments []ast.Span
}

// Parse parses a whole text. The error is an *[Error].
func Parse(text string, opts Options) (*Script, error) {
	text = syntax.WithoutNUL(text)
	p := syntax.New(text, syntax.Options(opts))
	list, err := p.All()
	if err != nil {
		return nil, public(err)
	}
	return &Script{Name: opts.Name, Text: text, List: list, Comments: p.Comments()}, nil
}

// Text parses src as the body of a here-document: everything is literal but
// expansions, substitutions and the backslashes that quote them. It is for
// values that are expanded so, such as PS1, PS4 and ENV. The error is an *[Error].
func Text(src string, opts Options) (*ast.Word, error) {
	w, err := syntax.Text(src, syntax.Options(opts))
	return w, public(err)
}

// A Parser reads one text, command by command. It is not safe for concurrent use.
type Parser struct{ p *syntax.Parser }

// New returns a parser of a whole text.
func New(text string, opts Options) *Parser {
	return &Parser{syntax.New(text, syntax.Options(opts))}
}

// NewLines returns a parser of the lines that next gives, each with its newline
// (the last may lack one). next is called only when a line is needed, and after
// an error of its own, such as io.EOF, no more; text returned with the error
// counts. Only as many lines are read as the command needs. Options.ByCommand is
// taken as set.
func NewLines(next func() (line string, err error), opts Options) *Parser {
	return &Parser{syntax.NewLines(next, syntax.Options(opts))}
}

// Next returns the next complete command: a list up to the newline that ends
// it. Blank lines and comments are skipped. At the end of the text the error is
// io.EOF. A syntax error is an *[Error]; any other error is that of the line
// source. After a syntax error a parser made by New returns the same again; one
// made by NewLines forgets the lines it has read and goes on with the next.
func (p *Parser) Next() (*ast.List, error) {
	list, err := p.p.Next()
	return list, public(err)
}

// Comments gives the places of the comments that were read so far, if Options.Comments is
// set: from the # up to the newline.
func (p *Parser) Comments() []ast.Span { return p.p.Comments() }

// SetBlocks changes Options.Blocks for the commands to come.
func (p *Parser) SetBlocks(on bool) { p.p.SetBlocks(on) }

// Started reports whether a command has begun that needs further lines: whether
// a line asked for now is a continuation. A line source calls it to choose a prompt.
func (p *Parser) Started() bool { return p.p.Started() }

// Offset is the number of bytes of the source that have been used up. NUL
// bytes, which the parser drops, do not count.
func (p *Parser) Offset() uint32 { return p.p.Offset() }
