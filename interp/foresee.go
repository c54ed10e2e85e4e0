package interp

import (
	"strings"
	"syscall"

	"ftsh/internal/syntax"
	"ftsh/internal/trap"
	"ftsh/parser/ast"
)

// What the text of a subshell does not say of traps, the environment that it begins in
// often does: which functions there are, and what the variables hold that eval and
// command names are made of. What is seen here may change before it is run, and what the
// subshell itself works out is not seen: then a trap is set in the shell's own process
// (docs/differences.md).

// foreseeTraps reports whether a subshell that begins in fr, and is made of u, will set the
// trap of a signal by a command whose text is known only when it runs.
func (u *trapUse) foreseeTraps(fr *frame) bool {
	var calls []string
	for _, n := range u.later {
		use := foreseeUse(fr, n)
		if use.process {
			return true
		}
		calls = append(calls, use.calls...)
	}
	if !fr.funcs.traps {
		return false
	}
	process, _ := callSetsTraps(fr, calls, true)
	return process
}

// callSetsTraps reports whether a function among names, or one that it calls, does, and
// whether that depends on what fr holds besides functions. It looks at this if it is to.
func callSetsTraps(fr *frame, names []string, look bool) (process, depends bool) {
	var seen map[*function]bool
	for i := 0; i < len(names); i++ {
		f := fr.funcs.m[names[i]]
		if f == nil || seen[f] {
			continue
		}
		if seen == nil {
			seen = make(map[*function]bool)
			names = names[:len(names):len(names)]
		}
		seen[f] = true
		use := f.trapUse()
		if use.process {
			return true, false
		}
		names = append(names, use.calls...)
		for _, n := range use.later {
			if name, _ := plain(n.Args[0].Parts); name == "." || !f.mentionsTraps() {
				continue // files are not read for each call, nor is every eval looked at
			}
			depends = true
			if look {
				more := foreseeUse(fr, n)
				if more.process {
					return true, true
				}
				names = append(names, more.calls...)
			}
		}
	}
	return false, depends
}

// foreseeUse is what a command whose text is known only when it runs says of traps.
func foreseeUse(fr *frame, n *ast.Simple) trapUse {
	var b strings.Builder
	for _, w := range called(n.Args) {
		b.WriteString(foresee(fr, w.Parts) + " ")
	}
	name, rest := firstWord(b.String())
	for name == "command" || name == "-p" || name == "--" {
		name, rest = firstWord(rest)
	}
	switch name {
	case "eval":
		return textUse(fr, rest)
	case ".":
		file, _ := firstWord(rest)
		return sourceUse(fr, file)
	case "trap":
		return trapUse{process: namesSignal(rest)}
	}
	return trapUse{calls: []string{name}}
}

func firstWord(text string) (word, rest string) {
	word, rest, _ = strings.Cut(strings.TrimLeft(text, " \t\n"), " ")
	return word, rest
}

// namesSignal reports whether a signal is among the operands of trap, whose quoting is not
// known any more.
func namesSignal(operands string) bool {
	for word := range strings.FieldsSeq(operands) {
		if c, ok := trap.Parse(word); ok && c != trap.Exit {
			return true
		}
	}
	return false
}

// foresee is what word parts stand for now, where that has no effects: nothing is run or
// assigned.
func foresee(fr *frame, parts []ast.WordPart) string {
	if len(parts) == 1 {
		return foreseePart(fr, parts[0])
	}
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(foreseePart(fr, p))
	}
	return b.String()
}

func foreseePart(fr *frame, p ast.WordPart) string {
	switch p := p.(type) {
	case *ast.Lit:
		return p.Value
	case *ast.Quoted:
		return p.Value
	case *ast.DblQuoted:
		return foresee(fr, p.Parts)
	case *ast.ParamExp:
		value, set := fr.parameter(p.Name)
		switch p.Op {
		case ast.ParamLength, ast.ParamBad:
			return ""
		case ast.ParamAlternate:
			if set && (value != "" || !p.Colon) {
				return foresee(fr, p.Arg.Parts)
			}
			return ""
		case ast.ParamDefault, ast.ParamAssign:
			if !set || value == "" && p.Colon {
				return foresee(fr, p.Arg.Parts)
			}
		}
		return value
	}
	return ""
}

// parameter is the value of a variable or a positional parameter.
func (e *environment) parameter(name string) (value string, set bool) {
	switch {
	case name == "@" || name == "*":
		return strings.Join(e.params, " "), len(e.params) > 0
	case isNumber(name) && name != "0":
		n := 0
		for _, c := range name {
			n = min(10*n+int(c-'0'), len(e.params)+1)
		}
		if n > len(e.params) {
			return "", false
		}
		return e.params[n-1], true
	}
	return e.vars.Lookup(name)
}

// textUse is what a text says of traps.
func textUse(fr *frame, text string) (u trapUse) {
	if fr.funcs.traps || mentionsUse(text) {
		u.text(text, fr.parserOptions(fr.script, 1), 1)
	}
	return u
}

// maxForeseen is how long a file is read for what its commands may do.
const maxForeseen = 1 << 20

// sourceUse is what the commands of a file say of traps. It looks at regular files, which can
// be read again.
func sourceUse(fr *frame, name string) trapUse {
	if name == "" || fr.sh.opts.Open != nil {
		return trapUse{}
	}
	dirs := ""
	if !strings.Contains(name, "/") {
		dirs = fr.vars.Value("PATH")
	}
	for dir := range strings.SplitSeq(dirs, ":") {
		path := name
		if dir != "" {
			path = dir + "/" + name
		}
		st, err := statFor(fr, path)
		if err != nil || st.Mode&syscall.S_IFMT != syscall.S_IFREG {
			continue
		}
		if st.Size > maxForeseen {
			return trapUse{}
		}
		text, err := readFile(fr, path)
		if err != nil {
			return trapUse{}
		}
		return textUse(fr, syntax.WithoutNUL(text))
	}
	return trapUse{}
}
