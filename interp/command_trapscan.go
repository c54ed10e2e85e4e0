package interp

import (
	"strings"
	"syscall"

	"ftsh/internal/syntax"
	"ftsh/internal/trapscan"
)

// scanned is a frame as trapscan sees it: the environment in which a subshell begins.
type scanned struct{ fr *frame }

func (s scanned) FunctionsMention() bool { return s.fr.env.funcs.traps }

func (s scanned) Function(name string) trapscan.Function {
	if f := s.fr.env.funcs.m[name]; f != nil {
		return f
	}
	return nil
}

func (s scanned) ParserOptions() syntax.Options {
	return s.fr.env.parserOptions(s.fr.context.script, 1)
}

func (s scanned) Parameter(name string) (value string, set bool) {
	params := s.fr.env.params
	switch {
	case name == "@" || name == "*":
		return strings.Join(params, " "), len(params) > 0
	case strings.Trim(name, "0123456789") == "" && name != "0":
		n := 0
		for _, c := range name {
			n = min(10*n+int(c-'0'), len(params)+1)
		}
		if n > len(params) {
			return "", false
		}
		return params[n-1], true
	}
	return s.fr.env.vars.Lookup(name)
}

// maxScanned is the largest size of a scanned file, in bytes.
const maxScanned = 1 << 20

// Source returns the text of a file of commands. It reads only regular files, since reading others
// would consume their data.
func (s scanned) Source(name string) string {
	fr := s.fr
	if name == "" || fr.sh.opts.Hooks.Open != nil {
		return ""
	}
	dirs := ""
	if !strings.Contains(name, "/") {
		dirs = fr.env.vars.Value("PATH")
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
		if st.Size > maxScanned {
			return ""
		}
		text, err := readFile(fr, path)
		if err != nil {
			return ""
		}
		return syntax.WithoutNUL(text)
	}
	return ""
}

// TrapUse scans the function's body, once.
func (f *function) TrapUse() *trapscan.Use {
	f.scanOnce.Do(func() { f.use = trapscan.Of(f.declaration().Body) })
	return &f.use
}

// MentionsTraps reports whether the function itself may set a signal trap or ask for a process ID.
// It does not parse an unparsed body.
func (f *function) MentionsTraps() bool {
	from, to := int(f.decl.From.Offset), int(f.decl.To.Offset)
	if f.source != "" && from < to && to <= len(f.source) {
		return trapscan.Mentions(f.source[from:to])
	}
	return f.TrapUse().NeedsProcess()
}
