package interp

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"ftsh/internal/option"
	"ftsh/internal/printer"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// Exported functions of the dialect of bash (export -f) are in the environment of commands as bash
// writes them, and are read from there when the dialect begins: BASH_FUNC_name%%=() { … }.

const (
	exportedPrefix = "BASH_FUNC_"
	exportedSuffix = "%%"
)

// exportFunction puts a function into the environment of commands.
func exportFunction(e *environment, name string) error {
	if e.bash == nil || e.bash.exported[name] != "" {
		return nil
	}
	text, ok := exportedText(e.funcs.m[name])
	if !ok {
		return fmt.Errorf("%s: cannot be exported with its here-document", name)
	}
	e.bash.export(name, exportedPrefix+name+exportedSuffix+"="+text)
	return nil
}

// redefined exports a function just defined, if its name is exported or set -a is on.
func redefined(fr *frame, f *function) {
	b, name := fr.env.bash, f.decl.Name
	if b.exported[name] == "" && !(f.decl.Bash && fr.env.opts.Has(option.AllExport)) {
		return
	}
	b.export(name, "")
	if err := exportFunction(&fr.env, name); err != nil {
		fr.say("%v", err)
	}
}

// exportedText returns the value of a function in the environment. ok is false if its text cannot
// be cut out of the script, or if there is no function.
func exportedText(f *function) (text string, ok bool) {
	if f == nil {
		return "", false
	}
	if text, ok = f.text(); !ok {
		return "", false
	}
	if text[0] == '{' { // bash reads no other beginning
		return "() " + text, true
	}
	return "() { " + text + "\n}", true
}

// text returns the body of a function as commands that mean the same when they are read again.
func (f *function) text() (string, bool) {
	if f.kept != "" {
		return f.kept, true
	}
	body := f.declaration().Body
	documents, after := false, false
	ast.Walk(body, func(n ast.Node) bool {
		if r, ok := n.(*ast.Redirect); ok && r.Op == ast.RedirHere {
			documents = true
			after = after || r.Pos().Line >= body.End().Line
		}
		return true
	})
	from, to := int(body.Pos().Offset), int(body.End().Offset)
	switch {
	case after:
		return "", false
	case to <= len(f.source) && from < to && strings.IndexByte("{(", f.source[from]) >= 0:
		return f.source[from:to], true
	case documents:
		return "", false
	}
	return printer.Line(body, math.MaxInt32), true
}

// importFunctions defines the functions in the environment that the shell was started with. A value
// must be one definition of a function with its name, and nothing else: no text after it runs. A
// function that is there already stays, and is exported in its place.
func importFunctions(fr *frame) {
	e := &fr.env
	if e.bash == nil || e.bash.imported {
		return
	}
	e.bash.imported = true
	if e.opts.Has(option.NoExec) || os.Getuid() != os.Geteuid() || os.Getgid() != os.Getegid() {
		return
	}
	var rest []string
	extra := e.vars.Extra()
	for i, entry := range extra {
		name, value, ok := exportedFunction(entry)
		if ok && rest == nil {
			rest = slices.Clone(extra[:i])
		}
		if !ok || !importFunction(fr, name, value) {
			if rest != nil {
				rest = append(rest, entry)
			}
		}
	}
	if rest != nil {
		e.vars.SetExtra(rest)
	}
}

// exportedFunction splits an entry of the environment; ok reports whether it is a function.
func exportedFunction(entry string) (name, value string, ok bool) {
	name, value, _ = strings.Cut(entry, "=")
	name, ok = strings.CutPrefix(name, exportedPrefix)
	if !ok {
		return "", "", false
	}
	name, ok = strings.CutSuffix(name, exportedSuffix)
	return name, value, ok && strings.HasPrefix(value, "() {")
}

// importFunction defines a function, and reports whether the entry is done with.
func importFunction(fr *frame, name, value string) bool {
	e := &fr.env
	if e.funcs.m[name] != nil {
		_ = exportFunction(e, name)
		return true
	}
	text := name + " " + value
	decl, err := onlyFunction(name, text, syntax.Options{Name: "environment", Blocks: true, Bash: true,
		Extglob: e.shopts.Has(option.ExtGlob)})
	if err != nil {
		fr.writeErr(fmt.Sprintf("%s: the function %q in the environment is left out: %v\n",
			e.sh.opts.Name, name, err))
		return false
	}
	c := e.sh.compiler("environment")
	c.bodies = text
	fn := c.function(decl).(*functionOp).fn
	e.funcs.own(e.sh)
	e.funcs.m[name] = fn
	e.funcs.traps = e.funcs.traps || fn.MentionsTraps()
	_ = exportFunction(e, name)
	return true
}

// onlyFunction reads text as the definition of one function called name.
func onlyFunction(name, text string, opts syntax.Options) (*ast.FuncDecl, error) {
	if strings.Contains(name, "/") {
		return nil, errors.New("its name has a slash")
	}
	list, err := syntax.Parse(text, opts)
	if err != nil {
		return nil, err
	}
	cmd, p := list.Command()
	if decl, ok := cmd.(*ast.FuncDecl); ok && !p.Negated && !p.Timed && decl.Name == name {
		return decl, nil
	}
	return nil, errors.New("it is not the definition of this function alone")
}
