package bashism

import "strings"

// Options returns the options of ftsh's builtin of a name, in the form of getopts. It knows only
// the builtins with more options in bash.
func Options(name string) (string, bool) {
	switch name {
	case "read":
		return "rd:p:", true
	case "export", "readonly", "trap":
		return "p", true
	case "local", "type", "wait", "exec", ".", "eval", "alias":
		return "", true
	case "jobs":
		return "lp", true
	case "hash":
		return "r", true
	case "cd":
		return "LPe", true
	case "umask":
		return "S", true
	case "unset":
		return "fv", true
	}
	return "", false
}

// Option returns the suggestion for an option of bash's builtin that ftsh lacks; "" if bash has no
// option of that letter.
func Option(name string, letter byte) string {
	switch name {
	case "read":
		return readOption(letter)
	case "type":
		switch letter {
		case 't', 'p', 'P', 'f':
			return "write command -v NAME"
		case 'a':
			return "write which -a NAME"
		}
	case "wait":
		switch letter {
		case 'n':
			return `write wait "$pid" for each, or forall, which cancels the others when one fails`
		case 'f', 'p':
			return `write wait "$pid"`
		}
	case "printf":
		if letter == 'v' {
			return "write x=$(printf ...)"
		}
	case "export", "readonly", "local":
		return declareOption(name, letter)
	case "exec":
		if strings.IndexByte("acl", letter) >= 0 {
			return "write env, or a link to the program with the other name"
		}
	case "jobs":
		if strings.IndexByte("nrsx", letter) >= 0 {
			return "write jobs -l, or jobs -p"
		}
	case "hash":
		if strings.IndexByte("dlpt", letter) >= 0 {
			return "write command -v NAME"
		}
	case "unset":
		if letter == 'n' {
			return "write unset -v NAME"
		}
	case "cd":
		if letter == '@' {
			return "leave it out"
		}
	case "umask", "alias":
		if letter == 'p' {
			return "leave it out"
		}
	}
	return ""
}

func readOption(letter byte) string {
	switch letter {
	case 't':
		return "write try timeout 5s; read line; end"
	case 'a':
		return arrays
	case 'n', 'N':
		return "write x=$(dd bs=1 count=1 2>/dev/null)"
	case 's':
		return "write stty -echo before it and stty echo after it"
	case 'u':
		return "write read line <&3"
	case 'e', 'i':
		return "leave it out"
	}
	return ""
}

func declareOption(name string, letter byte) string {
	switch letter {
	case 'a', 'A':
		return arrays
	case 'f':
		if name == "export" {
			return "functions cannot be exported: write a script, or . a file"
		}
		return "leave it out: functions cannot be readonly"
	case 'n':
		if name == "export" {
			return "write unset NAME, or env -u NAME command"
		}
		return `write eval "x=\$$name"`
	case 'r':
		return "write readonly NAME"
	case 'x':
		return "write export NAME"
	case 'i':
		return "write x=$((...))"
	case 'l', 'u':
		return "write tr '[:lower:]' '[:upper:]', or the reverse"
	case 'g':
		return "leave local out"
	}
	return ""
}

// SetOption returns the suggestion for a letter or a name of an option of set found only in bash.
func SetOption(name string) string {
	switch name {
	case "E", "errtrace", "T", "functrace":
		return "leave it out; blocks and catch lists see failures in functions"
	case "B", "braceexpand", "H", "histexpand", "k", "keyword", "P", "physical", "p", "privileged",
		"t", "onecmd", "history", "interactive-comments":
		return "leave it out"
	}
	return ""
}

// Condition returns the suggestion for a condition of trap found only in bash.
func Condition(name string) string {
	switch name {
	case "ERR":
		return "write try; ...; catch; ...; end: the catch list runs after a failure"
	case "RETURN", "DEBUG":
		return "write the command where it is needed, or set -x"
	}
	return ""
}

// Operator returns the suggestion for an operator of [ found only in bash. unary is true for an
// operator before its only operand.
func Operator(op string, unary bool) string {
	switch {
	case op == "==":
		return "write ="
	case op == "=~":
		return "write case for patterns, or grep -q"
	case op == "-v" && unary:
		return `write [ "${x+set}" ]`
	case op == "-a" && unary:
		return "write -e"
	case op == "-N" && unary, op == "-R" && unary:
		return "leave it out"
	case op == "-o" && unary:
		return "write case $- in *e*) ..."
	}
	return ""
}

// Conversion returns the suggestion for a conversion of printf found only in bash.
func Conversion(c byte) string {
	switch c {
	case 'q', 'Q':
		return `write "$x" in quotes where it is used`
	case '(':
		return "write $(date +...)"
	}
	return ""
}

// Variable returns the suggestion, to print after a colon, for a variable set only by bash, and
// reports whether it is one. certain is true for a script known to be for bash; otherwise names
// that others may set do not count.
func Variable(name string, certain bool) (string, bool) {
	switch name {
	case "RANDOM", "SRANDOM":
		return ": write $(awk 'BEGIN { srand(); print int(rand() * 32768) }'), " +
			"or leave random delays to a block", true
	case "SECONDS", "EPOCHSECONDS", "EPOCHREALTIME":
		return ": write $(date +%s)", true
	case "PIPESTATUS":
		return ": write set -o pipefail", true
	case "BASH_SOURCE":
		return ": write $0", true
	case "BASH_COMMAND":
		return ": write $FTSH_ERROR in a catch list", true
	case "BASHPID":
		return ": write $(sh -c 'echo $PPID') in a list with &", true
	case "FUNCNAME", "BASH_REMATCH", "DIRSTACK", "BASH_LINENO", "BASH_ARGV", "BASH_ARGC":
		return "", true
	}
	if !certain {
		return "", false
	}
	switch name {
	case "HOSTNAME":
		return ": write $(uname -n)", true
	case "UID", "EUID":
		return ": write $(id -u)", true
	case "GROUPS":
		return ": write $(id -g)", true
	case "OSTYPE", "HOSTTYPE", "MACHTYPE":
		return ": write $(uname -s) or $(uname -m)", true
	case "BASH":
		return ": write the path of a shell", true
	case "SHELLOPTS", "BASHOPTS":
		return ": write $-", true
	case "_":
		return ": keep the last word in a variable", true
	case "BASH_VERSION", "BASH_VERSINFO", "BASH_SUBSHELL", "BASH_EXECUTION_STRING", "MAPFILE",
		"COPROC":
		return "", true
	}
	return "", false
}

// Arithmetic returns the suggestion for a refused expression valid only in bash.
func Arithmetic(expr string) string {
	switch {
	case strings.Contains(expr, "++"), strings.Contains(expr, "--"):
		return "there is no ++ or --: write i=$((i + 1))"
	case strings.Contains(expr, "**"):
		return "there is no **: write $((x * x)), or $((1 << n)) for a power of 2"
	case strings.Contains(expr, "["):
		return arrays
	case strings.Contains(expr, "#"):
		return "there is no BASE#NUMBER: take leading zeros off with sed 's/^0*//'"
	case strings.Contains(expr, ","):
		return "there is no comma operator: write one $((...)) for each expression"
	}
	return ""
}
