package builtin

import (
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/array"
	"ftsh/internal/compspec"
	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/pattern"
	"ftsh/internal/quote"
	"ftsh/internal/sig"
	"ftsh/internal/vars"
)

// completionHost is the part of the shell used to make candidates.
type completionHost interface {
	Streams
	Cancellation
	Variables
	Options
	Directory
	JobControl
	Aliases
	Declarations
	Bash
	Completion
}

// A generation makes the candidates of one request. It is the compspec.Source of a shell.
type generation struct {
	h       completionHost
	request compspec.Request
	retry   bool // the function asked for another try
}

// Complete makes the candidates of a specification for a command line. retry reports that its
// function, with status 124, asks to look for the command's specification again. The outcome is
// that of a function or a command that ended more than itself.
func Complete(h Host, s *compspec.Spec, r compspec.Request) (
	found []string, retry bool, out flow.Outcome) {
	g := generation{h: h, request: r}
	found, err := s.Candidates(r.Word, &g)
	if err != nil {
		return nil, false, stoppedWith(err)
	}
	return found, g.retry, flow.Outcome{}
}

// otherwise returns the candidates that -o bashdefault and -o default give if there are no others.
func (g *generation) otherwise(o compspec.Options, word string) (found []string) {
	if o&compspec.BashDefault != 0 {
		var s compspec.Spec
		before := ""
		switch {
		case strings.HasPrefix(word, "${"):
			before, s.Actions = "${", compspec.Variable
		case strings.HasPrefix(word, "$"):
			before, s.Actions = "$", compspec.Variable
		case strings.HasPrefix(word, "~") && !strings.Contains(word, "/"):
			before, s.Actions = "~", compspec.User
		case strings.HasPrefix(word, "@"):
			before, s.Actions = "@", compspec.Hostname
		}
		if before != "" {
			s.Prefix = &before
			if before == "${" {
				after := "}"
				s.Suffix = &after
			}
			found, _ = s.Candidates(word[len(before):], g)
		}
	}
	if len(found) == 0 && o&compspec.Default != 0 {
		found = g.Files(word, compspec.AnyFile)
	}
	return found
}

func (g *generation) place() compspec.Place {
	return compspec.Place{Dir: g.h.Dir(), Home: g.h.Home, Stop: g.h.Context().Done()}
}

// Files returns the files whose paths begin with a word. Quotes and variables in it are such only
// at a prompt. A function of a completion quotes the word again before it asks for files: then
// there are two layers of quotes, if there were some in the line.
func (g *generation) Files(word string, wanted compspec.Wanted) []string {
	p := g.place()
	if running := g.h.Completing(); running != nil {
		p.Value = g.h.Vars().Lookup
		if word != running.Word {
			word = compspec.Unquote(word)
		}
		if running.Quoted {
			word = compspec.Unquote(word)
		}
	} else if g.h.Interactive() {
		p.Value = g.h.Vars().Lookup
		word = compspec.Unquote(word)
	}
	return p.Files(word, wanted)
}

// Programs returns what a command's name can be that begins with prefix.
func (g *generation) Programs(prefix string) (found []string) {
	if strings.Contains(prefix, "/") {
		return g.place().Files(prefix, compspec.Executables)
	}
	for _, names := range [][]string{g.h.AliasNames(), compspec.Keywords(), g.h.FunctionNames(),
		g.builtins(func(bool) bool { return true })} {
		for _, name := range names {
			if strings.HasPrefix(name, prefix) {
				found = append(found, name)
			}
		}
	}
	return append(found, g.place().Programs(g.h.Vars().Value("PATH"), prefix)...)
}

// Names returns the names of an action.
func (g *generation) Names(a compspec.Actions) []string {
	switch a {
	case compspec.Alias:
		return g.h.AliasNames()
	case compspec.ArrayVar:
		return g.variables(vars.Indexed | vars.Associative)
	case compspec.Export:
		return g.variables(vars.Exported)
	case compspec.Variable:
		return g.variables(^vars.Attr(0))
	case compspec.Builtin:
		return g.builtins(func(bool) bool { return true })
	case compspec.Disabled:
		return g.builtins(func(disabled bool) bool { return disabled })
	case compspec.Enabled:
		return g.builtins(func(disabled bool) bool { return !disabled })
	case compspec.HelpTopic:
		return BashNames()
	case compspec.Function:
		return g.h.FunctionNames()
	case compspec.Hostname:
		return g.hosts()
	case compspec.Job:
		return g.jobs(func(*job.Job) bool { return true })
	case compspec.Running:
		return g.jobs(func(j *job.Job) bool { return j.State == job.Running })
	case compspec.Stopped:
		return g.jobs(func(j *job.Job) bool { return j.State == job.Stopped })
	case compspec.Keyword:
		return compspec.Keywords()
	case compspec.SetOpt:
		return option.BashSettable()
	case compspec.Shopt:
		return g.shopts()
	case compspec.Signal:
		return signalNames()
	case compspec.User:
		return compspec.Users()
	case compspec.Group:
		return compspec.Groups()
	case compspec.Service:
		return compspec.Services()
	}
	return nil // the editor of the prompt has no names for bindings of keys
}

// variables returns the names of the variables with one of the attributes.
func (g *generation) variables(attrs vars.Attr) (names []string) {
	for _, v := range g.h.Vars().All() {
		const there = vars.IsSet | vars.Dynamic
		if v.Attrs&attrs != 0 && (v.Attrs&there != 0 || len(v.Elements) > 0) {
			names = append(names, v.Name)
		}
	}
	return names
}

// builtins returns the names of the builtins of the dialect, sorted; want is asked with whether one
// is turned off.
func (g *generation) builtins(want func(disabled bool) bool) []string {
	return slices.DeleteFunc(BashNames(), func(name string) bool {
		return !want(g.h.Disabled(name))
	})
}

func (g *generation) hosts() []string {
	file := g.h.Vars().Value("HOSTFILE")
	if file == "" {
		file = "/etc/hosts"
	}
	return compspec.Hosts(file)
}

func (g *generation) shopts() (names []string) {
	for _, o := range option.AllShopts() {
		names = append(names, o.String())
	}
	return names
}

// jobs returns the names of the programs of some jobs. A subshell has none, but a completion, which
// runs in one, offers those of the shell.
func (g *generation) jobs(want func(*job.Job) bool) (names []string) {
	for _, j := range g.h.Jobs().Listed() {
		if fields := strings.Fields(j.Text); len(fields) > 0 && want(j) &&
			(!j.Inherited || g.h.Completing() != nil) {
			names = append(names, fields[0])
		}
	}
	return names
}

// signalNames returns the signals, and the other conditions of trap, as they are named with -A
// signal.
func signalNames() []string {
	names := []string{"EXIT"}
	for _, s := range sig.All() {
		names = append(names, "SIG"+sig.Name(s))
	}
	return append(names, "DEBUG", "ERR", "RETURN")
}

// IFS is the value that divides the list of -W.
func (g *generation) IFS() string {
	if ifs, ok := g.h.Vars().Lookup("IFS"); ok {
		return ifs
	}
	return " \t\n"
}

// Patterns says how a filter is read.
func (g *generation) Patterns() pattern.Options {
	o := g.h.Shopts()
	return pattern.Options{Bytes: g.h.Vars().Bytes(), Caret: true,
		Extended: o.Has(option.ExtGlob), Fold: o.Has(option.NoCaseMatch)}
}

// Glob returns the files that match a pattern.
func (g *generation) Glob(pattern string) []string { return g.h.ExpandFiles(pattern) }

// Expand expands a word of -W.
func (g *generation) Expand(word string) ([]string, error) {
	fields, out := g.h.ExpandWord(word)
	if !out.OK() {
		return nil, &completionEnd{out}
	}
	return fields, nil
}

// Call calls a function of -F, and returns what it leaves in COMPREPLY.
func (g *generation) Call(function string) ([]string, error) {
	r := &g.request
	defer g.bind(true)()
	out, ok := g.h.CallFunction([]string{function, r.Command, r.Word, r.Previous})
	switch {
	case !ok:
		g.h.Errorf("function %q not found", function)
		return nil, nil
	case out.Divert != flow.None:
		return nil, &completionEnd{out}
	}
	const again = 124
	g.retry = out.Status == again
	return g.reply(), nil
}

// reply takes the candidates out of COMPREPLY.
func (g *generation) reply() (found []string) {
	v := g.h.Vars()
	ref := v.Names().Ref("COMPREPLY")
	if a := v.Indexed(ref); a != nil {
		for _, c := range a.All() {
			found = append(found, c)
		}
	} else if value, ok := v.Get(ref); ok {
		found = []string{value}
	}
	_ = v.Unset(ref)
	return found
}

// Run runs a command of -C, and returns the lines that it prints. A newline after a backslash is
// part of a candidate, like the backslash.
func (g *generation) Run(command string) ([]string, error) {
	r := &g.request
	defer g.bind(false)()
	for _, word := range []string{r.Command, r.Word, r.Previous} {
		command += " " + quote.Singly(word)
	}
	text, out := g.h.Output(command)
	if !out.OK() {
		return nil, &completionEnd{out}
	}
	var found []string
	whole := ""
	for line := range strings.SplitSeq(text, "\n") {
		if rest, continues := strings.CutSuffix(line, `\`); continues {
			whole += rest + "\\\n"
			continue
		}
		if whole += line; whole != "" {
			found = append(found, whole)
		}
		whole = ""
	}
	return found, nil
}

// bind sets the variables that describe the command line to a function, or in the environment of a
// command. unbind removes them.
func (g *generation) bind(function bool) (unbind func()) {
	v, r := g.h.Vars(), &g.request
	var bound []vars.Ref
	for _, b := range []struct{ name, value string }{
		{"COMP_LINE", r.Line}, {"COMP_POINT", strconv.Itoa(r.Point)},
		{"COMP_TYPE", strconv.Itoa(r.Type)}, {"COMP_KEY", strconv.Itoa(r.Key)},
	} {
		ref := v.Names().Ref(b.name)
		if v.Set(ref, b.value) != nil {
			continue // readonly
		}
		if !function {
			v.Mark(ref, vars.Exported)
		}
		bound = append(bound, ref)
	}
	if function {
		words, index := v.Names().Ref("COMP_WORDS"), v.Names().Ref("COMP_CWORD")
		_ = v.ChangeIndexed(words, func(a *array.Indexed) { a.Replace(slices.Clone(r.Words)) })
		_ = v.Set(index, strconv.Itoa(r.Index))
		bound = append(bound, words, index)
	}
	return func() {
		for _, ref := range bound {
			_ = v.Unset(ref)
		}
	}
}
