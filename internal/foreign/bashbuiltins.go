package foreign

import (
	"strconv"
	"strings"

	"ftsh/internal/bashism"
	"ftsh/parser/ast"
)

// builtin looks at a call of one of ftsh's builtins, for arguments accepted only by bash's.
func (b *bash) builtin(name string, c *ast.Simple) {
	switch name {
	case "[", "test":
		b.test(c)
	case "echo":
		b.echo(c)
	case "trap":
		for _, w := range c.Args[min(2, len(c.Args)):] {
			if instead := bashism.Condition(flat(w)); instead != "" {
				b.report(w, "the condition %s is bash's: %s", flat(w), instead)
			}
		}
	case "printf":
		b.printf(c)
	case "set":
		b.set(c)
	case "exit", "return":
		if n, ok := negative(word(c.Args, 1)); ok {
			b.report(c.Args[1], "a status is 0 to 255 here: write %s %d", name, n)
		}
	default:
		b.options(name, c.Args)
	}
}

// negative returns bash's status for a negative one.
func negative(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n & 255, err == nil && n < 0
}

// test looks at the operators of [ and test.
func (b *bash) test(c *ast.Simple) {
	for i, w := range c.Args {
		t, ok := w.Literal()
		if !ok {
			continue
		}
		unary := i == 1 || i > 1 && word(c.Args, i-1) == "!"
		if instead := bashism.Operator(t, unary && i+1 < len(c.Args) && word(c.Args, i+1) != "]" &&
			!isBinary(word(c.Args, i+1))); instead != "" {
			b.report(w, "%s is bash's: %s", t, instead)
		}
	}
}

// isBinary reports whether a word is a comparison, so the word before it is an operand.
func isBinary(s string) bool {
	switch s {
	case "=", "==", "!=", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "<", ">", "-nt", "-ot", "-ef":
		return true
	}
	return false
}

// echo looks at the options of echo, and at backslashes, printed unchanged by bash's echo.
func (b *bash) echo(c *ast.Simple) {
	words := c.Args[1:]
	for len(words) > 0 {
		t := flat(words[0])
		if len(t) < 2 || t[0] != '-' || strings.Trim(t[1:], "neE") != "" {
			break
		}
		if t != "-n" {
			b.report(words[0],
				"echo prints %s here: it always interprets backslashes; write printf", t)
			return
		}
		words = words[1:]
	}
	if !b.certain {
		return
	}
	for _, w := range words {
		t := flat(w)
		for i := strings.IndexByte(t, '\\'); i >= 0 && i+1 < len(t); {
			if strings.IndexByte("abcfnrtv0\\", t[i+1]) >= 0 {
				b.report(w, `echo interprets \%c here: write printf '%%s\n' and the words`, t[i+1])
				return
			}
			next := strings.IndexByte(t[i+1:], '\\')
			if next < 0 {
				break
			}
			i += 1 + next
		}
	}
}

// printf looks at -v and at conversions.
func (b *bash) printf(c *ast.Simple) {
	if word(c.Args, 1) == "-v" {
		b.report(c.Args[1], "printf -v is bash's: %s", bashism.Option("printf", 'v'))
		return
	}
	at := 1
	if word(c.Args, at) == "--" {
		at++
	}
	format := word(c.Args, at)
	for i := 0; i+1 < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		for i < len(format) && strings.IndexByte("-+ #0123456789.*$", format[i]) >= 0 {
			i++
		}
		if i == len(format) {
			return
		}
		if instead := bashism.Conversion(format[i]); instead != "" {
			b.report(c.Args[at], "printf has no %%%c: %s", format[i], instead)
			return
		}
	}
}

// set looks for options missing in ftsh.
func (b *bash) set(c *ast.Simple) {
	for i := 1; i < len(c.Args); i++ {
		t, ok := c.Args[i].Literal()
		if !ok || len(t) < 2 || t[0] != '-' && t[0] != '+' || t == "--" {
			return
		}
		for _, letter := range t[1:] {
			if letter == 'o' && i+1 < len(c.Args) {
				i++
				if instead := bashism.SetOption(word(c.Args, i)); instead != "" {
					b.report(c.Args[i], "set -o %s is bash's: %s", word(c.Args, i), instead)
					return
				}
			} else if instead := bashism.SetOption(string(letter)); instead != "" {
				b.report(c.Args[i], "set -%c is bash's: %s", letter, instead)
				return
			}
		}
	}
}

// options looks at the options of a builtin.
func (b *bash) options(name string, args []*ast.Word) {
	own, ok := bashism.Options(name)
	if !ok {
		return
	}
	for i := 1; i < len(args); i++ {
		t := flat(args[i])
		if len(t) < 2 || t[0] != '-' || t == "--" {
			break
		}
		for j := 1; j < len(t); j++ {
			at := strings.IndexByte(own, t[j])
			if at < 0 {
				if instead := bashism.Option(name, t[j]); instead != "" {
					b.report(args[i], "%s -%c is bash's: %s", name, t[j], instead)
				}
				return
			}
			if at+1 < len(own) && own[at+1] == ':' { // the rest, or the next word, is its value
				if j+1 == len(t) {
					i++
				}
				break
			}
		}
	}
	if name == "read" && len(args) > 0 && !hasOperand(args, own) {
		b.report(args[0], "read needs a name: write read -r REPLY")
	}
}

// hasOperand reports whether a word follows the options.
func hasOperand(args []*ast.Word, own string) bool {
	for i := 1; i < len(args); i++ {
		t := flat(args[i])
		if t == "--" {
			return i+1 < len(args)
		}
		if len(t) < 2 || t[0] != '-' {
			return true
		}
		if at := strings.IndexByte(own, t[len(t)-1]); at >= 0 && at+1 < len(own) &&
			own[at+1] == ':' {
			i++
		}
	}
	return false
}
