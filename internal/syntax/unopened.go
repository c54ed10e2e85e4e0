package syntax

import (
	"slices"
	"strings"

	"ftsh/parser/ast"
)

// An Unopened is a word try, forany or forall that opens no block, although end or catch is a
// command later in the same list. A shell without a command of that name would run the body once,
// and then the catch list.
type Unopened struct {
	Word string
	Pos  ast.Pos
	Err  *Error // the fault of the block
	// Doubtful reports whether the script may define the word as a command while it runs: it
	// evaluates text, sources files, sets PATH or asks whether there is such a command.
	Doubtful bool
}

// An unopenedFinder finds the words that open no block, command by command. The zero value is ready
// to use.
type unopenedFinder struct {
	top   []Unopened // of the top level; an end may follow in a later command
	found []Unopened
	near  []Unopened // headers with a fault, of a block for certain: read before their end
}

// MayBeUnopened reports whether a text holds words of blocks, so a search for unopened ones pays.
func MayBeUnopened(src string) bool {
	return (strings.Contains(src, "try") || strings.Contains(src, "forany") ||
		strings.Contains(src, "forall")) &&
		(strings.Contains(src, "end") || strings.Contains(src, "catch"))
}

// look looks at a complete command just read by p.
func (u *unopenedFinder) look(p *Parser, list *ast.List) {
	switch {
	case len(p.notBlocks) > 0:
		ast.Walk(list, func(n ast.Node) bool {
			if l, ok := n.(*ast.List); ok && l != list {
				var open []Unopened
				u.flat(p, l, &open)
			}
			return true
		})
		fallthrough
	case len(u.top) > 0:
		u.flat(p, list, &u.top)
	}
}

// flat looks at the commands of one list, not into them. open has the words so far.
func (u *unopenedFinder) flat(p *Parser, list *ast.List, open *[]Unopened) {
	for _, a := range list.AndOrs {
		for _, pl := range a.Pipelines {
			for _, c := range pl.Commands {
				cmd, ok := c.(*ast.Simple)
				if !ok || len(cmd.Args) == 0 {
					continue
				}
				switch word := literal(cmd.Args[0]); word {
				case "try", "forany", "forall":
					if why := p.notBlocks[int(cmd.From.Offset)]; why != nil {
						w := Unopened{Word: word, Pos: cmd.From, Err: why}
						*open = append(*open, w)
						if isHeader(cmd) {
							w.Doubtful = true
							u.near = append(u.near, w)
						}
					}
				case "end", "catch":
					u.found = append(u.found, *open...)
					*open = nil
				}
			}
		}
	}
}

// result returns the words found in the text src, except calls of its own functions, in the order
// of the text.
func (u *unopenedFinder) result(src string, opts Options) []Unopened {
	if len(u.found) == 0 {
		return nil
	}
	d := newDefinitions()
	for p := New(src, opts); ; {
		list, err := p.Next()
		if err != nil {
			break // Check has found the end, or reported the error
		}
		d.look(list)
	}
	left := slices.DeleteFunc(u.found, func(w Unopened) bool { return d.names[w.Word] })
	for i := range left {
		left[i].Doubtful = d.unknown || d.asked[left[i].Word]
	}
	slices.SortFunc(left, func(a, b Unopened) int { return int(a.Pos.Offset) - int(b.Pos.Offset) })
	return left
}

// definitions holds the commands defined by a script, perhaps at run time.
type definitions struct {
	names   map[string]bool // functions and aliases
	asked   map[string]bool // words asked for with command -v and the like
	unknown bool            // others too: it sources files, evaluates text or sets PATH
}

func newDefinitions() definitions {
	return definitions{map[string]bool{}, map[string]bool{}, false}
}

// look takes the definitions anywhere in a complete command.
func (d *definitions) look(list *ast.List) {
	ast.Walk(list, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			d.names[n.Name] = true
		case *ast.Assign:
			d.unknown = d.unknown || n.Name == "PATH"
		case *ast.Simple:
			d.command(n)
		}
		return true
	})
}

// command looks at a simple command.
func (d *definitions) command(cmd *ast.Simple) {
	var args []string
	for _, w := range cmd.Args {
		s, _ := Static(w)
		args = append(args, s)
	}
	for len(args) > 1 && (args[0] == "command" && args[1] != "-v" && args[1] != "-V" ||
		args[0] == "builtin") {
		args = args[1:]
	}
	if len(args) == 0 {
		return
	}
	switch args[0] {
	case ".", "eval", "source":
		d.unknown = true
	case "alias":
		for _, a := range args[1:] {
			name, _, _ := strings.Cut(a, "=")
			d.names[name] = true
			d.unknown = d.unknown || a == ""
		}
	case "export", "readonly", "local", "read":
		for i, w := range cmd.Args {
			lead := args[min(i, len(args)-1)]
			if lead == "" && len(w.Parts) > 0 {
				if l, ok := w.Parts[0].(*ast.Lit); ok {
					lead = l.Value
				}
			}
			d.unknown = d.unknown || strings.HasPrefix(lead, "PATH=") || args[0] == "read" &&
				lead == "PATH"
		}
	case "command", "type", "hash", "which":
		for _, a := range args[1:] {
			d.asked[a] = true
		}
	}
}

// IsBlockWord reports whether a word has a meaning in blocks: whether it opens, divides or closes
// one.
func IsBlockWord(word string) bool {
	k := keywordOf(word)
	return k > kwTime && k <= kwEnd
}

// NoBlock returns the remedy for a command not found, if its name opens blocks, and "" for other
// names.
func NoBlock(name string) string {
	switch name {
	case "try":
		return "no block opens here; " + tryLimit
	case "forany", "forall":
		return "no block opens here; " + eachList(name)
	}
	return ""
}

// OnlyInBlock returns the remedy for a command not found, if its name is that of a builtin only for
// blocks, and "" for other names.
func OnlyInBlock(name string) string {
	switch name {
	case "failure":
		return "it fails an attempt inside try, forany or forall; elsewhere write false, return 1 or exit 1"
	case "abort":
		return "it gives up a block inside try, forany or forall; elsewhere write return 1 or exit 1"
	case "success":
		return "it succeeds inside try, forany or forall; elsewhere write true"
	case "contained":
		return "it stands in the header of a block: write try contained, and the command on the next line"
	case "detach":
		return "it takes a program out of a block inside try, forany or forall; elsewhere write the program with &"
	}
	return ""
}

const tryLimit = "after try comes a limit: try 3 times"

func eachList(word string) string { return "write " + word + " NAME in WORD..." }

// notBlock remembers why the word at the offset key opens no block.
func (p *Parser) notBlock(key int, k keyword, at ast.Pos, why *refusal) {
	e := why.Error
	word := blockWord(k)
	if strings.Contains(e.Expected, `"end"`) {
		e.Pos, e.Line = at, p.in.excerpt(at)
		e.Opened, e.OpenedPos = "", ast.Pos{}
		e.Expected = `"end" for this ` + word
		e.Instead = "no end closes this " + word
	}
	if first := int(at.Offset) + len(word) + 1; k == kwTry && int(e.Pos.Offset) == first &&
		strings.HasPrefix(e.Expected, "a limit, ") {
		e.Expected = "a limit"
	}
	switch {
	case e.Instead != "":
	case k == kwTry && strings.HasPrefix(e.Expected, "a limit"):
		e.Instead = tryLimit
	case k != kwTry && (strings.HasSuffix(e.Expected, "in, ; or a newline") ||
		e.Expected == "a variable name"):
		e.Instead = eachList(word)
	}
	e.Incomplete = false
	if p.notBlocks == nil {
		p.notBlocks = make(map[int]*Error)
	}
	p.notBlocks[key] = &e
}

// A Watch looks for words that open no block in a text read and run command by command. The zero
// value is ready to use.
type Watch struct{ finder unopenedFinder }

// Look looks at a command just read by p, before it runs. It returns the words that, given this
// command, open no block, including words of earlier commands. Doubtful are words perhaps defined
// by this command itself, and words in the body of a function.
func (w *Watch) Look(p *Parser, list *ast.List) []Unopened {
	w.finder.look(p, list)
	found, near := w.finder.found, w.finder.near
	w.finder.found, w.finder.near = nil, nil
	if len(found) == 0 {
		return near
	}
	d := newDefinitions()
	d.look(list)
	for i := range found {
		f := &found[i]
		f.Doubtful = d.unknown || d.names[f.Word] || d.asked[f.Word]
		ast.Walk(list, func(n ast.Node) bool {
			decl, ok := n.(*ast.FuncDecl)
			f.Doubtful = f.Doubtful || ok && decl.From.Offset <= f.Pos.Offset &&
				f.Pos.Offset < decl.To.Offset
			return true
		})
	}
	return append(near, found...)
}

// isHeader reports whether a command that opens no block begins like the header of one, so that its
// body must not run: `try timeout 1`, a duration without a unit.
func isHeader(cmd *ast.Simple) bool {
	if len(cmd.Args) < 3 {
		return false
	}
	second := literal(cmd.Args[1])
	if literal(cmd.Args[0]) != "try" {
		return literal(cmd.Args[2]) == "in"
	}
	return second == "for" || clauseOf(second) != nil
}
