package builtin

import (
	"errors"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/vars"
)

// declareHost is the part of the shell used by declare and its kin.
type declareHost interface {
	Streams
	Variables
	Functions
	Options
	Declarations
}

// A declaration is the options of declare, local, export and readonly of bash.
type declaration struct {
	h         declareHost
	letters   string // the options that there are
	posixWord string // what -p prints in POSIX mode
	on, off   vars.Attr
	functions bool // -f
	names     bool // -F
	print     bool
	whole     bool      // an operand cannot be an element
	bare      vars.Attr // attributes that a variable without a value does not get
	local     bool      // variables become local to the running function
	global    bool
	inherit   bool // local variables keep their values
	traced    bool // -t or +t: it changes nothing, but functions are not printed
}

// declare is bash's `declare [-aAfFgiIlnrtux] [-p] [name[=value]…]`, also called typeset. In a
// function the variables are local to it.
func declare(h declareHost, args []string) flow.Outcome {
	d := declaration{h: h, letters: "aAfFgiIlnrtuxp", local: h.InFunction()}
	rest, ok := d.options(args)
	if !ok {
		return misuse()
	}
	return d.run(rest)
}

// bashLocal is bash's `local [-aAilnruxp] [name[=value]…]`: a variable is unset until it is
// assigned, and the outer ones come back as the function ends.
func bashLocal(h declareHost, args []string) flow.Outcome {
	if !h.InFunction() {
		h.Errorf("not in a function")
		return flow.Status(1)
	}
	d := declaration{h: h, letters: "aAfFgiIlnrtuxp", local: true}
	rest, ok := d.options(args)
	switch {
	case !ok:
		return misuse()
	case len(rest) == 0:
		var b strings.Builder
		for _, x := range h.Vars().Locals() {
			if d.listed(x) {
				b.WriteString(declared(x) + "\n")
			}
		}
		return printed(h, b.String())
	case rest[0] == "-":
		h.LocalOptions()
		if rest = rest[1:]; len(rest) == 0 {
			return flow.Outcome{}
		}
	}
	return d.run(rest)
}

// bashExport is bash's `export [-aAfn] [name[=value]…]` and `export -p`.
func bashExport(h declareHost, args []string) flow.Outcome {
	d := declaration{h: h, letters: "fnpaA", whole: true, posixWord: "export"}
	rest, ok := d.options(args)
	if !ok {
		return misuse()
	}
	if d.on&vars.Nameref != 0 { // export -n
		d.on, d.off = d.on&^vars.Nameref, vars.Exported
	} else {
		d.on |= vars.Exported
	}
	if len(rest) == 0 {
		d.on, d.off = vars.Exported, 0
	}
	if d.functions && len(rest) > 0 {
		return d.exportFunctions(rest)
	}
	d.print = len(rest) == 0
	return d.run(rest)
}

// bashReadonly is bash's `readonly [-aAf] [name[=value]…]` and `readonly -p`.
func bashReadonly(h declareHost, args []string) flow.Outcome {
	d := declaration{h: h, letters: "aAfp", whole: true, posixWord: "readonly"}
	rest, ok := d.options(args)
	if !ok {
		return misuse()
	}
	d.on |= vars.Readonly
	d.bare = vars.Indexed | vars.Associative
	d.print = len(rest) == 0
	return d.run(rest)
}

// options reads the options, which begin with - or +, and returns the operands.
func (d *declaration) options(args []string) (rest []string, ok bool) {
	rest = args[1:]
	for ; len(rest) > 0; rest = rest[1:] {
		a := rest[0]
		if a == "--" {
			return rest[1:], true
		}
		if len(a) < 2 || a[0] != '-' && (a[0] != '+' || d.whole) {
			break
		}
		for i := 1; i < len(a); i++ {
			if strings.IndexByte(d.letters, a[i]) < 0 {
				d.h.Errorf("unknown option %c%c", a[0], a[i])
				return nil, false
			}
			d.option(a[i], a[0] == '+')
		}
	}
	return rest, true
}

// option takes an option, or switches it off.
func (d *declaration) option(c byte, off bool) {
	attr := vars.Attr(0)
	switch c {
	case 'a':
		attr = vars.Indexed
	case 'A':
		attr = vars.Associative
	case 'i':
		attr = vars.Integer
	case 'l':
		attr = vars.Lower
	case 'u':
		attr = vars.Upper
	case 'n':
		attr = vars.Nameref
	case 'r':
		attr = vars.Readonly
	case 't':
		attr, d.traced = vars.Traced, true
	case 'x':
		attr = vars.Exported
	case 'f':
		d.functions = true
	case 'F':
		d.functions, d.names = true, true
	case 'g':
		d.global = true
	case 'I':
		d.inherit = true
	case 'p':
		d.print = true
	}
	if off {
		d.off |= attr
	} else {
		d.on |= attr
	}
}

// run declares, or lists, what the operands name.
func (d *declaration) run(rest []string) flow.Outcome {
	defer d.h.DropArrays()
	switch {
	case d.functions:
		return d.listFunctions(rest)
	case len(rest) == 0:
		return d.list()
	case d.print:
		return d.show(rest)
	}
	status := 0
	for _, a := range rest {
		err := d.one(a)
		if err == nil {
			continue
		}
		if err != errReported {
			d.h.Errorf("%v", err)
		}
		var expression *vars.ExpressionError
		if errors.As(err, &expression) { // which ends the command line in bash
			return flow.Outcome{Status: 1, Divert: flow.Fatal}
		}
		status = 1
	}
	return flow.Status(status)
}

// errReported is an error that has been reported.
var errReported = errors.New("reported")

// An operand is name, name=value, name[sub]=value, or the same with +=.
type operand struct {
	name, sub, value      string
	keyed, assigned, plus bool
}

// splitOperand returns the pieces of an operand.
func splitOperand(a string) (o operand) {
	end := strings.IndexAny(a, "=[+")
	if end < 0 {
		return operand{name: a}
	}
	o.name = a[:end]
	rest := a[end:]
	if rest[0] == '[' {
		end = strings.Index(rest, "]=")
		if add := strings.Index(rest, "]+="); add >= 0 && (end < 0 || add < end) {
			end = add
		}
		if end < 0 {
			if end = len(rest) - 1; rest[end] != ']' {
				return operand{name: a}
			}
		}
		o.keyed, o.sub, rest = true, rest[1:end], rest[end+1:]
	}
	if rest == "" {
		return o
	}
	rest, o.plus = strings.CutPrefix(rest, "+")
	o.value, o.assigned = strings.CutPrefix(rest, "=")
	if !o.assigned {
		return operand{name: a}
	}
	return o
}

// one declares one operand.
func (d *declaration) one(a string) error {
	v := d.h.Vars()
	o := splitOperand(a)
	if o.keyed {
		_, o.sub, _ = vars.SplitName(d.h.Target(o.name + "[" + o.sub + "]"))
	}
	if !vars.IsName(o.name) || o.keyed && d.whole {
		name, _, _ := strings.Cut(a, "=")
		d.h.Errorf("%q is not a variable name", name)
		return errReported
	}
	if !o.assigned {
		on := d.on
		d.on &^= d.bare
		defer func() { d.on = on }()
	}
	ref := v.Names().Ref(o.name)
	items, array := d.h.Array(o.value)
	do := func() error {
		if (d.on|d.off)&vars.Nameref != 0 {
			return d.reference(ref, o, array)
		}
		if d.local && !d.global {
			return d.declare(ref, o, items, array)
		}
		return v.Follow(ref, func(ref vars.Ref) error { return d.declare(ref, o, items, array) })
	}
	if d.global {
		return v.Globally(ref, do)
	}
	if d.local {
		if err := d.hide(ref); err != nil {
			return err
		}
	}
	return do()
}

// hide makes a variable local.
func (d *declaration) hide(ref vars.Ref) error {
	if d.inherit {
		return d.h.Vars().Local(ref)
	}
	return d.h.Vars().LocalUnset(ref, d.on&(vars.Indexed|vars.Associative) == 0)
}

// reference makes a variable a reference, or an ordinary one.
func (d *declaration) reference(ref vars.Ref, o operand, array bool) error {
	v := d.h.Vars()
	if d.off&vars.Nameref != 0 {
		v.Unmark(ref, vars.Nameref)
		v.Mark(ref, vars.Declared)
		d.off &^= vars.Nameref
		defer func() { d.off |= vars.Nameref }()
		return d.declare(ref, o, nil, false)
	}
	was, _ := v.Itself(ref)
	switch {
	case array || o.keyed || o.plus || was.Attrs&(vars.Indexed|vars.Associative) != 0 ||
		d.on&(vars.Indexed|vars.Associative) != 0:
		return errors.New(o.name + ": a reference cannot be an array")
	case o.assigned:
		if err := v.Refer(ref, o.value); err != nil {
			return err
		}
	case was.Attrs&vars.Nameref != 0:
	case was.Attrs&vars.IsSet != 0:
		if err := v.Refer(ref, was.Value); err != nil {
			return err
		}
	default:
		v.Mark(ref, vars.Nameref)
	}
	v.Mark(ref, d.on)
	return nil
}

// declare gives a variable its attributes and its value.
func (d *declaration) declare(ref vars.Ref, o operand, items []vars.Item, array bool) error {
	v := d.h.Vars()
	was := v.Attrs(ref)
	kinds := vars.Indexed | vars.Associative
	switch {
	case d.off&vars.Readonly != 0 && was&vars.Readonly != 0:
		return &vars.ReadonlyError{Name: o.name}
	case d.off&was&kinds != 0:
		return errors.New(o.name + ": cannot destroy array variables in this way")
	}
	if v.AllExport() && d.on&kinds == 0 && !o.assigned && (was == 0 || d.local) {
		v.Mark(ref, vars.Exported) // as with a new variable of bash
	}
	if was&vars.Readonly != 0 && o.assigned {
		return &vars.ReadonlyError{Name: o.name}
	}
	for _, kind := range []vars.Attr{vars.Associative, vars.Indexed} {
		if d.on&kind != 0 && was&kind == 0 {
			if err := v.DeclareArray(ref, kind); err != nil {
				return err
			}
		}
	}
	if o.assigned && !array && !o.keyed && strings.HasPrefix(o.value, "(") &&
		strings.HasSuffix(o.value, ")") && v.Attrs(ref)&kinds != 0 {
		read, err := d.h.ReadArray(o.value, v.Attrs(ref)&vars.Associative != 0)
		if err != nil {
			return err
		}
		items, array = read, true
	}
	d.mark(ref, d.on&^vars.Readonly)
	if err := d.assign(ref, o, items, array); err != nil {
		return err
	}
	if d.on&vars.Readonly != 0 {
		v.Mark(ref, vars.Readonly)
	}
	return nil
}

// mark changes the attributes of a variable. Of -l and -u the new one counts, or none of both.
func (d *declaration) mark(ref vars.Ref, on vars.Attr) {
	v := d.h.Vars()
	cases := vars.Lower | vars.Upper
	if on&cases != 0 {
		v.Unmark(ref, cases)
		if on&cases == cases {
			on &^= cases
		}
	}
	on &^= vars.Indexed | vars.Associative | vars.Nameref
	if v.Attrs(ref) == 0 {
		on |= vars.Declared
	}
	if on &^= d.off; on != 0 {
		v.Mark(ref, on)
	}
	if off := d.off &^ vars.Readonly; off != 0 && v.Attrs(ref)&off != 0 {
		v.Unmark(ref, off)
		v.Mark(ref, vars.Declared)
	}
}

func (d *declaration) assign(ref vars.Ref, o operand, items []vars.Item, array bool) error {
	v := d.h.Vars()
	switch {
	case !o.assigned:
		return nil
	case array && o.keyed:
		return errors.New(o.name + "[" + o.sub + "]: cannot assign list to array member")
	case array:
		return v.AssignArray(ref, items, o.plus)
	case o.keyed:
		return v.SetAt(ref, o.sub, o.value, o.plus)
	case o.plus:
		return v.Append(ref, o.value)
	}
	return v.Set(ref, o.value)
}
