package builtin

import (
	"strings"
	"syscall"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/vars"
)

// cdHost is the part of the shell used by cd.
type cdHost interface {
	Streams
	Directory
	Variables
}

// cd is `cd [-L|-P] [-e] [directory|-]`; the steps are those of XCU cd. A second operand is
// ignored, as in dash.
func cd(h cdHost, args []string) flow.Outcome { return changeDirectory(h, args, false) }

// bashCd is bash's cd: an empty name is the working directory, and from a directory that was
// removed a .. leads up by its name.
func bashCd(h cdHost, args []string) flow.Outcome {
	return wrongOperand(changeDirectory(h, args, true), args, "LPe")
}

func changeDirectory(h cdHost, args []string, bash bool) flow.Outcome {
	o := options{h: h, args: args}
	physical, strict := false, false
	for c := o.next("LPe"); c != 0; c = o.next("LPe") {
		switch c {
		case wrongOption:
			return misuse()
		case 'e':
			strict = true
		default:
			physical = c == 'P'
		}
	}
	dir, show, ok := cdOperand(h, o.rest(), bash)
	if !ok {
		return misuse()
	}
	cur := dir
	if !strings.HasPrefix(dir, "/") && !startsWithDot(dir) {
		if found, fromCdpath, ok := searchCdpath(h, dir); ok {
			cur, show = found, show || fromCdpath
		}
	}
	old := h.Getwd()
	lexical := bash && !isDirectory(h, old)
	cur, err := resolve(h, cur, physical, lexical)
	if err == nil {
		err = h.Chdir(cur)
	}
	if err != nil {
		h.Errorf("%s: %v", dir, err)
		return misuse()
	}
	lost := false
	if physical {
		if p, err := h.PhysicalWd(); err == nil {
			cur = p
			h.NameWd(p)
		} else {
			lost = true
		}
	}
	if out := setPwd(h, old, cur); !out.OK() {
		return out
	}
	if show {
		if out := printed(h, cur+"\n"); !out.OK() {
			return out
		}
	}
	if lost && strict {
		return flow.Status(1)
	}
	return flow.Outcome{}
}

// cdOperand returns the directory to go to, and whether to print it.
func cdOperand(h cdHost, rest []string, bash bool) (dir string, show, ok bool) {
	switch {
	case len(rest) > 1:
		h.Errorf("too many arguments")
		return "", false, false
	case len(rest) == 0:
		home, set := h.Vars().Lookup("HOME")
		switch dir = home; {
		case home == "" && set && bash:
			dir = "."
		case home == "":
			h.Errorf("HOME is not set")
			return "", false, false
		}
	case rest[0] == "-":
		if dir = h.Vars().Value("OLDPWD"); dir == "" {
			h.Errorf("OLDPWD is not set")
			return "", false, false
		}
		return dir, true, true
	case rest[0] == "" && bash:
		dir = "."
	case rest[0] == "":
		h.Errorf("the directory is an empty string")
		return "", false, false
	default:
		dir = rest[0]
	}
	return dir, false, true
}

// cdVariableHost is the part of the shell used by cdVariable.
type cdVariableHost interface {
	cdHost
	Options
}

// cdVariable is bash's cd. With the option cdable_vars an operand that is no directory may be the
// name of a variable with the directory, which is printed then.
func cdVariable(h cdVariableHost, args []string) flow.Outcome {
	last := len(args) - 1
	if last == 0 || !h.Shopts().Has(option.CdableVars) || isDirectory(h, args[last]) {
		return bashCd(h, args)
	}
	dir, set := h.Vars().Lookup(args[last])
	if !set {
		return bashCd(h, args)
	}
	out := bashCd(h, append(append([]string{}, args[:last]...), dir))
	if out.OK() {
		return printed(h, dir+"\n")
	}
	return out
}

// startsWithDot reports whether the first component of path is . or .. , exempt from CDPATH.
func startsWithDot(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return first == "." || first == ".."
}

// searchCdpath looks for dir below the directories of CDPATH; named: it was found below a nonempty
// one.
func searchCdpath(h cdHost, dir string) (path string, named, ok bool) {
	rest, more := h.Vars().Lookup("CDPATH")
	for more {
		var prefix string
		prefix, rest, more = strings.Cut(rest, ":")
		path = "./" + dir
		if prefix != "" {
			path = strings.TrimSuffix(prefix, "/") + "/" + dir
		}
		if isDirectory(h, path) {
			return path, prefix != "", true
		}
	}
	return "", false, false
}

func isDirectory(h files, path string) bool { return isFile(h, path, syscall.S_IFDIR) }

// resolve makes path absolute; unless it is physical, without . and .. components (steps 7 to 8).
// The part before a .. must be a directory, unless lexical is set.
func resolve(h files, path string, physical, lexical bool) (string, error) {
	if physical {
		if strings.HasPrefix(path, "/") {
			return path, nil
		}
		base, err := h.PhysicalWd()
		if err != nil {
			base = h.Getwd()
		}
		return join(base, path), nil
	}
	if !strings.HasPrefix(path, "/") {
		path = join(h.Getwd(), path)
	}
	out := ""
	if strings.HasPrefix(path, "//") && !strings.HasPrefix(path, "///") {
		out = "/" // two slashes at the start may mean something (XBD 4.16)
	}
	root := len(out)
	for rest, more := path, true; more; {
		var part string
		part, rest, more = strings.Cut(rest, "/")
		switch part {
		case "", ".":
		case "..":
			if len(out) > root {
				if !lexical && !isDirectory(h, out) {
					return "", notDirectory(h, out)
				}
				out = out[:strings.LastIndexByte(out, '/')]
			}
		default:
			out += "/" + part
		}
	}
	if len(out) == root {
		out += "/"
	}
	return out, nil
}

func notDirectory(h files, path string) error {
	if _, err := stat(h, path, true); err != nil {
		return err
	}
	return syscall.ENOTDIR
}

func join(dir, path string) string {
	if strings.HasSuffix(dir, "/") {
		return dir + path
	}
	return dir + "/" + path
}

// setPwd sets PWD and OLDPWD, exported as in dash.
func setPwd(h cdHost, old, now string) flow.Outcome {
	v := h.Vars()
	for _, x := range [...]struct{ name, value string }{{"OLDPWD", old}, {"PWD", now}} {
		if err := v.Assign(x.name, x.value); err != nil {
			h.Errorf("%v", err)
			return misuse()
		}
		v.Mark(v.Names().Ref(x.name), vars.Exported)
	}
	return flow.Outcome{}
}
