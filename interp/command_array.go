package interp

import (
	"errors"
	"strconv"
	"strings"

	"ftsh/internal/arith"
	"ftsh/internal/builtin"
	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/printer"
	"ftsh/internal/syntax"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A bashAssign is what an assignment of the dialect of bash has besides its value.
type bashAssign struct {
	plus  bool
	index *expand.Index
	array *arrayValue
	name  string // with the subscript, as it is spelled
	text  string // of the whole assignment, for set -x
}

// An arrayValue is the (…) of an assignment.
type arrayValue struct {
	elements []arrayElement
	text     string
}

type arrayElement struct {
	keyed bool         // [sub]=value
	sub   *expand.Word // nil: the key @ or *, in all
	all   string
	empty bool // the brackets are empty
	plus  bool
	value *expand.Word
}

// maxTraced is how much of an assignment set -x shows.
const maxTraced = 1000

func newBashAssign(c *compiler, n *ast.Assign) *bashAssign {
	if n.Bash == nil {
		return nil
	}
	b := &bashAssign{plus: n.Bash.Append}
	b.text = printer.Lines(&ast.Simple{Span: n.Span, Assigns: []*ast.Assign{n}}, maxTraced)
	b.name, _, _ = strings.Cut(b.text, "=")
	if n.Bash.Index != nil {
		b.index = c.words.Index(n.Bash.Index)
	}
	if n.Bash.Array != nil {
		b.array = newArrayValue(c, n.Bash.Array)
	}
	return b
}

func newArrayValue(c *compiler, n *ast.ArrayValue) *arrayValue {
	v := &arrayValue{}
	v.text = printer.Lines(&ast.Word{Span: n.Span, Parts: []ast.WordPart{n}}, maxTraced)
	for _, e := range n.Elements {
		if e.Index == nil {
			for _, w := range c.fields([]*ast.Word{e.Value}) {
				v.elements = append(v.elements, arrayElement{value: w})
			}
			continue
		}
		made := arrayElement{keyed: true, plus: e.Append, value: c.words.Word(e.Value)}
		if e.Index.Index == nil {
			made.all = string(rune(e.Index.All))
		} else {
			made.empty = len(e.Index.Index.Parts) == 0
			made.sub = c.words.Word(e.Index.Index)
		}
		v.elements = append(v.elements, made)
	}
	return v
}

// items expands the elements. Of an associative array, a word is one key or one value.
func (v *arrayValue) items(fr *frame, keyed bool) ([]vars.Item, error) {
	items := make([]vars.Item, 0, len(v.elements))
	x := (*expander)(fr)
	for i := range v.elements {
		e := &v.elements[i]
		if !e.keyed && !keyed {
			fields, err := e.value.Fields(x, nil)
			if err != nil {
				return nil, err
			}
			for _, f := range fields {
				items = append(items, vars.Item{Value: f})
			}
			continue
		}
		if e.empty {
			fr.say("[]: bad array subscript") // bash goes on
			continue
		}
		it := vars.Item{HasSub: e.keyed, Sub: e.all, Append: e.plus}
		var err error
		if e.sub != nil {
			if it.Sub, err = e.sub.Text(x); err != nil {
				return nil, err
			}
		}
		if it.Value, err = e.value.Text(x); err != nil {
			return nil, err
		}
		items = append(items, it)
	}
	return items, nil
}

// assign makes the assignment.
func (b *bashAssign) assign(fr *frame, a *assign, inCond bool) flow.Outcome {
	v := fr.env.vars
	if b.array != nil && b.index != nil {
		return fatal(fr, fr.regs.pos, errors.New(b.name+": cannot assign a list to an element"))
	}
	var items []vars.Item
	var text string
	var err error
	traces := fr.env.opts.Has(option.XTrace)
	if b.array != nil {
		if traces {
			traceBash(fr, b.text)
		}
		items, err = b.array.items(fr, v.Attrs(a.ref)&vars.Associative != 0)
	} else {
		text, err = a.value.Text((*expander)(fr))
		if traces && err == nil {
			traceAssign(fr, b.name, text)
		}
	}
	var at expand.Element
	if err == nil && b.index != nil {
		at, err = b.index.At((*expander)(fr), a.ref)
	}
	if err != nil {
		return expansionFailed(fr, fr.regs.pos, b.named(err))
	}
	if out, stop := fr.substFailed(inCond); stop {
		return out
	}
	place := arith.Subscript{Index: int64(at.Index), Key: at.Key}
	switch {
	case b.array != nil:
		err = v.AssignArray(a.ref, items, b.plus)
		var subscript *vars.SubscriptError
		var noKey *vars.NoKeyError
		if errors.As(err, &subscript) || errors.As(err, &noKey) {
			fr.say("%v", err) // bash goes on
			return flow.Outcome{}
		}
	case b.index != nil && b.plus:
		err = v.AppendElement(a.ref, place, text)
	case b.index != nil:
		err = v.SetElement(a.ref, place, text)
	default:
		err = v.Append(a.ref, text)
	}
	if err != nil {
		return fatal(fr, fr.regs.pos, err)
	}
	return flow.Outcome{}
}

// named gives an error of the subscript the name as it is spelled.
func (b *bashAssign) named(err error) error {
	if e := (*expand.Error)(nil); errors.As(err, &e) && e.BadSubscript {
		named := *e
		named.Name = strings.TrimSuffix(b.name, "+")
		return &named
	}
	return err
}

// errNoShadow is the error of an assignment that no command can have before it; it is reported.
var errNoShadow = errors.New("no variable")

// temporary returns the value of the assignment before a command, which as in bash is plain text.
func (b *bashAssign) temporary(fr *frame, a *assign) (string, error) {
	switch {
	case b.index != nil:
		fr.say("%s: an element cannot be assigned before a command: write %s;",
			strings.TrimSuffix(b.name, "+"), b.text)
		return "", errNoShadow
	case b.array != nil:
		return b.array.text, nil
	}
	text, err := a.value.Text((*expander)(fr))
	if err != nil {
		return "", err
	}
	return fr.env.vars.Joined(a.ref, text)
}

// A declaredArray is the elements of an argument name=(…), expanded.
type declaredArray struct {
	items []vars.Item
	text  string
}

// arrayMark begins the text that stands for a declaredArray. No argument of a command can hold it.
const arrayMark = "\x00"

// arguments compiles the words of a command.
func arguments(c *compiler, n *ast.Simple) []*expand.Word {
	if !c.bash {
		return c.wordList(n.Args)
	}
	outer := c.keyed
	defer func() { c.keyed = outer }()
	c.keyed = false
	for _, w := range n.Args {
		if s, ok := w.Literal(); ok && strings.HasPrefix(s, "-") && strings.Contains(s, "A") {
			c.keyed = true
		}
	}
	return c.fields(n.Args)
}

// declaredArray compiles the (…) of an argument. Its expansion keeps the elements for the builtin.
func (c *compiler) declaredArray(n *ast.ArrayValue) expand.Subst {
	v, keyed := newArrayValue(c, n), c.keyed
	return func(sh expand.Shell) (string, error) {
		fr := (*frame)(sh.(*expander))
		items, err := v.items(fr, keyed)
		if err != nil {
			return "", err
		}
		fr.regs.arrays = append(fr.regs.arrays, declaredArray{items, v.text})
		return arrayMark + strconv.Itoa(len(fr.regs.arrays)-1), nil
	}
}

// declaredArray returns the array that the argument a stands for, and the text before it: the name,
// with = or +=.
func (r *registers) declaredArray(a string) (name string, array *declaredArray, ok bool) {
	name, mark, ok := strings.Cut(a, arrayMark)
	n, err := strconv.Atoi(mark)
	if !ok || err != nil || n >= len(r.arrays) {
		return "", nil, false
	}
	return name, &r.arrays[n], true
}

// declareArrays declares the arrays in the arguments of a function that has the name of declare or
// one of its kin. As in bash, the function gets their names alone.
func declareArrays(fr *frame, args []string) []string {
	var arrays []string
	declare := []string{"declare"}
	if args[0] == "export" || args[0] == "readonly" {
		declare = append(declare, "-g")
	}
	plain := make([]string, len(args))
	for i, a := range args {
		plain[i] = a
		if name, _, ok := fr.regs.declaredArray(a); ok {
			arrays = append(arrays, a)
			plain[i] = strings.TrimSuffix(strings.TrimSuffix(name, "="), "+")
		} else if len(a) > 1 && (a[0] == '-' || a[0] == '+') && strings.Trim(a[1:], "aAgilu") == "" {
			declare = append(declare, a)
		}
	}
	fr.runBuiltin(builtin.LookupBash("declare"), append(declare, arrays...))
	return plain
}

// Array returns the elements of an array in the arguments of the running builtin: value is what
// follows the =. ok reports whether there is one.
func (h *host) Array(value string) (items []vars.Item, ok bool) {
	before, array, ok := h.regs.declaredArray(value)
	if !ok || before != "" {
		return nil, false
	}
	return array.items, true
}

// DropArrays forgets the elements of arrays in the arguments.
func (h *host) DropArrays() { h.regs.arrays = nil }

// ReadArray reads text as the (…) of an assignment, and expands its elements; keyed are those of an
// associative array.
func (h *host) ReadArray(text string, keyed bool) ([]vars.Item, error) {
	fr := (*frame)(h)
	list, err := syntax.Parse("a="+text, fr.env.parserOptions(fr.context.script, 1))
	if err != nil {
		return nil, err
	}
	if n := onlyArray(list); n != nil {
		c := fr.sh.compiler(fr.context.script)
		c.speak(fr.env.dialect())
		return newArrayValue(c, n).items(fr, keyed)
	}
	return nil, errors.New("expected only elements in parentheses, found more: " + text)
}

// onlyArray returns the array assigned by a list with nothing else in it, or nil.
func onlyArray(l *ast.List) *ast.ArrayValue {
	if n := onlyAssignment(l); n != nil {
		return n.Bash.Array
	}
	return nil
}

// onlyAssignment returns the assignment that only the dialect of bash has, if a list is nothing
// else.
func onlyAssignment(l *ast.List) *ast.Assign {
	s, p := l.Simple()
	if s == nil || p.Negated || p.Timed || len(s.Assigns) != 1 || len(s.Args)+len(s.Redirs) > 0 ||
		s.Assigns[0].Bash == nil {
		return nil
	}
	return s.Assigns[0]
}
