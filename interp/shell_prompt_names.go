package interp

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/builtin"
	"ftsh/internal/standalone"
)

func namesOf(fr *frame, k standalone.NameKind) []string {
	switch k {
	case standalone.AliasNames:
		return fr.env.AliasNames()
	case standalone.FunctionNames:
		return slices.Sorted(maps.Keys(fr.env.funcs.m))
	case standalone.BuiltinNames:
		return append(builtin.Names(), slices.Sorted(maps.Keys(fr.sh.hooks.own))...)
	case standalone.VariableNames:
		var names []string
		for _, v := range fr.env.vars.All() {
			names = append(names, v.Name)
		}
		return names
	case standalone.JobNames:
		var names []string
		for _, j := range fr.env.Jobs().All() {
			names = append(names, "%"+strconv.Itoa(j.ID)+" "+j.Text)
		}
		return names
	}
	return nil
}

// placeVariable is the variable shown by the default PS1.
const placeVariable = "FTSH_PROMPT"

// promptDefault returns the default PS1. XCU sh's default is plain; at a terminal it also shows
// where the shell is.
func promptDefault(o *Options) string {
	sign := "$ "
	switch {
	case !o.Standalone.Interactive || !o.Standalone.OwnProcess:
		return sign
	case os.Geteuid() == 0:
		sign = "# "
	}
	if slices.Contains(o.Set, "posix") {
		return sign
	}
	return "${" + placeVariable + "}" + sign
}

// setPlaceVariable sets placeVariable to the shell's place and the last command's failure, if PS1
// uses it: host:~/directory [1].
func setPlaceVariable(fr *frame) {
	if !strings.Contains(fr.env.vars.Value("PS1"), placeVariable) {
		return
	}
	host, err := os.Hostname()
	if err != nil {
		host = "?"
	}
	host, _, _ = strings.Cut(host, ".")
	place := host + ":" + tilde(fr.env.pwd, fr.env.vars.Value("HOME"))
	if fr.env.status != 0 {
		place += " [" + strconv.Itoa(fr.env.status) + "]"
	}
	_ = fr.env.vars.Assign(placeVariable, harmless(place))
}

// tilde replaces the home directory by ~.
func tilde(dir, home string) string {
	if home == "" || home == "/" {
		return dir
	}
	rest, ok := strings.CutPrefix(dir, filepath.Clean(home))
	if ok && (rest == "" || rest[0] == '/') {
		return "~" + rest
	}
	return dir
}

// harmless replaces control characters in a file's name, since a terminal obeys them.
func harmless(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return '?'
		}
		return r
	}, s)
}
