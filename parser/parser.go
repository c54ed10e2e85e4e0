// Package parser reads shell scripts: POSIX sh (XCU chapter 2, 2024 edition), and the blocks of
// ftsh (try, forany, forall). It builds the tree of package ast.
//
//	script, err := parser.Parse(text, parser.Options{Name: "job", Blocks: true})
//	if err != nil {
//		fmt.Fprint(os.Stderr, parser.Report(err)) // with the line and a caret
//		return
//	}
//	ast.Walk(script.List, func(n ast.Node) bool {
//		if try, ok := n.(*ast.Try); ok {
//			fmt.Println("a try in line", try.Pos().Line)
//		}
//		return true
//	})
//
// [Parse] reads a whole text. A [Parser] reads one command after the other, from a text ([New]) or
// from a source of lines ([NewLines]), so a command can change how the next ones are read. [Text]
// parses text that only undergoes expansion, such as a prompt.
//
// Invariants: a parser looks no further than the newline at the end of a complete command, and asks
// its line source for no further line. A syntax error is an *[Error] with a position, the expected
// token and the one found. No input, however deep or hostile, makes it panic or take more than
// about quadratic time. Strings in the tree are pieces of the text.
//
// Not here: expansion, which may fail only at run time, and spelling, which the tree does not keep.
// Comments are listed separately on request.
package parser

import (
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// MaxDepth is the nesting limit of commands, words and substitutions: 4000. Deeper text is a syntax
// error.
const MaxDepth = syntax.MaxDepth

// Options control how text is read. The zero value reads POSIX sh without aliases. A parser does
// not change its Options.
type Options struct {
	// Name is the script's name, for errors and for Script.Name.
	Name string
	// Blocks makes try, forany and forall open blocks. Without it they are names of commands.
	Blocks bool
	// Alias looks an alias up; nil means no aliases. The parser calls it while it reads a command.
	Alias func(name string) (value string, ok bool)
	// HasFunc reports whether a function exists; nil means none does. With ByCommand, a word `try`,
	// `forany` or `forall` that may be either calls the function of that name, if there is one.
	HasFunc func(name string) bool
	// ByCommand tells the parser not to look at the text after the current command, because it is
	// not known or must not be read: standard input, a prompt.
	ByCommand bool
	// Line is the number of the first line; 0 means 1.
	Line uint32
	// Bash reads the dialect of bash: [[ ]], (( )), function, <<< and the rest of its syntax.
	Bash bool
	// Extglob reads @(a|b) and its kin in words, with Bash: the option extglob of shopt.
	Extglob bool
	// Comments keeps comments: Script.Comments, Parser.Comments.
	Comments bool
}

// A Script is a parsed text. It is never changed, and any number of goroutines may use it at once.
type Script struct {
	Name string    // Options.Name
	Text string    // the text parsed, without NUL bytes; the tree's positions point into it
	List *ast.List // all its commands; never nil, without AndOrs when there are none
	// Comments are the places of the comments in the order of the text, from the # up to the
	// newline, if Options.Comments is set.
	Comments []ast.Span
}

// Parse parses a whole text. NUL bytes are dropped. The error is an *[Error]; a text with an error
// has no tree.
func Parse(text string, opts Options) (*Script, error) {
	text = syntax.WithoutNUL(text)
	p := syntax.New(text, syntax.Options(opts))
	list, err := p.All()
	if err != nil {
		return nil, public(err)
	}
	return &Script{Name: opts.Name, Text: text, List: list, Comments: p.Comments()}, nil
}

// Text parses src as the body of a here-document: everything is literal except expansions,
// substitutions and the backslashes that quote them. Use it for values expanded in this way, such
// as PS1, PS4 and ENV. The error is an *[Error].
func Text(src string, opts Options) (*ast.Word, error) {
	w, err := syntax.Text(src, syntax.Options(opts))
	return w, public(err)
}

// A Parser reads one text, command by command. It is not safe for concurrent use.
type Parser struct{ p *syntax.Parser }

// New returns a parser of a whole text. It reads nothing before the first call of Next.
func New(text string, opts Options) *Parser {
	return &Parser{syntax.New(text, syntax.Options(opts))}
}

// NewLines returns a parser of the lines returned by next, each with its newline (the last may lack
// one). The parser calls next only when it needs a line, and never again after an error such as
// io.EOF; text returned with the error counts. It reads only as many lines as the command needs.
// Options.ByCommand is always set.
func NewLines(next func() (line string, err error), opts Options) *Parser {
	return &Parser{syntax.NewLines(next, syntax.Options(opts))}
}

// Next returns the next complete command: a list up to the newline that ends it. It skips blank
// lines and comments. At the end of the text the error is io.EOF. A syntax error is an *[Error];
// any other error comes from the line source. After a syntax error a parser made by New returns the
// same error again; one made by NewLines forgets the lines it has read and goes on with the next.
func (p *Parser) Next() (*ast.List, error) {
	list, err := p.p.Next()
	return list, public(err)
}

// Comments returns the places of the comments read so far, from the # up to the newline, if
// Options.Comments is set. The slice belongs to the parser.
func (p *Parser) Comments() []ast.Span { return p.p.Comments() }

// SetBlocks changes Options.Blocks for the following commands. A shell calls it when a script turns
// the option posix on or off.
func (p *Parser) SetBlocks(on bool) { p.p.SetBlocks(on) }

// SetBash changes Options.Bash for the following commands. A shell calls it when a script turns the
// option bash on or off.
func (p *Parser) SetBash(on bool) { p.p.SetBash(on) }

// SetExtglob changes Options.Extglob for the following commands. A shell calls it when a script
// turns that option of shopt on or off.
func (p *Parser) SetExtglob(on bool) { p.p.SetExtglob(on) }

// Started reports whether a command has begun that needs further lines, so the next line is a
// continuation. A line source calls it to choose a prompt.
func (p *Parser) Started() bool { return p.p.Started() }

// Offset returns the number of bytes of the source used up. NUL bytes, which the parser drops, do
// not count.
func (p *Parser) Offset() uint32 { return p.p.Offset() }
