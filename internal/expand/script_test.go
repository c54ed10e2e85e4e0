package expand_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/expand"
	"ftsh/internal/option"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A frame is a Shell for tests.
type frame struct {
	ctx    context.Context
	vars   *vars.Store
	params []string
	opts   option.Set
	shopts option.Shopts
	dir    int
	home   map[string]string
	bang   string
}

func newFrame() *frame {
	return &frame{ctx: context.Background(), vars: vars.NewStore(vars.NewNames()), dir: -1}
}

func (f *frame) Context() context.Context { return f.ctx }
func (f *frame) Vars() *vars.Store        { return f.vars }
func (f *frame) Params() []string         { return f.params }
func (f *frame) BangSet() bool            { return f.bang != "" }
func (f *frame) Options() option.Set      { return f.opts }
func (f *frame) Shopts() option.Shopts    { return f.shopts }
func (f *frame) Dir() int                 { return f.dir }

func (f *frame) Special(c byte) string {
	switch c {
	case '0':
		return "sh"
	case '?':
		return "0"
	case '$':
		return "4711"
	case '!':
		return f.bang
	}
	return option.Letters(f.opts)
}

func (f *frame) Home(user string) (string, bool) {
	if user == "" {
		return f.vars.Lookup("HOME")
	}
	h, ok := f.home[user]
	return h, ok
}

// compiler returns a Compiler whose command substitutions know `echo` and `printf %b`, by the words
// of their first command.
func (f *frame) compiler() *expand.Compiler {
	c := &expand.Compiler{Names: f.vars.Names(), Pool: new(expand.Pool)}
	c.Subst = func(s *ast.CmdSubst, _ int) expand.Subst {
		simple := s.Body.AndOrs[0].Pipelines[0].Commands[0].(*ast.Simple)
		return func(sh expand.Shell) (string, error) {
			var args []string
			var err error
			for _, w := range simple.Args {
				if args, err = c.Word(w).Fields(sh, args); err != nil {
					return "", err
				}
			}
			switch args[0] {
			case "echo":
				return strings.TrimRight(strings.Join(args[1:], " "), "\n"), nil
			case "printf":
				return strings.TrimRight(strings.NewReplacer(`\n`, "\n", `\t`,
					"\t").Replace(args[1]), "\n"), nil
			}
			return "", fmt.Errorf("%s: not found", args[0])
		}
	}
	return c
}

// run runs a script of assignments, set, unset, readonly, export and these commands: `cat` prints
// its here-document, `p` shows the fields of its arguments, `t` each argument as text, `m PATTERN
// STRING` whether they match. The output has a line for each.
func (f *frame) run(cmds []*ast.Simple) string {
	var out strings.Builder
	c := f.compiler()
	for _, cmd := range cmds {
		line, err := f.simple(c, cmd)
		if err != nil {
			fmt.Fprintf(&out, "error %v\n", err)
			break
		}
		out.WriteString(line)
	}
	return out.String()
}

func (f *frame) simple(c *expand.Compiler, cmd *ast.Simple) (string, error) {
	for _, a := range cmd.Assigns {
		v, err := c.Word(a.Value).Text(f)
		if err != nil {
			return "", err
		}
		if err := f.vars.Assign(a.Name, v); err != nil {
			return "", err
		}
	}
	if len(cmd.Args) == 0 {
		return "", nil
	}
	name, _ := cmd.Args[0].Literal()
	if name == "cat" {
		return f.here(c, cmd)
	}
	words := make([]*expand.Word, len(cmd.Args)-1)
	for i, w := range cmd.Args[1:] {
		words[i] = c.Word(w)
	}
	if name == "m" {
		pat, err := words[0].Pattern(f)
		if err != nil {
			return "", err
		}
		s, err := words[1].Text(f)
		return strconv.FormatBool(pat.Match(s)) + "\n", err
	}
	var args []string
	var err error
	for _, w := range words {
		if name == "t" {
			var s string
			s, err = w.Text(f)
			args = append(args, s)
		} else {
			args, err = w.Fields(f, args)
		}
		if err != nil {
			return "", err
		}
	}
	return f.builtin(name, args)
}

func (f *frame) builtin(name string, args []string) (string, error) {
	switch name {
	case "p", "t":
		// As by printf '<%s>', which shows <> for no argument, too.
		return fmt.Sprintf("<%s> %d\n", strings.Join(args, "><"), len(args)), nil
	case "set":
		switch args[0] {
		case "-u":
			f.opts = f.opts.With(option.NoUnset)
		case "-f":
			f.opts = f.opts.With(option.NoGlob)
		case "--":
			f.params = slices.Clone(args[1:])
		}
		return "", nil
	case "unset":
		for _, a := range args {
			if err := f.vars.Unset(f.vars.Names().Ref(a)); err != nil {
				return "", err
			}
		}
		return "", nil
	case "export", "readonly":
		for _, a := range args {
			n, v, set := strings.Cut(a, "=")
			if set {
				if err := f.vars.Assign(n, v); err != nil {
					return "", err
				}
			}
			if name == "readonly" {
				f.vars.Mark(f.vars.Names().Ref(n), vars.Readonly)
			}
		}
		return "", nil
	}
	return "", fmt.Errorf("%s: not found", name)
}

// here returns the expansion of the here-documents of cmd.
func (f *frame) here(c *expand.Compiler, cmd *ast.Simple) (string, error) {
	text := ""
	for _, r := range cmd.Redirs {
		s, err := c.HereDoc(r.Here).Text(f)
		if err != nil {
			return "", err
		}
		text += s
	}
	return text, nil
}
