package builtin

import (
	"strings"

	"ftsh/internal/flow"
)

// typeHost is the part of the shell used by type.
type typeHost interface {
	Streams
	Directory
	Search
}

// typeOf is `type name…`.
func typeOf(h typeHost, args []string) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return misuse()
	}
	var b strings.Builder
	status := 0
	for _, name := range rest {
		f := h.Find(name)
		if text := describe(h, name, f); text != "" {
			b.WriteString(text + "\n")
			continue
		}
		if f.BlockWord {
			h.Errorf("%s: not a command but a block word: help shows the blocks", name)
		} else {
			h.Errorf("%s: not found", name)
		}
		status = flow.StatusNotFound
	}
	if out := printed(h, b.String()); !out.OK() {
		return out
	}
	return flow.Status(status)
}

// describe describes name in dash's words; "" if there is nothing.
func describe(h files, name string, f Found) string {
	switch f.Kind {
	case Keyword:
		return name + " is a shell keyword"
	case AliasKind:
		return name + " is an alias for " + f.Path
	case SpecialBuiltin:
		return name + " is a special shell builtin"
	case Function:
		return name + " is a shell function"
	case RegularBuiltin:
		return name + " is a shell builtin"
	case External:
		return name + " is " + absolute(h, f.Path)
	}
	return ""
}

// location returns the output of `command -v` for name; "" if there is nothing.
func location(h files, name string, f Found) string {
	switch f.Kind {
	case Keyword, SpecialBuiltin, Function, RegularBuiltin:
		return name
	case AliasKind:
		return "alias " + name + "=" + single(f.Path)
	case External:
		return absolute(h, f.Path)
	}
	return ""
}

// absolute makes a path absolute, as XCU command asks of -v.
func absolute(h files, path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	dir := h.Getwd()
	if !strings.HasSuffix(dir, "/") {
		dir += "/"
	}
	return dir + strings.TrimPrefix(path, "./")
}
