package builtin

import (
	"strings"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
)

// bashTypeHost is the part of the shell used by bash's type.
type bashTypeHost interface {
	typeHost
	Variables
	Declarations
	Bash
}

// typing is one run of bash's type.
type typing struct {
	h                bashTypeHost
	all, noFunctions bool
	absolute         bool // sentences have absolute paths (command -V)
	form             byte // 't', 'p' or 'P'; 0: a sentence
	out              strings.Builder
}

// bashType is bash's `type [-afptP] name…`.
func bashType(h bashTypeHost, args []string) flow.Outcome {
	t := typing{h: h}
	o := options{h: h, args: args}
	for c := o.next("afptP"); c != 0; c = o.next("afptP") {
		switch c {
		case wrongOption:
			return misuse()
		case 'a':
			t.all = true
		case 'f':
			t.noFunctions = true
		default:
			t.form = c
		}
	}
	return t.list(o.rest(), t.name, t.form == 0)
}

// list prints the descriptions of names. It has status 1 if one means nothing, and reports that if
// says is set.
func (t *typing) list(names []string, describe func(name string) bool, says bool) flow.Outcome {
	status := 0
	for _, name := range names {
		if !describe(name) {
			if says {
				t.h.Errorf("%s: not found", name)
			}
			status = 1
		}
	}
	if out := printed(t.h, t.out.String()); !out.OK() {
		return out
	}
	return flow.Status(status)
}

// name describes one name, and reports whether it means anything.
func (t *typing) name(name string) bool {
	found := false
	if t.form != 'P' {
		for _, m := range t.h.Meanings(name) {
			if m.Kind == Function && t.noFunctions {
				continue
			}
			found = true
			t.meaning(name, m)
			if !t.all {
				return true
			}
		}
	}
	if r, ok := findHashed(t.h, name); ok && (!t.all || t.form == 'P') {
		switch t.form {
		case 't':
			t.out.WriteString("file\n")
		case 'p', 'P':
			t.out.WriteString(r.Path + "\n")
		default:
			t.out.WriteString(name + " is hashed (" + r.Path + ")\n")
		}
		return true
	}
	for _, path := range t.programs(name) {
		found = true
		switch t.form {
		case 't':
			t.out.WriteString("file\n")
		case 'p', 'P':
			t.out.WriteString(path + "\n")
		default:
			if t.absolute {
				path = absolute(t.h, path)
			}
			t.out.WriteString(name + " is " + path + "\n")
		}
		if !t.all {
			break
		}
	}
	return found
}

// meaning describes what a name means other than a program. With -p there is nothing to say.
func (t *typing) meaning(name string, m Found) {
	word, sentence := "", ""
	switch m.Kind {
	case AliasKind:
		word, sentence = "alias", " is aliased to `"+m.Path+"'"
	case Keyword:
		word, sentence = "keyword", " is a shell keyword"
	case Function:
		text, _ := t.h.FunctionText(name)
		word, sentence = "function", " is a function\n"+strings.TrimSuffix(text, "\n")
	default:
		word, sentence = "builtin", " is a shell builtin"
	}
	switch t.form {
	case 't':
		t.out.WriteString(word + "\n")
	case 0:
		t.out.WriteString(name + sentence + "\n")
	}
}

// programs returns the paths of the programs called name, in the order of PATH. Without -a the first
// file of that name counts if there is no program, as in bash: it is what would fail to run, and what
// source finds.
func (t *typing) programs(name string) (paths []string) {
	file := ""
	usable := func(path string) bool {
		if !isFile(t.h, path, syscall.S_IFREG) {
			return false
		}
		if accessible(t.h, path, fd.MayExecute) {
			return true
		}
		if file == "" && path != name {
			file = path
		}
		return false
	}
	if strings.Contains(name, "/") {
		if usable(name) {
			paths = append(paths, name)
		}
		return paths
	}
	for dir := range strings.SplitSeq(t.h.Vars().Value("PATH"), ":") {
		if dir == "" {
			dir = "."
		}
		if path := strings.TrimSuffix(dir, "/") + "/" + name; name != "" && usable(path) {
			paths = append(paths, path)
		}
	}
	if len(paths) == 0 && !t.all && file != "" {
		paths = append(paths, file)
	}
	return paths
}
